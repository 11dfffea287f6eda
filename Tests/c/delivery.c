/* "delivery": "thread": callbacks run on one thread of the library. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <string.h>

#define ON_A_THREAD "\"delivery\": \"thread\""

/* What a callback may reach, and how it says that it ran. */
struct scene {
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_operation *operation;
    struct recorder recorder;
    sem_t is_over;
};

static void open_scene(struct scene *scene, const char *path, const char *options)
{
    *scene = (struct scene){0};
    REQUIRE_INTEGER(sem_init(&scene->is_over, 0, 0), 0);
    scene->client = make_client_with(trouble_url(path, options), ON_A_THREAD);
    scene->pager = make_pager(scene->client, ITEMS_QUERY, "");
}

static void record_and_tell(void *user_data)
{
    struct scene *scene = user_data;
    record_destroy(&scene->recorder);
    sem_post(&scene->is_over);
}

static void record_end(void *user_data, swiftpager_status status, const char *error)
{
    struct scene *scene = user_data;
    record_completion(&scene->recorder, status, error);
}

static int library_threads(const char *name)
{
    int count = 0;
    DIR *threads = opendir("/proc/self/task");
    REQUIRE(threads != NULL);
    for (struct dirent *thread; (thread = readdir(threads)) != NULL;) {
        char path[64 + sizeof thread->d_name], found[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", thread->d_name);
        /* A thread may end meanwhile. */
        FILE *file = fopen(path, "r");
        if (file == NULL) continue;
        if (fgets(found, sizeof found, file) != NULL) {
            found[strcspn(found, "\n")] = '\0';
            if (strcmp(found, name) == 0) count++;
        }
        fclose(file);
    }
    closedir(threads);
    return count;
}

TEST(callbacks_run_on_one_thread_of_the_library)
{
    struct scene scene;
    open_scene(&scene, "/good", NULL);
    subscribe_recorder(&scene.recorder, scene.pager);
    REQUIRE_OK(
        swiftpager_pager_load_all(scene.pager, NULL, record_end, &scene, record_and_tell, &scene.operation, NULL));
    sem_wait(&scene.is_over);
    CHECK_TEXT(scene.recorder.history, "UUUUUCD");
    CHECK_INTEGER(scene.recorder.thread_changes, 0);
    CHECK(!pthread_equal(scene.recorder.thread, pthread_self()));
    forget_updates(&scene.recorder);
    CHECK_OK(swiftpager_operation_release(scene.operation));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
}

TEST(with_a_thread_nobody_dispatches_and_waits_only_wait)
{
    struct scene scene;
    struct pollfd poll_fd = {.events = POLLIN};
    swiftpager_update *update = NULL;
    uint32_t count = 7;
    open_scene(&scene, "/good", NULL);
    CHECK_STATUS(swiftpager_client_dispatch(scene.client, 0, 0, &count), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_INTEGER(count, 0);
    REQUIRE_OK(swiftpager_client_fd(scene.client, &poll_fd.fd));
    subscribe_recorder(&scene.recorder, scene.pager);
    REQUIRE_OK(
        swiftpager_pager_fetch(scene.pager, NULL, record_end, &scene, record_and_tell, &scene.operation, NULL));
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_TEXT(scene.recorder.history, "UCD");
    swiftpager_operation *rest = start_walk(scene.pager, NULL);
    for (int page = 1; page <= 5; page++) {
        REQUIRE_OK(swiftpager_operation_next(rest, -1, &update, NULL));
        CHECK_PAGE(swiftpager_update_page(update, NULL), page);
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_OK(swiftpager_operation_next(rest, -1, &update, NULL));
    CHECK(update == NULL);
    CHECK_INTEGER(poll(&poll_fd, 1, 0), 0);
    CHECK_OK(swiftpager_client_close(scene.client, -1));
    CHECK_OK(swiftpager_operation_release(rest));
    CHECK_OK(swiftpager_operation_release(scene.operation));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_INTEGER(scene.recorder.thread_changes, 0);
    forget_updates(&scene.recorder);
}

static void look_for_the_handle(void *user_data, swiftpager_status status, const char *error)
{
    struct scene *scene = user_data;
    (void)status, (void)error;
    CHECK_OK(swiftpager_operation_ended(scene->operation, NULL, NULL));
}

/* The answer is there at once, so the completion may run before the call that started the operation returns. */
TEST(a_handle_is_there_before_anything_of_its_operation_runs)
{
    struct host host = {0};
    struct scene scene = {.client = make_host_client(&host, ON_A_THREAD)};
    scene.pager = make_pager(scene.client, ITEMS_QUERY, "");
    REQUIRE_INTEGER(sem_init(&scene.is_over, 0, 0), 0);
    for (int round = 0; round < round_count(500, 20000); round++) {
        scene.operation = NULL;
        REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, look_for_the_handle, &scene, record_and_tell,
                                          &scene.operation, NULL));
        sem_wait(&scene.is_over);
        CHECK_OK(swiftpager_operation_release(scene.operation));
    }
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
}

static void refuse_then_release_everything(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    sigset_t blocked;
    CHECK_STATUS(swiftpager_operation_wait(scene->operation, -1, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_client_close(scene->client, -1), SWIFTPAGER_REENTRANT);
    REQUIRE_INTEGER(pthread_sigmask(SIG_BLOCK, NULL, &blocked), 0);
    CHECK(sigismember(&blocked, SIGINT) == 1 && sigismember(&blocked, SIGTERM) == 1);
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
    CHECK_OK(swiftpager_operation_release(scene->operation));
    CHECK_OK(swiftpager_pager_release(scene->pager));
    CHECK_OK(swiftpager_client_release(scene->client));
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
}

TEST(everything_may_be_released_on_the_thread_which_then_ends)
{
    struct scene scene;
    open_scene(&scene, "/good", NULL);
    REQUIRE_OK(
        swiftpager_pager_subscribe(scene.pager, refuse_then_release_everything, &scene, record_and_tell, NULL));
    REQUIRE_OK(swiftpager_pager_load_all(scene.pager, NULL, record_end, &scene, NULL, &scene.operation, NULL));
    sem_wait(&scene.is_over);
    CHECK_TEXT(scene.recorder.history, "D");
    while (library_threads("swiftpager-call") > 0) sched_yield();
}

TEST(the_thread_ends_with_its_client)
{
    struct scene scene;
    open_scene(&scene, "/stall", "bad=1");
    REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, record_end, &scene, record_and_tell, NULL, NULL));
    /* A thread gets its name when it begins to run. */
    while (library_threads("swiftpager-call") == 0) sched_yield();
    CHECK_INTEGER(library_threads("swiftpager-call"), 1);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    sem_wait(&scene.is_over);
    CHECK_INTEGER(scene.recorder.destroy_count, 1);
    while (library_threads("swiftpager-call") > 0) sched_yield();
}

static void exit_thread_once(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    record_update(&scene->recorder, update);
    if (scene->recorder.calls == 1) pthread_exit(NULL);
}

TEST(a_callback_that_ends_the_thread_leaves_one_that_goes_on)
{
    struct scene scene;
    open_scene(&scene, "/good", NULL);
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, exit_thread_once, &scene, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_load_all(scene.pager, NULL, record_end, &scene, record_and_tell, NULL, NULL));
    sem_wait(&scene.is_over);
    CHECK_TEXT(scene.recorder.history, "UUUUUCD");
    forget_updates(&scene.recorder);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
}
