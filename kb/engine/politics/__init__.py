"""Politics: who is at war with whom, what neutral powers and neutral lands are to others."""
