# Two commands do all the set-up: `make play` and `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
CLUSTER := .venv-cluster
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PORT ?= 8000
SEED ?= 0
COUNT ?= 100
LATENESS ?= 300
# Tests start hundreds of processes: each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test fast late browsers cluster lint format load chaos reading fuzz audit pace sight calibration mutants sweep secrets golden release-fixtures image index maps screenshots icons constraints clean

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/'

play: $(VENV)/play.done  ## install what it needs and start the site on SQLite, ready to play
	$(BIN)/marchland serve --port $(PORT)

# As many workers as there are cores; whoever has nothing left to do takes tests from the others. In the browser there are more of
# them: page, server and test mostly wait for each other, which leaves a worker's core idle for almost half of the time. Each has a
# server, a database and a Chromium of its own, so that four are enough for any machine's memory.
PYTEST = $(BIN)/python -m pytest --dist worksteal
EVERY_CORE := -n auto
IN_THE_BROWSER := -n 4 tests/e2e
WITHOUT_BROWSERS := --ignore tests/e2e --ignore tests/browsers --ignore tests/cluster
test:  ## install what the tests need, Debian packages included, and run them all
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/test.done debian
	$(MAKE) lint
	$(PYTEST) $(EVERY_CORE) $(WITHOUT_BROWSERS)
	$(PYTEST) $(IN_THE_BROWSER)

fast: $(VENV)/test.done  ## the fast suite: everything but the browser and whole games by the hundred
	$(PYTEST) $(EVERY_CORE) -m "not slow" $(WITHOUT_BROWSERS)

late: $(VENV)/test.done debian  ## the browser tests on a slow line: none of them, and no page, may count on scripts that are quick (LATENESS, milliseconds)
	MARCHLAND_LATE=$(LATENESS) $(PYTEST) $(IN_THE_BROWSER)

browsers: $(VENV)/test.done debian  ## a walk through every title in browsers of other makers: Debian's Firefox and WebKitGTK
	@missing=; $(call installed,firefox-esr:firefox-esr webkit2gtk-driver:WebKitWebDriver xvfb:Xvfb)
	$(PYTEST) tests/browsers

cluster: $(VENV)/test.done $(CLUSTER)/done  ## a league on a Ray cluster of this machine: the same games as without one? (installs Ray, beside everything else)
	MARCHLAND_CLUSTER=$(CLUSTER)/bin $(PYTEST) tests/cluster

# Two at a time, the longest first; what each of them says comes in one piece, and the first that fails ends it.
LINT := lint-types lint-tests lint-scripts lint-forms lint-layers lint-style
lint: $(VENV)/test.done typescript  ## style, types and imports of Python, JavaScript, style sheets and templates
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target $(LINT)

.PHONY: $(LINT)
lint-types:
	$(BIN)/mypy

# Beside the types, which take as long: every test can be found, and is made ready once instead of by each worker for itself.
lint-tests:
	@$(BIN)/python -m pytest --collect-only --ignore tests/e2e > $(VENV)/tests.txt || { cat $(VENV)/tests.txt; exit 1; }

lint-scripts:
	tsc --project jsconfig.json

lint-forms:
	$(BIN)/python tools/imports.py --check
	$(BIN)/python tools/format.py --check

lint-layers:
	$(BIN)/lint-imports

lint-style:
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools

format: $(VENV)/test.done typescript  ## bring Python, JavaScript, style sheets and templates into form
	$(BIN)/python tools/imports.py
	$(BIN)/ruff check --fix src tests tools
	$(BIN)/ruff format src tests tools
	$(BIN)/python tools/format.py

# The same seed plays the same games; a failure prints the options that play its game again.
GAMES ?= 2000
SIMULATE = $(BIN)/marchland simulate --check --seed $(SEED)
sweep: $(VENV)/test.done  ## audited games by the thousand, for hours when nobody waits (SEED, GAMES)
	$(SIMULATE) medioevo --games $(GAMES) --bots curious --vary
	$(SIMULATE) vinci --games 500 --bots curious --vary
	$(SIMULATE) byzantium --games 500 --bots curious --vary
	$(SIMULATE) cendre --games 100 --seats 20 --bots normal,hard,easy --option years=10

# A leak prints the command that looks at it again; `make test` runs a sample.
COMPARISONS ?= 100000
OVER_HTTP ?= 20000
secrets: $(VENV)/test.done  ## is anybody told what is hidden from him? all titles, by the rules and over HTTP (SEED, COMPARISONS, OVER_HTTP)
	$(BIN)/python tools/noninterference.py --seed $(SEED) --comparisons $(COMPARISONS)
	$(BIN)/python -m tools.eavesdropping --seed $(SEED) --comparisons $(OVER_HTTP)

load: $(VENV)/test.done debian  ## moves a second and server time of a move, on SQLite and PostgreSQL, in 1, 2 and 4 web processes (WAY=--goals, --rival)
	$(BIN)/python -m tools.load $(WAY)

