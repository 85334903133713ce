# `make run` and `make test` install what they lack; `make` prints all targets.

SWIFT ?= swift
PREFIX ?= /usr/local
# The length of a soak.
MINUTES ?= 10
RELEASE = .build/release
BRIDGE = .build/bridge/tabshell-atspi
# Without debug information, which an installation strips, and without the hashes by which a compiler skips work: both depend on
# the folder, and the same sources are to make the same programs anywhere.
RELEASE_BUILD = TABSHELL_TESTS=no $(SWIFT) build $(RELEASE_FLAGS)
RELEASE_FLAGS = -c release --static-swift-stdlib -debug-info-format none \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# A tenth of the time of a build is debug information.
TEST_FLAGS = -debug-info-format none
# The stress monitor: its executable, and the other names of it, each of which is a page.
STRESS = tabshell-stress
STRESS_PAGES = tabshell-home tabshell-flash tabshell-growth
PROGRAMS = tabctl tabshelld tabshell-session tabshell-config tabshell-panel tabshell-raster tabshell-page $(STRESS)
# Those whose command lines the shells complete.
COMPLETED = tabctl $(STRESS)
UNITS = $(wildcard systemd/*)
MANUALS = $(patsubst %,man1/%.1,$(PROGRAMS) $(STRESS_PAGES)) man5/tabshell.5 $(patsubst %,man7/%.7,tabshell tabshell-ipc tabshell-looks)
# The folder of PREFIX in which the user's service manager looks for units; below a home it is share.
UNITDIR = $(PREFIX)/$(if $(filter /usr /usr/local,$(PREFIX)),lib,share)/systemd/user
# fontconfig searches it below /usr, /usr/local and ~/.local.
FONTDIR = $(PREFIX)/share/fonts/truetype/tabshell
# The folder of zsh's completions; Debian's packages have another.
ZSHDIR = $(PREFIX)/share/zsh/site-functions
DOCDIR = $(PREFIX)/share/doc/tabshell
GUIDES = $(notdir $(wildcard docs/*.md))
LOOKS = $(wildcard Sources/Config/ConfigReader/Looks/*.toml)
# The languages that have a catalogue of messages; the sources are English.
LANGUAGES = $(patsubst po/%.po,%,$(wildcard po/*.po))
LOCALEDIR = $(PREFIX)/share/locale
# The folders that an installation makes, below PREFIX unless the variables above say otherwise.
FOLDERS = $(UNITDIR) $(FONTDIR) $(ZSHDIR) $(DOCDIR)/examples/looks $(LANGUAGES:%=$(LOCALEDIR)/%/LC_MESSAGES) $(addprefix $(PREFIX)/, \
	bin share/man/man1 share/man/man5 share/man/man7 share/applications share/metainfo share/wayland-sessions \
	share/icons/hicolor/scalable/apps share/bash-completion/completions share/fish/vendor_completions.d)
# The identifier of the application in software centres.
APPLICATION = io.github.tabshell.Tabshell
# The service type that waits for a reload, where this systemd knows it (253).
NOTIFY = $(shell systemctl --version 2>/dev/null | awk 'NR == 1 && $$2 >= 253 { print "notify-reload"; found = 1 } \
	END { if (!found) print "notify" }')

.PHONY: help run test test-release test-browsers test-compositors fuzz faults model screen rule boundary sanitize coverage nightly night parts check build programs bench soak size \
	install install-units deb check-deb release check-release uninstall bridge bridge-install test-bridge messages format docs clean

help: ## Print the targets.
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: ## Install what is missing, build, and run: in your Wayland session, else a tour on a private headless compositor with pictures.
	scripts/setup run
	$(RELEASE_BUILD)
	$(SWIFT) build $(RELEASE_FLAGS) --product tabshell-sample
	scripts/messages --compile $(RELEASE)/../share/locale
	scripts/run $(RELEASE)

test: ## Install what is missing, build, check, and run every test.
	scripts/setup test
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	scripts/check .build/debug $(PROGRAMS) $(STRESS_PAGES)
	scripts/check-client
	scripts/test

# The release binaries differ from those of the other tests: they are static, and have no data for Foundation's ICU.
test-release: build ## Test the command-line programs as `make build` builds them.
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	TABSHELL_PRODUCTS=$(abspath $(RELEASE)) scripts/test --filter '^(ManualTests|StressToolTests|StressProgramsTests|TabctlTests)\.'

test-browsers: ## Test web pages as tabs with Chromium and Firefox too, which are 200 MB; `make test` does with Cog.
	scripts/setup browsers
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	TABSHELL_BROWSERS="cog chromium firefox-esr" scripts/test --filter '^ShellTests\.ShellTests/WebPages'

test-compositors: build ## Run the shell, and programs in it, on the compositors of Debian 12 and 13. Needs root and debootstrap, and downloads 2 GB.
	scripts/test-compositors $(RELEASE)

fuzz: ## Fuzz by libFuzzer with the address sanitizer. SECONDS=n for each target (10), TARGET=t for one.
	scripts/setup build
	scripts/fuzz $(or $(SECONDS),10) $(TARGET)

sanitize: ## Run the tests with the address, undefined-behaviour and thread sanitizers.
	scripts/setup test
	scripts/sanitize address
	scripts/sanitize thread

faults: ## Let every system call fail, one at a time.
	scripts/setup test
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	FAULTS=all scripts/test --filter '^FaultTests\.'

coverage: ## Print the lines of each module that the tests run, and name what they do not.
	scripts/setup test
	scripts/coverage

model: ## Drive a daemon by random clients, beside its model, for STEPS (20000) from SEED (the time).
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	TABSHELL_SOCKET_SEED=$(or $(SEED),$$(date +%s)) TABSHELL_SOCKET_STEPS=$(or $(STEPS),20000) \
		scripts/test --filter '^DaemonTests\.SocketModelTests'

screen: ## Let a compositor do anything to the panel and a page, with the address sanitizer, for SEEDS (2000) from SEED (the time).
	scripts/setup test
	TABSHELL_COMPOSITOR_SEED=$(or $(SEED),$$(date +%s)) TABSHELL_COMPOSITOR_SEEDS=$(or $(SEEDS),2000) \
		scripts/sanitize address '^PanelTests\.CompositorFuzzTests'

rule: ## Let windows, locks and outputs do anything on sway, for SEEDS (20) from SEED (the time) of STEPS (200); on sway 1.10 too if it is there.
	scripts/setup test
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	for root in "" $(wildcard $(abspath $(or $(TABSHELL_ROOTS),.build/compositors))/trixie); do \
		TABSHELL_RULE_ROOT=$$root TABSHELL_RULE_SEED=$(or $(SEED),$$(date +%s)) TABSHELL_RULE_SEEDS=$(or $(SEEDS),20) \
		TABSHELL_RULE_STEPS=$(or $(STEPS),200) \
			scripts/test --filter '^ShellTests\.(SelectionRuleTests|ShellTests/WindowReturn)' || exit; \
	done

# The parts of `make nightly`, for CI too, which runs each on a machine of its own.
NIGHT = test test-release boundary coverage sanitize fuzz faults model screen test-compositors rule soak bench

# `make nightly SECONDS=2 STEPS=400 SEEDS=5 SWITCHES=20 ROUNDS=1 MINUTES=1` tries every part.
nightly: ## Run everything that finds faults: for hours, on a calm machine. Needs root.
	for part in $(NIGHT); do $(MAKE) night PART=$$part || exit; done

night: ## Run one PART of `make nightly`.
	TABSHELL_ROUNDS=$(or $(ROUNDS),10) $(MAKE) $(PART) SECONDS=$(or $(SECONDS),600) \
		MINUTES=$(if $(filter command,$(origin MINUTES)),$(MINUTES),60)

parts: ## Print the parts of `make nightly` as JSON.
	@echo '$(NIGHT)' | sed 's/ /","/g; s/.*/["&"]/'

boundary: ## Build the shell without the stress monitor, and run its tests.
	scripts/setup test
	scripts/check-boundary test

check: ## Check formatting, layers, documents, manual pages, an installation and shell scripts, without running a test.
	scripts/setup test
	$(SWIFT) build $(TEST_FLAGS)
	scripts/check .build/debug $(PROGRAMS) $(STRESS_PAGES)

build: ## Install what is missing, and build release binaries that need no Swift toolchain where they run.
	scripts/setup build
	$(RELEASE_BUILD)

programs: ## Build the same, and install nothing: for packagers.
	$(RELEASE_BUILD)

# Not a part of `make build`, nor of the packages: nothing else links D-Bus.
bridge: ## Build tabshell-atspi, with which screen readers of AT-SPI read the bar; see docs/accessibility.md.
	scripts/setup bridge
	scripts/bridge $(BRIDGE)

bridge-install: ## Install it below PREFIX.
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -s -m 755 $(BRIDGE) $(DESTDIR)$(PREFIX)/bin/
	scripts/bridge --manual >$(DESTDIR)$(PREFIX)/share/man/man1/tabshell-atspi.1

test-bridge: bridge ## Test it on a private session bus with the address sanitizer: its tree, events and presses.
	scripts/bridge $(BRIDGE)-sanitized -g -fsanitize=address,undefined -fno-sanitize-recover
	scripts/test-bridge $(BRIDGE)-sanitized

# The floors in C are compiled by themselves: Swift's build would link its runtime, which takes longer to start than they do.
bench: ## Measure beside other bars and floors in C, and fail where a bound is broken.
	scripts/setup bench
	$(RELEASE_BUILD)
	for product in tabshell-bench bench-echo; do $(SWIFT) build $(RELEASE_FLAGS) --product $$product || exit 1; done
	for page in $(STRESS_PAGES); do ln -sf $(STRESS) $(RELEASE)/$$page || exit 1; done
	clang -O2 -Wall -Wextra -Werror -o $(RELEASE)/bench-request Tests/Benchmarks/bench-request/main.c
	clang -O2 -Wall -Wextra -Werror -o $(RELEASE)/bench-bar Tests/Benchmarks/bench-bar/main.c \
		$$(pkg-config --cflags --libs wayland-client cairo)
	$(RELEASE)/tabshell-bench --products $(RELEASE)

soak: ## Run everything under load for MINUTES, and fail if anything grows; see docs/develop/testing.md.
	scripts/setup soak
	$(RELEASE_BUILD)
	python3 Tests/Soak/soak.py --products $(RELEASE) --minutes $(MINUTES)

size: ## Print the size of each file of an installation, and their sum. Needs `make build`.
	@stage=$$(mktemp -d) && trap 'rm -rf "$$stage"' EXIT && $(MAKE) -s install DESTDIR="$$stage" PREFIX=/usr && \
	find "$$stage" -type f -printf '%s %f\n' | sort -rn | \
	awk '{ sum += $$1; printf "%10d  %s\n", $$1, $$2 } END { printf "%10d  in all, %.1f MB\n", sum, sum / 1e6 }'

install: ## Install what `make build` has built below PREFIX (and DESTDIR).
	install -d $(DESTDIR)$(PREFIX)/bin
	install -s -m 755 $(addprefix $(RELEASE)/,$(PROGRAMS)) $(DESTDIR)$(PREFIX)/bin/
	for page in $(STRESS_PAGES); do ln -sf $(STRESS) $(DESTDIR)$(PREFIX)/bin/$$page || exit 1; done
	$(MAKE) -s install-units
	scripts/messages --compile $(DESTDIR)$(LOCALEDIR)
	scripts/manuals $(RELEASE) $(DESTDIR)$(PREFIX)/share/man $(PROGRAMS) $(STRESS_PAGES)
	scripts/guides $(DESTDIR)$(DOCDIR)
	install -d $(DESTDIR)$(DOCDIR)/examples/looks
	install -m 644 packaging/config.toml $(DESTDIR)$(DOCDIR)/examples/
	install -m 644 $(LOOKS) $(DESTDIR)$(DOCDIR)/examples/looks/
	install -d $(DESTDIR)$(PREFIX)/share/applications $(DESTDIR)$(PREFIX)/share/metainfo
	install -m 644 packaging/tabshell.desktop $(DESTDIR)$(PREFIX)/share/applications/
	install -d $(DESTDIR)$(PREFIX)/share/wayland-sessions
	install -m 644 packaging/session.desktop $(DESTDIR)$(PREFIX)/share/wayland-sessions/tabshell.desktop
	sed "s/@version@/$$(scripts/version)/; s/@date@/$$(scripts/version date)/" packaging/tabshell.metainfo.xml.in \
		>$(DESTDIR)$(PREFIX)/share/metainfo/$(APPLICATION).metainfo.xml
	install -d $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps
	install -m 644 packaging/tabshell.svg $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/
	install -d $(DESTDIR)$(FONTDIR)
	install -m 644 fonts/Nunito.ttf fonts/OFL.txt $(DESTDIR)$(FONTDIR)/
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -d $(DESTDIR)$(ZSHDIR)
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	for program in $(COMPLETED); do \
		$(RELEASE)/$$program --generate-completion-script bash \
			> $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$program && \
		$(RELEASE)/$$program --generate-completion-script zsh \
			> $(DESTDIR)$(ZSHDIR)/_$$program && \
		$(RELEASE)/$$program --generate-completion-script fish \
			> $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$$program.fish || exit 1; \
	done

install-units:
	install -d $(DESTDIR)$(UNITDIR)
	for unit in $(notdir $(UNITS)); do \
		sed 's|@bindir@|$(abspath $(PREFIX))/bin|g; s|@notify@|$(NOTIFY)|' systemd/$$unit >$(DESTDIR)$(UNITDIR)/$$unit && \
		chmod 644 $(DESTDIR)$(UNITDIR)/$$unit || exit 1; \
	done

deb: ## Build a Debian package from what `make build` builds, and check it.
	scripts/setup package
	$(RELEASE_BUILD)
	scripts/deb $(RELEASE) out

check-deb: deb ## Install the package in a fresh Debian 12 and 13, run the tour, and remove it. Needs root and debootstrap, and downloads 1 GB.
	scripts/check-deb out/tabshell_$$(scripts/version)-1_$$(dpkg --print-architecture).deb

release: deb ## Write the source archive, with the packages that it is built from, and checksums, to `out`. Needs a commit.
	scripts/release out

check-release: release ## Build the source archive twice, in two folders and without a network, and compare the programs.
	scripts/check-release out/tabshell-$$(scripts/version).tar.xz

uninstall: ## Remove what `make install` and `make bridge-install` have installed, and the folders that are empty then.
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(PROGRAMS) $(STRESS_PAGES) tabshell-atspi)
	rm -f $(addprefix $(DESTDIR)$(UNITDIR)/,$(notdir $(UNITS)))
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/man/,$(MANUALS) man1/tabshell-atspi.1)
	rm -f $(GUIDES:%.md=$(DESTDIR)$(DOCDIR)/%.html) $(DESTDIR)$(DOCDIR)/examples/config.toml
	rm -f $(addprefix $(DESTDIR)$(DOCDIR)/examples/looks/,$(notdir $(LOOKS)))
	rm -f $(patsubst %,$(DESTDIR)$(LOCALEDIR)/%/LC_MESSAGES/tabshell.mo,$(LANGUAGES))
	rm -f $(DESTDIR)$(PREFIX)/share/applications/tabshell.desktop
	rm -f $(DESTDIR)$(PREFIX)/share/wayland-sessions/tabshell.desktop
	rm -f $(DESTDIR)$(PREFIX)/share/metainfo/$(APPLICATION).metainfo.xml
	rm -f $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/tabshell.svg
	rm -f $(addprefix $(DESTDIR)$(FONTDIR)/,Nunito.ttf OFL.txt)
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/bash-completion/completions/,$(COMPLETED))
	rm -f $(addprefix $(DESTDIR)$(ZSHDIR)/_,$(COMPLETED))
	rm -f $(addsuffix .fish,$(addprefix $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/,$(COMPLETED)))
	@for folder in $(FOLDERS); do \
		while [ "$$folder" != $(PREFIX) ] && rmdir $(DESTDIR)$$folder 2>/dev/null; do folder=$${folder%/*}; done; \
	done

messages: ## Collect the messages of the sources in po/tabshell.pot, and bring the catalogues of all languages up to date.
	scripts/setup test
	$(SWIFT) build $(TEST_FLAGS)
	scripts/messages .build/debug $(PROGRAMS) $(STRESS_PAGES)

format: ## Format the sources in place.
	$(SWIFT) format format --in-place --recursive --parallel Package.swift Sources Tests Plugins

docs: ## Build the documentation catalogues; any warning is an error.
	scripts/docs

clean: ## Remove what was built.
	rm -rf .build out
