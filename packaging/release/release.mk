# A release: see RELEASING.md.

RELEASE_PYTHON := build/release-tools/bin/python
DIST           := build/dist

.PHONY: setup-release release-check dist
setup-release: setup-tests setup-wheel
	@scripts/setup.sh release

release-check: setup ## Check the steps of RELEASING.md that a program can check
	@$(PYTHON) packaging/release/release_check.py

# Each name in the folder has the version, so that two releases can lie side by side.
dist: wheel deb setup-release ## Build what a release consists of, in build/dist
	@rm -rf $(DIST)
	@mkdir -p $(DIST)
	git archive --format=tar.gz --prefix=swiftpager-$(VERSION)/ -o $(DIST)/swiftpager-$(VERSION)-source.tar.gz HEAD
	$(RELEASE_PYTHON) -m build --quiet --sdist --outdir $(DIST) bindings/python
	cp build/wheel/*.whl build/deb/*.deb $(DIST)/
	$(RELEASE_PYTHON) packaging/release/bill_of_materials.py $(DIST)/*.whl >$(DIST)/swiftpager-$(VERSION).cdx.json
	cd $(DIST) && sha256sum -- * >SHA256SUMS
	@ls -l $(DIST)
