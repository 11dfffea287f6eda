#define _POSIX_C_SOURCE 200809L
#include "peer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

_Noreturn void peer_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

static double number_after(char **argument)
{
    char *end = NULL;
    double value = argument[1] == NULL ? -1 : strtod(argument[1], &end);
    if (argument[1] == NULL || *argument[1] == '\0' || *end != '\0' || !(value >= 0 && value <= 1e9))
        peer_fail("%s takes a number from 0 to a billion", argument[0]);
    return value;
}

struct peer_options peer_options_from(char **argument)
{
    struct peer_options options = {.size = 100, .pagers = 1, .parallel = 8};
    for (argument++; *argument != NULL; argument++) {
        if (strcmp(*argument, "--url") == 0 && argument[1] != NULL) {
            options.url = *++argument;
        } else if (strcmp(*argument, "--ca") == 0 && argument[1] != NULL) {
            options.ca = *++argument;
        } else if (strcmp(*argument, "--pages") == 0) {
            options.pages = (size_t)number_after(argument++);
        } else if (strcmp(*argument, "--size") == 0) {
            options.size = (size_t)number_after(argument++);
        } else if (strcmp(*argument, "--pagers") == 0) {
            options.pagers = (size_t)number_after(argument++);
        } else if (strcmp(*argument, "--concurrency") == 0) {
            options.concurrency = (size_t)number_after(argument++);
        } else if (strcmp(*argument, "--list") == 0 && argument[1] != NULL) {
            options.list = *++argument;
        } else if (strcmp(*argument, "--retain-all") == 0) {
            options.retain_all = true;
        } else if (strcmp(*argument, "--since") == 0) {
            options.since = true;
        } else if (strcmp(*argument, "--since-times") == 0) {
            options.since_times = true;
        } else if (strcmp(*argument, "--in-turn") == 0) {
            options.in_turn = true;
        } else if (strcmp(*argument, "--pull") == 0) {
            options.pull = true;
        } else if (strcmp(*argument, "--by-descriptor") == 0) {
            options.by_descriptor = options.pull = true;
        } else if (strcmp(*argument, "--texts") == 0) {
            options.texts = true;
        } else if (strcmp(*argument, "--full") == 0) {
            options.full = true;
        } else if (strcmp(*argument, "--from-memory") == 0) {
            options.from_memory = true;
        } else if (strcmp(*argument, "--consumer-ms") == 0) {
            options.consumer_ms = number_after(argument++);
        } else if (strcmp(*argument, "--cache") == 0 && argument[1] != NULL) {
            options.cache = *++argument;
        } else if (strcmp(*argument, "--policy") == 0 && argument[1] != NULL) {
            options.policy = *++argument;
        } else if (strcmp(*argument, "--warm") == 0) {
            options.warm = true;
        } else if (strcmp(*argument, "--unshown") == 0) {
            options.unshown = true;
        } else if (strcmp(*argument, "--no-retry") == 0) {
            options.no_retry = true;
        } else if (strcmp(*argument, "--resume") == 0) {
            options.resume = true;
        } else if (strcmp(*argument, "--tokens") == 0) {
            options.tokens = true;
        } else if (strcmp(*argument, "--observe") == 0 && argument[1] != NULL) {
            options.observe = *++argument;
        } else if (strcmp(*argument, "--parallel") == 0) {
            options.parallel = (size_t)number_after(argument++);
        } else if (strcmp(*argument, "--read-fields") == 0) {
            options.read_fields = true;
        } else if (strcmp(*argument, "--mark") == 0) {
            options.mark = true;
        } else if (strcmp(*argument, "--simdjson") == 0) {
            options.simdjson = options.read_pages = true;
        } else if (strcmp(*argument, "--read-pages") == 0) {
            options.read_pages = true;
        } else if (strcmp(*argument, "--keep") == 0) {
            options.keep = options.read_fields = true;
        } else {
            peer_fail("unknown argument %s", *argument);
        }
    }
    if (options.url == NULL || options.pages == 0 || options.pagers == 0)
        peer_fail("--url and --pages are needed, and --pagers is at least 1");
    return options;
}

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct peer_time peer_now(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (struct peer_time){seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID),
                              usage.ru_nvcsw + usage.ru_nivcsw};
}

