/* Page infos of any bytes, in a response that is right but for them. */
#include "answers.h"
#include "fuzzing.h"

#include <stdlib.h>
#include <string.h>

#define HEAD "{\"data\":{\"items\":{\"edges\":[{\"node\":{\"id\":1}}],\"pageInfo\":"
#define TAIL "}}}"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *body = malloc(strlen(HEAD) + length + strlen(TAIL));
    HOLDS(body != NULL);
    memcpy(body, HEAD, strlen(HEAD));
    if (length > 0) memcpy(body + strlen(HEAD), bytes, length);
    memcpy(body + strlen(HEAD) + length, TAIL, strlen(TAIL));
    fetch_answer(200, body, strlen(HEAD) + length + strlen(TAIL));
    free(body);
    return 0;
}
