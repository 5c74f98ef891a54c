// The flight recorder, and what is made of it.
#include <gmock/gmock.h>

#include "policy/decision_text.h"
#include "policy/seat.h"

namespace ringfence::policy {
namespace {

using testing::HasSubstr;

Decision decision_at(sched::Time at, Hook hook, std::uint32_t action = 0) {
    Decision decision;
    decision.at = at;
    decision.hook = hook;
    decision.vgpu = 1;
    decision.action = action;
    decision.reason = 8;
    decision.key = 7;
    return decision;
}

std::string quoted_name(sched::VgpuId id) {
    return id == 1 ? "a\"b" : "other";
}

TEST(FlightRecorder, KeepsTheLastOnes) {
    FlightRecorder recorder;
    EXPECT_TRUE(recorder.last(10).empty());
    for (std::uint64_t i = 0; i < FlightRecorder::room + 5; ++i)
        recorder.note(decision_at(static_cast<sched::Time>(i), Hook::Admit));
    EXPECT_EQ(recorder.count(), FlightRecorder::room + 5);
    const std::vector<Decision> all = recorder.last(SIZE_MAX);
    ASSERT_EQ(all.size(), FlightRecorder::room);
    EXPECT_EQ(all.front().at, 5);
    EXPECT_EQ(recorder.last(1).front().at, all.back().at);
    recorder.clear();
    EXPECT_TRUE(recorder.last(10).empty());
}

TEST(FlightRecorder, LinesSayWhenAndWhy) {
    const Decision decisions[] = {decision_at(1'000'000, Hook::Dispatch), decision_at(2'000'000, Hook::Retire)};
    const std::string text = log_of(decisions, 3'000'000, quoted_name);
    EXPECT_THAT(text, HasSubstr("     -2000 us  dispatch a\"b          compute   rank 0  key 7  start, "));
    EXPECT_THAT(text, HasSubstr("     -1000 us  retire "));
}

TEST(FlightRecorder, SaysHowLongAJobHasWaitedAndBehindWhose) {
    Decision before = decision_at(1'000'000, Hook::Dispatch);
    before.vgpu = 2;
    Decision after = decision_at(3'000'000, Hook::Dispatch);
    after.waited = 2'500'000;
    const Decision decisions[] = {before, after};
    EXPECT_THAT(log_of(decisions, 3'000'000, quoted_name), HasSubstr(", after 2500 us\n"));
    const std::string text = trace_of(decisions, quoted_name);
    EXPECT_THAT(text, HasSubstr(R"("name":"waits","cat":"wait","ph":"b","id":1,"pid":1,"tid":0,"ts":500.000,)"
                                R"("args":{"behind":"other",)"));
    EXPECT_THAT(text, HasSubstr(R"("name":"waits","cat":"wait","ph":"e","id":1,"pid":1,"tid":0,"ts":3000.000)"));
}

TEST(FlightRecorder, KeepsTheBuiltInPolicysDecisionsToo) {
    Seat seat;
    sched::DispatchFacts facts{};
    facts.lane.vgpu = 3;
    facts.lane.share = sched::whole / 2;
    facts.lane.longest_wait = 20 * sched::microsecond;
    facts.awaited = sched::nobody;
    static_cast<void>(seat.admit(facts.lane));
    const sched::DispatchAnswer answer = seat.dispatch(facts);
    static_cast<void>(seat.retire({facts.lane, sched::millisecond, answer.charge}));
    const std::vector<Decision> all = seat.decisions().last(SIZE_MAX);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].hook, Hook::Admit);
    EXPECT_EQ(all[1].hook, Hook::Dispatch);
    EXPECT_EQ(all[1].vgpu, 3U);
    EXPECT_EQ(all[1].waited, 20 * sched::microsecond);
    EXPECT_EQ(all[2].hook, Hook::Retire);
}

TEST(FlightRecorder, ATimelineHasJobsAndDecisions) {
    const Decision decisions[] = {
        decision_at(500, Hook::Retire),  // of a job that began before
        decision_at(1'000'000, Hook::Dispatch),
        decision_at(1'500'000, Hook::Dispatch, 1),
        decision_at(3'000'000, Hook::Retire),
    };
    const std::string text = trace_of(decisions, quoted_name);
    EXPECT_THAT(text, HasSubstr(R"("name":"vgpu a\"b")"));
    EXPECT_THAT(text, HasSubstr(R"({"name":"job","ph":"X","pid":1,"tid":0,"ts":1000.000,"dur":2000.000)"));
    EXPECT_THAT(text, HasSubstr(R"("name":"hold","ph":"i")"));
    EXPECT_EQ(text.front(), '[');
    EXPECT_EQ(trace_of({}, quoted_name), "[]\n");
}

}  // namespace
}  // namespace ringfence::policy
