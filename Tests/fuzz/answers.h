/* A pager whose server answers with any bytes. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stddef.h>

/* Fetches the first page of a list: the server answers with the status and the bytes. Checks what the library makes of
 * them: that an update comes, and that the parts of its page are where they have to be. */
void fetch_answer(int http_status, const void *body, size_t length);

#endif
