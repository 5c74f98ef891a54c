// The daemon's status as people read it; parts of it were said by tenants.
#include "cli/status_text.h"

#include <gmock/gmock.h>

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

ordered_json status_with(const std::string& session) {
    return ordered_json::parse(R"({"workers": [{"pid": 1, "session_list": [)" + session + "]}]}");
}

TEST(StatusText, TellsWhichCallsWereNotSupported) {
    const std::string text = status_text(status_with(
        R"({"session": 4, "unsupported_calls": 5, "unsupported_functions": ["cuGreenCtxCreate", "a\u001b[2J"]})"));
    EXPECT_THAT(text, HasSubstr("\n    calls that are not supported: 5 of cuGreenCtxCreate, a\\x1b[2J\n"));
    // The client said none, or one that is too long to be told.
    EXPECT_THAT(status_text(status_with(R"({"unsupported_calls": 7, "unsupported_functions": []})")),
                HasSubstr("\n    calls that are not supported: 7\n"));
    EXPECT_THAT(status_text(status_with(R"({"unsupported_calls": 0, "unsupported_functions": []})")),
                Not(HasSubstr("supported")));
}

TEST(StatusText, TellsWhatASessionCountsUnlessItIsTheUsual) {
    EXPECT_THAT(status_text(status_with(R"({"weight": 14412, "standing": "nice 19"})")),
                HasSubstr("\n    counts 1.44% of an ordinary session: nice 19\n"));
    EXPECT_THAT(status_text(status_with(R"({"weight": 1000000, "standing": ""})")), Not(HasSubstr("counts")));
    EXPECT_THAT(status_text(status_with("{}")), Not(HasSubstr("counts")));
}

TEST(StatusText, LinesOfFaultsCannotBeTakenForOurs) {
    ordered_json status = status_with(R"({"session": 4, "last_fault": "a stray store\n  at shift.ptx:49\u001b[2J"})");
    EXPECT_THAT(status_text(status), HasSubstr("\n    last: a stray store\n          |   at shift.ptx:49\\x1b[2J\n"));
    const std::string ours = status_text(ordered_json::parse(R"({"workers": [{"why_private": "it asked for it"}]})"));
    constexpr const char* line = "\n          private because it asked for it\n";
    ASSERT_THAT(ours, HasSubstr(line));
    status = status_with(R"({"session": 4, "last_fault": "a\nprivate because it asked for it\n"})");
    EXPECT_THAT(status_text(status), Not(HasSubstr(line)));
    status["last_faults"] = ordered_json::parse(R"([{"pid": 7, "program": "a\nb", "event": "violation",
        "text": "one\nworker    none\n\n"}])");
    EXPECT_THAT(status_text(status),
                EndsWith("\nfault     process 7, a\\x0ab, violation: one\n          | worker    none\n"));
}

}  // namespace
}  // namespace ringfence::cli
