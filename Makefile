# `make` prints all targets. Only `run`, `test`, `deb` and `setup` install packages; the others name missing ones.

SWIFT ?= swift
PREFIX ?= /usr/local
RELEASE = .build/release
# The command that runs programs for another processor than this machine's.
EMULATOR ?=
# Without debug information, which an installation strips, and without the hashes by which a compiler skips work: both depend on
# the folder, and the same sources must make the same programs anywhere.
define RELEASE_BUILD
@[ -s $(ORDER) ] || echo 'left out: the order of functions (see "make order"): programs take more memory' >&2
TABSHELL_TESTS=no TABSHELL_LIBRARY=$$(SWIFT=$(SWIFT) scripts/standard-library .build/standard-library) $(SWIFT) build $(RELEASE_FLAGS)
endef
RELEASE_FLAGS = -c release --static-swift-stdlib -debug-info-format none \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen $(if $(wildcard $(LLD)),$(ORDERED))
# Every function in its own section. The linker drops uncalled ones, and groups the ones that run at the start: the kernel maps
# 64 KiB around each page that is used. The toolchain has a linker that does this; without it, programs are larger.
ORDERED = -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link -Xswiftc -use-ld=lld \
	$(addprefix -Xlinker ,--no-warn-symbol-ordering -T $(CURDIR)/packaging/link/sections.ld) \
	$$([ ! -s $(ORDER) ] || echo -Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER))
