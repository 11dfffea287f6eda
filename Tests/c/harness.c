/* The checks of harness.h: each compares, and prints file, line and both values when they differ. */
#include "harness.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int failed_checks;

int failed_check_count(void)
{
    return atomic_load(&failed_checks);
}

void report_failure(const char *file, int line, const char *format, ...)
{
    char message[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    atomic_fetch_add(&failed_checks, 1);
    fprintf(stderr, "  %s:%d: %s\n", file, line, message);
}

int round_count(int few, int many)
{
    const char *wish = getenv("SWIFTPAGER_LONG");
    return wish != NULL && strcmp(wish, "1") == 0 ? many : few;
}

_Noreturn void give_up(void)
{
    fflush(NULL);
    _exit(EXIT_FAILURE);
}

bool check_integer(int64_t actual, int64_t expected, const char *file, int line, const char *what)
{
    if (actual == expected) return true;
    report_failure(file, line, "%s is %lld, expected %lld", what, (long long)actual, (long long)expected);
    return false;
}

bool check_status(swiftpager_status actual, swiftpager_status expected, const char *file, int line, const char *what)
{
    if (actual == expected) return true;
    report_failure(file, line, "%s gave %s (%d), expected %s", what, swiftpager_status_name(actual), (int)actual,
                   swiftpager_status_name(expected));
    return false;
}

bool check_text(const char *actual, const char *expected, const char *file, int line, const char *what)
{
    if (actual != NULL && strcmp(actual, expected) == 0) return true;
    report_failure(file, line, "%s is \"%s\", expected \"%s\"", what, actual == NULL ? "(NULL)" : actual, expected);
    return false;
}

bool check_contains(const char *text, const char *part, const char *file, int line, const char *what)
{
    if (text != NULL && strstr(text, part) != NULL) return true;
    report_failure(file, line, "%s does not contain \"%s\": %s", what, part, text == NULL ? "(NULL)" : text);
    return false;
}

/* Follows a JSON Pointer whose tokens hold neither '~' nor '/'; borrowed from `value`. */
static json_t *value_at(json_t *value, const char *pointer)
{
    while (value != NULL && *pointer == '/') {
        char token[128];
        size_t length = strcspn(++pointer, "/");
        snprintf(token, sizeof token, "%.*s", (int)length, pointer);
        pointer += length;
        value = json_is_array(value) ? json_array_get(value, (size_t)strtoul(token, NULL, 10))
                                     : json_object_get(value, token);
    }
    return value;
}

bool check_json(const char *text, const char *pointer, const char *expected, const char *file, int line)
{
    json_error_t error;
    json_t *root = text == NULL ? NULL : json_loads(text, 0, &error);
    if (root == NULL) {
        report_failure(file, line, "this is not a JSON object: %s", text == NULL ? "(NULL)" : text);
        return false;
    }
    json_t *actual = value_at(root, pointer);
    json_t *wanted = expected == NULL ? NULL : json_loads(expected, JSON_DECODE_ANY, &error);
    bool equal = wanted == NULL ? expected == NULL && actual == NULL : json_equal(actual, wanted);
    if (!equal) {
        report_failure(file, line, "the value at \"%s\" is not %s in %s", pointer,
                       expected == NULL ? "absent" : expected, text);
    }
    json_decref(wanted);
    json_decref(root);
    return equal;
}
