# One machine, one command: every target sets up what it needs (Python 3.11+ and make).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core
STAMP := $(VENV)/.ready

TARGETS := help kit studio host setup lock wheels audit test walk lowest test-lowest lint types bench exploit duel hard cluster
TARGETS += mutants tune tables sprites translate pictures docs app web web-serve test-web clean
.PHONY: $(TARGETS)

# What may be set on the command line. Names that are not here are typing faults: make would pass over them in silence.
KITS := GAME PLAYERS GUESTS JOKES KIT EACH OPTIONS PAPER CARD SIDES INK SEED THEME DIFFICULTY TITLES FACE LANGUAGE OUT
SETTINGS := $(KITS) LIARSDECK_HOME PYTHON VENV LOCK WORKERS WHOLE TESTS GAMES TURNS WORDS SHARE ATTACKS COUNT
typed = $(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(name)))
faulty := $(filter-out $(SETTINGS) -% MAKE%,$(typed))
meant = $(firstword $(filter $(shell echo $(1) | tr a-z A-Z)%,$(SETTINGS)))
$(if $(faulty),$(error $(faulty) means nothing here$(foreach name,$(faulty),$(if $(call meant,$(name)),; write $(call meant,$(name))=$($(name)))); a kit takes $(KITS)))

# A word that is no target is a number without its name, the rest of a value without its quotes, or a typing fault.
stray := $(filter-out $(TARGETS) $(VENV)/%,$(MAKECMDGOALS))
split := $(firstword $(foreach name,GUESTS OPTIONS,$(if $(findstring command line,$(origin $(name))),$(name))))
number := $(if $(filter 2 3 4 5 6 7 8,$(stray)),for $(firstword $(stray)) players write PLAYERS=$(firstword $(stray)))
$(if $(stray),$(error $(stray) means nothing here; $(or $(number),$(if $(split),put quotes round all of it: $(split)="$($(split)) $(stray)"),make help lists the words that do)))

## For an evening

.DEFAULT_GOAL := help
GAME ?= liars-lair
kit studio host: export LIARSDECK_MAKE := 1
kit: $(CORE)    ## print tonight's kit into output/; choose with words after it:
##   PLAYERS=6 GUESTS="Ann,Bob:he" JOKES=ours.toml KIT=K7Q4-9M PAPER=letter SIDES=fold INK=low OPTIONS="each=2" …
	@$(BIN)/cardgen kit $(GAME) $(if $(PLAYERS),--players $(PLAYERS)) $(if $(EACH),--each $(EACH)) $(OPTIONS:%=--option %) $(if $(PAPER),--paper $(PAPER)) \
	  $(if $(CARD),--card $(CARD)) $(if $(SIDES),--sides $(SIDES)) $(if $(INK),--ink $(INK)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(THEME),--theme $(THEME)) $(if $(DIFFICULTY),--difficulty $(DIFFICULTY)) $(if $(KIT),--kit $(KIT)) \
	  $(if $(GUESTS),--guest "$(GUESTS)") $(if $(JOKES),--jokes "$(JOKES)") $(if $(TITLES),--titles $(TITLES)) $(if $(FACE),--face $(FACE)) \
	  $(if $(filter command,$(origin LANGUAGE)),--language $(LANGUAGE)) $(if $(OUT),-o $(OUT))

studio: $(CORE) ## make a kit by looking, in the browser (LANGUAGE=de)
	@$(BIN)/cardgen studio $(if $(filter command,$(origin LANGUAGE)),--language $(LANGUAGE))

host: $(CORE)   ## play with phones: they hold the cards (GAME=lizard), or a printed kit does (KIT=K7Q4-9M)
	@$(BIN)/referee host $(GAME) $(if $(KIT),--kit $(KIT),--deal) $(OPTIONS:%=--option %) \
	  $(if $(GUESTS),--guest "$(GUESTS)") $(if $(filter command,$(origin LANGUAGE)),--language $(LANGUAGE))

