/* The streams of Arrow that the threads share; one thread at a time uses a stream. */
#ifndef STREAMS_H
#define STREAMS_H

#include "actors.h"

#include <swiftpager_arrow.h>

/* Moves the stream into the pool. A pool that is full releases another one in its place. */
void keep_stream(struct ArrowArrayStream *stream, void *operation);

/* Calls a function of one of the streams. */
void use_a_stream(struct actor *actor);

/* Takes the operation of one of the streams out of its pool; NULL if none is there. */
void *take_streamed_operation(void);

/* Releases all streams. Returns whether there were any. */
bool release_streams(void);

long stream_call_count(void);

#endif
