# Strata's build.  `make help` lists what can be asked for.
#
# How the pieces fit: everything under src/ (but src/cli/), constructions/ and verifier/ becomes
# the library $(BUILD)/libstrata.a; src/cli/ becomes the program $(BUILD)/strata on top of it;
# each tests/t-NAME.c becomes a program of its own on top of the library and Unity.  Files are
# found by wildcard: adding one needs no change here.  All products go under $(BUILD).
# scripts/deps.sh installs packages, scripts/unity.sh fetches Unity, scripts/test.sh runs the
# tests.  Targets that may install something do that first and then run make again, because
# only then can pkg-config be asked.
#
# To try: make CC=clang   make CFLAGS='-O0 -g3'   make WERROR=1   make test TESTS='qvec cli/run'

BUILD    ?= build
CFLAGS   ?= -O2 -g
PREFIX   ?= /usr/local
DESTDIR  ?=
MAKEFLAGS += --no-print-directory
export CC

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
            $(if $(filter-out 0,$(WERROR)),-Werror)
PACKAGES := mpfr gmp jansson nettle

# Expanded when first used and then remembered: pkg-config may not be there yet.  MPFI has no .pc file.
PKG_CFLAGS = $(eval PKG_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))$(PKG_CFLAGS)
PKG_LIBS   = $(eval PKG_LIBS := -lmpfi $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm)$(PKG_LIBS)

# EXTRA is for the variants below; CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS are left to the user.
CC_FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -I. $(PKG_CFLAGS) $(CPPFLAGS) $(CFLAGS) -pthread $(EXTRA)
COMPILE  = $(CC) $(CC_FLAGS) $(WARNINGS) -MMD -MP
LINK     = $(CC) $(CFLAGS) -pthread $(EXTRA) $(LDFLAGS)

