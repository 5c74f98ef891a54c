#include "worker/journal.h"

#include <vector>

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

TEST(Journal, TellsWhatHappensAndKeepsTheLastFault) {
    std::vector<SessionEvent> told;
    Journal journal({7, 1234, "app"}, [&](const SessionEvent& event) { told.push_back(event); });
    journal.begins();
    journal.note(EventKind::Violation, 700, "a stray\nstore\x1b", 5);
    journal.note(EventKind::ModuleRefused, 801, "mapa");
    journal.ends(709, "the client has gone");
    ASSERT_EQ(told.size(), 4u);
    EXPECT_EQ(told[0].kind, EventKind::Begins);
    EXPECT_EQ(told[0].session, 7u);
    EXPECT_EQ(told[0].pid, 1234u);
    EXPECT_STREQ(told[0].program, "app");
    EXPECT_EQ(told[1].count, 5u);
    EXPECT_STREQ(told[1].text, "a stray\nstore\\x1b");
    EXPECT_EQ(told[3].kind, EventKind::Ends);
    EXPECT_EQ(told[3].count, 0u);
    EXPECT_EQ(journal.state().violations, 5u);
    EXPECT_STREQ(journal.state().last_text, "mapa");
}

TEST(Journal, ASessionCannotTellForEver) {
    std::size_t told = 0;
    SessionEvent last;
    Journal journal({1, 1, "app"}, [&](const SessionEvent& event) {
        ++told;
        last = event;
    });
    for (std::uint32_t i = 0; i < Journal::most_told + 100; ++i)
        journal.note(EventKind::Violation, 700, "again");
    EXPECT_EQ(told, Journal::most_told);
    EXPECT_EQ(journal.state().violations, Journal::most_told + 100);
    journal.ends(709, "");
    EXPECT_EQ(last.count, 100u);
}

TEST(Journal, LongTextsAreCut) {
    SessionEvent last;
    Journal journal({1, 1, std::string(1000, 'p')}, [&](const SessionEvent& event) { last = event; });
    journal.note(EventKind::Malformed, 709, std::string(10000, 'x'));
    EXPECT_EQ(std::string(last.text).size(), event_text_bytes - 1);
    EXPECT_EQ(std::string(last.program).size(), program_bytes - 1);
}

}  // namespace
}  // namespace ringfence::worker