help:           ## this list
	@sed -nE -e 's/^## ([A-Z].*)/\1:/p' -e 's/^([a-z-]+): [^#]*## */  \1 - /p' -e 's/^##  +/      /p' $(MAKEFILE_LIST)

## For developers

# Every wheel that is installed is of one of the hashes in a lock file. Where those have none for this Python or this
# machine, LOCK= takes what pip finds within the ranges of pyproject.toml.
LOCK ?= locked
ENVIRONMENT = $(PYTHON) environment.py --venv $(VENV) $(if $(LOCK),,--no-lock)
PIP := -m pip install --quiet --disable-pip-version-check
$(CORE): pyproject.toml requirements.lock environment.py
	@$(ENVIRONMENT) core
	@touch $@

$(STAMP): $(CORE) requirements-dev.lock
	@$(ENVIRONMENT) dev
	@touch $@

setup: $(STAMP)  ## make the virtual environment with what developers need; kit, studio and host set up what they need

lock:            ## write both lock files anew: the newest versions within the ranges, with their hashes
	@test -x $(VENV)-lock/bin/uv || { $(PYTHON) -m venv $(VENV)-lock && $(VENV)-lock/bin/python $(PIP) uv; }
	@$(COMPILE) --upgrade --extra clone --extra dev --extra lab --extra dask pyproject.toml -o requirements-dev.lock
	@$(COMPILE) --upgrade -c requirements-dev.lock pyproject.toml -o requirements.lock
	@echo '# What installs the programs in a clone:' >> requirements.lock
	@$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["clone"], sep="\n")' \
	  | $(COMPILE) -c requirements-dev.lock - >> requirements.lock
	@$(PYTHON) -m tests.supply parts
wheels: $(CORE)  ## ask pip whether every system gets a wheel of all that the programs need (two minutes, with the network)
	@$(BIN)/python -m tests.wheels

audit: $(CORE)   ## ask pip-audit what is known against every locked version (with the network; it says where it could not)
	@$(BIN)/python -m tests.supply audit

