"""Mutation testing: the rules changed in one small place at a time, and whether a test notices.

`make mutate`, or `python -m tests.mutate [MODULE…] [--sample N]`. No file is ever written: a mutant
exists only in the process that tests it.
"""
