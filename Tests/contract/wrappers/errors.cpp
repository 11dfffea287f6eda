// What an exception of swiftpager.hpp says.
#include "expecting.hpp"

#include <string>

static void an_error_says_where_in_the_texts_of_the_program()
{
    try {
        swiftpager::client client("http://127.0.0.1/", R"({"a\u0001\n\"/ä☃🛒": 1})");
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.path() == "/a\001\n\"~1ä☃🛒");
        EXPECT(error.what() == error.message() && error.message().find("ä☃🛒") != std::string::npos);
    }
}

static void a_message_is_that_of_the_outer_object()
{
    const std::string json = R"({"errors":[{"message":"inner","path":"/inner"}],"x":"message",)"
                             R"("message":"\b\f\n\r\t\"\\\/\u0001\u00e4\u2603\ud83d\uded2}","attempts":1})";
    const swiftpager::error error(SWIFTPAGER_GRAPHQL, json);
    EXPECT(error.message() == "\b\f\n\r\t\"\\/\001ä☃🛒}");
    EXPECT(error.path().empty() && error.json() == json);
}

static void a_message_has_the_first_and_the_last_code_point_of_each_length()
{
    const swiftpager::error error(SWIFTPAGER_GRAPHQL,
                                  R"({"message":"\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff"})");
    EXPECT(error.message() == "\x7f\u0080\u07ff\u0800\uffff\U00010000\U0010ffff");
}

static void an_error_without_an_object_is_the_name_of_its_status()
{
    const swiftpager::error error(SWIFTPAGER_CLOSED, "");
    EXPECT(error.what() == std::string("CLOSED") && error.message().empty() && error.path().empty());
}

int main()
{
    return report([] {
        an_error_says_where_in_the_texts_of_the_program();
        a_message_is_that_of_the_outer_object();
        a_message_has_the_first_and_the_last_code_point_of_each_length();
        an_error_without_an_object_is_the_name_of_its_status();
    });
}
