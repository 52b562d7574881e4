# make play   make the .venv, install, and sit down
# make test   format and lint check, types, layers, all tests
# make coverage  which lines and branches of the rules no test reaches: none
# make mutate the rules changed in one place at a time, and whether a test notices (hours)
# make bench  one report of what is fast and what is not (five minutes)
# make soak   an hour at a table over SSH: 8 bots and 30 people who come, go, type and stall;
#             and 1,000 kills of another
# make fuzz   nonsense into everything that reads what others wrote
# make teach  the weights of the built-in policy anew, from the engine's opinions
# make deep   the long tests: large random searches
# make screenshots   draw the screens anew, as SVG and PNG
# make keys   write docs/keys.md from the table of actions, and the README's options
# make messages   find the texts to be translated, bring the catalogues up to date, compile them

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PINS := pyproject.toml constraints.txt

CATALOGUES := $(wildcard app/locales/*/LC_MESSAGES/chouette.po)
SOURCES := $(wildcard rules/*.py widgets/*.py app/*.py app/*/*.py)

.PHONY: play test check coverage mutate bench soak fuzz teach deep screenshots keys messages clean

play: .venv/installed .venv/compiled .venv/bytecode
	@$(BIN)/chouette

test: check
	@$(BIN)/pytest --quiet -n 2

# What needs no test to run: cheap, and first.
check: .venv/installed-test .venv/compiled
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/pytest --quiet -p no:cacheprovider tests/test_layers.py

bench: .venv/installed-bench .venv/bytecode
	@$(BIN)/python -m tests.bench $(BENCH)

# Named tests only: random sessions would cover a line by luck, and prove no clause.
coverage: .venv/installed-test
	@$(BIN)/pytest --quiet --cov=rules --cov-branch --cov-fail-under=100 \
		--cov-report=term-missing:skip-covered --deselect tests/rules/test_laws.py \
		rules tests/rules tests/test_plays.py tests/test_notation.py tests/test_ids.py

# MUTATE="rotation --sample 50" for a part of it.
mutate: .venv/installed-test
	@$(BIN)/python -m tests.mutate $(MUTATE)

# SOAK_SECONDS=60 make soak, for a short one.
soak: .venv/installed-test
	@$(BIN)/python -m tests.soak

# FUZZ_SECONDS=600 make fuzz, for more of each.
fuzz: .venv/installed-test
	@$(BIN)/python -m tests.fuzz $(FUZZ)

# TEACH="--positions 150000" for a try; the weights in the repository took two million.
teach: .venv/installed-test
	@$(PIP) --only-binary bgsage -e '.[teach]'
	@$(BIN)/python -m tests.bench.teach $(TEACH)

deep: .venv/installed-test
	@HYPOTHESIS_PROFILE=large KILLS=1000 FUZZED_LINES=200000 SESSIONS=100 SIMULATED=200 \
		SIMULATED_BY_ENGINE=10 $(BIN)/pytest --quiet -n 2 $(DEEP)

screenshots: .venv/installed-test .venv/compiled
	@$(BIN)/python -m tests.screenshots

keys: .venv/installed
	@mkdir -p docs
	@$(BIN)/python -c 'from app.keys import page; print(page(), end="")' > docs/keys.md
	@$(BIN)/python -c 'from pathlib import Path; from app.rules_table import with_options; \
		page = Path("README.md"); page.write_text(with_options(page.read_text("utf-8")), "utf-8")'

messages: .venv/installed
	@$(BIN)/python -m app.messages

# Compiled catalogues are not in git; without them the program compiles the sources as it starts.
.venv/compiled: $(CATALOGUES) | .venv/installed
	@$(BIN)/python -m app.messages --compile
	@touch $@

# Python would write it too, but not where PYTHONDONTWRITEBYTECODE is set, as it is in containers;
# there every start would compile everything anew.
.venv/bytecode: $(SOURCES) | .venv/installed
	@$(BIN)/python -m compileall -q rules widgets app
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "chouette needs Python 3.11 or later, and $(PYTHON) is not: make PYTHON=…"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "Python has no venv here. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv .venv

# The engine has no wheel for every machine, and nobody should have to build it: where there is
# none the table goes on without it.
.venv/installed: .venv/bin/python $(PINS)
	@echo "Installing into .venv …"
	@$(PIP) -e '.[formats]'
	@$(PIP) --only-binary bgsage -e '.[judge]' 2>/dev/null \
		|| echo "No engine (bgsage) for this machine: hints and strong bots are left out."
	@touch $@

.venv/installed-test: .venv/installed
	@$(PIP) -e '.[test]'
	@touch $@

.venv/installed-bench: .venv/installed-test
	@$(PIP) --only-binary bgsage -e '.[bench]' \
		|| echo "Some generators to compare with are missing: they are left out of the report."
	@touch $@
