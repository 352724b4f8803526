"""The whole base for another medium: paper, or a search cluster. One module a form, listed in ``forms.py``."""
