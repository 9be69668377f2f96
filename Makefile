# Smalti. `make play` and `make test` need Python 3.11 or newer, make, and access to PyPI; nothing else.

PYTHON ?= python3
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
# Where uv does not find what pip is set up to find, pip installs it. What is locked is complete: an older pip (23.2) would look for
# newer ones of what others need (`psycopg[pool]`), and refuse them.
INSTALL = install() { $(PY) -m uv pip install --quiet --python $(PY) "$$@" || $(PIP) install "$$@"; }; install
LOCKED = $(INSTALL) --no-deps --require-hashes -r
RUN := @$(PY) -m
# What Python has read once need not be read again: `make clean` removes it.
unexport PYTHONDONTWRITEBYTECODE
# Tests that are long and those that are not.
EVERY := -m ''
# The newest PyTorch is gigabytes, nearly all of them for GPUs; whoever has a build for cores names it.
TORCH ?= torch
# The last PufferLib that is more than a source. It asks for versions that cannot be beside ours; what our door needs of it works with ours.
PUFFER := pufferlib==2.0.2

# The environment is up to date when a stamp carries the sum of the locked requirements, the package's own settings and its place.
SUM := $(shell (cat requirements/*.txt pyproject.toml; pwd) | cksum | cut -d' ' -f1)
PLAY := .venv/.play-$(SUM)
TEST := .venv/.test-$(SUM)
BENCH := .venv/.bench-$(SUM)
WASM := .venv/.wasm-$(SUM)

.PHONY: help play test test-all shuffled long reviews ready browser environments learners puffer wheel wasm coverage lint format golden rows hostile browsers torture correspondence fuzz docs bench peers lock clean
.DELETE_ON_ERROR:

help: ## show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(PLAY) ## play in the browser
	@echo "Starting the table."
	@.venv/bin/smalti serve --open

test: $(TEST) ## check format, lint, types and import contracts, and run all tests
	@$(MAKE) --no-print-directory --jobs=3 --output-sync lint ready browser
	@echo "Tests: pytest on two cores, four at a time, because browsers are waited for."
	$(RUN) pytest -n 4 --dist=worksteal --durations=15

ready: $(TEST)
	@echo "Compiled code: built once for all tests."
	$(RUN) tests.ready

browser: $(TEST)
	@echo "Browser: Chromium."
	$(RUN) tests.web.chromium

test-all: test shuffled long environments puffer rows reviews hostile fuzz torture correspondence wheel wasm ## everything in its long form (hours), except `learners`, which installs PyTorch

shuffled: $(TEST) ## run the tests of `make test` with their files in another order (ORDER=2026: that of a seed)
	SMALTI_SHUFFLE=$(or $(ORDER),$(shell date +%s)) $(PY) -m pytest -n 4 --dist=worksteal

long: $(TEST) ## run what is marked `long`: every case of what one case shows in `make test`
	$(RUN) pytest -n 4 --dist=worksteal -m long $(WHERE)

browsers: WHERE := tests/web
browsers: long ## the long tests of the browser: every page at every size, whole games by clicks and by thumb

wheel: $(TEST) ## build the package, install it into empty environments and play it there, on each Python that is here
	$(RUN) tests.wheel

wasm: $(WASM) ## build the modules for browsers whose sources have changed, and compare them with native code (GAMES=1000000)
	$(RUN) smalti.wasm examples.pebbles
	$(RUN) tests.wasm.modules
	$(RUN) tests.wasm.equality $(GAMES)

coverage: $(TEST) ## run all tests again and say which lines none of them reaches (slow: rules are traced)
	$(RUN) pytest $(EVERY) -n 2 --cov=smalti --cov-report=term

lint: $(TEST) ## check format, lint, types and import contracts
	@echo "Format: ruff format --check."
	$(RUN) ruff format --check .
	@echo "Lint: ruff check."
	$(RUN) ruff check .
	@echo "Types: mypy --strict."
	$(RUN) mypy --strict src tests benchmarks
	@if command -v npx >/dev/null; then echo "Types of the client: tsc."; npx --yes --package typescript@5.9.3 tsc; \
	else echo "Types of the client: not checked, there is no Node here."; fi
	@echo "Import contracts: lint-imports."
	@.venv/bin/lint-imports --no-logo

format: $(TEST) ## format the code and mend what ruff can mend
	$(RUN) ruff check --fix-only .
	$(RUN) ruff format .

golden: $(TEST) ## rewrite the golden files; review their diff
	@SMALTI_REWRITE_GOLDEN=1 $(PY) -m pytest $(EVERY) tests -k golden

rows: $(TEST) ## look at ten thousand positions of each game (or of GAME): their rows, interpreted and compiled, for all eyes
	@SMALTI_ROW_POSITIONS=10000 $(PY) -m pytest $(EVERY) -n 2 $(if $(GAME),-k $(GAME)) tests/conformance/test_rows.py

reviews: $(TEST) ## 10,000 reviews of random games add up (PART=1/10: a tenth); a run that was stopped goes on
	$(RUN) tests.reviewing.identity $(if $(PART),--part $(PART))

environments: $(TEST) ## the suites of Gymnasium, PettingZoo and OpenSpiel on every game, seats, option and setting
	@SMALTI_ENVIRONMENTS=1 $(PY) -m pytest $(EVERY) -n 2 tests/envs/test_others.py tests/envs/test_openspiel.py

learners: $(TEST) ## Stable-Baselines3 and PufferLib on a batch, in an environment of its own, and the curves of the guide (TORCH=torch==2.13.0: a PyTorch that is small)
	@$(PY) -m venv build/learners
	@build/learners/bin/python -m pip --disable-pip-version-check install --quiet '$(TORCH)'
	@build/learners/bin/python -m pip --disable-pip-version-check install --quiet -e '.[learn]' pytest hypothesis gym psutil
	@build/learners/bin/python -m pip --disable-pip-version-check install --quiet --no-deps $(PUFFER)
	@build/learners/bin/python -m pytest -W ignore tests/envs/test_learners.py tests/envs/test_puffer.py tests/bots/test_net_lessons.py
	@build/learners/bin/python -m benchmarks.learning

puffer: $(TEST) ## PufferLib on a batch, in an environment of its own
	@$(PY) -m venv build/puffer
	@build/puffer/bin/python -m pip --disable-pip-version-check install --quiet -e . gym gymnasium psutil pytest hypothesis
	@build/puffer/bin/python -m pip --disable-pip-version-check install --quiet --no-deps $(PUFFER)
	@build/puffer/bin/python -m pytest -W ignore tests/envs/test_puffer.py

hostile: $(TEST) ## call everything public with wrong arguments, a hundred thousand times, every index checked
	@SMALTI_HOSTILE_CALLS=100000 $(PY) -m pytest $(EVERY) tests/test_hostile.py -s

torture: $(TEST) ## ten thousand faults while people play, a thousand killed workers, ten thousand losses of power and 1,400 under PostgreSQL
	@SMALTI_FAULTS=5000 SMALTI_KILLS=1000 SMALTI_WORKER_KILLS=1000 SMALTI_POWER_CUTS=10000 SMALTI_POSTGRES_CUTS=700 $(PY) -m pytest $(EVERY) \
	tests/server/wire/test_torture.py tests/server/thinking/test_workers.py tests/server/store/test_power_loss.py tests/server/store/test_power_loss_postgres.py

correspondence: $(TEST) ## ten thousand games by correspondence, half on each database, with killed servers (goes on where it was ended)
	@SMALTI_CORRESPONDENCE=5000 $(PY) -m pytest $(EVERY) tests/server/club/test_correspondence.py --log-cli-level=INFO

fuzz: $(TEST) ## send ten thousand hostile requests, messages and records of each kind
	@SMALTI_FUZZ_CASES=10000 $(PY) -m pytest $(EVERY) tests/server/http/test_fuzz.py -s

bench: $(BENCH) ## measure speed, against OpenSpiel too
	@.venv/bin/smalti bench

peers: $(BENCH) ## measure random play next to python-chess, OpenSpiel, PettingZoo, RLCard, pgx and our own past; writes docs/performance.md
	$(RUN) benchmarks.peers --write

docs: $(TEST) ## build the documentation site in build/docs
	$(RUN) sphinx -W --keep-going -q -b html docs build/docs
	@echo "The site is at build/docs/index.html."

lock: ## compile the locked requirements anew, with the newest versions
	@echo "Locking the requirements."
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip --disable-pip-version-check install --quiet uv
	@rm -f requirements/*.txt
	@$(COMPILE) requirements/uv.in -o requirements/uv.txt
	@$(COMPILE) $(PROJECT) --extra server --extra postgres --extra tui --extra arena --extra ray --extra envs --extra pictures --extra dataset --extra docs --extra dev -o requirements/test.txt
	@$(COMPILE) $(PROJECT) --extra server --extra tui --extra arena -c requirements/test.txt -o requirements/play.txt
	@$(COMPILE) $(PROJECT) --extra server --extra postgres -c requirements/test.txt -o requirements/server.txt
	@$(COMPILE) $(PROJECT) --extra bench -c requirements/test.txt -o requirements/bench.txt
	@$(COMPILE) $(PROJECT) --extra wasm -c requirements/test.txt -o requirements/wasm.txt
	@! grep -nE '//|^-' requirements/*.txt || { echo "A locked file names an address or an option."; exit 1; }

COMPILE := env -u UV_INDEX -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS .venv-lock/bin/uv pip compile --quiet --no-config \
	--no-header --universal --python-version 3.11 --generate-hashes
PROJECT := pyproject.toml requirements/build.in

clean: ## remove the environment, caches and reports
	rm -rf .venv .venv-lock build dist .coverage htmlcov .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# Environments. `make test` adds to what `make play` installed; both share .venv.

$(PLAY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "Smalti needs Python 3.11 or newer, \
	but '$(PYTHON)' is missing or older. Name another one: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot create environments. \
	Install its venv module (Debian and Ubuntu: apt install python3-venv)."; exit 1; }
	@echo "Preparing the environment in .venv (the first time takes about a minute)."
	@$(PIP) --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@echo "Installing the locked requirements."
	@$(PIP) install --quiet --only-binary :all: --require-hashes -r requirements/uv.txt || true
	@$(LOCKED) requirements/play.txt
	@echo "Installing Smalti itself."
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@rm -f .venv/.play-* .venv/.test-* .venv/.bench-* .venv/.wasm-*
	@touch $@

$(TEST): $(PLAY)
	@echo "Installing the tools for tests."
	@$(LOCKED) requirements/test.txt
	@touch $@

$(BENCH): $(PLAY)
	@echo "Installing what others have, for comparison."
	@$(LOCKED) requirements/bench.txt
	@touch $@

$(WASM): $(TEST)
	@echo "Installing the linker for WebAssembly."
	@$(LOCKED) requirements/wasm.txt
	@touch $@
