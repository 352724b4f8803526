"""The whole base in other formats for other programs. One module a form, listed in ``forms.py``."""
