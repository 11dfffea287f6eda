// The one door to simdjson's static objects.
#ifndef CSIMDJSON_IMPLEMENTATION_HPP
#define CSIMDJSON_IMPLEMENTATION_HPP

#include "csimdjson.h"

#include <memory>

#include <simdjson.h>

namespace csimdjson {

using Implementation = simdjson::internal::dom_parser_implementation;

/// Makes the parser of this processor's instruction set, without memory for texts.
///
/// CSIMDJSON_EXITING once exit() has begun to run its handlers: simdjson chooses the parser through static objects,
/// which exit() destroys while other threads still run. A parser that was made before goes on working, because it
/// lives on the heap and its functions use no such object.
csimdjson_status make_implementation(std::unique_ptr<Implementation> &out) noexcept;

} // namespace csimdjson

#endif
