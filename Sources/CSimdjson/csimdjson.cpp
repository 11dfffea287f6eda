// simdjson's first stage, and one walk over the positions that it found.
//
// Why the parser's internals are used: a page must hand out values as slices of the received bytes, and neither public
// interface of simdjson gives both that and validation. The DOM validates everything, but its tape does not say where
// in the text a value stood. The on-demand interface knows where, but validates only what it visits, so a broken text
// could pass as a good page. The first stage checks the encoding and the strings' ends, and leaves the offset of every
// token in `dom_parser_implementation::structural_indexes`. `link` checks the rest. The tests compare it with the DOM.
//
// Running the steps one by one also bounds memory: after the first, the number of tokens is known, and with it how
// much the rest needs, before any of that is allocated.
//
// What could change in another simdjson is guarded: types and sizes at compile time, and that the tokens lie in the
// text (CSIMDJSON_INTERNAL otherwise).

#include "csimdjson.h"

#include "block.hpp"
#include "implementation.hpp"
#include "scalars.hpp"
#include "tokens.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace {

using csimdjson::Block;
using csimdjson::Container;
using csimdjson::Implementation;

static_assert(simdjson::SIMDJSON_VERSION_MAJOR >= 3, "simdjson 3.0 or newer is needed");
static_assert(CSIMDJSON_PADDING >= simdjson::SIMDJSON_PADDING, "readers must pad their texts as simdjson asks");
static_assert(std::is_same_v<decltype(Implementation::structural_indexes), std::unique_ptr<uint32_t[]>>,
              "the positions of tokens are read as 32-bit offsets");

/// The longest text: offsets have 32 bits, and simdjson writes a few beyond the last token.
constexpr size_t largest_length = simdjson::SIMDJSON_MAXSIZE_BYTES - 64;

/// Texts up to this length are read with buffers that fit any text of that length; longer ones with buffers that fit
/// exactly, at the price of one pass more.
constexpr size_t largest_small_length = size_t{256} << 10;

/// The smallest text that buffers are made for, so that pages of about the same length never reallocate.
constexpr size_t smallest_length = size_t{16} << 10;

/// How much memory is kept between reads. About two thirds of it was ever written to.
constexpr size_t largest_idle_memory = size_t{3} << 20;

/// What simdjson writes after the last token: the text's length, twice, and a zero. The rest is room to spare.
constexpr size_t sentinel_room = 8;

csimdjson_status status_of(simdjson::error_code code) noexcept
{
    switch (code) {
    case simdjson::SUCCESS:
        return CSIMDJSON_OK;
    case simdjson::MEMALLOC:
        return CSIMDJSON_NO_MEMORY;
    case simdjson::CAPACITY:
        return CSIMDJSON_TOO_LONG;
    case simdjson::DEPTH_ERROR:
        return CSIMDJSON_TOO_DEEP;
    case simdjson::UTF8_ERROR:
        return CSIMDJSON_INVALID_UTF8;
    case simdjson::UNSUPPORTED_ARCHITECTURE:
    case simdjson::UNINITIALIZED:
    case simdjson::UNEXPECTED_ERROR:
        return CSIMDJSON_INTERNAL;
    default:
        return CSIMDJSON_INVALID_JSON;
    }
}

/// Lets the parser read texts up to a length for which it was given memory, since its own memory is not used. A pointer
/// to a protected member may be formed in a derived class only.
struct Capacity : Implementation {
    static void set(Implementation &implementation, size_t length) noexcept
    {
        implementation.*(&Capacity::_capacity) = length;
    }
};

/// Up to the next power of two, so that growing pages reallocate seldom.
size_t rounded(size_t length) noexcept
{
    size_t power = smallest_length;
    while (power < length) {
        power *= 2;
    }
    return power;
}

/// Whether each backslash of a valid text, from the first one on, begins an escape.
bool are_escapes(const uint8_t *backslash, const uint8_t *end) noexcept
{
    while (backslash != nullptr) {
        const uint8_t *const rest = csimdjson::escape_at(backslash).end;
        if (rest == nullptr) {
            return false;
        }
        backslash = static_cast<const uint8_t *>(std::memchr(rest, '\\', static_cast<size_t>(end - rest)));
    }
    return true;
}

} // namespace

struct csimdjson_parser {
    csimdjson_parser(const csimdjson_limits &limits, std::unique_ptr<Container[]> open) noexcept
        : limits(limits), open(std::move(open))
    {
    }

    csimdjson_parser(const csimdjson_parser &) = delete;
    csimdjson_parser &operator=(const csimdjson_parser &) = delete;
    ~csimdjson_parser() { take_back(); }

    csimdjson_status read(const uint8_t *bytes, size_t length) noexcept;
    void trim() noexcept;

    /// The table of the last text that was read.
    csimdjson_text text{};

private:
    csimdjson_status find_tokens(const uint8_t *bytes, size_t length) noexcept;
    size_t kept_tokens(const uint8_t *bytes) const noexcept;
    void take_back() noexcept;

    const csimdjson_limits limits;
    /// The containers open at the current token of the walk, `limits.maximum_depth` of them at most.
    std::unique_ptr<Container[]> open;
    std::unique_ptr<Implementation> implementation;
    /// What `implementation` points to: the tokens' offsets.
    Block offsets;
    Block links;
    /// The strings that have escapes, without them.
    Block unescaped;
};

