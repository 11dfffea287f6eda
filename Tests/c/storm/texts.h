/* The texts that functions get: good ones by role, and bad ones that no role can use. */
#ifndef TEXTS_H
#define TEXTS_H

#include "dice.h"

#include <stddef.h>

enum text_role {
    TEXT_ENDPOINT,
    TEXT_CLIENT_CONFIG,
    TEXT_PAGER_CONFIG,
    TEXT_QUERY,
    TEXT_OPTIONS,
    TEXT_REQUEST,
    TEXT_KEY,
    TEXT_FIELDS,
    TEXT_KINDS,
    TEXT_HEADERS,
    TEXT_CREDENTIALS,
    TEXT_MESSAGE,
    TEXT_BODY,
    TEXT_NAME,
    TEXT_COLUMNS,
    TEXT_ROWS,
    /* For clients whose requests have time, and for lists that the server has. */
    TEXT_CALM_CLIENT_CONFIG,
    TEXT_CALM_PAGER_CONFIG,
    TEXT_CALM_QUERY,
    TEXT_ROLES,
};

/* Texts in memory of malloc(), for free(). */
char *good_text(enum text_role role, struct dice *dice);
char *bad_text(enum text_role role, struct dice *dice);

/* An address of the trouble server whose every page is good. */
char *good_endpoint(void);

/* The role whose texts the server answers well. */
enum text_role calm_role(enum text_role role);

/* Keeps a text that the library gave, for a config. */
void remember_text(const char *text);

/* Where the files of caches and recordings are. */
void make_folder(void);
void remove_folder(void);

#endif
