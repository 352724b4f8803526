"""Aircraft at war: antiaircraft guns, raids, rockets, interceptors, scrambles, paratroopers, kamikaze attacks."""
