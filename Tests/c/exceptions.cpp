// C++ exceptions that leave callbacks, which the header forbids. left_callbacks.c has the tests.
#include "left_callbacks.h"

#include <stdexcept>

namespace {

void throw_once(void *user_data, const swiftpager_update *)
{
    auto *scene = static_cast<left_scene *>(user_data);
    if (scene->calls++ == 0) throw std::runtime_error("out of a callback");
}

void throw_from_completion(void *user_data, swiftpager_status, const char *)
{
    static_cast<left_scene *>(user_data)->calls++;
    throw std::runtime_error("out of a completion");
}

void note_destroy(void *user_data)
{
    static_cast<left_scene *>(user_data)->destroys++;
}

} // namespace

extern "C" void throw_something(void)
{
    throw std::runtime_error("out of a function of the host");
}

extern "C" bool throws_out_of_a_wait(swiftpager_operation *operation)
{
    try {
        swiftpager_operation_wait(operation, -1, nullptr);
    } catch (const std::runtime_error &) {
        return true;
    }
    return false;
}

extern "C" bool throw_out_of_an_update(left_scene *scene)
{
    open_left_scene(scene, throw_once, nullptr, note_destroy);
    scene->wanted_destroys = 1;
    return throws_out_of_a_wait(scene->operation);
}

extern "C" bool throw_out_of_a_completion(left_scene *scene)
{
    open_left_scene(scene, nullptr, throw_from_completion, note_destroy);
    scene->wanted_destroys = 1;
    return throws_out_of_a_wait(scene->operation);
}
