"""Bombing raids and rockets."""
