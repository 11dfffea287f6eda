/*
 * The harness of the C tests: TEST defines a test and registers it, the CHECK macros compare.
 *
 *     TEST(a_released_handle_is_stale)
 *     {
 *         CHECK_STATUS(swiftpager_client_release(client), SWIFTPAGER_INVALID_HANDLE);
 *     }
 *
 * Each test runs in a process of its own (see runner.c), so a crash or a hang fails that test and no other.
 * CHECK goes on after a failure; REQUIRE ends the test, for what the rest of it builds on.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <swiftpager.h>

struct test {
    const char *name;
    const char *file;
    void (*run)(void);
    /* Whether no other test may run beside it: it measures time, or what the whole machine has. */
    bool is_alone;
    /* Whether it holds for a release build of the library only: a debug build has larger frames, takes more memory and
     * can be unloaded. */
    bool needs_release;
    struct test *next;
};

/* Adds a test to those that the runner knows. */
void register_test(struct test *test);
/* How many checks of this process have failed. */
int failed_check_count(void);
/* Counts and prints a failure. */
void report_failure(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Ends the test at once. */
_Noreturn void give_up(void);

/* Inline, so that clang-tidy sees what holds after a REQUIRE. */
static inline bool check(bool holds, const char *file, int line, const char *condition)
{
    if (!holds) report_failure(file, line, "it does not hold that %s", condition);
    return holds;
}

bool check_integer(int64_t actual, int64_t expected, const char *file, int line, const char *what);
bool check_status(swiftpager_status actual, swiftpager_status expected, const char *file, int line, const char *what);
bool check_text(const char *actual, const char *expected, const char *file, int line, const char *what);
bool check_contains(const char *text, const char *part, const char *file, int line, const char *what);
/* Compares the value at a JSON Pointer with `expected`, which is JSON text; NULL: there is no such value. */
bool check_json(const char *text, const char *pointer, const char *expected, const char *file, int line);

/* How often a test repeats what shows a fault only now and then: `many` times where SWIFTPAGER_LONG is 1. */
int round_count(int few, int many);

#define TEST(test_name) DEFINE_TEST(test_name, false, false)
#define TEST_ALONE(test_name) DEFINE_TEST(test_name, true, false)
#define TEST_OF_RELEASE(test_name) DEFINE_TEST(test_name, false, true)
#define DEFINE_TEST(test_name, alone, release) \
    static void test_name(void); \
    __attribute__((constructor)) static void register_##test_name(void) \
    { \
        static struct test test = {#test_name, __FILE__, test_name, alone, release, NULL}; \
        register_test(&test); \
    } \
    static void test_name(void)

#define CHECK(condition) check((condition), __FILE__, __LINE__, #condition)
#define CHECK_INTEGER(actual, expected) \
    check_integer((int64_t)(actual), (int64_t)(expected), __FILE__, __LINE__, #actual)
#define CHECK_STATUS(actual, expected) check_status((actual), (expected), __FILE__, __LINE__, #actual)
#define CHECK_OK(actual) CHECK_STATUS((actual), SWIFTPAGER_OK)
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), __FILE__, __LINE__, #actual)
#define CHECK_CONTAINS(text, part) check_contains((text), (part), __FILE__, __LINE__, #text)
#define CHECK_JSON(text, pointer, expected) check_json((text), (pointer), (expected), __FILE__, __LINE__)

#define REQUIRE(condition) (CHECK(condition) ? (void)0 : give_up())
#define REQUIRE_INTEGER(actual, expected) (CHECK_INTEGER((actual), (expected)) ? (void)0 : give_up())
#define REQUIRE_OK(actual) (CHECK_OK(actual) ? (void)0 : give_up())

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

#endif
