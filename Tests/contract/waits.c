/* Waits in every way that the library has.
 *
 *     waits ENDPOINT            each wait that has a limit, at a server that does not answer
 *     waits ENDPOINT FILE       a walk within a share of the server's budget; makes the file after three pages
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <swiftpager.h>
#include <unistd.h>

static const char QUERY[] = "query ($first: Int!, $after: String) { products(first: $first, after: $after) {"
                            " edges { node { id } } pageInfo { hasNextPage endCursor } } }";

static void require_ok(swiftpager_status status, const char *call, char *error)
{
    if (status == SWIFTPAGER_OK) return;
    fprintf(stderr, "%s: %s %s\n", call, swiftpager_status_name(status), error != NULL ? error : "");
    exit(1);
}

static swiftpager_client *make_client(const char *endpoint, const char *config, const swiftpager_transport *transport)
{
    swiftpager_client *client = NULL;
    char *error = NULL;
    require_ok(swiftpager_client_create(endpoint, config, transport, &client, &error), "client", error);
    return client;
}

static swiftpager_pager *make_pager(swiftpager_client *client)
{
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    const swiftpager_status status =
        swiftpager_pager_create(client, QUERY, "{\"variables\": {\"first\": 100}}", NULL, &pager, &error);
    require_ok(status, "pager", error);
    return pager;
}

static swiftpager_operation *pull(swiftpager_pager *pager)
{
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    require_ok(swiftpager_pager_walk(pager, NULL, &operation, &error), "load_all",
               error);
    return operation;
}

static void leave_unanswered(void *user_data, swiftpager_request *request)
{
    (void)user_data, (void)request;
}

static void say(const char *call, swiftpager_status status)
{
    printf("%s: %s\n", call, swiftpager_status_name(status));
    fflush(stdout);
}

static void wait_in_every_way(const char *endpoint, const swiftpager_transport *transport)
{
    swiftpager_client *client = make_client(endpoint, NULL, transport);
    swiftpager_pager *pager = make_pager(client);
    swiftpager_pager *other = make_pager(client);
    swiftpager_subscription *subscription = NULL;
    swiftpager_operation *fetch = NULL;
    swiftpager_update *update = NULL;
    char *error = NULL;
    require_ok(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription), "subscribe", NULL);
    swiftpager_operation *walk = pull(pager);
    require_ok(swiftpager_pager_fetch(other, NULL, NULL, NULL, NULL, &fetch, &error), "fetch", error);
    say("operation_next", swiftpager_operation_next(walk, 100, &update, &error));
    swiftpager_free(error);
    error = NULL;
    say("operation_wait", swiftpager_operation_wait(fetch, 100, &error));
    swiftpager_free(error);
    say("subscription_next", swiftpager_subscription_next(subscription, 100, &update));
    say("client_dispatch", swiftpager_client_dispatch(client, 100, 0, NULL));
    say("client_close", swiftpager_client_close(client, 10000));
    swiftpager_client_release(client);
}

/* The timers of the library: a request's time is over, and a request is sent again after a while. */
static void wait_for_timers(const char *endpoint, const swiftpager_transport *transport)
{
    swiftpager_client *client = make_client(endpoint, "{\"timeout_ms\": 100}", transport);
    swiftpager_update *update = NULL;
    char *error = NULL;
    say("a request", swiftpager_operation_next(pull(make_pager(client)), -1, &update, &error));
    swiftpager_free(error);
    swiftpager_client_release(client);
    client = make_client("http://127.0.0.1:1/", "{\"retry\": {\"max_attempts\": 3, \"base_delay_ms\": 50}}", NULL);
    error = NULL;
    say("a retry", swiftpager_operation_next(pull(make_pager(client)), -1, &update, &error));
    swiftpager_free(error);
    swiftpager_client_release(client);
}

static void walk(const char *endpoint, const char *file)
{
    swiftpager_client *client =
        make_client(endpoint, "{\"rate_limit\": {\"mode\": \"pace\", \"share\": 0.5}}", NULL);
    swiftpager_operation *operation = pull(make_pager(client));
    swiftpager_update *update = NULL;
    swiftpager_status status;
    char *error = NULL;
    int pages = 0;
    while ((status = swiftpager_operation_next(operation, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
        if (swiftpager_update_page(update, NULL) != NULL) pages++;
        if (pages == 3) close(open(file, O_CREAT | O_WRONLY, 0600));
        swiftpager_update_release(update);
    }
    printf("%s, %d pages\n", swiftpager_status_name(status), pages);
    swiftpager_free(error);
    swiftpager_client_release(client);
}

int main(int count, char **arguments)
{
    const swiftpager_transport transport = {.struct_size = sizeof transport, .send = leave_unanswered};
    if (count > 2) {
        walk(arguments[1], arguments[2]);
        return 0;
    }
    wait_in_every_way(arguments[1], NULL);
    wait_in_every_way(arguments[1], &transport);
    wait_for_timers(arguments[1], NULL);
    return 0;
}
