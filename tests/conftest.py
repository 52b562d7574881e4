"""Hypothesis profiles: "ci" is small and repeatable, "large" is what `make deep` runs."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Two cores, shared with other work: a deadline would measure the machine and not the code.
settings.register_profile(
    "ci",
    max_examples=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "large",
    max_examples=3000,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

collect_ignore = ["fuzz/guided.py"]
"""It imports atheris, which only `make fuzz` installs."""
