// simdjson's two stages, and one walk over the positions that the first one found.
//
// Why the parser's internals are used: a page must hand out values as slices of the received bytes, and neither public
// interface of simdjson gives both that and validation. The DOM validates everything, but its tape does not say where
// in the text a value stood. The on-demand interface knows where, but validates only what it visits, so a broken text
// could pass as a good page. `dom_parser_implementation::structural_indexes` holds what is missing: the offset of
// every token, left in place by the second stage. Tokens and tape come in the same order, so one pass pairs them.
//
// Running the stages one by one also bounds memory: after the first, the number of tokens is known, and with it how
// much the rest needs, before any of that is allocated.
//
// What could change in another simdjson is guarded: types and sizes at compile time, and after each read the pairing
// has to end exactly at the tape's end (CSIMDJSON_INTERNAL otherwise).

#include "csimdjson.h"

#include "block.hpp"
#include "implementation.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace {

using csimdjson::Block;
using csimdjson::Implementation;

static_assert(simdjson::SIMDJSON_VERSION_MAJOR >= 3, "simdjson 3.0 or newer is needed");
static_assert(CSIMDJSON_PADDING >= simdjson::SIMDJSON_PADDING, "readers must pad their texts as simdjson asks");
static_assert(std::is_same_v<decltype(Implementation::structural_indexes), std::unique_ptr<uint32_t[]>>,
              "the positions of tokens are read as 32-bit offsets");
static_assert(std::is_same_v<decltype(simdjson::dom::document::tape), std::unique_ptr<uint64_t[]>>,
              "the tape is read as 64-bit words");
static_assert(std::is_same_v<decltype(simdjson::dom::document::string_buf), std::unique_ptr<uint8_t[]>>,
              "unescaped strings are read as bytes");
static_assert(CSIMDJSON_TAPE_VALUE == simdjson::internal::JSON_VALUE_MASK, "the tape's layout");
static_assert(CSIMDJSON_COUNT_LIMIT == simdjson::internal::JSON_COUNT_MASK, "the tape's layout");

/// The longest text: tape places must fit into 32 bits too, and a text has at most a few words more than bytes.
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

/// Lends a block to simdjson, which takes it for its own.
template <typename Element>
csimdjson_status lend(Block &block, size_t count, bool is_filled, std::unique_ptr<Element[]> &borrower) noexcept
{
    (void)borrower.release();
    if (!block.reserve(count * sizeof(Element), is_filled)) {
        return CSIMDJSON_NO_MEMORY;
    }
    borrower.reset(static_cast<Element *>(block.data()));
    return CSIMDJSON_OK;
}

/// How many elements each buffer needs for one text.
struct Need {
    size_t tape_words;
    size_t string_bytes;
    size_t links;

    size_t bytes() const noexcept
    {
        return tape_words * sizeof(uint64_t) + string_bytes + links * sizeof(uint32_t);
    }
};

} // namespace

struct csimdjson_parser {
    csimdjson_parser(const csimdjson_limits &limits, std::unique_ptr<uint32_t[]> open) noexcept
        : limits(limits), open_tokens(std::move(open))
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
    csimdjson_status measure(const uint8_t *bytes, size_t length, Need &need) const noexcept;
    csimdjson_status reserve(const Need &need) noexcept;
    csimdjson_status link_tokens(const uint8_t *bytes, size_t length) noexcept;
    void take_back() noexcept;

    const csimdjson_limits limits;
    /// The brackets open at the current token of the walk, `limits.maximum_depth` of them at most.
    std::unique_ptr<uint32_t[]> open_tokens;
    std::unique_ptr<Implementation> implementation;
    simdjson::dom::document document;
    /// What `implementation` and `document` point to: the tokens' offsets, the tape and the unescaped strings.
    Block offsets, tape, strings;
    Block links;
};

csimdjson_status csimdjson_parser::read(const uint8_t *bytes, size_t length) noexcept
{
    if (length > largest_length) {
        return CSIMDJSON_TOO_LONG;
    }
    if (csimdjson_status status = find_tokens(bytes, length)) {
        return status;
    }
    const size_t count = implementation->n_structural_indexes;
    // Between two values stands a `,`, a `:` or a bracket, so all tokens but one pay for each number's second word. The
    // tape has two words more around them. A string has five bytes more than its text without quotes.
    Need need = {count + sentinel_room, length + 3 * count + CSIMDJSON_PADDING, count};
    if (length > largest_small_length) {
        if (csimdjson_status status = measure(bytes, length, need)) {
            return status;
        }
        offsets.shrink((count + sentinel_room) * sizeof(uint32_t));
    }
    if (csimdjson_status status = reserve(need)) {
        return status;
    }
    if (simdjson::error_code error = implementation->stage2(document)) {
        return status_of(error);
    }
    return link_tokens(bytes, length);
}

