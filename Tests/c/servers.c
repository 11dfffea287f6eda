/* The test servers: their URLs, and the counters and gates of the trouble server over a plain socket. */
#define _GNU_SOURCE /* getrandom */
#include "servers.h"

#include "harness.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_ROUNDS 1000
#define ROUND_MS 20
#define MOMENT_MS 250
#define ANSWER_ROOM (256 * 1024)

static void sleep_ms(long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static const char *from_environment(const char *name)
{
    const char *value = getenv(name);
    if (value == NULL) {
        fprintf(stderr, "  %s is not set: run the tests with scripts/with_servers.py\n", name);
        give_up();
    }
    return value;
}

const char *shop_url(void)
{
    return from_environment("SWIFTPAGER_SHOP_ENDPOINT");
}

static char key[32];

void fresh_key(void)
{
    /* Process ids come again, and are alike in two PID namespaces. */
    uint64_t number = 0;
    REQUIRE(getrandom(&number, sizeof number, 0) == sizeof number);
    snprintf(key, sizeof key, "c%016llx", (unsigned long long)number);
}

/* A child that a test forks keeps its parent's key. */
static const char *own_key(void)
{
    if (key[0] == '\0') fresh_key();
    return key;
}

const char *own_shop_url(void)
{
    static char url[256];
    snprintf(url, sizeof url, "%s?shop=%s", shop_url(), own_key());
    return url;
}

const char *trouble_url(const char *path, const char *options)
{
    static char urls[8][256];
    static unsigned int next;
    char *url = urls[next++ % 8];
    snprintf(url, sizeof urls[0], "%s%s?key=%s%s%s", from_environment("SWIFTPAGER_TROUBLE_ENDPOINT"), path, own_key(),
             options == NULL ? "" : "&", options == NULL ? "" : options);
    return url;
}

const char *dead_url(void)
{
    /* A port that was bound and given up again: the system does not hand it out again so soon. */
    static char url[64];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(listener >= 0);
    REQUIRE(bind(listener, (struct sockaddr *)&address, length) == 0);
    REQUIRE(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    close(listener);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/graphql", ntohs(address.sin_port));
    return url;
}

const char *counted_shop_url(void)
{
    static char url[256];
    snprintf(url, sizeof url, "%s?key=%s", shop_url(), own_key());
    return url;
}

/* Sends a GET to the server at `base` and reads the answer's body into `room`. */
static const char *get(const char *base, const char *target, char *room)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    address.sin_port = htons((uint16_t)strtoul(strrchr(base, ':') + 1, NULL, 10));
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(connection >= 0);
    REQUIRE(connect(connection, (struct sockaddr *)&address, sizeof address) == 0);
    char request[256];
    const char *form = "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    int size = snprintf(request, sizeof request, form, target);
    REQUIRE(send(connection, request, (size_t)size, 0) == size);
    size_t length = 0;
    for (ssize_t count; (count = recv(connection, room + length, ANSWER_ROOM - 1 - length, 0)) > 0;) {
        length += (size_t)count;
    }
    close(connection);
    room[length] = '\0';
    const char *body = strstr(room, "\r\n\r\n");
    REQUIRE(body != NULL);
    return body + 4;
}

static int counter_at(const char *base, const char *name)
{
    char target[64];
    char *room = malloc(ANSWER_ROOM);
    REQUIRE(room != NULL);
    snprintf(target, sizeof target, "/stats?key=%s", own_key());
    json_t *counters = json_loads(get(base, target, room), 0, NULL);
    int value = (int)json_integer_value(json_object_get(counters, name));
    json_decref(counters);
    free(room);
    return value;
}

static const char *trouble_base(void)
{
    return from_environment("SWIFTPAGER_TROUBLE_ENDPOINT");
}

static int counter(const char *name)
{
    return counter_at(trouble_base(), name);
}

int shop_requests(void)
{
    return counter_at(shop_url(), "requests");
}

int server_requests(void)
{
    return counter("requests");
}

int server_connections(void)
{
    return counter("connections");
}

int server_aborts(void)
{
    return counter("aborts");
}

void open_gate(void)
{
    char target[64];
    char *room = malloc(ANSWER_ROOM);
    REQUIRE(room != NULL);
    snprintf(target, sizeof target, "/open?key=%s", own_key());
    CHECK_TEXT(get(trouble_base(), target, room), "{}");
    free(room);
}

static bool wait_for(const char *name, int least)
{
    for (int round = 0; round < PATIENCE_ROUNDS; round++) {
        if (counter(name) >= least) return true;
        sleep_ms(ROUND_MS);
    }
    return false;
}

bool wait_for_requests(int least)
{
    return wait_for("requests", least);
}

bool wait_for_aborts(int least)
{
    return wait_for("aborts", least);
}

void wait_a_moment(void)
{
    sleep_ms(MOMENT_MS);
}
