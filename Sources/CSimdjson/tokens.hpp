// The grammar between the tokens of a text.
#ifndef CSIMDJSON_TOKENS_HPP
#define CSIMDJSON_TOKENS_HPP

#include "csimdjson.h"

namespace csimdjson {

/// An object or array that is open at the current token.
struct Container {
    uint32_t token;
    /// How many values are inside so far.
    uint32_t count;
    /// The bracket that closes it.
    uint8_t closing;
};

/// The tokens that the first stage found, at least one and all inside the text, and room for what `link` makes of them.
struct Tokens {
    const uint8_t *bytes;
    size_t length;
    /// Where each token starts, `:` and `,` included. `link` drops those.
    uint32_t *offsets;
    uint32_t count;
    uint32_t *links;
    /// Room for the nested containers, `maximum_depth` of them.
    Container *open;
    uint32_t maximum_depth;
};

/// Checks the grammar between the tokens, and all numbers and words. Drops `:` and `,`, which a valid text does
/// without, and links each token as `csimdjson_text` says.
///
/// - Parameter kept: the number of tokens that are left.
/// - Parameter null_count: is greater by the number of values that are null.
csimdjson_status link(const Tokens &tokens, uint32_t &kept, uint32_t &null_count) noexcept;

} // namespace csimdjson

#endif