LIB_SRC  := $(filter-out src/cli/%,$(wildcard src/*/*.c src/*/*/*.c)) \
            $(wildcard constructions/*.c verifier/*.c verifier/*/*.c)
CLI_SRC  := $(wildcard src/cli/*.c)
TEST_SRC := $(wildcard tests/t-*.c)
HELP_SRC := $(wildcard tests/support/*.c)
objects   = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

LIB   := $(BUILD)/libstrata.a
PROG  := $(BUILD)/strata
TESTS_BUILT := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRC))

UNITY       := build/unity/src
UNITY_FLAGS := -isystem $(UNITY) -DUNITY_INCLUDE_DOUBLE= -DUNITY_USE_FLUSH_STDOUT

##@ Building
.DEFAULT_GOAL := all
all: $(LIB) $(PROG) ## the library and build/strata; installs nothing

# The same program over MPI: other processes instead of none (src/cli/cluster.h).
MPI_PROG := $(BUILD)/strata-mpi
MPI_SRC  := $(filter-out src/cli/cluster-single.c,$(CLI_SRC)) src/cli/mpi/cluster.c
mpi: ## build/strata-mpi, for several machines; installs Open MPI (Debian)
	@scripts/deps.sh build mpi
	@$(MAKE) $(MPI_PROG)

# Open MPI names its headers and libraries itself; nothing is asked where it is not there.
MPI_CFLAGS = $(eval MPI_CFLAGS := $(addprefix -isystem ,$(shell mpicc --showme:incdirs 2>/dev/null)))$(MPI_CFLAGS)
MPI_LIBS   = $(eval MPI_LIBS := $(shell mpicc --showme:link 2>/dev/null))$(MPI_LIBS)
$(MPI_PROG): $(call objects,$(MPI_SRC)) $(LIB)
	@echo "  LINK  $@"
	@$(LINK) -o $@ $(filter %.o,$^) $(LIB) $(PKG_LIBS) $(MPI_LIBS) $(LDLIBS)

$(BUILD)/obj/src/cli/mpi/%.o: src/cli/mpi/%.c $(BUILD)/flags
	@echo "  CC    $<"
	@mkdir -p $(@D)
	@$(COMPILE) $(MPI_CFLAGS) -c -o $@ $<

deps: ## install the libraries the build needs (Debian)
	@scripts/deps.sh build

demo: ## install what is missing, build, and show a first result
	@scripts/deps.sh build
	@$(MAKE) all
	@STRATA=$(PROG) scripts/demo.sh

# The lesson's text is compiled in (src/report/lesson/lesson.h).
LESSON := $(wildcard proofs/lesson/*.lesson)
$(BUILD)/lesson-data.c: $(LESSON) scripts/embed-lesson.sh $(BUILD)/files
	@echo "  TEXT  $@"
	@scripts/embed-lesson.sh >$@

$(BUILD)/obj/lesson-data.o: $(BUILD)/lesson-data.c $(BUILD)/flags
	@mkdir -p $(@D)
	@$(COMPILE) -c -o $@ $<

# So are the style and the script of its pages (src/report/site/site.h).
$(BUILD)/site-data.c: src/report/site/lesson.css src/report/site/lesson.js scripts/embed-site.sh
	@echo "  TEXT  $@"
	@mkdir -p $(@D)
	@scripts/embed-site.sh >$@

$(BUILD)/obj/site-data.o: $(BUILD)/site-data.c $(BUILD)/flags
	@mkdir -p $(@D)
	@$(COMPILE) -c -o $@ $<

$(LIB): $(call objects,$(LIB_SRC)) $(BUILD)/obj/lesson-data.o $(BUILD)/obj/site-data.o $(BUILD)/files
	@echo "  AR    $@"
	@rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(PROG): $(call objects,$(CLI_SRC)) $(LIB)
	@echo "  LINK  $@"
	@$(LINK) -o $@ $(filter %.o,$^) $(LIB) $(PKG_LIBS) $(LDLIBS)

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@echo "  CC    $<"
	@mkdir -p $(@D)
	@$(COMPILE) -c -o $@ $<

# Two stamps that change only when their text does: flags rebuilds everything, files the library.
# The libraries are looked for when the flags are new, so that a missing one costs one clear line.
flags_text = '$(subst ','\'',$(COMPILE) : $(LINK) : $(PKG_LIBS) $(LDLIBS))'
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo $(flags_text) | cmp -s - $@ || { scripts/deps.sh --check build && echo $(flags_text) >$@; }

$(BUILD)/files: FORCE
	@mkdir -p $(@D)
	@echo '$(LIB_SRC) $(LESSON)' | cmp -s - $@ || echo '$(LIB_SRC) $(LESSON)' >$@

FORCE:

##@ Testing
test: ## install what is missing, build, run all tests (TESTS='NAME...' for some)
	@scripts/deps.sh build test mpi
	@scripts/unity.sh
	@$(MAKE) run-tests

# MPI and the sanitizers do not mix: Open MPI itself leaks.
run-tests: $(PROG) $(TESTS_BUILT) $(if $(SANITIZED),,$(MPI_PROG))
	@BUILD=$(BUILD) scripts/test.sh $(TESTS)

test-programs: $(PROG) $(TESTS_BUILT) $(MPI_PROG) # all that the tests need, without running them

$(BUILD)/obj/tests/%.o: tests/%.c $(BUILD)/flags | $(UNITY)/unity.c
	@echo "  CC    $<"
	@mkdir -p $(@D)
	@$(COMPILE) $(UNITY_FLAGS) -c -o $@ $<

$(TESTS_BUILT): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(call objects,$(HELP_SRC)) $(BUILD)/obj/unity.o $(LIB)
	@echo "  LINK  $@"
	@mkdir -p $(@D)
	@$(LINK) -o $@ $(filter %.o,$^) $(LIB) $(PKG_LIBS) $(LDLIBS)

$(BUILD)/obj/unity.o: $(UNITY)/unity.c $(BUILD)/flags
	@mkdir -p $(@D)
	@$(CC) $(CC_FLAGS) $(UNITY_FLAGS) -w -c -o $@ $<

$(UNITY)/unity.c:
	@scripts/unity.sh

test-torch: ## PyTorch gives the same answers (installs Debian's python3-torch)
	@scripts/deps.sh build torch
	@$(MAKE) all
	@STRATA=$(PROG) scripts/test-torch.sh

test-browser: ## the lesson's pages in a real browser (installs chromium, node, npm)
	@scripts/deps.sh build browser
	@$(MAKE) all
	@STRATA=$(PROG) scripts/test-browser.sh

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize: export ASAN_OPTIONS := detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1
sanitize: export UBSAN_OPTIONS := print_stacktrace=1
sanitize: export SANITIZED := 1
sanitize: ## all tests under the address and undefined-behaviour sanitizers
	@$(MAKE) test BUILD=build/sanitize CFLAGS='-O1 -g' EXTRA='$(SANITIZE)' WERROR=0

proofs: ## the theorems in Coq, for all parameters (installs Coq where it is missing)
	@scripts/deps.sh build proofs
	@$(MAKE) all
	@STRATA=$(PROG) scripts/proofs.sh

# clang's libFuzzer with sanitizers; the corpora are where it starts.  RUNS=0 only builds.
RUNS ?= 20000
FUZZ := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/*.c))
fuzz: ## run the fuzz targets of tests/fuzz, RUNS executions each (default 20000)
	@scripts/deps.sh build fuzz
	@$(MAKE) run-fuzz BUILD=build/fuzzing CC=clang CFLAGS='-O1 -g' \
	  EXTRA='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'

run-fuzz: $(FUZZ)
	@BUILD=$(BUILD) RUNS=$(RUNS) scripts/fuzz.sh $(notdir $(FUZZ))

$(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(LIB)
	@echo "  LINK  $@"
	@mkdir -p $(@D)
	@$(LINK) -fsanitize=fuzzer -o $@ $^ $(PKG_LIBS) $(LDLIBS)

.PRECIOUS: $(patsubst tests/fuzz/%.c,$(BUILD)/obj/tests/fuzz/%.o,$(wildcard tests/fuzz/*.c))

plants: all ## plant every small mistake there is in the kernel; the corpora must notice (about 15 minutes)
	@mkdir -p $(BUILD)/plants
	@python3 tests/oracle/plant.py . $(BUILD) $(BUILD)/plants 1

coverage: ## all tests, then lines and branches covered per file (build/coverage/report)
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) test BUILD=build/coverage CFLAGS='-O0 -g' EXTRA='--coverage'
	@scripts/coverage.sh build/coverage

lint: ## formatting, clang-tidy, cppcheck, shellcheck, spelling
	@scripts/deps.sh build lint mpi
	@scripts/unity.sh
	@$(MAKE) run-lint

run-lint:
	@LINT_CFLAGS='$(CC_FLAGS) $(UNITY_FLAGS) $(MPI_CFLAGS)' scripts/lint.sh

format: ## put all C files into the project's format
	@scripts/deps.sh lint
	@scripts/lint.sh --fix-format

bench: all ## measure speed against what people would use instead (bench/run.sh)
	@scripts/deps.sh build bench
	@[ -f bench/run.sh ] || { echo "bench: nothing to measure yet (no bench/run.sh)" >&2; exit 1; }
	@STRATA=$(PROG) bash bench/run.sh

tables: all ## write the reference tables and pictures (docs/tables)
	@STRATA=$(PROG) scripts/tables.sh

##@ Installing
# FROM:TO pairs below PREFIX, as far as the files exist.
share := $(if $(wildcard man/strata.1),man/strata.1:share/man/man1/strata.1) \
         $(if $(wildcard completions/strata.bash),completions/strata.bash:share/bash-completion/completions/strata) \
         $(foreach f,$(wildcard examples/*.* examples/*/*.*),$(f):share/strata/$(f))

