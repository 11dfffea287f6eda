/**
 * simdjson behind a C interface: reads one JSON text after the other and hands out a table of its tokens.
 *
 *   const csimdjson_limits limits = {.maximum_depth = 256, .memory_factor = 6, .small_memory = 64 << 20};
 *   csimdjson_parser *parser = csimdjson_create(&limits);
 *   const csimdjson_text *text;
 *   if (csimdjson_read(parser, bytes, length, &text) == CSIMDJSON_OK) {
 *       // token 0 is the whole value; text->links leads from any `{` or `[` straight to its end
 *   }
 *   csimdjson_destroy(parser);
 *
 * A *token* is a bracket (`{ } [ ]`) or the first byte of a string, number, `true`, `false` or `null`, counted from 0
 * in the order of the text; `:` and `,` are not counted. In a text that was read every token index below stands for
 * exactly what the JSON grammar allows there, so a walk needs no error handling: after `{` comes a key or `}`, after
 * a key its value, and so on.
 *
 * No C++ exception leaves this interface.
 */
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Reading ---- */

/** How a text was found. Everything but CSIMDJSON_OK means that there is no table of tokens. */
typedef enum csimdjson_status {
    CSIMDJSON_OK = 0,
    CSIMDJSON_NO_MEMORY = 1,
    CSIMDJSON_TOO_LONG = 2,     /**< 4 GiB or longer: token offsets have 32 bits */
    CSIMDJSON_TOO_DEEP = 3,     /**< nested deeper than the parser's maximum */
    CSIMDJSON_INVALID_UTF8 = 4,
    CSIMDJSON_INVALID_JSON = 5, /**< breaks the grammar, or holds a number that fits neither 64 bits nor a double */
    CSIMDJSON_INTERNAL = 6,     /**< simdjson and this shim disagree: built against another version than linked */
    CSIMDJSON_TOO_DENSE = 7,    /**< so many tokens for its length that reading it would take too much memory */
    CSIMDJSON_EXITING = 8       /**< exit() has begun, and this parser has not read anything before it did */
} csimdjson_status;

/** What a parser accepts. */
typedef struct csimdjson_limits {
    uint32_t maximum_depth; /**< how many objects and arrays may be nested, at least 1 */
    size_t memory_factor;   /**< the most memory that reading a text may take, as a multiple of its length, the text
                                 included; a text that needs more is refused before that memory is allocated */
    size_t small_memory;    /**< memory that reading any text may take, in bytes, however short the text */
} csimdjson_limits;

/** The table of tokens of one text. Everything it points to is borrowed from the parser and from the caller's bytes. */
typedef struct csimdjson_text {
    const uint8_t *bytes;    /**< the text, as given to csimdjson_read */
    uint32_t length;         /**< of the text, in bytes */
    uint32_t token_count;    /**< at least 1 */
    uint32_t null_count;     /**< how many of its values are null */
    const uint32_t *offsets; /**< for each token: where in `bytes` it starts */
    const uint32_t *links;   /**< for `{` and `[`: the token that closes it; for `}` and `]`: how many values are
                                  inside; for a string: its bytes between the quotes; for others: nothing */
    uint8_t *unescaped;      /**< room for each unescaped string, at its own offset; NULL: the text has no escapes */
} csimdjson_text;

/** A parser with its memory, which is reused from text to text. One thread at a time. */
typedef struct csimdjson_parser csimdjson_parser;

/** A parser without memory for texts yet. NULL: out of memory. */
csimdjson_parser *csimdjson_create(const csimdjson_limits *limits);

/** Frees the parser and every table it handed out. NULL is ignored. */
void csimdjson_destroy(csimdjson_parser *self);

/**
 * Reads and validates a whole text (RFC 8259; UTF-8; no byte order mark).
 *
 * `bytes` must be followed by CSIMDJSON_PADDING readable bytes, and it must stay as long as `*out` is used. `*out`
 * stays valid until the next read, csimdjson_trim or csimdjson_destroy; it is NULL unless CSIMDJSON_OK is returned.
 */
csimdjson_status csimdjson_read(csimdjson_parser *self, const uint8_t *bytes, size_t length,
                                const csimdjson_text **out);

/** Gives memory back where the last text needed more than is kept between reads, which is 3 MiB. Ends the validity of
 * the table. */
void csimdjson_trim(csimdjson_parser *self);

/** How many bytes after a text must be readable. */
#define CSIMDJSON_PADDING 64

/* ---- Tokens ---- */

/** Unescapes a string token that has escapes; `*length` is its length as written, and then unescaped. */
const uint8_t *csimdjson_unescape(const csimdjson_text *text, uint32_t token, uint32_t *length);

/** The unescaped UTF-8 of a string token; `*length` in bytes. May hold NUL. */
static inline const uint8_t *csimdjson_string(const csimdjson_text *text, uint32_t token, uint32_t *length)
{
    const uint8_t *written = text->bytes + text->offsets[token] + 1;
    *length = text->links[token];
    const int has_escapes = text->unescaped && __builtin_memchr(written, '\\', *length);
    return has_escapes ? csimdjson_unescape(text, token, length) : written;
}

/** Reads a number token: 'l' (int64_t), 'u' (uint64_t above INT64_MAX) or 'd' (double). `*bits` are the value's. */
char csimdjson_number(const csimdjson_text *text, uint32_t token, uint64_t *bits);

/** The token of the first key of an object that, unescaped, is this one: from a key on, and before another one or the
 * closing bracket. `end` if the object has no such key. An empty `key` may be NULL. */
uint32_t csimdjson_find_key(const csimdjson_text *text, uint32_t from, uint32_t end, const uint8_t *key,
                            size_t length);

/** A key on the way to a value. */
typedef struct csimdjson_step {
    uint32_t start, length; /**< where its bytes are among those of all keys */
    uint32_t index;         /**< which element of an array it names; UINT32_MAX: none */
} csimdjson_step;

/** What csimdjson_find_items looks for in each element of an array. */
typedef struct csimdjson_finder {
    const uint8_t *keys;         /**< the bytes of all keys */
    const csimdjson_step *steps; /**< to the node of an edge, to the identity, to the value */
    uint32_t node_count;         /**< of the node's keys the first counts that an edge has */
    uint32_t identity_count;
    uint32_t value_count;
    int value_is_identity;       /**< whether the value is the identity, and has no steps */
} csimdjson_finder;

/** One item of an array, as tokens. */
typedef struct csimdjson_item {
    uint32_t item;     /**< the element, or the node of an edge */
    uint32_t identity; /**< 0: the item has none. No item has the text's first token */
    uint32_t value;    /**< 0: the item has none. The first of several members with one key counts */
} csimdjson_item;

/** Finds the items of the array at `token`, for which `items` has room. Returns how many.
 *
 * If an object on the way to an identity has a key twice, `*repeated` is the token of the second one, and the items
 * after it are missing; otherwise it is 0. */
uint32_t csimdjson_find_items(const csimdjson_text *text, uint32_t token, const csimdjson_finder *finder,
                              csimdjson_item *items, uint32_t *repeated);

/** How many elements of the array at `token` are null, or objects in which the first member with this key is. NULL: no
 * key. */
uint32_t csimdjson_count_nulls(const csimdjson_text *text, uint32_t token, const uint8_t *key, size_t length);

/** How many elements or members the array or object at `token` has. */
static inline uint32_t csimdjson_count(const csimdjson_text *text, uint32_t token)
{
    return text->links[text->links[token]];
}

#ifdef __cplusplus
}
#endif

#endif
