/* Tickets: a ring, in which a ticket that is over stays for a while, so that a second destroy is noticed. */
#include "tickets.h"

#include "harness.h"

#include <stdint.h>

#define MOST_TICKETS (1 << 17)

static struct ticket tickets[MOST_TICKETS];
static _Atomic uint32_t next;
static atomic_long made, called, destroyed;

static bool is_over(const struct ticket *ticket)
{
    return atomic_load(&ticket->destroys) == (atomic_load(&ticket->is_promised) ? 1 : 0);
}

struct ticket *new_ticket(const char *function)
{
    struct ticket *ticket = NULL;
    /* Few are alive at a time: observers, subscriptions, operations under way. */
    do ticket = &tickets[atomic_fetch_add(&next, 1) % MOST_TICKETS];
    while (!is_over(ticket));
    *ticket = (struct ticket){.function = function, .number = (int)atomic_fetch_add(&made, 1)};
    return ticket;
}

void ticket_begins(struct ticket *ticket)
{
    if (atomic_load(&ticket->destroys) > 0) {
        report_failure(__FILE__, __LINE__, "a callback of %s came after its destroy", ticket->function);
    }
    int calls = atomic_fetch_add(&ticket->calls, 1) + 1;
    if (ticket->most_calls > 0 && calls > ticket->most_calls) {
        report_failure(__FILE__, __LINE__, "a callback of %s came %d times", ticket->function, calls);
    }
    atomic_fetch_add(&ticket->running, 1);
    atomic_fetch_add(&called, 1);
}

void ticket_ends(struct ticket *ticket)
{
    atomic_fetch_sub(&ticket->running, 1);
}

void destroy_ticket(void *user_data)
{
    struct ticket *ticket = user_data;
    if (atomic_fetch_add(&ticket->destroys, 1) > 0) {
        report_failure(__FILE__, __LINE__, "the user_data of %s was destroyed twice", ticket->function);
    }
    if (atomic_load(&ticket->running) > 0) {
        report_failure(__FILE__, __LINE__, "the user_data of %s was destroyed while a callback ran", ticket->function);
    }
    atomic_fetch_add(&destroyed, 1);
}

void check_tickets(void)
{
    int missing = 0;
    for (size_t index = 0; index < MOST_TICKETS; index++) {
        if (is_over(&tickets[index]) || missing++ > 20) continue;
        report_failure(__FILE__, __LINE__, "the user_data of %s, ticket %d, was destroyed %d times, after %d calls",
                       tickets[index].function, tickets[index].number, tickets[index].destroys, tickets[index].calls);
    }
}

struct ticket_counts count_tickets(void)
{
    return (struct ticket_counts){atomic_load(&made), atomic_load(&called), atomic_load(&destroyed)};
}