# The same seed draws the same faults; what falls together with what is the machine's affair.
KILLS ?= 1000
MOVES ?= 5000
chaos: $(VENV)/test.done debian  ## kill everything a thousand times while programs play all titles: is anything lost or doubled? (SEED, KILLS, MOVES)
	$(BIN)/python -m tools.chaos --seed $(SEED) --kills $(KILLS) --moves $(MOVES)

reading: $(VENV)/test.done  ## what pages cost to read, and what a quiet player notices while somebody else reads without pause
	$(BIN)/python -m tools.reading

FUZZ ?= 300
fuzz: $(VENV)/test.done  ## requests made up from the description of the interface for programs, by the thousand (FUZZ for each operation)
	FUZZ=$(FUZZ) $(PYTEST) $(EVERY_CORE) tests/web/test_schema.py

# Needs advisories from the net, so it is no part of `make test`: what is known to be unsafe today need not have been so yesterday.
audit: $(VENV)/test.done  ## is anything that we depend on known to be unsafe? (asks for advisories on the net)
	$(PIP) install pip-audit
	$(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip

pace: $(VENV)/test.done  ## how long one waits for bots, by title and level
	$(BIN)/python tools/pace.py

calibration: $(VENV)/test.done  ## do the forecasts of Terre de Cendre come true? bots play, and every sheet is compared with its season
	$(BIN)/python tools/calibration.py

sight: $(VENV)/test.done  ## queries, states read, options listed and computing time of a move and of a sheet
	$(BIN)/python tools/sight.py

mutants: $(VENV)/test.done  ## break rules on purpose: do their own tests notice? (SEED=1 COUNT=100 TITLES="vinci byzantium")
	$(BIN)/python tools/mutants.py --seed $(SEED) --count $(COUNT) $(TITLES)

release-fixtures: $(VENV)/test.done  ## saves of this release for tests/releases, which every later one must load and go on with (RELEASE)
	$(BIN)/python tools/release_fixtures.py $(RELEASE)

golden: $(VENV)/test.done  ## record the golden games anew (after a deliberate change of rules)
	$(BIN)/python tools/golden.py

maps: $(VENV)/test.done  ## make every map anew from its source in tools/forge/sources
	$(BIN)/python -m tools.forge make

image: $(VENV)/play.done  ## the container image: its steps in a clean folder, and itself where a builder gets its base
	$(BIN)/python tools/image.py

screenshots: $(VENV)/test.done debian  ## the pictures in docs/screenshots
	$(BIN)/python tools/screenshots.py

icons: $(VENV)/test.done debian  ## the pictures of the installed app, from the favicon
	$(BIN)/python tools/icons.py

index: $(VENV)/test.done  ## write docs/rules-index anew: every rule with the place where its code begins and its tests
	$(BIN)/python tools/rules_index.py

constraints:  ## pin the versions now installed, by name and version only
	$(PIP) freeze --exclude-editable | grep -v '^marchland' | sed 's/ @ .*//' > constraints.txt

clean:
	rm -rf $(VENV) $(CLUSTER) var .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

# -- set-up ------------------------------------------------------------------------------------------------

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Marchland needs Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "python3-venv is missing: apt-get install python3-venv"; exit 1; }
	@touch $@

# Python compiles what is used as it is used: pip would compile all, which takes longer than to install it.
$(VENV)/play.done: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Marchland (a minute, once) ..."
	$(PIP) install --no-compile -c constraints.txt -e '.[web]'
	@touch $@

$(VENV)/test.done: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Marchland and what its tests need (a few minutes, once) ..."
	$(PIP) install --no-compile -c constraints.txt -e '.[web,dev,forge]'
	@touch $@ $(VENV)/play.done

# Ray is large, and nothing else needs it: it has an environment of its own.
$(CLUSTER)/done: pyproject.toml constraints.txt
	@echo "Installing Marchland with Ray (a minute, once) ..."
	@$(PYTHON) -m venv $(CLUSTER)
	$(CLUSTER)/bin/python -m pip --disable-pip-version-check --quiet install --no-compile -c constraints.txt -e '.[arena,cluster]'
	@touch $@

# Real browser, real databases, a real mail server, and those that judge what is in `deploy/`. Only what is missing is installed.
DEBIAN := chromium:chromium chromium-headless-shell:chromium-headless-shell redis-server:redis-server postgresql:psql systemd:systemd-analyze docker-compose:docker-compose caddy:caddy
TYPESCRIPT := nodejs:node node-typescript:tsc
.PHONY: debian typescript
debian:
	@missing=; ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing=" postgresql"; \
	  [ -x /usr/sbin/dovecot ] || missing="$$missing dovecot-imapd"; $(call installed,$(DEBIAN) $(TYPESCRIPT))

typescript:
	@missing=; $(call installed,$(TYPESCRIPT))

define installed
	for pair in $(1); do command -v $${pair#*:} >/dev/null || missing="$$missing $${pair%%:*}"; done; \
	if [ -n "$$missing" ]; then echo "Installing$$missing ..."; \
	  sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing >/dev/null; fi
endef
