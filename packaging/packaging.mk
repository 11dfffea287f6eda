# The wheel of the Python binding, the Debian packages, and what a release consists of: see RELEASING.md.
.PHONY: setup-wheel wheel built-wheel newest-curl test-wheel test-wheel-quickly test-pythons setup-deb deb test-deb \
	setup-release release-check dist

# The shell expands this, because make reads a folder only once, before the wheel exists.
WHEEL        = build/wheel/*.whl
# Left out are the tests that need the repository's library or sources, the type checkers, gh or nginx, because none
# of these exist in the place where the wheel is tried.
WHEEL_TESTS  = Tests/python $(patsubst %,--ignore Tests/python/%.py,native/test_library \
	documentation/test_typing cli/test_cli_manual cli/test_cli_beside_gh) \
	-k 'not nginx and not short_soak'

# Only what builds a wheel: a user who wants one need not have the programs of the tests.
setup-wheel: setup-libraries
	@scripts/setup.sh wheel

# The wheel's libcurl. A wheel for others contains the newest one of Debian; the tests do not ask whether it is.
CURL := build/curl
$(CURL)/libcurl.so.4: packaging/wheel/curl.sh dependencies.txt | setup-wheel
	@packaging/wheel/curl.sh $(CURL)
newest-curl:
	@packaging/wheel/curl.sh newest

wheel: newest-curl ## Build build/wheel/swiftpager-*.whl, with the library and its dependencies inside
	@$(MAKE) --no-print-directory built-wheel
built-wheel: manual setup-wheel $(CURL)/libcurl.so.4
	@build/wheel-tools/bin/python packaging/wheel/build.py

# Checks the wheel's content, that it installs and walks, and which certificates it trusts: about a minute.
test-wheel-quickly: built-wheel setup-tests
	@$(SERVERS) --shop --tls -- $(PYTHON) -m pytest -q Tests/wheel

test-wheel: built-wheel setup-tests ## Run the Python tests on a wheel in a system without its libraries; takes minutes
	@$(ALL_SERVERS) $(PYTHON) Tests/wheel/private_root.py --tests $(WHEEL) -- \
		python -m pytest -q -p no:cacheprovider $(WHEEL_TESTS)

test-pythons: built-wheel setup-tests ## Run the Python tests on the wheel in every CPython from 3.11 on
	@$(ALL_SERVERS) $(PYTHON) Tests/wheel/pythons.py $(WHEEL) -- $(WHEEL_TESTS)

setup-deb: setup-tests setup-wheel
	@scripts/setup.sh debian

deb: manual setup-deb ## Build build/deb/*.deb: libswiftpager0, libswiftpager-dev, python3-swiftpager
	@packaging/debian/build.sh

test-deb: deb ## Check the Debian packages, and use them in a private root that debootstrap makes; takes minutes
	@$(SERVERS) --shop -- $(PYTHON) -m pytest -q -p no:cacheprovider -o faulthandler_timeout=1900 Tests/debian

setup-release: setup-tests setup-wheel
	@scripts/setup.sh release

release-check: setup ## Check the steps of RELEASING.md that a program can check
	@$(PYTHON) packaging/release/release_check.py

# SwiftPM does not know the file of the order: without the library it links anew.
dist: order setup-release ## Build what a release consists of, in build/dist, with the order of functions made anew
	@rm -f $(LIBRARY_FOLDER)/release/libswiftpager.so
	@$(MAKE) --no-print-directory wheel deb
	@packaging/release/dist.sh build/dist $(VERSION)
