# The site, as a browser shows it. Included by the Makefile of the project.

.PHONY: test-site
test-site: docs ## Open each page of the site in headless Chromium; PICTURES=FOLDER keeps what it looks like
	@scripts/setup.sh browser
	@$(PYTEST) Tests/browser
	@$(PYTHON) Tests/browser/look.py $(if $(PICTURES),--pictures '$(PICTURES)') build/docs
