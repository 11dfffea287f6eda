#include "scalars.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <system_error>

namespace csimdjson {

namespace {

/// Whether a byte ends a number or a word.
constexpr std::array<bool, 256> ends_scalar = [] {
    std::array<bool, 256> ends{};
    for (char character : {' ', '\t', '\n', '\r', '{', '}', '[', ']', ',', ':'}) {
        ends[static_cast<uint8_t>(character)] = true;
    }
    return ends;
}();

/// So many digits fit into 63 bits, whatever they are.
constexpr ptrdiff_t safe_digits = 18;
/// A number without an exponent and with no more digits before its point fits into a double.
constexpr ptrdiff_t safe_whole_digits = 300;

bool is_digit(uint8_t byte) noexcept
{
    return static_cast<uint8_t>(byte - '0') < 10;
}

const uint8_t *skip_digits(const uint8_t *at) noexcept
{
    while (is_digit(*at)) {
        ++at;
    }
    return at;
}

const char *characters(const uint8_t *bytes) noexcept
{
    return reinterpret_cast<const char *>(bytes);
}

/// Whether a number that a double can only round has a magnitude below 1.
///
/// `from_chars` says of too large and too small numbers the same, and only the large ones are errors.
bool is_small(const uint8_t *at, const uint8_t *end) noexcept
{
    // The power of ten of the first digit that is not 0. It saturates, as no text is long enough to make up for that.
    constexpr int64_t limit = int64_t{1} << 40;
    int64_t power = 0;
    bool is_whole = true, has_begun = false;
    for (at += *at == '-'; at < end && (*at | 0x20) != 'e'; ++at) {
        if (*at == '.') {
            is_whole = false;
        } else if (is_whole) {
            power += has_begun;
            has_begun = has_begun || *at != '0';
        } else if (!has_begun) {
            --power;
            has_begun = *at != '0';
        }
    }
    if (at == end) {
        return power < 0;
    }
    const bool is_negative = *++at == '-';
    at += is_negative || *at == '+';
    int64_t exponent = 0;
    for (; at < end && exponent < limit; ++at) {
        exponent = exponent * 10 + (*at - '0');
    }
    return power + (is_negative ? -exponent : exponent) < 0;
}

/// Whether a double can round a number.
bool fits_double(const uint8_t *start, const uint8_t *end) noexcept
{
    double value;
    return std::from_chars(characters(start), characters(end), value).ec == std::errc() || is_small(start, end);
}

bool fits_integer(const uint8_t *start, const uint8_t *end) noexcept
{
    int64_t value;
    uint64_t large;
    if (std::from_chars(characters(start), characters(end), value).ec == std::errc()) {
        return true;
    }
    return std::from_chars(characters(start), characters(end), large).ec == std::errc();
}

bool is_number(const uint8_t *const start) noexcept
{
    const uint8_t *const digits = start + (*start == '-');
    const uint8_t *at = skip_digits(digits);
    const ptrdiff_t count = at - digits;
    if (count == 0 || (count > 1 && *digits == '0')) {
        return false;
    }
    const uint8_t *const whole_end = at;
    if (*at == '.') {
        const uint8_t *const fraction = at + 1;
        at = skip_digits(fraction);
        if (at == fraction) {
            return false;
        }
    }
    bool has_exponent = false;
    if ((*at | 0x20) == 'e') {
        has_exponent = true;
        ++at;
        at += *at == '+' || *at == '-';
        const uint8_t *const exponent = at;
        at = skip_digits(exponent);
        if (at == exponent) {
            return false;
        }
    }
    if (!ends_scalar[*at]) {
        return false;
    }
    if (at == whole_end) {
        return count <= safe_digits || fits_integer(start, at);
    }
    return (!has_exponent && count <= safe_whole_digits) || fits_double(start, at);
}

bool is_word(const uint8_t *start, const char *word, size_t length) noexcept
{
    return std::memcmp(start, word, length) == 0 && ends_scalar[start[length]];
}

/// The value of four hexadecimal digits; -1: they are not four.
int32_t code_unit(const uint8_t *at) noexcept
{
    int32_t value = 0;
    for (const uint8_t *const end = at + 4; at < end; ++at) {
        const uint8_t letter = *at | 0x20;
        if (is_digit(*at)) {
            value = value * 16 + (*at - '0');
        } else if (letter >= 'a' && letter <= 'f') {
            value = value * 16 + (letter - 'a' + 10);
        } else {
            return -1;
        }
    }
    return value;
}

bool is_high_surrogate(int32_t unit) noexcept
{
    return unit >= 0xD800 && unit < 0xDC00;
}
bool is_low_surrogate(int32_t unit) noexcept
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/// Reads `\u` with its four digits, and the second half of a pair of surrogates.
Escape unicode_escape(const uint8_t *backslash) noexcept
{
    const int32_t first = code_unit(backslash + 2);
    if (first < 0 || is_low_surrogate(first)) {
        return {nullptr, 0};
    }
    if (!is_high_surrogate(first)) {
        return {backslash + 6, static_cast<uint32_t>(first)};
    }
    if (backslash[6] != '\\' || backslash[7] != 'u') {
        return {nullptr, 0};
    }
    const int32_t second = code_unit(backslash + 8);
    if (!is_low_surrogate(second)) {
        return {nullptr, 0};
    }
    return {backslash + 12, static_cast<uint32_t>(0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00))};
}

} // namespace