install: all ## install below PREFIX (/usr/local), under DESTDIR if given
	install -D -m 755 $(PROG) '$(DESTDIR)$(PREFIX)/bin/strata'
	@set -e; for pair in $(share); do \
	  echo "install -D -m 644 $${pair%:*} '$(DESTDIR)$(PREFIX)/$${pair#*:}'"; \
	  install -D -m 644 "$${pair%:*}" '$(DESTDIR)$(PREFIX)'/"$${pair#*:}"; done

uninstall: ## remove what install put there
	rm -f '$(DESTDIR)$(PREFIX)/bin/strata' $(foreach p,$(share),'$(DESTDIR)$(PREFIX)/$(lastword $(subst :, ,$(p)))')
	rm -rf '$(DESTDIR)$(PREFIX)/share/strata'

##@ Tidying
clean: ## remove everything built, keep the fetched Unity
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name unity -exec rm -rf {} +
	@[ '$(BUILD)' = build ] || rm -rf '$(BUILD)'

distclean: ## remove build/ altogether
	rm -rf build

help: ## this list
	@awk '/^##@ /{printf "\n%s\n", substr($$0, 5)} \
	  match($$0, /^[a-z-]+:.*## /){split($$0, t, ":"); printf "  make %-12s %s\n", t[1], substr($$0, RLENGTH + 1)}' Makefile

.PHONY: all mpi deps demo proofs test run-tests test-programs test-torch test-browser sanitize coverage plants lint run-lint format bench tables install uninstall \
        clean distclean help FORCE
.DELETE_ON_ERROR:

# Goals given together, as in `make -j clean test`, are for one after the other.
ifneq ($(word 2,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

-include $(patsubst %.o,%.d,$(call objects,$(LIB_SRC) $(CLI_SRC) src/cli/mpi/cluster.c $(TEST_SRC) $(HELP_SRC)))