/// The first stage: finds the offset of every token, and checks the encoding.
csimdjson_status csimdjson_parser::find_tokens(const uint8_t *bytes, size_t length) noexcept
{
    if (!implementation) {
        // simdjson does not count an empty object or array as a level, and stops one level short of its maximum at
        // others. With one more it lets everything pass that `link_tokens` accepts.
        if (csimdjson_status status = csimdjson::make_implementation(limits.maximum_depth + 1, implementation)) {
            return status;
        }
    }
    const size_t capacity = length > largest_small_length ? length : rounded(length);
    // A text of nothing but tokens has one for each byte, and simdjson writes up to 64 bytes' tokens at once.
    const size_t count = capacity + 64 + sentinel_room;
    if (csimdjson_status status = lend(offsets, count, false, implementation->structural_indexes)) {
        return status;
    }
    Capacity::set(*implementation, length);
    return status_of(implementation->stage1(bytes, length, simdjson::stage1_mode::regular));
}

/// Counts what the second stage will write, and refuses a text for which that is too much.
csimdjson_status csimdjson_parser::measure(const uint8_t *bytes, size_t length, Need &need) const noexcept
{
    const uint32_t *offset_of = implementation->structural_indexes.get();
    const size_t count = implementation->n_structural_indexes;
    size_t words = 0, quotes = 0, separators = 0;
    for (size_t token = 0; token < count; ++token) {
        if (offset_of[token] >= length) {
            return CSIMDJSON_INTERNAL;
        }
        const uint8_t first = bytes[offset_of[token]];
        words += tape_words[first];
        quotes += first == '"';
        separators += first == ',' || first == ':';
    }
    need = {words + sentinel_room, length + 3 * quotes + CSIMDJSON_PADDING, count - separators};
    const size_t bytes_needed = length + (count + sentinel_room) * sizeof(uint32_t) + need.bytes();
    const size_t bound = std::max(limits.small_memory, limits.memory_factor * length);
    return bytes_needed <= bound ? CSIMDJSON_OK : CSIMDJSON_TOO_DENSE;
}

csimdjson_status csimdjson_parser::reserve(const Need &need) noexcept
{
    if (csimdjson_status status = lend(tape, need.tape_words, true, document.tape)) {
        return status;
    }
    if (csimdjson_status status = lend(strings, need.string_bytes, true, document.string_buf)) {
        return status;
    }
    return links.reserve(need.links * sizeof(uint32_t), true) ? CSIMDJSON_OK : CSIMDJSON_NO_MEMORY;
}

/// Drops `:` and `,`, which a valid text does without, and pairs each token with its closing bracket or its place on
/// the tape.
csimdjson_status csimdjson_parser::link_tokens(const uint8_t *bytes, size_t length) noexcept
{
    uint32_t *const offset_of = implementation->structural_indexes.get();
    const uint32_t count = implementation->n_structural_indexes;
    uint32_t *const link = static_cast<uint32_t *>(links.data());
    uint32_t *const open = open_tokens.get();
    uint32_t depth = 0;
    uint32_t count_so_far = 0;
    size_t tape_place = 1; // after the tape's opening word
    for (uint32_t place = 0; place < count; ++place) {
        const uint32_t offset = offset_of[place];
        if (offset >= length) {
            return CSIMDJSON_INTERNAL;
        }
        const uint8_t first = bytes[offset];
        // No branch for `:` and `,`, which no processor would foresee: the next token overwrites what they leave.
        const uint32_t token = count_so_far;
        count_so_far += tape_words[first] != 0;
        offset_of[token] = offset;
        link[token] = static_cast<uint32_t>(tape_place);
        tape_place += tape_words[first];
        // `[` and `{` differ from `]` and `}` in two bits only, and from each other in one: 0x5B, 0x7B, 0x5D, 0x7D.
        if ((first | 0x20) == '{') {
            if (depth == limits.maximum_depth) {
                return CSIMDJSON_TOO_DEEP;
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
    if (count_so_far == 0 || depth != 0 || tape_place + 1 != tape_end) {
        return CSIMDJSON_INTERNAL;
    }
    text = {bytes, static_cast<uint32_t>(length), count_so_far, offset_of,
            link, document.tape.get(), document.string_buf.get()};
    return CSIMDJSON_OK;
}

void csimdjson_parser::trim() noexcept
{
    if (offsets.size() + tape.size() + strings.size() + links.size() <= largest_idle_memory) {
        return;
    }
    take_back();
    for (Block *block : {&offsets, &tape, &strings, &links}) {
        block->release();
    }
}

/// Ends every loan, so that simdjson frees nothing of ours.
void csimdjson_parser::take_back() noexcept
{
    if (implementation) {
        (void)implementation->structural_indexes.release();
    }
    (void)document.tape.release();
    (void)document.string_buf.release();
}

extern "C" csimdjson_parser *csimdjson_create(const csimdjson_limits *limits)
{
    std::unique_ptr<uint32_t[]> open_tokens(new (std::nothrow) uint32_t[limits->maximum_depth]);
    if (!open_tokens) {
        return nullptr;
    }
    return new (std::nothrow) csimdjson_parser(*limits, std::move(open_tokens));
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
