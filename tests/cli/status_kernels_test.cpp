// The command prints what workers report of their kernels, also a worker that a tenant has taken over.
#include "cli/status_kernels.h"

#include <gmock/gmock.h>

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

ordered_json status_of_two() {
    return ordered_json::parse(R"({"workers": [
        {"pid": 1, "session_list": [{"session": 5, "tenant": "a"}]},
        {"pid": 2, "session_list": [{"session": 6, "tenant": "b"}]}]})");
}

TEST(KernelsOfWorkers, OneThatTalksNonsenseHidesNothingOfOthers) {
    for (const char* const nonsense :
         {"kernel\t5\tk\n", "reason\tmany\tbecause\n", "?", "kernel\t5\tk\tm\t0\t0\t0\t0\t0\t-1\n"}) {
        ordered_json status = status_of_two();
        note_kernels(status["workers"][0], std::string("kernel\t5\tseen\tm\t1\t0\t0\t0\t0\t0\n") + nonsense);
        note_kernels(status["workers"][1], std::string("kernel\t6\tours\tm\t0\t0\t2\t0\t0\t0\n"));
        const std::string text = kernels_text(status);
        EXPECT_THAT(text, HasSubstr("worker 1: ")) << nonsense;
        EXPECT_THAT(text, HasSubstr("not understood")) << nonsense;
        EXPECT_THAT(text, HasSubstr("ours of module m: 2 launches, 2 free")) << nonsense;
        EXPECT_FALSE(status["workers"][0]["session_list"][0].contains("kernels")) << nonsense;
    }
}

TEST(KernelsOfWorkers, NamesAreFitForJsonAndTerminals) {
    ordered_json status = status_of_two();
    note_kernels(status["workers"][0],
                 std::string("kernel\t5\t\xff\x1b[2J\t\xc3\t0\t0\t0\t0\t1\t0\nreason\t1\t\xe2\x82\n"));
    std::string json;
    ASSERT_NO_THROW(json = status.dump(2, ' ', true));
    EXPECT_THAT(json, HasSubstr(R"(\\xff\\x1b[2J)"));
    EXPECT_THAT(json, HasSubstr(R"(\\xe2\\x82)"));
    EXPECT_THAT(kernels_text(status), HasSubstr(R"(\xff\x1b[2J of module \xc3)"));
}

}  // namespace
}  // namespace ringfence::cli
