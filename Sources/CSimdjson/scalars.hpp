// Numbers, words and escapes: what RFC 8259 says of the bytes inside a token.
#ifndef CSIMDJSON_SCALARS_HPP
#define CSIMDJSON_SCALARS_HPP

#include <cstddef>
#include <cstdint>

namespace csimdjson {

/// Whether a number, `true`, `false` or `null` begins here, and white space, a bracket, `,` or `:` follows it. A number
/// has to fit into 64 bits, or into a double.
///
/// A byte that belongs to no such token must follow the text: the check reads up to it.
///
/// - Parameter null_count: is one greater after a `null`.
bool is_scalar(const uint8_t *start, uint32_t &null_count) noexcept;

/// A number as it was read.
struct Number {
    /// 'l' (int64_t), 'u' (uint64_t above INT64_MAX) or 'd' (double).
    char type;
    /// The bits of the value.
    uint64_t bits;
};

/// The value of a number that `is_scalar` has accepted; `end` is behind it.
Number number_at(const uint8_t *start, const uint8_t *end) noexcept;

/// What a backslash and the bytes behind it stand for.
struct Escape {
    /// The first byte behind the escape; NULL: this is not an escape.
    const uint8_t *end;
    uint32_t character;
};

/// Reads the escape at a backslash.
Escape escape_at(const uint8_t *backslash) noexcept;

/// Writes a character as UTF-8, and returns the place behind it.
uint8_t *write_utf8(uint8_t *place, uint32_t character) noexcept;

} // namespace csimdjson

#endif
