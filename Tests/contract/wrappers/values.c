/* What swiftpager_jansson.h promises: the parts of a page as values of jansson. */
#include <swiftpager_jansson.h>

#include <stdio.h>

static int failures;

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%d: it does not hold that %s\n", __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

static const char QUERY[] = "query ($after: String) { products(first: 3, after: $after) {"
                            " edges { node { id } } pageInfo { hasNextPage endCursor } } }";

static void read_page(void *user_data, const swiftpager_update *update)
{
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    json_error_t error;
    json_t *response = swiftpager_page_response_json(page, &error);
    json_t *data = swiftpager_page_data_json(page, NULL);
    json_t *items = swiftpager_page_items_json(page, &error);
    json_t *item = swiftpager_page_item_json(page, 2, &error);
    json_t *info = swiftpager_page_info_json(page, &error);
    *(int *)user_data += 1;
    EXPECT(json_equal(json_object_get(response, "data"), data));
    EXPECT(json_array_size(items) == 3);
    EXPECT(item != NULL && json_equal(json_object_get(json_array_get(items, 2), "node"), item));
    EXPECT(json_is_true(json_object_get(info, "hasNextPage")));
    EXPECT(swiftpager_page_errors_json(page, &error) == NULL && error.text[0] == '\0');
    EXPECT(swiftpager_page_item_json(page, 3, &error) == NULL && error.text[0] == '\0');
    json_decref(info);
    json_decref(item);
    json_decref(items);
    json_decref(data);
    json_decref(response);
}

int main(int argc, char **argv)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    json_error_t error;
    int pages = 0;
    EXPECT(argc == 2);
    EXPECT(swiftpager_client_create(argv[1], NULL, NULL, &client, NULL) == SWIFTPAGER_OK);
    EXPECT(swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, NULL) == SWIFTPAGER_OK);
    EXPECT(swiftpager_pager_subscribe(pager, read_page, &pages, NULL, NULL) == SWIFTPAGER_OK);
    EXPECT(swiftpager_pager_fetch(pager, NULL, NULL, NULL, NULL, &operation, NULL) == SWIFTPAGER_OK);
    EXPECT(swiftpager_operation_wait(operation, -1, NULL) == SWIFTPAGER_OK);
    EXPECT(pages == 1);
    EXPECT(swiftpager_page_data_json(NULL, &error) == NULL && error.text[0] == '\0');
    EXPECT(swiftpager_slice_json("[1", 2, &error) == NULL && error.text[0] != '\0');
    swiftpager_operation_release(operation);
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    if (failures == 0) puts("all is well");
    return failures;
}