COMPILE := $(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

# What Python compiles is kept, else each program that a test starts compiles all anew.
# Three workers for two cores: while one waits for a browser, a terminal or a process, the others go on.
PYTEST := env -u PYTHONDONTWRITEBYTECODE WHOLE=$(WHOLE)
WORKERS := -n 3 --dist worksteal
test: $(STAMP)   ## every test (WHOLE=1: every case of what they try a spread of)
	@$(PYTEST) $(BIN)/python -m pytest $(WORKERS)

walk: $(STAMP)   ## every test, in a copy of the house to which CONTRIBUTING's new game has been added
	@$(PYTEST) $(BIN)/python -m tests.test_new_game

LOWEST := .venv-lowest
lowest:          ## an environment with the lowest versions of what we depend on, where they can be had
	@test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	@$(PYTHON) -m tests.lowest > $(LOWEST)/lowest.txt
	@$(LOWEST)/bin/python $(PIP) --prefer-binary -c $(LOWEST)/lowest.txt -e '.[clone,dev,press]'

test-lowest: lowest  ## every test with those (TESTS="tests/referee" for some)
	@$(PYTEST) $(LOWEST)/bin/python -m pytest $(WORKERS) $(TESTS)

lint: $(STAMP)   ## ruff, and the format of templates, style sheets and scripts (`python -m tests.pretty` formats them)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/python -m tests.pretty --check
	@$(BIN)/python -m tests.translate --check

types: $(STAMP)  ## mypy --strict
	@$(BIN)/mypy

bench: $(STAMP)  ## ratios and figures, side by side in one run; also written to build/bench.json
	@$(BIN)/python -m tests.bench --json build/bench.json

exploit: $(STAMP)  ## how much a best answer gains against a bot, by OpenSpiel (GAMES="liar-poker", TURNS=2; minutes)
	@$(BIN)/python -m tests.bench.exploit $(GAMES) $(if $(TURNS),--turns $(TURNS))

tune: $(STAMP)   ## what beats hard: strategies tuned against it, seeded (WORDS="liars-guess bully", SHARE=3, SEED=2)
	@$(BIN)/python -m tests.bench.tune $(WORDS) $(if $(SHARE),--share $(SHARE)) $(if $(SEED),--seed $(SEED))

duel: $(STAMP)   ## bots against bots: shares and points with their intervals (WORDS="lizard hard", SHARE=10)
	@$(BIN)/python -m tests.bench.duel $(WORDS) $(if $(SHARE),--share $(SHARE))

ATTACKS ?=
hard: $(STAMP)   ## attack the whole: crashes, fuzz, secrets … in full, for hours (ATTACKS="lines files", SHARE=100, SEED=8)
	@$(BIN)/python -m tests.bench.hard $(ATTACKS) $(if $(SHARE),--share $(SHARE)) $(if $(SEED),--seed $(SEED))

cluster: $(STAMP)  ## the lab on a real cluster, one of whose two workers is killed
	@env -u PYTHONDONTWRITEBYTECODE WHOLE=1 $(BIN)/python -m pytest -n 0 tests/referee/lab/test_dask.py

mutants: $(STAMP)  ## change one token here and there: does a test notice? (COUNT=100 SEED=14)
	@$(BIN)/python $(PIP) -e '.[mutants]'
	@$(BIN)/python -m tests.mutants $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

sprites: $(STAMP)  ## the pictures of cards that the pages of `referee host` carry
	@$(BIN)/python -m cardgen.export.screens

tables: $(STAMP)  ## the nouns, names and documents shipped with the packs, and what the house's decks take in ink
	@$(BIN)/python -m factbank.fill
	@$(BIN)/python -m cardgen.print.sheets

translate: $(STAMP)  ## catalogues of all languages: what is new, missing, unused or changed (docs/languages.md)
	@$(BIN)/python -m tests.translate

pictures: $(STAMP)  ## the pictures of README and docs, from the program's own pages
	@$(BIN)/python -m tests.pictures

docs: $(STAMP)   ## the website of docs/, with links checked, into build/site
	@$(BIN)/python -c 'import mkdocstrings_handlers.python, zensical' 2>/dev/null || $(BIN)/python $(PIP) -e '.[docs]'
	@$(BIN)/zensical build --strict --clean
	@mkdir -p build/site/fonts && cp templates/host/static/fonts/*.woff2 build/site/fonts/
	@echo "build/site/index.html; with its search: $(BIN)/python -m http.server -b 127.0.0.1 -d build/site"

# In an environment of its own, without what only developers want; the versions are those of the lock file.
app:             ## one file, dist/liarsdeck, for a machine like this one without Python: the studio, and all programs
	@test -x $(VENV)-app/bin/python || $(PYTHON) -m venv $(VENV)-app
	@mkdir -p build && grep '==' requirements-dev.lock | sed 's/ *\\$$//' > build/app.txt
	@$(VENV)-app/bin/python $(PIP) -c build/app.txt -e '.[app,press]'
	@$(VENV)-app/bin/python -m PyInstaller app.spec --noconfirm --log-level ERROR --distpath dist --workpath build/app

web: $(STAMP)    ## the studio as a web page that computes in the browser, into build/web; needs node and npm (docs/web.md)
	@$(BIN)/python -m web.build

web-serve: $(CORE)  ## show that page on this computer, at 127.0.0.1:8080
	@$(BIN)/python -m web.serve

test-web: web    ## the tests of that page, in Chromium, Firefox and WebKit
	@WEB=1 $(PYTEST) $(BIN)/python -m pytest -n 2 --dist loadfile tests/web

clean:           ## take away what was set up and printed
	rm -rf $(VENV) $(VENV)-lock $(VENV)-app $(VENV)-audit $(LOWEST) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .cache
