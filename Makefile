# Each target sets up what it needs in .venv, from Python 3.11+ alone.
PYTHON ?= python3
BIN := .venv/bin
# Programs that are looked up by bare name (nbgrader calls alembic) are found in the environment.
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help setup lab packages test test-oldest test-models model-numbers soak demo build workshop doctor \
  report bench bench-grading lint lock lite lite-test clean
.DEFAULT_GOAL := help

help:  ## what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile

setup: .venv/ready  ## the environment, in .venv

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: try  make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up .venv with the versions of requirements.lock: about a minute, once"
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(sed -n 's/^\(uv==[^ ]*\).*/\1/p' requirements.lock)"
	@VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --require-hashes -r requirements.lock
	@VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --no-deps --no-build-isolation --editable .
	@# JupyterLab asks everybody whether it may fetch news, whatever LabApp.news_url says.
	@$(BIN)/jupyter labextension disable --level=sys_prefix @jupyterlab/apputils-extension:announcements >/dev/null 2>&1
	@touch $@

lab: setup  ## open JupyterLab on the first lesson; ARGS=--no-browser on a server
	@$(BIN)/jupyter lab --LabApp.default_url="/lab/tree/$$(ls notebooks/*.ipynb | head -n 1)" $(ARGS)

packages:  ## Debian's bubblewrap and Chromium, which the tests of grading and of browsers use
	@if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
	  echo "Only root on Debian or Ubuntu can do this. Tests that need bubblewrap or Chromium say so where it is missing."; \
	elif ! command -v bwrap >/dev/null || ! command -v chromium >/dev/null; then \
	  { apt-get update --quiet=2; apt-get install --quiet=2 --no-install-recommends bubblewrap chromium >/dev/null; } \
	    || echo "They could not be installed. Tests that need bubblewrap or Chromium say so."; \
	fi

test: setup  ## run the tests
	@$(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

test-oldest: setup  ## solved lessons and known mistakes on the oldest versions allowed, in an environment of its own
	@if $(MAKE) --silent --no-print-directory .venv-oldest/ready; then \
	  .venv-oldest/bin/python -m pytest -n 2 --dist loadgroup tests/bank tests/editions/test_running.py \
	    --seeds 1 -k "known_mistake or unusual_right or solved_notebook" $(ARGS); \
	else echo "Skipped: the oldest versions cannot be installed here, for the reason above."; fi

# NumPy 2.0 has no wheels for Python 3.13; Matplotlib 3.8 asks for an IPython of its time.
.venv-oldest/ready: pyproject.toml
	@echo "Setting up .venv-oldest with the oldest versions that pyproject.toml allows: half a minute, once"
	@$(BIN)/uv venv --quiet --clear --no-python-downloads --python ">=3.11,<3.13" .venv-oldest
	@VIRTUAL_ENV=.venv-oldest $(BIN)/uv pip install --quiet --resolution lowest-direct --editable ".[teach]" \
	  "ipython>=8.20,<9" "pytest>=8,<9.2" "pytest-xdist>=3.6"
	@touch $@

test-models:  ## hold the course to the code of real models, in an environment of its own
	@if $(MAKE) --no-print-directory .venv-models/ready; then \
	  PYTHONPATH=tests/models .venv-models/bin/python -m pytest tests/models -m models $(ARGS); \
	else echo "Skipped: the packages of real models cannot be installed here, for the reason above."; fi

model-numbers: .venv-models/ready  ## the numbers of real models that lesson 8 shows
	@PYTHONPATH=tests/models .venv-models/bin/python tests/models/make_model_numbers.py

.venv-models/ready: pyproject.toml
	@echo "Setting up .venv-models with PyTorch and the code of real models: some minutes, once"
	@$(PYTHON) -m venv --clear .venv-models
	@.venv-models/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[models]'
	@touch $@

soak: setup  ## the tests of the checks over 1 000 seeds
	@$(BIN)/python -m pytest -n 2 tests/bank --seeds 1000 $(ARGS)

demo: setup  ## a class taken through: release, hand-in, marks, feedback
	@$(BIN)/posenc demo $(ARGS)

build: setup  ## the four editions, from the text in lessons/; ARGS=06_rotate for one lesson
	@$(BIN)/posenc build $(ARGS)

workshop: setup  ## one zip in dist/ for a workshop's laptops, which need Python and nothing else
	@$(BIN)/posenc workshop

doctor: setup  ## does the course run here, and if not, what is to mend
	@$(BIN)/posenc doctor

# A Pyodide 0.27, with Python 3.12, goes with an older JupyterLite.
LITE := lite$(if $(PYODIDE),$(shell grep -qs '"python": *"3\.12' "$(PYODIDE)/pyodide-lock.json" && echo -0-27))

lite: setup .venv-$(LITE)/ready  ## the course as a site that runs in the browser, in dist/lite; PYODIDE=folder to fetch nothing
	@rm -rf dist/lite
	@$(BIN)/posenc browser build/lite $(if $(PYODIDE),--pyodide "$(PYODIDE)")
	@VIRTUAL_ENV=.venv $(BIN)/uv build --quiet --offline --wheel --no-build-isolation --no-create-gitignore \
	  --python $(BIN)/python --out-dir build/lite/pypi .
	@cp .venv-$(LITE)/wheels/*.whl build/lite/pypi
	@cd build/lite && for step in build check; do \
	  ../../.venv-$(LITE)/bin/jupyter-lite $$step --output-dir ../../dist/lite >$$step.log 2>&1 || { cat $$step.log; exit 1; }; \
	done
	@echo "The site is in dist/lite. To try it:  $(PYTHON) -m http.server --directory dist/lite"
	@echo "and open /lab/index.html?path=01_bag_of_words.ipynb at the address that it names."

lite-test:  ## open that site in Chromium; with PYODIDE=folder run lessons there
	@if $(MAKE) --silent --no-print-directory setup .venv-$(LITE)/ready; then \
	  $(MAKE) --no-print-directory lite && LITE_SITE=dist/lite .venv-$(LITE)/bin/python -m pytest tests/lite $(ARGS); \
	else echo "Skipped: JupyterLite cannot be installed here, for the reason above."; fi

# Pure Python packages that a kernel in the browser asks for and Pyodide has not.
.venv-$(LITE)/ready: pyproject.toml
	@echo "Setting up $(@D) with JupyterLite: half a minute, once"
	@$(PYTHON) -m venv --clear $(@D)
	@VIRTUAL_ENV=$(@D) $(BIN)/uv pip install --quiet --requirement pyproject.toml --extra $(LITE)
	@$(@D)/bin/pip download --quiet --disable-pip-version-check --no-deps --dest $(@D)/wheels \
	  comm==0.2.3 $$($(@D)/bin/pip freeze | grep -E "^(ipywidgets|jupyterlab.widgets)==")
	@touch $@

report: setup  ## what each check of the course tries
	@$(BIN)/posenc checks

bench: setup  ## how long a verdict takes
	@$(BIN)/python benchmarks/verdicts.py

bench-grading: setup  ## a class graded by nbgrader as it is and by the engine, side by side: half an hour
	@$(BIN)/python benchmarks/grading.py $(ARGS)

lint: setup  ## style
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

lock:  ## pin every package anew in requirements.lock, and a learner's in requirements-learn.lock
	uv pip compile --quiet --universal --python-version 3.11 --extra learn --extra teach --group dev \
	  --constraints constraints.txt \
	  --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --extra learn --constraints requirements.lock \
	  --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml -o requirements-learn.lock

clean:  ## remove the environment
	rm -rf .venv .venv-oldest .venv-models .venv-lite .venv-lite-0-27
