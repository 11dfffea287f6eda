# The wheel of the Python binding, and its checks.

# The shell expands this, because make reads a folder only once, before the wheel exists.
WHEEL        = build/wheel/*.whl
PRIVATE_ROOT = $(PYTHON) Tests/wheel/private_root.py
# Left out are the tests that need the repository's library or sources, the type checkers, gh or nginx, because none
# of these exist in the place where the wheel is tried.
WHEEL_TESTS  = Tests/python --ignore Tests/python/test_library.py --ignore Tests/python/test_typing.py \
	--ignore Tests/python/test_cli_manual.py --ignore Tests/python/test_cli_beside_gh.py -k 'not nginx and not short_soak'

.PHONY: setup-wheel wheel test-wheel test-wheel-quickly test-pythons
# Only what builds a wheel: a user who wants one need not have the programs of the tests.
setup-wheel: setup-libraries
	@scripts/setup.sh wheel

wheel: manual setup-wheel ## Build build/wheel/swiftpager-*.whl, with the library and its dependencies inside
	@build/wheel-tools/bin/python packaging/wheel/build.py

# Checks the wheel's content, that it installs and walks, and which certificates it trusts: about a minute on a quiet
# machine.
test-wheel-quickly: wheel setup-tests
	@$(SERVERS) --shop --tls -- $(PYTHON) -m pytest -q Tests/wheel

test-wheel: wheel setup-tests ## Run the Python tests on a wheel in a system without its libraries; takes minutes
	@$(SERVERS) --shop --trouble --tls -- $(PRIVATE_ROOT) --tests $(WHEEL) -- \
		python -m pytest -q -p no:cacheprovider $(WHEEL_TESTS)

test-pythons: wheel setup-tests ## Run the Python tests on the wheel in every CPython from 3.11 on that this machine has
	@$(SERVERS) --shop --trouble --tls -- $(PYTHON) Tests/wheel/pythons.py $(WHEEL) -- $(WHEEL_TESTS)
