/* Page infos of any bytes: in a response that is right but for them, and as what hooks return. */
#include "answers.h"
#include "fuzzing.h"

#include <stdlib.h>
#include <string.h>

#define HEAD "{\"data\":{\"items\":{\"edges\":[{\"node\":{\"id\":1}}],\"pageInfo\":"
#define TAIL "}}}"
#define GOOD HEAD "{\"hasNextPage\":true,\"endCursor\":\"c\"}" TAIL
#define PLACES "{\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\"}}"
#define FEW_PAGES "{\"max_pages\": 3}"

static void read_from_a_response(const uint8_t *bytes, size_t length)
{
    const size_t head = sizeof HEAD - 1, tail = sizeof TAIL - 1;
    char *body = malloc(head + length + sizeof TAIL);
    HOLDS(body != NULL);
    memcpy(body, HEAD, head);
    if (length > 0) memcpy(body + head, bytes, length);
    memcpy(body + head + length, TAIL, sizeof TAIL);
    fetch_answer(200, body, head + length + tail);
    free(body);
}

/* --- Hooks -------------------------------------------------------------------------------------------------------- */

/* What a hook returns, and how often hooks were called. */
struct answer {
    const char *text;
    int calls, destroys;
};

static swiftpager_status give(const char *text, char **out_json)
{
    *out_json = text_of((const uint8_t *)text, strlen(text));
    return SWIFTPAGER_OK;
}

static swiftpager_status extract(void *user_data, const char *page_json, size_t length,
                                 bool is_initial, char **out_json)
{
    struct answer *answer = user_data;
    HOLDS(strlen(page_json) == length && is_initial == (answer->calls == 0));
    answer->calls++;
    return give(answer->text, out_json);
}

/* What extract_page_info returned comes as it is; only what can be read is resolved. */
static swiftpager_status resolve(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                 char **out_json)
{
    struct answer *answer = user_data;
    HOLDS(strcmp(page_info_json, answer->text) == 0);
    HOLDS(direction == SWIFTPAGER_KIND_NEXT || direction == SWIFTPAGER_KIND_PREVIOUS);
    const char *request = "{\"variables\": {\"after\": \"c\"}}";
    return give(request, out_json);
}

static swiftpager_status resolve_with_answer(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                             char **out_json)
{
    struct answer *answer = user_data;
    HOLDS(strstr(page_info_json, "\"end_cursor\":\"c\"") != NULL && direction == SWIFTPAGER_KIND_NEXT);
    answer->calls++;
    return give(answer->text, out_json);
}

static swiftpager_status extract_backward(void *user_data, const char *page_json, size_t length, bool is_initial,
                                          char **out_json)
{
    (void)user_data, (void)page_json, (void)length, (void)is_initial;
    const char *info = "{\"can_load_previous\": true, \"start_cursor\": \"c\"}";
    return give(info, out_json);
}

static swiftpager_status resolve_backward_with_answer(void *user_data, const char *page_info_json,
                                                      swiftpager_kind direction, char **out_json)
{
    struct answer *answer = user_data;
    HOLDS(strstr(page_info_json, "start_cursor") != NULL && direction == SWIFTPAGER_KIND_PREVIOUS);
    answer->calls++;
    return give(answer->text, out_json);
}

static swiftpager_status transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    struct answer *answer = user_data;
    HOLDS(strlen(page_json) == length);
    answer->calls++;
    return give(answer->text, out_json);
}

static void destroy(void *user_data)
{
    ((struct answer *)user_data)->destroys++;
}

/* Walks a few pages of a list without an end, and checks that the hooks are called, and given back. */
static swiftpager_status walk(const char *text, const char *config, swiftpager_pager_hooks hooks)
{
    struct answer answer = {text, 0, 0};
    hooks.struct_size = sizeof hooks;
    hooks.user_data = &answer;
    hooks.destroy = destroy;
    answer_with(200, GOOD, sizeof GOOD - 1);
    swiftpager_status status = load_answers(swiftpager_pager_load_all, FEW_PAGES, config, &hooks);
    dispatch_answers();
    HOLDS(answer.calls >= 1 && answer.destroys == 1);
    return status;
}

static void read_from_hooks(const char *text)
{
    walk(text, PLACES, (swiftpager_pager_hooks){.extract_page_info = extract});
    walk(text, PLACES, (swiftpager_pager_hooks){.extract_page_info = extract, .resolve_page = resolve});
    walk(text, NULL, (swiftpager_pager_hooks){.resolve_page = resolve_with_answer});
    walk(text, PLACES,
         (swiftpager_pager_hooks){.extract_page_info = extract_backward, .resolve_page = resolve_backward_with_answer});
    swiftpager_status status = walk(text, NULL, (swiftpager_pager_hooks){.transform = transform});
    HOLDS(status == SWIFTPAGER_HOOK_FAILED || status == SWIFTPAGER_CURSOR_STUCK);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    read_from_a_response(bytes, length);
    char *text = text_of(bytes, length);
    read_from_hooks(text);
    free(text);
    return 0;
}
