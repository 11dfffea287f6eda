# Java's tests.

JAVAC := $(shell command -v javac 2>/dev/null)
JNA := $(firstword $(wildcard /usr/share/java/jna.jar))
JAVA_PATH = $(JNA):build/java

check-java:
ifeq ($(and $(JAVAC),$(JNA)),)
	@echo 'test-java: left out, because a JDK or JNA is missing'
else
	@echo '-- Java'
	@mkdir -p build/java
	@$(JAVAC) -Xlint:all,-try -Werror -cp $(JNA) -d build/java \
		bindings/java/src/swiftpager/*.java bindings/java/tests/*.java
	@SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0 java -cp $(JAVA_PATH) -Dbindings=bindings/java Tests
endif

bench-java:
ifneq ($(and $(JAVAC),$(JNA)),)
	@mkdir -p build/java build/bench
	@$(JAVAC) -Xlint:all -Werror -cp $(JNA) -d build/java bindings/java/src/swiftpager/*.java bench/peers/java/*.java
	@echo '#!/bin/sh' >build/bench/java_walk
	@echo 'export SWIFTPAGER_LIBRARY=$(CURDIR)/build/lib/libswiftpager.so.0' >>build/bench/java_walk
	@echo 'exec java -cp $(JNA):$(CURDIR)/build/java Walk "$$@"' >>build/bench/java_walk
	@chmod +x build/bench/java_walk
endif
