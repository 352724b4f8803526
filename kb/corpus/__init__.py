"""Does it read published text? Documents in, rulings with ids, links and relations out."""
