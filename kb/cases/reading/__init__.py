"""Parses YAML files strictly to scenarios, and makes their JSON Schema."""
