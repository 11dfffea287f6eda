/* What is registered with the library: a ticket is the user_data of one registration, and counts what is called. */
#ifndef TICKETS_H
#define TICKETS_H

#include <stdatomic.h>
#include <stdbool.h>

#include <swiftpager.h>

struct ticket {
    /* The function that took it. */
    const char *function;
    /* Whether a destroy function was given with it. */
    atomic_bool is_promised;
    atomic_int destroys;
    /* The callbacks of it that run now. */
    atomic_int running;
    /* The most calls that it may get; 0: any number. */
    int most_calls;
    atomic_int calls;
    atomic_int number;
};

/* A new ticket. One that was used long ago, and is over, may get a new life. */
struct ticket *new_ticket(const char *function);

/* A callback of the ticket begins and ends. */
void ticket_begins(struct ticket *ticket);
void ticket_ends(struct ticket *ticket);

/* The destroy function of all tickets. */
void destroy_ticket(void *user_data);

/* Reports tickets that were not destroyed once. */
void check_tickets(void);

/* How many there were, and how many calls and destroys they got. */
struct ticket_counts {
    long tickets, calls, destroys;
};
struct ticket_counts count_tickets(void);

#endif
