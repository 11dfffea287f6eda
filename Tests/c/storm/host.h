/* The functions that the library calls: they read what they get, keep some of it, and make calls of their own. */
#ifndef HOST_H
#define HOST_H

/* How many of them ran. */
long callback_count(void);

/* From now on none of them makes a call. */
void end_calls_in_callbacks(void);

#endif
