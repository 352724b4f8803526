"""The log of an event: what judges decided at the tables, kept on their phones, and put together afterwards."""
