#include "sched/simulator/plot.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>

#include "sched/band.h"

namespace ringfence::sched {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

Outcome outcome_of(const std::string& text) {
    Band policy;
    return simulate(parse_workload(text, "workload").take(), policy).take();
}

constexpr const char* two_and_short =
    "seconds 3\nvgpu web compute=70%\nvgpu batch compute=30%\n"
    "load web endless compute 1ms\nload batch periodic compute 200us every=10ms\n";

TEST(Plot, HasAColumnForEachPolicyAndALineForEachVirtualGpu) {
    const Outcome outcome = outcome_of(two_and_short);
    const PlottedOutcome both[] = {{"built-in", &outcome}, {"mine.o", &outcome}};
    const std::string picture = plot(both);
    EXPECT_EQ(picture.rfind("<svg ", 0), 0U);
    EXPECT_THAT(picture, HasSubstr(">built-in</text>"));
    EXPECT_THAT(picture, HasSubstr(">mine.o</text>"));
    EXPECT_EQ(count_of(picture, ">compute</text>"), 2U);
    EXPECT_EQ(count_of(picture, "stroke-width=\"2\""), 4U);
    EXPECT_EQ(count_of(picture, "stroke-dasharray"), 4U);
    // Of the endless one nothing is said: its jobs wait because it has more than enough of them.
    EXPECT_EQ(count_of(picture, ">waits "), 2U);
    EXPECT_THAT(picture, HasSubstr("</svg>\n"));
}

TEST(Plot, NamesAreTextAndNothingElse) {
    Outcome outcome = outcome_of(two_and_short);
    outcome.lanes[0].vgpu = "<script>\"&\x01";
    const PlottedOutcome one[] = {{"a<b>.o", &outcome}};
    const std::string picture = plot(one);
    EXPECT_THAT(picture, Not(HasSubstr("<script")));
    EXPECT_THAT(picture, HasSubstr("&lt;script&gt;&quot;&amp;?"));
    EXPECT_THAT(picture, HasSubstr("a&lt;b&gt;.o"));
}

TEST(Plot, OfManyVirtualGpusTheFirstAreDrawnAndTheOthersCounted) {
    std::string text = "seconds 2\n";
    for (int i = 0; i < 20; ++i)
        text += "vgpu v" + std::to_string(i) + " compute=5%\nload v" + std::to_string(i) + " endless compute 1ms\n";
    const Outcome outcome = outcome_of(text);
    const PlottedOutcome one[] = {{"built-in", &outcome}};
    const std::string picture = plot(one, 3);
    EXPECT_EQ(count_of(picture, "stroke-width=\"2\""), 3U);
    EXPECT_THAT(picture, HasSubstr("and 17 more, which are not drawn"));
}

TEST(Plot, AllIsWithinThePicture) {
    Outcome outcome = outcome_of(two_and_short);
    LaneOutcome& lane = outcome.lanes[0];
    lane.each_second = {0, whole, 5 * whole};  // more than there is
    lane.is_endless = false;
    lane.waits = {};
    lane.waits.add(longest_job);
    const PlottedOutcome one[] = {{"built-in", &outcome}};
    const std::string picture = plot(one);
    EXPECT_THAT(picture, Not(HasSubstr("nan")));
    EXPECT_THAT(picture, Not(HasSubstr("\"-")));
    EXPECT_THAT(picture, Not(HasSubstr("L-")));
}

TEST(Plot, NothingToDrawIsAPictureToo) {
    const Outcome nothing;
    const PlottedOutcome one[] = {{"built-in", &nothing}};
    EXPECT_THAT(plot(one), HasSubstr("</svg>"));
    EXPECT_THAT(plot({}), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace ringfence::sched
