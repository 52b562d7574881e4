"""Nonsense into everything that reads what others wrote, until the time is over.

`make fuzz`, or `python -m tests.fuzz [TARGET…] [--seconds N]`. With hypothesis, which shrinks what
it finds; and where atheris is installed, guided by which lines the input reaches. Whatever is found
becomes a test of its own.
"""
