"""A table under pressure for an hour: bots play, people look on over SSH and behave badly.

`make soak`; `SOAK_SECONDS=60 make soak` for a short one.
"""
