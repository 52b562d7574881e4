"""`python -m tests.bench`: what is fast and what is not, measured in one run on one machine.

A section is a function that returns rows; `SECTIONS` names it, and its module is imported when it
is asked for. What a section compares with may be missing: it says so and measures the rest.
"""
