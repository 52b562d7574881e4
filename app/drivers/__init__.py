"""Textual drivers of our own for the terminal that the program was started in."""
