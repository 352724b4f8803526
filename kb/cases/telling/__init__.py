"""Describes cases, traces and failures in sentences."""
