// Why not simdjson's second stage: it writes a tape of all values, which says nothing of their places in the text, so
// that a second walk has to pair tape and tokens. One walk over the tokens validates as much and writes less: strings
// and numbers are converted when a caller asks for them.

#include "tokens.hpp"

#include "scalars.hpp"

#include <cstring>
#include <memory>
#include <new>

namespace csimdjson {

namespace {

/// Checks a text that is one number or word. Behind it may stand anything, so it is checked in a copy.
csimdjson_status check_lone_scalar(const uint8_t *start, size_t length, uint32_t &null_count) noexcept
{
    const std::unique_ptr<uint8_t[]> copy(new (std::nothrow) uint8_t[length + CSIMDJSON_PADDING]);
    if (!copy) {
        return CSIMDJSON_NO_MEMORY;
    }
    std::memcpy(copy.get(), start, length);
    std::memset(copy.get() + length, ' ', CSIMDJSON_PADDING);
    return is_scalar(copy.get(), null_count) ? CSIMDJSON_OK : CSIMDJSON_INVALID_JSON;
}

} // namespace

csimdjson_status link(const Tokens &tokens, uint32_t &kept, uint32_t &null_count) noexcept
{
    const uint8_t *const bytes = tokens.bytes;
    uint32_t *const offsets = tokens.offsets;
    const uint32_t count = tokens.count;
    uint32_t *const links = tokens.links;
    Container *const open = tokens.open;
    uint32_t depth = 0;
    // The next token, of those found and of those kept.
    uint32_t place = 0, token = 0;

    // No token begins with the byte behind the last one.
    const auto next = [&]() noexcept { return place < count ? bytes[offsets[place]] : uint8_t{0}; };
    const auto keep = [&](uint32_t link) noexcept {
        links[token] = link;
        offsets[token++] = offsets[place++];
    };
    const auto keep_string = [&]() noexcept {
        const uint32_t start = offsets[place] + 1;
        // White space alone stands between a string and the next token.
        uint32_t end = (place + 1 < count ? offsets[place + 1] : static_cast<uint32_t>(tokens.length)) - 1;
        while (bytes[end] != '"') {
            --end;
        }
        keep(end - start);
    };
    const auto keep_key = [&]() noexcept {
        if (next() != '"') {
            return false;
        }
        keep_string();
        return next() == ':' && ++place != 0;
    };
    const auto close = [&]() noexcept {
        const Container &container = open[--depth];
        links[container.token] = token;
        keep(container.count);
    };

    while (true) {
        const uint8_t first = next();
        if (first == '"') {
            keep_string();
        } else if (first == '{' || first == '[') {
            if (depth == tokens.maximum_depth) {
                return CSIMDJSON_TOO_DEEP;
            }
            // `{` and `}`, and `[` and `]`, are two apart.
            const uint8_t closing = first + 2;
            open[depth++] = {token, 0, closing};
            keep(0);
            if (next() != closing) {
                if (first == '{' && !keep_key()) {
                    return CSIMDJSON_INVALID_JSON;
                }
                continue;
            }
            close();
        } else if (place + 1 < count) {
            if (!is_scalar(bytes + offsets[place], null_count)) {
                return CSIMDJSON_INVALID_JSON;
            }
            keep(0);
        } else if (place == count || depth > 0) {
            return CSIMDJSON_INVALID_JSON;
        } else {
            const uint32_t start = offsets[place];
            if (const csimdjson_status status = check_lone_scalar(bytes + start, tokens.length - start, null_count)) {
                return status;
            }
            keep(0);
        }
        // A value has ended. What closes containers ends those, too.
        while (depth > 0) {
            ++open[depth - 1].count;
            const uint8_t separator = next();
            if (separator == ',') {
                break;
            }
            if (separator != open[depth - 1].closing) {
                return CSIMDJSON_INVALID_JSON;
            }
            close();
        }
        if (depth == 0) {
            kept = token;
            return place == count ? CSIMDJSON_OK : CSIMDJSON_INVALID_JSON;
        }
        ++place;
        if (open[depth - 1].closing == '}' && !keep_key()) {
            return CSIMDJSON_INVALID_JSON;
        }
    }
}

} // namespace csimdjson