# Made for a release, and kept in its source archive.
ORDER = packaging/link/order
LLD = $(shell $(SWIFT) -print-target-info 2>/dev/null | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin/ld.lld|p')
# The stress monitor: its executable, and its other names, each a page.
STRESS = tabshell-stress
STRESS_PAGES = tabshell-home tabshell-flash tabshell-growth
# The other names of tabctl, each a program.
TABCTL_NAMES = tabshell-session tabshell-config
PROGRAMS = tabctl tabshelld $(TABCTL_NAMES) tabshell-panel tabshell-raster tabshell-page $(STRESS)
# The links of an installation: EXECUTABLE:NAME.
LINKS = $(TABCTL_NAMES:%=tabctl:%) $(STRESS_PAGES:%=$(STRESS):%)
# Those whose command lines the shells complete.
COMPLETED = tabctl $(STRESS)
UNITS = $(wildcard systemd/*)
MANUALS = $(patsubst %,man1/%.1,$(PROGRAMS) $(STRESS_PAGES)) man5/tabshell.5 $(patsubst %,man7/%.7,tabshell tabshell-ipc tabshell-kiosk tabshell-looks)
# The folder of PREFIX in which the user's service manager looks for units; below a home it is share.
UNITDIR = $(PREFIX)/$(if $(filter /usr /usr/local,$(PREFIX)),lib,share)/systemd/user
# fontconfig searches it below /usr, /usr/local and ~/.local.
FONTDIR = $(PREFIX)/share/fonts/truetype/tabshell
# The folder of zsh's completions; Debian's packages have another.
ZSHDIR = $(PREFIX)/share/zsh/site-functions
DOCDIR = $(PREFIX)/share/doc/tabshell
GUIDES = $(notdir $(wildcard docs/*.md))
LOOKS = $(wildcard Sources/Config/ConfigParser/Looks/*.toml)
# The languages with a catalogue of messages; the sources are English.
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

.PHONY: help run test check setup build install install-units uninstall deb deb-arm64 image check-image release bench soak order check-machine nightly pictures messages format clean

help:
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
	@echo 'Further tests and measurements are scripts: see docs/develop/testing.md.'

run: ## Install what is missing, build, and run: in your Wayland session, else a tour on a headless compositor, with pictures in out.
	scripts/setup run
	$(RELEASE_BUILD)
	scripts/messages --compile $(RELEASE)/../share/locale
	scripts/run $(RELEASE)

test: ## Install what is missing, build, check, and run every test.
	scripts/setup test
	SWIFT=$(SWIFT) scripts/debug-build --build-tests
	scripts/check .build/debug $(PROGRAMS) $(STRESS_PAGES)
	scripts/test

check: ## Check formatting, layers, documents, manual pages, messages, an installation and shell scripts, without running a test.
	scripts/setup --check test
	SWIFT=$(SWIFT) scripts/debug-build
	scripts/check .build/debug $(PROGRAMS) $(STRESS_PAGES)

setup: ## Install the packages that a build needs, or those for KIND: run, test, browsers, bench, soak, order, package, pictures, bridge, arm64.
	scripts/setup $(or $(KIND),build)

build: ## Build release binaries that need no Swift toolchain where they run.
	scripts/setup --check build
	$(RELEASE_BUILD)

install: ## Install what `make build` has built below PREFIX (and DESTDIR).
	install -d $(DESTDIR)$(PREFIX)/bin
	install -s -m 755 $(addprefix $(RELEASE)/,$(filter-out $(TABCTL_NAMES),$(PROGRAMS))) $(DESTDIR)$(PREFIX)/bin/
	for link in $(LINKS); do ln -sf $${link%:*} $(DESTDIR)$(PREFIX)/bin/$${link#*:} || exit 1; done
	$(MAKE) -s install-units
	scripts/messages --compile $(DESTDIR)$(LOCALEDIR)
	scripts/manuals $(RELEASE) $(DESTDIR)$(PREFIX)/share/man $(PROGRAMS) $(STRESS_PAGES)
	scripts/guides $(DESTDIR)$(DOCDIR)
	install -d $(DESTDIR)$(DOCDIR)/examples/looks
	install -m 644 packaging/config.toml packaging/greetd.toml $(DESTDIR)$(DOCDIR)/examples/
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
		$(EMULATOR) $(RELEASE)/$$program --generate-completion-script bash \
			> $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$program && \
		$(EMULATOR) $(RELEASE)/$$program --generate-completion-script zsh \
			> $(DESTDIR)$(ZSHDIR)/_$$program && \
		$(EMULATOR) $(RELEASE)/$$program --generate-completion-script fish \
			> $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$$program.fish || exit 1; \
	done

install-units:
	install -d $(DESTDIR)$(UNITDIR)
	for unit in $(notdir $(UNITS)); do \
		sed 's|@bindir@|$(abspath $(PREFIX))/bin|g; s|@notify@|$(NOTIFY)|' systemd/$$unit >$(DESTDIR)$(UNITDIR)/$$unit && \
		chmod 644 $(DESTDIR)$(UNITDIR)/$$unit || exit 1; \
	done

uninstall: ## Remove what `make install` and `scripts/bridge --install` have installed, and the folders that are then empty.
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(PROGRAMS) $(STRESS_PAGES) tabshell-atspi)
	rm -f $(addprefix $(DESTDIR)$(UNITDIR)/,$(notdir $(UNITS)))
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/man/,$(MANUALS) man1/tabshell-atspi.1)
	rm -f $(GUIDES:%.md=$(DESTDIR)$(DOCDIR)/%.html) $(DESTDIR)$(DOCDIR)/examples/config.toml $(DESTDIR)$(DOCDIR)/examples/greetd.toml
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

# A package lacks nothing that makes programs smaller, unless PLAIN=yes says so.
ifneq ($(ARCH),arm64)
deb: ## Install what is missing, build the Debian packages from release binaries, and check them; with ARCH=arm64 on x86-64, as root.
	scripts/setup package
	[ -n "$(PLAIN)" ] || { scripts/standard-library --require .build/standard-library && { [ -s $(ORDER) ] || \
		{ scripts/setup order && $(MAKE) order; }; }; } || \
		{ echo 'deb: programs would be larger, for the reason above; to accept that: make $(MAKECMDGOALS) PLAIN=yes' >&2; exit 1; }
	$(RELEASE_BUILD)
	scripts/deb $(RELEASE) out
else
deb:
	scripts/setup arm64
	scripts/cross $(MAKE) deb-arm64
endif

# In the root folder of scripts/cross.
deb-arm64: RELEASE = .build/arm64/build/release
# The data of the list would be at addresses that instructions of arm64 do not allow.
deb-arm64: ORDER = /dev/null
deb-arm64:
	@echo 'left out for arm64: the order of functions, and the standard library in single functions: programs take more memory' >&2
	TABSHELL_TESTS=no $(SWIFT) build $(CROSS_FLAGS) $(RELEASE_FLAGS)
	scripts/deb $(RELEASE) out
CROSS_FLAGS = --swift-sdk arm64 --swift-sdks-path /opt/sdks --scratch-path .build/arm64/build

image: ## Write the disk image of a kiosk with the package of `make deb`, as root. See docs/session.md.
	scripts/image out/tabshell_$$(scripts/version)-1_amd64.deb out

check-image: ## Boot the image of `make image` in QEMU, and drive it, as root.
	Tests/Image/run

release: deb ## Write the source archive of the last commit, with the packages that it is built from, and checksums, to out.
	scripts/release out

# The floors in C are compiled by themselves: Swift's build would link its runtime, which takes longer to start than they do.
bench: ## Measure beside other bars and floors in C, and fail where a bound is broken.
	scripts/setup --check bench
	[ -s $(ORDER) ] || $(MAKE) order
	$(RELEASE_BUILD)
	for product in tabshell-bench bench-echo; do $(SWIFT) build $(RELEASE_FLAGS) --product $$product || exit 1; done
	for link in $(LINKS); do ln -sf $${link%:*} $(RELEASE)/$${link#*:} || exit 1; done
	clang -O2 -Wall -Wextra -Werror -o $(RELEASE)/bench-request Tests/Benchmarks/bench-request/main.c
	clang -O2 -Wall -Wextra -Werror -o $(RELEASE)/bench-bar Tests/Benchmarks/bench-bar/main.c \
		$$(pkg-config --cflags --libs wayland-client cairo)
	$(RELEASE)/tabshell-bench --products $(RELEASE)

soak: ## Run everything under load for MINUTES (10), and fail if anything grows.
	scripts/setup --check soak
	$(RELEASE_BUILD)
	python3 Tests/Soak/soak.py --products $(RELEASE) --minutes $(or $(MINUTES),10)

order: ## Write the list of the functions that run, by which the linker orders programs, and link them again.
	scripts/setup --check order
	$(RELEASE_BUILD)
	scripts/order $(RELEASE) $(ORDER)
	rm -f $(addprefix $(RELEASE)/,$(PROGRAMS))
	$(RELEASE_BUILD)

check-machine: deb ## Boot the package on a machine in QEMU as root, and do to it what happens to a computer; MACHINE is its Debian and compositor.
	TABSHELL_MACHINE=$(or $(MACHINE),trixie/sway) Tests/Machine/run

nightly: ## Run everything that finds faults, for hours, as root; or one PART of it. See docs/develop/testing.md.
	scripts/nightly $(PART)

pictures: ## Take the pictures of the documentation again.
	scripts/setup --check pictures
	SWIFT=$(SWIFT) scripts/debug-build
	scripts/pictures .build/debug docs/images

messages: ## Collect the messages of the sources in po/tabshell.pot, and update the catalogues of all languages.
	scripts/setup --check test
	scripts/messages

format: ## Format the sources in place.
	$(SWIFT) format format --in-place --recursive --parallel Package.swift Sources Tests Plugins

clean: ## Remove what was built.
	rm -rf .build out
