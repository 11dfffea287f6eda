/* Lists that are loaded again, or by a second pager, with a cache: the rows M32–M37 of the behaviours. */
#include "cached.h"
#include "harness.h"
#include "pagers.h"
#include "servers.h"

TEST(m32_a_second_fetch_shows_the_cache_first)
{
    struct list list = {0};
    open_list(&list, "");
    CHECK_RUN(swiftpager_pager_fetch, list.pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(list.recorder.history, "UUU");
    CHECK_CACHED(list.recorder.updates[1], 0);
    CHECK_INTEGER(swiftpager_update_source(list.recorder.updates[2], NULL), SWIFTPAGER_SOURCE_SERVER);
    CHECK_INTEGER(swiftpager_update_page_count(list.recorder.updates[2]), 1);
    CHECK_INTEGER(shop_requests(), 3);
    close_list(&list);
}

TEST(m33_a_refetch_shows_the_first_page_alone_and_forgets_the_second)
{
    struct list list = {0};
    open_list(&list, "");
    CHECK_RUN(swiftpager_pager_fetch, list.pager, REFETCH, SWIFTPAGER_OK);
    CHECK_UPDATES(list.client, &list.recorder, 2);
    CHECK_INTEGER(swiftpager_update_source(newest_update(&list.recorder), NULL), SWIFTPAGER_SOURCE_SERVER);
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&list.recorder)), 1);
    CHECK_INTEGER(shop_requests(), 3);
    /* What only the second page showed is watched no more. */
    write_fields(list.client, product_key(5), "{\"name\": \"Renamed\"}");
    CHECK_UPDATES(list.client, &list.recorder, 2);
    write_fields(list.client, product_key(2), "{\"name\": \"Renamed\"}");
    CHECK_UPDATES(list.client, &list.recorder, 3);
    CHECK_CHANGE(newest_update(&list.recorder), 0);
    CHECK_RUN(swiftpager_pager_load_next, list.pager, "{\"cache_policy\": \"fetch_ignoring_cache_data\"}",
              SWIFTPAGER_OK);
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&list.recorder)), 2);
    close_list(&list);
}

TEST(m34_m35_a_second_pager_finds_what_the_first_one_brought)
{
    struct list list = {0};
    struct recorder recorder = {0};
    open_list(&list, "");
    swiftpager_pager *second = make_pager(list.client, CACHED_QUERY, "");
    subscribe_recorder(&recorder, second);
    /* M34: the cache's copy, then the server's, for each call. */
    CHECK_RUN(swiftpager_pager_fetch, second, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, second, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UUUU");
    for (int index = 0; index < 4; index++) {
        CHECK_INTEGER(swiftpager_update_source(recorder.updates[index], NULL),
                      index % 2 == 0 ? SWIFTPAGER_SOURCE_CACHE : SWIFTPAGER_SOURCE_SERVER);
        CHECK_INTEGER(swiftpager_update_page_count(recorder.updates[index]), 1 + index / 2);
    }
    CHECK_INTEGER(shop_requests(), 4);
    /* M35: one update each, from the cache, and no request. */
    CHECK_RUN(swiftpager_pager_fetch, second, "{\"cache_policy\": \"return_cache_data_else_fetch\"}", SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, second, "{\"cache_policy\": \"return_cache_data_else_fetch\"}",
              SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_fetch, second, "{\"cache_policy\": \"return_cache_data_dont_fetch\"}", SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, second, "{\"cache_policy\": \"return_cache_data_dont_fetch\"}",
              SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UUUUUUUU");
    for (int index = 4; index < 8; index++) CHECK_CACHED(recorder.updates[index], index % 2);
    CHECK_INTEGER(shop_requests(), 4);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(second));
    close_list(&list);
}

TEST(m36_m37_what_the_cache_does_not_have_is_a_miss)
{
    struct recorder recorder = {0};
    char *error = NULL;
    swiftpager_client *client = make_client_with(counted_shop_url(), MEMORY);
    swiftpager_pager *pager = make_pager(client, CACHED_QUERY, "");
    subscribe_recorder(&recorder, pager);
    /* M37 */
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, "{\"cache_policy\": \"return_cache_data_dont_fetch\"}", &error),
                 SWIFTPAGER_CACHE_MISS);
    CHECK_CONTAINS(error, "CACHE_MISS");
    CHECK_CONTAINS(error, "QUERY_ROOT");
    swiftpager_free(error);
    CHECK_TEXT(recorder.history, "F");
    CHECK_STATUS(swiftpager_update_status(newest_update(&recorder)), SWIFTPAGER_CACHE_MISS);
    CHECK_INTEGER(shop_requests(), 0);
    /* M36 */
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, pager, "{\"cache_policy\": \"return_cache_data_dont_fetch\"}",
              SWIFTPAGER_CACHE_MISS);
    CHECK_TEXT(recorder.history, "FUF");
    CHECK_CAN_LOAD(pager, true, false);
    CHECK_RUN(swiftpager_pager_load_next, pager, "{\"cache_policy\": \"fetch_ignoring_cache_data\"}", SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "FUFU");
    CHECK_INTEGER(shop_requests(), 2);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
