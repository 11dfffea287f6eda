/*
 * Runs the tests: all, or those named on the command line.
 *
 *     swiftpager-tests [--list] [NAME …]
 *
 * Each test runs in a new process, made by starting this program again: the library refuses to work in a child that
 * was only forked. What the test prints comes first, then `ok NAME` or `FAILED NAME (why)`; at the end one line counts.
 * Environment: TEST_PREFIX, a command to start each test with, like `valgrind -q`; TEST_LIMIT, seconds for one test.
 */
#include "harness.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST_TEST_SECONDS 60
#define MOST_WORDS 64

static struct test *tests;

void register_test(struct test *test)
{
    struct test **end = &tests;
    while (*end != NULL) end = &(*end)->next;
    *end = test;
}

static struct test *find_test(const char *name)
{
    struct test *test = tests;
    while (test != NULL && strcmp(test->name, name) != 0) test = test->next;
    return test;
}

static unsigned int limit_seconds(void)
{
    const char *limit = getenv("TEST_LIMIT");
    return limit == NULL ? LONGEST_TEST_SECONDS : (unsigned int)strtoul(limit, NULL, 10);
}

/* Starts this program again, to run one test. Does not return. */
static _Noreturn void become(const char *program, const char *name)
{
    char *words[MOST_WORDS + 4];
    size_t count = 0;
    char *prefix = getenv("TEST_PREFIX");
    for (char *word = prefix == NULL ? NULL : strtok(prefix, " "); word != NULL && count < MOST_WORDS;
         word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    words[count++] = (char *)program;
    words[count++] = "--run";
    words[count++] = (char *)name;
    words[count] = NULL;
    /* An alarm outlives exec: a test that hangs is ended by its signal. */
    alarm(limit_seconds());
    execvp(words[0], words);
    fprintf(stderr, "  cannot run %s: %s\n", words[0], strerror(errno));
    _exit(127);
}

/* Runs one test in a process of its own. Returns whether it passed. */
static bool run_test(const char *program, const struct test *test)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) become(program, test->name);
    int ending = 0;
    while (child > 0 && waitpid(child, &ending, 0) < 0 && errno == EINTR) continue;
    if (child > 0 && WIFEXITED(ending) && WEXITSTATUS(ending) == 0) {
        printf("ok %s\n", test->name);
        return true;
    }
    printf("FAILED %s (%s: ", test->name, test->file);
    if (child < 0) {
        printf("no process: %s)\n", strerror(errno));
    } else if (WIFSIGNALED(ending) && WTERMSIG(ending) == SIGALRM) {
        printf("it did not end within %u s)\n", limit_seconds());
    } else if (WIFSIGNALED(ending)) {
        printf("it crashed: %s)\n", strsignal(WTERMSIG(ending)));
    } else {
        printf("exit code %d)\n", WEXITSTATUS(ending));
    }
    return false;
}

/* Runs a test in this process, and ends it with the test's verdict. */
static _Noreturn void run_here(const char *name)
{
    struct test *test = find_test(name);
    if (test == NULL) exit(127);
    test->run();
    exit(failed_check_count() == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

int main(int count, char **arguments)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count == 3 && strcmp(arguments[1], "--run") == 0) run_here(arguments[2]);
    if (count == 2 && strcmp(arguments[1], "--list") == 0) {
        for (struct test *test = tests; test != NULL; test = test->next) printf("%s %s\n", test->file, test->name);
        return EXIT_SUCCESS;
    }
    int passed = 0, failed = 0;
    if (count == 1) {
        for (struct test *test = tests; test != NULL; test = test->next) {
            run_test(arguments[0], test) ? passed++ : failed++;
        }
    }
    for (int index = 1; index < count; index++) {
        const struct test *test = find_test(arguments[index]);
        if (test == NULL) printf("FAILED %s (there is no such test: --list shows them)\n", arguments[index]);
        (test != NULL && run_test(arguments[0], test)) ? passed++ : failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