csimdjson_status csimdjson_parser::read(const uint8_t *bytes, size_t length) noexcept
{
    if (length > largest_length) {
        return CSIMDJSON_TOO_LONG;
    }
    if (const csimdjson_status status = find_tokens(bytes, length)) {
        return status;
    }
    const uint32_t count = implementation->n_structural_indexes;
    if (count == 0 || implementation->structural_indexes[count - 1] >= length) {
        return CSIMDJSON_INTERNAL;
    }
    const auto *const first_escape = static_cast<const uint8_t *>(std::memchr(bytes, '\\', length));
    const size_t unescaped_size = first_escape == nullptr ? 0 : length;
    size_t link_count = count;
    if (length > largest_small_length) {
        link_count = kept_tokens(bytes);
        const size_t offsets_size = (count + sentinel_room) * sizeof(uint32_t);
        const size_t needed = length + offsets_size + link_count * sizeof(uint32_t) + unescaped_size;
        if (needed > std::max(limits.small_memory, limits.memory_factor * length)) {
            return CSIMDJSON_TOO_DENSE;
        }
        offsets.shrink(offsets_size);
    }
    if (!links.reserve(link_count * sizeof(uint32_t), true) || !unescaped.reserve(unescaped_size, false)) {
        return CSIMDJSON_NO_MEMORY;
    }
    uint32_t *const offset_of = implementation->structural_indexes.get();
    uint32_t *const link_of = static_cast<uint32_t *>(links.data());
    uint32_t token_count = 0, null_count = 0;
    const csimdjson::Tokens tokens = {bytes, length, offset_of, count, link_of, open.get(), limits.maximum_depth};
    if (const csimdjson_status status = csimdjson::link(tokens, token_count, null_count)) {
        return status;
    }
    if (first_escape != nullptr && !are_escapes(first_escape, bytes + length)) {
        return CSIMDJSON_INVALID_JSON;
    }
    text = {bytes, static_cast<uint32_t>(length), token_count, null_count, offset_of, link_of,
            first_escape == nullptr ? nullptr : static_cast<uint8_t *>(unescaped.data())};
    return CSIMDJSON_OK;
}

/// The first stage: finds the offset of every token, and checks the encoding.
csimdjson_status csimdjson_parser::find_tokens(const uint8_t *bytes, size_t length) noexcept
{
    if (!implementation) {
        if (const csimdjson_status status = csimdjson::make_implementation(implementation)) {
            return status;
        }
    }
    const size_t capacity = length > largest_small_length ? length : rounded(length);
    // A text of nothing but tokens has one for each byte, and simdjson writes up to 64 bytes' tokens at once.
    const size_t count = capacity + 64 + sentinel_room;
    // Lent: simdjson takes it for its own.
    (void)implementation->structural_indexes.release();
    if (!offsets.reserve(count * sizeof(uint32_t), false)) {
        return CSIMDJSON_NO_MEMORY;
    }
    implementation->structural_indexes.reset(static_cast<uint32_t *>(offsets.data()));
    Capacity::set(*implementation, length);
    return status_of(implementation->stage1(bytes, length, simdjson::stage1_mode::regular));
}

/// The number of tokens that `link` keeps.
size_t csimdjson_parser::kept_tokens(const uint8_t *bytes) const noexcept
{
    const uint32_t *const offset_of = implementation->structural_indexes.get();
    const size_t count = implementation->n_structural_indexes;
    const auto dropped = std::count_if(offset_of, offset_of + count, [bytes](uint32_t offset) {
        return bytes[offset] == ',' || bytes[offset] == ':';
    });
    return count - static_cast<size_t>(dropped);
}

void csimdjson_parser::trim() noexcept
{
    if (offsets.size() + links.size() + unescaped.size() <= largest_idle_memory) {
        return;
    }
    take_back();
    for (Block *block : {&offsets, &links, &unescaped}) {
        block->release();
    }
}

/// Ends the loan, so that simdjson frees nothing of ours.
void csimdjson_parser::take_back() noexcept
{
    if (implementation) {
        (void)implementation->structural_indexes.release();
    }
}

extern "C" csimdjson_parser *csimdjson_create(const csimdjson_limits *limits)
{
    std::unique_ptr<Container[]> open(new (std::nothrow) Container[limits->maximum_depth]);
    if (!open) {
        return nullptr;
    }
    return new (std::nothrow) csimdjson_parser(*limits, std::move(open));
}

extern "C" void csimdjson_destroy(csimdjson_parser *self)
{
    delete self;
}

extern "C" csimdjson_status csimdjson_read(csimdjson_parser *self, const uint8_t *bytes, size_t length,
                                           const csimdjson_text **out)
{
    // Nothing is left to catch: all that is called here is noexcept and allocates with malloc or new (std::nothrow).
    *out = nullptr;
    const csimdjson_status status = self->read(bytes, length);
    if (status == CSIMDJSON_OK) {
        *out = &self->text;
    }
    return status;
}

extern "C" void csimdjson_trim(csimdjson_parser *self)
{
    self->trim();
}

extern "C" char csimdjson_number(const csimdjson_text *text, uint32_t token, uint64_t *bits)
{
    const uint8_t *const start = text->bytes + text->offsets[token];
    const uint32_t next = token + 1 < text->token_count ? text->offsets[token + 1] : text->length;
    const csimdjson::Number number = csimdjson::number_at(start, text->bytes + next);
    *bits = number.bits;
    return number.type;
}

extern "C" const uint8_t *csimdjson_unescape(const csimdjson_text *text, uint32_t token, uint32_t *length)
{
    const uint32_t start = text->offsets[token] + 1;
    const uint8_t *at = text->bytes + start;
    const uint8_t *const end = at + *length;
    uint8_t *const unescaped = text->unescaped + start;
    uint8_t *place = unescaped;
    while (at < end) {
        if (*at != '\\') {
            *place++ = *at++;
            continue;
        }
        const csimdjson::Escape escape = csimdjson::escape_at(at);
        place = csimdjson::write_utf8(place, escape.character);
        at = escape.end;
    }
    *length = static_cast<uint32_t>(place - unescaped);
    return unescaped;
}
