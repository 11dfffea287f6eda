/**
 * zlib for Swift: its own header, and the macro that begins a stream.
 */
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/** deflateInit2 for the format of gzip, with the largest window and the usual memory. */
static inline int czlib_start_gzip(z_stream *stream, int level)
{
    return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
