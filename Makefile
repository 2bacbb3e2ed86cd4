# Each target sets up what it needs in .venv, from Python 3.11+ alone.
PYTHON ?= python3
BIN := .venv/bin
# Programs that are looked up by bare name (nbgrader calls alembic) are found in the environment.
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help setup lab test test-models model-numbers soak demo build workshop doctor report bench lint lock clean
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
	@touch $@

lab: setup  ## open JupyterLab on the first lesson; ARGS=--no-browser on a server
	@$(BIN)/jupyter lab --LabApp.news_url=None --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate \
	  --LabApp.default_url="/lab/tree/$$(ls notebooks/*.ipynb | head -n 1)" $(ARGS)

test: setup  ## run the tests
	@$(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

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

report: setup  ## what each check of the course tries
	@$(BIN)/posenc checks

bench: setup  ## how long a verdict takes
	@$(BIN)/python benchmarks/verdicts.py

lint: setup  ## style
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

lock:  ## pin every package anew in requirements.lock, and a learner's in requirements-learn.lock
	uv pip compile --quiet --universal --python-version 3.11 --extra learn --extra teach --group dev \
	  --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --extra learn --constraints requirements.lock \
	  --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml -o requirements-learn.lock

clean:  ## remove the environment
	rm -rf .venv .venv-models