bool is_scalar(const uint8_t *start, uint32_t &null_count) noexcept
{
    switch (*start) {
    case 't':
        return is_word(start, "true", 4);
    case 'f':
        return is_word(start, "false", 5);
    case 'n':
        ++null_count;
        return is_word(start, "null", 4);
    default:
        return is_number(start);
    }
}

Number number_at(const uint8_t *start, const uint8_t *end) noexcept
{
    const bool is_negative = *start == '-';
    const uint8_t *const digits = start + is_negative;
    const uint8_t *at = digits;
    uint64_t whole = 0;
    while (at < end && is_digit(*at)) {
        whole = whole * 10 + static_cast<uint64_t>(*at++ - '0');
    }
    const bool is_integer = at == end || (*at != '.' && (*at | 0x20) != 'e');
    if (is_integer && at - digits <= safe_digits) {
        return {'l', is_negative ? 0 - whole : whole};
    }
    if (is_integer) {
        int64_t value;
        if (std::from_chars(characters(start), characters(at), value).ec == std::errc()) {
            return {'l', static_cast<uint64_t>(value)};
        }
        uint64_t large = 0;
        std::from_chars(characters(start), characters(at), large);
        return {'u', large};
    }
    // Too small for a double: it is 0.
    double value = is_negative ? -0.0 : 0.0;
    std::from_chars(characters(start), characters(end), value);
    Number number = {'d', 0};
    std::memcpy(&number.bits, &value, sizeof value);
    return number;
}

Escape escape_at(const uint8_t *backslash) noexcept
{
    switch (const uint8_t letter = backslash[1]) {
    case '"':
    case '\\':
    case '/':
        return {backslash + 2, letter};
    case 'b':
        return {backslash + 2, '\b'};
    case 'f':
        return {backslash + 2, '\f'};
    case 'n':
        return {backslash + 2, '\n'};
    case 'r':
        return {backslash + 2, '\r'};
    case 't':
        return {backslash + 2, '\t'};
    case 'u':
        return unicode_escape(backslash);
    default:
        return {nullptr, 0};
    }
}

uint8_t *write_utf8(uint8_t *place, uint32_t character) noexcept
{
    const auto tail = [character](int shift) { return static_cast<uint8_t>(0x80 | (character >> shift & 0x3F)); };
    if (character < 0x80) {
        *place++ = static_cast<uint8_t>(character);
    } else if (character < 0x800) {
        *place++ = static_cast<uint8_t>(0xC0 | character >> 6);
        *place++ = tail(0);
    } else if (character < 0x10000) {
        *place++ = static_cast<uint8_t>(0xE0 | character >> 12);
        *place++ = tail(6);
        *place++ = tail(0);
    } else {
        *place++ = static_cast<uint8_t>(0xF0 | character >> 18);
        *place++ = tail(12);
        *place++ = tail(6);
        *place++ = tail(0);
    }
    return place;
}

} // namespace csimdjson
