// simdjson's DOM parser plus one walk over the positions that its first stage found.
//
// Why the parser's internals are used: a page must hand out values as slices of the received bytes, and neither public
// interface of simdjson gives both that and validation. The DOM validates everything, but its tape does not say where
// in the text a value stood. The on-demand interface knows where, but validates only what it visits, so a broken text
// could pass as a good page. `dom_parser_implementation::structural_indexes` holds what is missing: the offset of
// every token, left in place by the parse. Tokens and tape come in the same order, so one pass pairs them.
//
// What could change in another simdjson is guarded: types and sizes at compile time, and after each read the pairing
// has to end exactly at the tape's end (CSIMDJSON_INTERNAL otherwise).

#include "csimdjson.h"

#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <simdjson.h>

namespace {

using simdjson::internal::dom_parser_implementation;

static_assert(simdjson::SIMDJSON_VERSION_MAJOR >= 3, "simdjson 3.0 or newer is needed");
static_assert(CSIMDJSON_PADDING >= simdjson::SIMDJSON_PADDING, "readers must pad their texts as simdjson asks");
static_assert(std::is_same_v<decltype(dom_parser_implementation::structural_indexes), std::unique_ptr<uint32_t[]>>,
              "the positions of tokens are read as 32-bit offsets");
static_assert(std::is_same_v<decltype(simdjson::dom::document::tape), std::unique_ptr<uint64_t[]>>,
              "the tape is read as 64-bit words");
static_assert(CSIMDJSON_TAPE_VALUE == simdjson::internal::JSON_VALUE_MASK, "the tape's layout");
static_assert(CSIMDJSON_COUNT_LIMIT == simdjson::internal::JSON_COUNT_MASK, "the tape's layout");

/// Texts below this length share one allocation size, so that pages of about the same length never reallocate.
constexpr size_t smallest_capacity = size_t{64} << 10;

/// The longest text: tape places must fit into 32 bits too, and a text has at most a few words more than bytes.
constexpr size_t largest_length = simdjson::SIMDJSON_MAXSIZE_BYTES - 64;

/// Memory for texts up to this length is kept between reads; it takes about 15 bytes for each byte of text.
constexpr size_t largest_kept_capacity = size_t{4} << 20;

struct Free {
    void operator()(void *memory) const noexcept { std::free(memory); }
};

template <typename Element>
using Buffer = std::unique_ptr<Element[], Free>;

template <typename Element>
Buffer<Element> allocate(size_t count) noexcept
{
    if (count > SIZE_MAX / sizeof(Element)) {
        return nullptr;
    }
    return Buffer<Element>(static_cast<Element *>(std::malloc(count * sizeof(Element))));
}

/// How many words of the tape a token takes, by its first byte: none for `:` and `,`, two for a number, else one.
constexpr std::array<uint8_t, 256> tape_words = [] {
    std::array<uint8_t, 256> words{};
    for (char character : {'{', '}', '[', ']', '"', 't', 'f', 'n'}) {
        words[static_cast<uint8_t>(character)] = 1;
    }
    for (char character : {'-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'}) {
        words[static_cast<uint8_t>(character)] = 2;
    }
    return words;
}();

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

/// The capacity to allocate for a text: powers of two, so that growing pages reallocate seldom.
size_t rounded_capacity(size_t length) noexcept
{
    size_t capacity = smallest_capacity;
    while (capacity < length) {
        capacity *= 2;
    }
    return capacity < simdjson::SIMDJSON_MAXSIZE_BYTES ? capacity : simdjson::SIMDJSON_MAXSIZE_BYTES;
}

} // namespace

struct csimdjson_parser {
    csimdjson_parser(uint32_t depth, Buffer<uint32_t> open) noexcept
        : maximum_depth(depth), open_tokens(std::move(open))
    {
    }

    csimdjson_status read(const uint8_t *bytes, size_t length) noexcept;
    void trim() noexcept;

    /// The table of the last text that was read.
    csimdjson_text text{};

private:
    csimdjson_status reserve(size_t length) noexcept;
    csimdjson_status link_tokens(const uint8_t *bytes, size_t length) noexcept;

