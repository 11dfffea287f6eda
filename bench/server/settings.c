#include "settings.h"

#include "pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number(const char *option, const char *text, double smallest, double largest)
{
    char *end;
    double value = text == NULL ? -1 : strtod(text, &end);
    if (text == NULL || *text == '\0' || *end != '\0' || !(value >= smallest && value <= largest)) {
        fprintf(stderr, "page_server: %s takes a number from %.0f to %.0f\n", option, smallest, largest);
        exit(EXIT_FAILURE);
    }
    return value;
}

struct settings settings_from(char **argument)
{
    struct settings settings = {.port = 0, .pages = 2000, .size = 100, .latency_ms = 0};
    for (argument++; *argument != NULL; argument += 2) {
        if (strcmp(argument[0], "--port") == 0) {
            settings.port = (uint16_t)number(argument[0], argument[1], 0, UINT16_MAX);
        } else if (strcmp(argument[0], "--pages") == 0) {
            settings.pages = (uint32_t)number(argument[0], argument[1], 1, 1000000);
        } else if (strcmp(argument[0], "--size") == 0) {
            settings.size = (uint32_t)number(argument[0], argument[1], 1, 10000);
        } else if (strcmp(argument[0], "--latency-ms") == 0) {
            settings.latency_ms = number(argument[0], argument[1], 0, 60000);
        } else if (strcmp(argument[0], "--typenames") == 0) {
            settings.typenames = number(argument[0], argument[1], 0, 1) == 1;
        } else if (strcmp(argument[0], "--total") == 0) {
            settings.total = number(argument[0], argument[1], 0, 1) == 1;
        } else if (strcmp(argument[0], "--times") == 0) {
            settings.times = number(argument[0], argument[1], 0, 1) == 1;
        } else if (strcmp(argument[0], "--lists") == 0) {
            settings.lists = number(argument[0], argument[1], 0, 1) == 1;
        } else if (strcmp(argument[0], "--drop-every") == 0) {
            settings.drop_every = (uint32_t)number(argument[0], argument[1], 0, 1000000);
        } else if (strcmp(argument[0], "--drop-half") == 0) {
            settings.drop_half = number(argument[0], argument[1], 0, 1) == 1;
        } else {
            fputs("usage: page_server [--port 0] [--pages 2000] [--size 100] [--latency-ms 0] [--typenames 0]"
                  " [--total 0] [--times 0] [--lists 0] [--drop-every 0] [--drop-half 0]\n",
                  stderr);
            exit(EXIT_FAILURE);
        }
    }
    if (settings.lists && settings.pages != 1) {
        fputs("page_server: --lists 1 needs --pages 1\n", stderr);
        exit(EXIT_FAILURE);
    }
    if ((uint64_t)settings.pages * settings.size > LARGEST_ITEM) {
        fprintf(stderr, "page_server: pages times size must be at most %u\n", LARGEST_ITEM);
        exit(EXIT_FAILURE);
    }
    return settings;
}
