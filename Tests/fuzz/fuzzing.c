#include "fuzzing.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTERS 16384

/* libFuzzer reads this section as if an instrumented program had written it. */
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t counters[COUNTERS];

_Noreturn void fault(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: it does not hold that %s\n", file, line, condition);
    abort();
}

void learn(swiftpager_status status, const char *answer)
{
    uint32_t hash = 2166136261u ^ (uint32_t)status;
    bool is_quoted = false;
    for (const char *next = answer; next != NULL && *next != '\0'; next++) {
        if (*next == '"' || *next == '`') is_quoted = !is_quoted;
        if (is_quoted || (*next >= '0' && *next <= '9')) continue;
        hash = (hash ^ (unsigned char)*next) * 16777619u;
    }
    counters[hash % COUNTERS] = 1;
}

void learn_error(swiftpager_status status, char *error)
{
    HOLDS((status == SWIFTPAGER_OK) == (error == NULL));
    const char *message = error == NULL ? NULL : strstr(error, "\"message\":\"");
    HOLDS(error == NULL || (error[0] == '{' && error[strlen(error) - 1] == '}' && message != NULL));
    learn(status, message == NULL ? NULL : message + strlen("\"message\":\""));
    swiftpager_free(error);
}

char *text_of(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    HOLDS(text != NULL);
    if (length > 0) memcpy(text, bytes, length);
    text[length] = '\0';
    return text;
}
