/* A pager whose server answers with any bytes. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stddef.h>

#include <swiftpager.h>

/* The form of fetch and load_all. */
typedef swiftpager_status load_function(swiftpager_pager *pager, const char *options_json,
                                        swiftpager_completion_cb completion, void *user_data,
                                        swiftpager_destroy_cb destroy, swiftpager_operation **out, char **error_json);

/* A client with a cache, whose server answers like that of the pagers. */
swiftpager_client *caching_client(void);

/* What the server answers to every request from now on. */
void answer_with(int http_status, const void *body, size_t length);

/* Loads pages of a list. Checks what the library makes of them: that an update comes, and that the parts of its page
 * are where they have to be. Returns how the operation ended. */
swiftpager_status load_answers(load_function *load, const char *options, const char *config,
                               const swiftpager_pager_hooks *hooks);

/* Runs the callbacks that still wait. */
void dispatch_answers(void);

/* Fetches the first page of a list: the server answers with the status and the bytes. */
void fetch_answer(int http_status, const void *body, size_t length);

#endif
