// Members of objects by their keys, and the items of arrays.

#include "csimdjson.h"

#include <cstring>

namespace {

/// A table of tokens. A copy of its pointers can stay in registers.
struct Table {
    const csimdjson_text *text;
    const uint8_t *bytes;
    const uint32_t *offsets, *links;

    explicit Table(const csimdjson_text *text)
        : text(text), bytes(text->bytes), offsets(text->offsets), links(text->links)
    {
    }

    uint8_t first_byte(uint32_t token) const
    {
        return bytes[offsets[token]];
    }

    /// The token after a value.
    uint32_t after(uint32_t value) const
    {
        // `{` and `[` differ in one bit.
        return ((first_byte(value) | 0x20) == '{' ? links[value] : value) + 1;
    }

    /// The token of the first key that is this one, between a key and another one or the closing bracket; else `end`.
    [[gnu::always_inline]] uint32_t find_key(uint32_t from, uint32_t end, const uint8_t *key, uint32_t length) const
    {
        const uint8_t first = length == 0 ? '"' : *key;
        uint32_t token = from;
        while (token != end) {
            // Most keys differ in their first byte. An escape may stand for it.
            const uint8_t written = bytes[offsets[token] + 1];
            if ((written == first || written == '\\') && is_key(token, key, length)) {
                break;
            }
            token = after(token + 1);
        }
        return token;
    }

    /// An element of an array; 0: it has fewer.
    uint32_t element(uint32_t array, uint32_t index) const
    {
        if (index >= csimdjson_count(text, array)) {
            return 0;
        }
        uint32_t token = array + 1;
        for (; index > 0; --index) {
            token = after(token);
        }
        return token;
    }

private:
    bool is_key(uint32_t token, const uint8_t *key, uint32_t length) const
    {
        const uint32_t count = links[token];
        // With escapes a key is longer as it is written.
        if (count < length) {
            return false;
        }
        const uint8_t *const written = bytes + offsets[token] + 1;
        for (uint32_t index = 0; index != length; ++index) {
            // Before the comparison: a key may have a backslash, too.
            if (written[index] == '\\') {
                return is_unescaped_key(token, key, length);
            }
            if (written[index] != key[index]) {
                return false;
            }
        }
        return count == length;
    }

    bool is_unescaped_key(uint32_t token, const uint8_t *key, uint32_t length) const
    {
        uint32_t count = 0;
        const uint8_t *const unescaped = csimdjson_string(text, token, &count);
        return count == length && std::memcmp(unescaped, key, length) == 0;
    }
};

/// Follows the steps of a finder.
struct Walk {
    const Table table;
    const uint8_t *keys;

    /// Finds the value below another one; 0: it has none. If `repeated` is not NULL, an object on the way that has its
    /// key twice ends the search, and `*repeated` becomes the second one.
    uint32_t value(uint32_t token, const csimdjson_step *steps, uint32_t count, uint32_t *repeated) const
    {
        for (const csimdjson_step *step = steps; step != steps + count && token != 0; ++step) {
            const uint8_t first = table.first_byte(token);
            if (first == '[') {
                token = table.element(token, step->index);
                continue;
            }
            if (first != '{') {
                return 0;
            }
            const uint8_t *const key = keys + step->start;
            const uint32_t end = table.links[token];
            const uint32_t found = table.find_key(token + 1, end, key, step->length);
            if (found == end) {
                return 0;
            }
            token = found + 1;
            if (repeated == nullptr) {
                continue;
            }
            const uint32_t again = table.find_key(table.after(token), end, key, step->length);
            if (again != end) {
                *repeated = again;
                return 0;
            }
        }
        return token;
    }

    /// The value of the first key that an edge has; the element itself if it has none of them.
    uint32_t node(uint32_t element, const csimdjson_step *steps, uint32_t count) const
    {
        if (table.first_byte(element) != '{') {
            return element;
        }
        const uint32_t end = table.links[element];
        for (const csimdjson_step *step = steps; step != steps + count; ++step) {
            const uint32_t found = table.find_key(element + 1, end, keys + step->start, step->length);
            if (found != end) {
                return found + 1;
            }
        }
        return element;
    }
};

} // namespace

extern "C" uint32_t csimdjson_find_key(const csimdjson_text *text, uint32_t from, uint32_t end, const uint8_t *key,
                                       size_t length)
{
    return Table(text).find_key(from, end, key, static_cast<uint32_t>(length));
}

extern "C" uint32_t csimdjson_find_items(const csimdjson_text *text, uint32_t array, const csimdjson_finder *finder,
                                         csimdjson_item *items, uint32_t *repeated)
{
    *repeated = 0;
    const Walk walk = {Table(text), finder->keys};
    const csimdjson_step *const identity = finder->steps + finder->node_count;
    const csimdjson_step *const value = identity + finder->identity_count;
    const uint32_t end = text->links[array];
    csimdjson_item *item = items;
    for (uint32_t element = array + 1; element != end; element = walk.table.after(element)) {
        item->item = walk.node(element, finder->steps, finder->node_count);
        item->identity = walk.value(item->item, identity, finder->identity_count, repeated);
        if (*repeated != 0) {
            break;
        }
        item->value = finder->value_is_identity ? item->identity
                                                : walk.value(item->item, value, finder->value_count, nullptr);
        ++item;
    }
    return static_cast<uint32_t>(item - items);
}

extern "C" uint32_t csimdjson_count_nulls(const csimdjson_text *text, uint32_t array, const uint8_t *key, size_t length)
{
    const Table table(text);
    uint32_t count = 0;
    const uint32_t end = table.links[array];
    for (uint32_t element = array + 1; element != end; element = table.after(element)) {
        const uint8_t first = table.first_byte(element);
        if (first == 'n') {
            ++count;
        }
        if (first != '{' || key == nullptr) {
            continue;
        }
        const uint32_t closing = table.links[element];
        // Few values are null, so they are looked at before the keys.
        for (uint32_t token = element + 1; token != closing; token = table.after(token + 1)) {
            if (table.first_byte(token + 1) == 'n' &&
                table.find_key(element + 1, closing, key, static_cast<uint32_t>(length)) == token) {
                ++count;
            }
        }
    }
    return count;
}
