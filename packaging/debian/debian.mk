# The Debian packages, and their checks.

.PHONY: setup-deb deb test-deb
setup-deb: setup-tests setup-wheel
	@scripts/setup.sh debian

deb: manual setup-deb ## Build build/deb/*.deb: libswiftpager0, libswiftpager-dev, python3-swiftpager
	@packaging/debian/build.sh

test-deb: deb ## Check the Debian packages, and use them in a private root that debootstrap makes; takes minutes
	@$(SERVERS) --shop -- $(PYTHON) -m pytest -q -p no:cacheprovider -o faulthandler_timeout=1900 Tests/debian