struct peer_time peer_since(struct peer_time start)
{
    struct peer_time now = peer_now();
    return (struct peer_time){now.wall - start.wall, now.processor - start.processor, now.switches - start.switches};
}

void peer_consume(double milliseconds)
{
    if (milliseconds <= 0)
        return;
    time_t seconds = (time_t)(milliseconds / 1e3);
    struct timespec time = {seconds, (long)((milliseconds - (double)seconds * 1e3) * 1e6)};
    nanosleep(&time, NULL);
}

void peer_mark(const struct peer_options *options)
{
    /* Without a buffer, so that the line stands among what the tool writes there. */
    if (options->mark && write(STDERR_FILENO, "page\n", 5) != 5)
        peer_fail("the mark of a page was not written");
}

/* The largest amount of memory that the process ever had, in kB; 0 if Linux does not say it. */
static long peak_memory_kb(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL)
        return 0;
    char line[256];
    long kilobytes = 0;
    while (fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    fclose(status);
    return kilobytes;
}

void peer_report(const char *name, const struct peer_options *options, size_t pages, size_t items,
                 struct peer_time taken)
{
    size_t all = options->pages * options->pagers;
    if (pages != all || items != all * options->size)
        peer_fail("%s: read %zu pages with %zu items, but there are %zu with %zu", name, pages, items, all,
                  all * options->size);
    printf("{\"name\":\"%s\",\"pages\":%zu,\"items\":%zu,\"seconds\":%.6f,\"processor_seconds\":%.6f,"
           "\"switches\":%ld,\"peak_rss_kb\":%ld}\n",
           name, pages, items, taken.wall, taken.processor, taken.switches, peak_memory_kb());
}

static size_t receive(char *bytes, size_t one, size_t length, void *user_data)
{
    struct peer_connection *connection = user_data;
    (void)one;
    if (connection->room < connection->length + length + PEER_PADDING) {
        size_t room = 2 * (connection->length + length + PEER_PADDING);
        char *grown = realloc(connection->body, room);
        if (grown == NULL)
            return 0; /* libcurl ends the transfer with CURLE_WRITE_ERROR. */
        connection->body = grown;
        connection->room = room;
    }
    memcpy(connection->body + connection->length, bytes, length);
    connection->length += length;
    return length;
}

void peer_connect(struct peer_connection *connection, const struct peer_options *options)
{
    *connection = (struct peer_connection){0};
    if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
        connection->curl = curl_easy_init();
    connection->headers = curl_slist_append(NULL, "Content-Type: application/json");
    if (connection->curl == NULL || connection->headers == NULL)
        peer_fail("libcurl has no memory");
    curl_easy_setopt(connection->curl, CURLOPT_URL, options->url);
    curl_easy_setopt(connection->curl, CURLOPT_HTTPHEADER, connection->headers);
    curl_easy_setopt(connection->curl, CURLOPT_NOSIGNAL, 1L);
    if (options->ca != NULL)
        curl_easy_setopt(connection->curl, CURLOPT_CAINFO, options->ca);
    curl_easy_setopt(connection->curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(connection->curl, CURLOPT_WRITEDATA, connection);
}

void peer_prepare(struct peer_connection *connection, const char *text, size_t length)
{
    connection->length = 0;
    curl_easy_setopt(connection->curl, CURLOPT_POSTFIELDS, text);
    curl_easy_setopt(connection->curl, CURLOPT_POSTFIELDSIZE, (long)length);
}

void peer_check(const struct peer_connection *connection, CURLcode code)
{
    if (code != CURLE_OK)
        peer_fail("libcurl: %s", curl_easy_strerror(code));
    long status = 0;
    curl_easy_getinfo(connection->curl, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200)
        peer_fail("the server answered with HTTP status %ld", status);
}

void peer_post(struct peer_connection *connection, const char *text, size_t length)
{
    peer_prepare(connection, text, length);
    peer_check(connection, curl_easy_perform(connection->curl));
}

void peer_disconnect(struct peer_connection *connection)
{
    curl_easy_cleanup(connection->curl);
    curl_slist_free_all(connection->headers);
    free(connection->body);
    curl_global_cleanup();
}
