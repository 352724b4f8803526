"""From YAML files to scenarios, read strictly; the JSON Schema and the tables of the documentation."""
