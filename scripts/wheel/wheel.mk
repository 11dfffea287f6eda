# The wheel of the Python binding, and what checks it.

# For the shell, because make looks into a folder once, before the wheel is there.
WHEEL        = build/wheel/*.whl
PRIVATE_ROOT = $(PYTHON) Tests/wheel/private_root.py
# What needs the repository's library or manual page, the type checkers, gh or nginx is left out: none of it is where
# the wheel is tried.
WHEEL_TESTS  = Tests/python --ignore Tests/python/test_library.py --ignore Tests/python/test_typing.py \
	--ignore Tests/python/test_cli_manual.py --ignore Tests/python/test_cli_beside_gh.py -k 'not nginx and not short_soak'

.PHONY: setup-wheel wheel test-wheel test-wheel-quickly test-pythons
# Tools, and the bubblewrap that the wheel is tried in.
setup-wheel: setup-tests
	@scripts/setup.sh wheel

wheel: lib setup-wheel ## Build build/wheel/swiftpager-*.whl, with the library and all that it needs inside
	@build/wheel-tools/bin/python scripts/wheel/build.py

# What is in it, that it installs and walks, and whose certificates it trusts: about a minute where nothing else runs.
test-wheel-quickly: wheel
	@$(SERVERS) --shop --tls -- $(PYTHON) -m pytest -q Tests/wheel

test-wheel: wheel ## Run the Python tests on a wheel that is installed where its libraries are not; takes minutes
	@$(SERVERS) --shop --trouble --tls -- $(PRIVATE_ROOT) --tests $(WHEEL) -- \
		python -m pytest -q -p no:cacheprovider $(WHEEL_TESTS)

test-pythons: wheel ## Run the Python tests on the wheel in every CPython from 3.11 on that this machine has
	@$(SERVERS) --shop --trouble --tls -- $(PYTHON) Tests/wheel/pythons.py $(WHEEL) -- $(WHEEL_TESTS)
