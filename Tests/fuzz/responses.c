/* Responses of any bytes. The first byte chooses the HTTP status. */
#include "answers.h"
#include "fuzzing.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const int statuses[] = {200, 201, 400, 404, 500};
    if (length == 0) return -1;
    fetch_answer(statuses[bytes[0] % (sizeof statuses / sizeof *statuses)], bytes + 1, length - 1);
    return 0;
}
