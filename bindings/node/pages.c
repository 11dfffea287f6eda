/* What index.js reads of updates and pages. */
#include "values.h"

static napi_value js_update_error(napi_env env, napi_callback_info info)
{
    return text_value(env, swiftpager_update_error(handle_of(env, info)), NAPI_AUTO_LENGTH);
}

static napi_value js_update_source(napi_env env, napi_callback_info info)
{
    return number_value(env, swiftpager_update_source(handle_of(env, info), NULL));
}

static napi_value js_update_is_change(napi_env env, napi_callback_info info)
{
    bool out = false;
    swiftpager_update_source(handle_of(env, info), &out);
    return bool_value(env, out);
}

static napi_value js_update_page_count(napi_env env, napi_callback_info info)
{
    return number_value(env, (int64_t)swiftpager_update_page_count(handle_of(env, info)));
}

static napi_value js_update_page(napi_env env, napi_callback_info info)
{
    return handle_value(env, swiftpager_update_page(handle_of(env, info), NULL), NULL);
}

static napi_value js_update_page_at(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    int64_t index = 0;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_int64(env, arguments[1], &index);
    return handle_value(env, swiftpager_update_page_at(handle_argument(env, arguments[0]), (size_t)index), NULL);
}

static napi_value js_update_finish(napi_env env, napi_callback_info info)
{
    ended(env, swiftpager_update_finish(handle_of(env, info)), NULL);
    return NULL;
}

static napi_value js_update_release(napi_env env, napi_callback_info info)
{
    swiftpager_update_release(handle_of(env, info));
    return NULL;
}

static napi_value js_page_kind(napi_env env, napi_callback_info info)
{
    return number_value(env, swiftpager_page_kind(handle_of(env, info)));
}

static napi_value js_page_item_count(napi_env env, napi_callback_info info)
{
    return number_value(env, (int64_t)swiftpager_page_item_count(handle_of(env, info)));
}

/* Texts that are lent. */
#define LENDS(name, call) \
    static napi_value js_##name(napi_env env, napi_callback_info info) \
    { \
        void *handle = handle_of(env, info); \
        size_t length = 0; \
        const char *text = call; \
        return text_value(env, text, length); \
    }
LENDS(page_response, swiftpager_page_response(handle, &length))
LENDS(page_data, swiftpager_page_data(handle, &length))
LENDS(page_errors, swiftpager_page_errors(handle, &length))
LENDS(page_info, swiftpager_page_info(handle, &length))
LENDS(page_extensions, swiftpager_page_extensions(handle, &length))
LENDS(page_headers, swiftpager_page_header(handle, NULL, &length))

/* pageTexts(page): the texts of its items, of an edge its node. */
static napi_value js_page_texts(napi_env env, napi_callback_info info)
{
    void *page = handle_of(env, info);
    size_t count = 0;
    const char *response = swiftpager_page_response(page, NULL);
    const uint64_t *spans = swiftpager_page_spans(page, true, &count);
    napi_value texts = NULL;
    napi_create_array_with_length(env, count, &texts);
    for (size_t index = 0; index < count; index++) {
        napi_value text = text_value(env, response + spans[2 * index], spans[2 * index + 1]);
        napi_set_element(env, texts, (uint32_t)index, text);
    }
    return texts;
}

void add_pages(napi_env env, napi_value exports)
{
    static const struct function all[] = {
        {"updateError", js_update_error},
        {"updateSource", js_update_source},
        {"updateIsChange", js_update_is_change},
        {"updatePageCount", js_update_page_count},
        {"updatePage", js_update_page},
        {"updatePageAt", js_update_page_at},
        {"updateFinish", js_update_finish},
        {"updateRelease", js_update_release},
        {"pageKind", js_page_kind},
        {"pageItemCount", js_page_item_count},
        {"pageResponse", js_page_response},
        {"pageData", js_page_data},
        {"pageErrors", js_page_errors},
        {"pageInfo", js_page_info},
        {"pageExtensions", js_page_extensions},
        {"pageHeaders", js_page_headers},
        {"pageTexts", js_page_texts},
    };
    add_functions(env, exports, all, sizeof all / sizeof *all);
}