    const uint32_t maximum_depth;
    /// The brackets open at the current token of the walk, `maximum_depth` of them at most.
    Buffer<uint32_t> open_tokens;
    Buffer<uint32_t> links;
    size_t link_capacity = 0;
    simdjson::dom::parser parser;
    simdjson::dom::document document;
};

csimdjson_status csimdjson_parser::reserve(size_t length) noexcept
{
    // An allocation that failed half-way leaves the parser without its depth, or the document smaller than the parser.
    const bool is_complete = parser.max_depth() == maximum_depth && document.capacity() >= parser.capacity();
    if (is_complete && parser.capacity() > 0 && parser.capacity() >= length) {
        return CSIMDJSON_OK;
    }
    const size_t capacity = rounded_capacity(length);
    if (simdjson::error_code error = document.allocate(capacity)) {
        return status_of(error);
    }
    return status_of(parser.allocate(capacity, maximum_depth));
}

csimdjson_status csimdjson_parser::read(const uint8_t *bytes, size_t length) noexcept
{
    if (length > largest_length) {
        return CSIMDJSON_TOO_LONG;
    }
    if (csimdjson_status status = reserve(length)) {
        return status;
    }
    // `false`: the caller's bytes are padded, so simdjson need not copy them.
    if (simdjson::error_code error = parser.parse_into_document(document, bytes, length, false).error()) {
        return status_of(error);
    }
    return link_tokens(bytes, length);
}

/// Pairs each token with its closing bracket or its place on the tape.
csimdjson_status csimdjson_parser::link_tokens(const uint8_t *bytes, size_t length) noexcept
{
    const uint32_t *offsets = parser.implementation->structural_indexes.get();
    const uint32_t count = parser.implementation->n_structural_indexes;
    if (link_capacity < count) {
        const size_t capacity = size_t{count} + count / 2;
        links = allocate<uint32_t>(capacity);
        link_capacity = links ? capacity : 0;
        if (!links) {
            return CSIMDJSON_NO_MEMORY;
        }
    }

    uint32_t *const link = links.get();
    uint32_t *const open = open_tokens.get();
    uint32_t depth = 0;
    size_t tape_place = 1; // after the tape's opening word
    for (uint32_t token = 0; token < count; ++token) {
        if (offsets[token] >= length) {
            return CSIMDJSON_INTERNAL;
        }
        const uint8_t first = bytes[offsets[token]];
        link[token] = static_cast<uint32_t>(tape_place);
        tape_place += tape_words[first];
        // `[` and `{` differ from `]` and `}` in two bits only, and from each other in one: 0x5B, 0x7B, 0x5D, 0x7D.
        if ((first | 0x20) == '{') {
            if (depth == maximum_depth) {
                return CSIMDJSON_INTERNAL;
            }
            open[depth++] = token;
        } else if ((first | 0x20) == '}') {
            if (depth == 0) {
                return CSIMDJSON_INTERNAL;
            }
            link[open[--depth]] = token;
        }
    }
    // The tape's opening word points behind its closing one: both walks must have met.
    const uint64_t tape_end = document.tape[0] & CSIMDJSON_TAPE_VALUE;
    if (count == 0 || depth != 0 || tape_place + 1 != tape_end) {
        return CSIMDJSON_INTERNAL;
    }
    text = {bytes, static_cast<uint32_t>(length), count, offsets, link, document.tape.get(), document.string_buf.get()};
    return CSIMDJSON_OK;
}

void csimdjson_parser::trim() noexcept
{
    if (parser.capacity() <= largest_kept_capacity) {
        return;
    }
    parser = simdjson::dom::parser();
    document = simdjson::dom::document();
    links.reset();
    link_capacity = 0;
}

extern "C" csimdjson_parser *csimdjson_create(uint32_t maximum_depth)
{
    Buffer<uint32_t> open_tokens = allocate<uint32_t>(maximum_depth);
    if (!open_tokens) {
        return nullptr;
    }
    return new (std::nothrow) csimdjson_parser(maximum_depth, std::move(open_tokens));
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
