/* Page infos of any bytes, in a response that is right but for them. */
#include "answers.h"
#include "fuzzing.h"

#include <stdlib.h>
#include <string.h>

#define HEAD "{\"data\":{\"items\":{\"edges\":[{\"node\":{\"id\":1}}],\"pageInfo\":"
#define TAIL "}}}"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const size_t head = sizeof HEAD - 1, tail = sizeof TAIL - 1;
    char *body = malloc(head + length + sizeof TAIL);
    HOLDS(body != NULL);
    memcpy(body, HEAD, head);
    if (length > 0) memcpy(body + head, bytes, length);
    memcpy(body + head + length, TAIL, sizeof TAIL);
    fetch_answer(200, body, head + length + tail);
    free(body);
    return 0;
}
