/*
 * Runs the tests: all, or those named on the command line.
 *
 *     swiftpager-tests [--list] [NAME …]
 *
 * Each test runs in a new process, made by starting this program again: the library refuses to work in a child that
 * was only forked. TEST_JOBS tests run side by side; those of TEST_ALONE run after them, one at a time. Once a test has
 * ended, the runner prints what the test printed, then `ok NAME (SECONDS s)` or `FAILED NAME (why)`; at the end one
 * line counts.
 * Environment: TEST_PREFIX, a command to start each test with, like `valgrind -q`; TEST_LIMIT, seconds for one test;
 * TEST_JOBS, how many tests run side by side (1); TEST_BUILD, the build of the library: with `debug` the tests of
 * TEST_OF_RELEASE are skipped, and counted.
 */
#define _GNU_SOURCE /* memfd_create */
#include "harness.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_TEST_SECONDS 60
#define MOST_WORDS 64
#define MOST_JOBS 16

/* A test that runs. */
struct job {
    const struct test *test;
    pid_t child;
    /* A file in memory that takes what the test prints. */
    int output;
    struct timespec begun;
};

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

static struct job jobs[MOST_JOBS];
static unsigned int running, most_running;
static int passed, failed, skipped;

/* Starts a test in a process of its own. */
static struct job start_job(const char *program, const struct test *test)
{
    struct job job = {.test = test, .output = memfd_create("output", MFD_CLOEXEC)};
    clock_gettime(CLOCK_MONOTONIC, &job.begun);
    fflush(NULL);
    job.child = fork();
    if (job.child == 0) {
        if (job.output >= 0) {
            dup2(job.output, STDOUT_FILENO);
            dup2(job.output, STDERR_FILENO);
        }
        become(program, test->name);
    }
    return job;
}

static void print_output(int output)
{
    char piece[4096];
    off_t start = 0;
    for (ssize_t count; output >= 0 && (count = pread(output, piece, sizeof piece, start)) > 0; start += count) {
        fwrite(piece, 1, (size_t)count, stdout);
    }
    if (output >= 0) close(output);
}

/* Prints what a test printed, and how it ended. */
static void end_job(const struct job *job, int ending)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    print_output(job->output);
    if (job->child > 0 && WIFEXITED(ending) && WEXITSTATUS(ending) == 0) {
        double seconds =
            (double)(now.tv_sec - job->begun.tv_sec) + (double)(now.tv_nsec - job->begun.tv_nsec) / 1e9;
        printf("ok %s (%.2f s)\n", job->test->name, seconds);
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s (%s: ", job->test->name, job->test->file);
    if (job->child < 0) {
        printf("no process: %s)\n", strerror(errno));
    } else if (WIFSIGNALED(ending) && WTERMSIG(ending) == SIGALRM) {
        printf("it did not end within %u s)\n", limit_seconds());
    } else if (WIFSIGNALED(ending)) {
        printf("it crashed: %s)\n", strsignal(WTERMSIG(ending)));
    } else {
        printf("exit code %d)\n", WEXITSTATUS(ending));
    }
}

/* Waits until one of the tests that run has ended. */
static void wait_for_one(void)
{
    int ending = 0;
    pid_t child = waitpid(-1, &ending, 0);
    for (unsigned int index = 0; index < running; index++) {
        if (jobs[index].child != child) continue;
        struct job ended = jobs[index];
        jobs[index] = jobs[--running];
        end_job(&ended, ending);
        return;
    }
}

static void wait_for_all(void)
{
    while (running > 0) wait_for_one();
}

/* Runs a test once there is room for it. */
static void run_test(const char *program, const struct test *test)
{
    const char *build = getenv("TEST_BUILD");
    if (test->needs_release && build != NULL && strcmp(build, "debug") == 0) {
        printf("skipped %s (it holds for a release build of the library)\n", test->name);
        skipped++;
        return;
    }
    unsigned int most = test->is_alone ? 1 : most_running;
    while (running >= most) wait_for_one();
    struct job job = start_job(program, test);
    if (job.child < 0) {
        end_job(&job, 0);
        return;
    }
    jobs[running++] = job;
    if (test->is_alone) wait_for_all();
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
    const char *wanted = getenv("TEST_JOBS");
    most_running = wanted == NULL ? 1 : (unsigned int)strtoul(wanted, NULL, 10);
    if (most_running < 1 || most_running > MOST_JOBS) most_running = 1;
    for (int is_alone = 0; is_alone < 2 && count == 1; is_alone++) {
        for (struct test *test = tests; test != NULL; test = test->next) {
            if (test->is_alone == (is_alone == 1)) run_test(arguments[0], test);
        }
        wait_for_all();
    }
    for (int index = 1; index < count; index++) {
        const struct test *test = find_test(arguments[index]);
        if (test != NULL) {
            run_test(arguments[0], test);
            continue;
        }
        printf("FAILED %s (there is no such test: --list shows them)\n", arguments[index]);
        failed++;
    }
    wait_for_all();
    printf("%d passed, %d failed", passed, failed);
    if (skipped > 0) printf(", %d skipped", skipped);
    printf("\n");
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
