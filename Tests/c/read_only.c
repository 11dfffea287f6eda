/* Files that the system does not let a client write: the error has the system's own reason. */
#define _GNU_SOURCE /* unshare */
#include "harness.h"
#include "processes.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOT_CHECKED 77

/* Makes a client whose config names a file in a folder; checks that the error has a reason. */
static void check_refused(const char *form, const char *folder, const char *status, const char *reason)
{
    char config[256], code[64];
    char *error = NULL;
    swiftpager_client *client = NULL;
    snprintf(config, sizeof config, form, folder);
    swiftpager_client_create("http://127.0.0.1:9/", config, NULL, &client, &error);
    CHECK(client == NULL);
    snprintf(code, sizeof code, "\"%s\"", status);
    CHECK_JSON(error, "/code", code);
    CHECK_CONTAINS(error, reason);
    swiftpager_free(error);
}

#define CACHE "{\"cache\": {\"sqlite\": \"%s/cache.db\"}}"
#define RECORD "{\"record\": \"%s/walk.jsonl\"}"

static void write_to_a_read_only_file_system(void *folder)
{
    /* In a namespace of its own; a user who may not make one makes a user namespace around it. */
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) _exit(NOT_CHECKED);
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) _exit(NOT_CHECKED);
    if (mount("none", folder, "tmpfs", MS_RDONLY, NULL) != 0) _exit(NOT_CHECKED);
    check_refused(CACHE, folder, "CACHE_FAILED", "(Read-only file system)");
    check_refused(RECORD, folder, "RECORDING_FAILED", "Read-only file system");
}

TEST(a_read_only_file_system_is_the_reason_that_an_error_names)
{
    char folder[] = "/tmp/swiftpager-read-only-XXXXXX";
    REQUIRE(mkdtemp(folder) != NULL);
    const int code = run_in_child(write_to_a_read_only_file_system, folder);
    if (code == NOT_CHECKED) {
        fprintf(stderr, "  not checked: this user may not mount a file system\n");
    } else {
        CHECK_INTEGER(code, 0);
    }
    CHECK_INTEGER(rmdir(folder), 0);
}

TEST(a_folder_that_does_not_exist_is_the_reason_that_an_error_names)
{
    check_refused(CACHE, "/tmp/swiftpager-no-such-folder", "CACHE_FAILED", "(No such file or directory)");
    check_refused(RECORD, "/tmp/swiftpager-no-such-folder", "RECORDING_FAILED", "No such file or directory");
}

TEST(a_folder_in_the_place_of_a_file_is_the_reason_that_an_error_names)
{
    char folder[] = "/tmp/swiftpager-folder-XXXXXX", file[64];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(file, sizeof file, "%s/cache.db", folder);
    REQUIRE_INTEGER(mkdir(file, 0700), 0);
    check_refused(CACHE, folder, "CACHE_FAILED", "(Is a directory)");
    CHECK_INTEGER(rmdir(file) | rmdir(folder), 0);
}
