#include "worker/stream_order.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

using Kind = StreamOrder::Kind;
using Lines = std::vector<std::string>;

struct NamedEvent final : backend::Event {
    Result<void> synchronize() override { return {}; }
    Result<bool> is_done() override { return true; }
    Result<double> milliseconds_since(Event&) override { return 0.0; }
    std::string recorded_by;
};

// Writes down who records and who waits for whom.
struct NamedStream final : backend::Stream {
    NamedStream(std::string its_name, Lines& where) : name(std::move(its_name)), log(where) {}
    Result<void> synchronize() override { return {}; }
    Result<bool> is_idle() override { return true; }
    Result<std::uint64_t> mark() override { return std::uint64_t{0}; }
    Result<bool> is_reached(std::uint64_t) override { return true; }
    bool has_passed(std::uint64_t) override { return true; }
    Result<void> record(backend::Event& event) override {
        static_cast<NamedEvent&>(event).recorded_by = name;
        log.push_back(name + " records");
        return {};
    }
    Result<void> wait_for(backend::Event& event) override {
        log.push_back(name + " waits for " + static_cast<NamedEvent&>(event).recorded_by);
        return {};
    }
    Result<void> call_host(std::function<void()>) override { return {}; }
    Result<void> write_word(backend::Address, std::uint64_t, unsigned) override { return {}; }
    Result<void> wait_word(backend::Address, std::uint64_t, unsigned, backend::WordCondition) override { return {}; }

    std::string name;
    Lines& log;
};

struct StreamOrderTest : testing::Test {
    Lines log;
    int events = 0;
    StreamOrder order{[this]() -> Result<std::unique_ptr<backend::Event>> {
        ++events;
        return std::make_unique<NamedEvent>();
    }};
    NamedStream legacy_stream{"L", log}, a_stream{"A", log}, b_stream{"B", log}, n_stream{"N", log};
    StreamOrder::Node legacy{legacy_stream, Kind::Legacy};
    StreamOrder::Node a{a_stream, Kind::Blocking};
    StreamOrder::Node b{b_stream, Kind::Blocking};
    StreamOrder::Node n{n_stream, Kind::NonBlocking};

    StreamOrderTest() { order.set_legacy(&legacy); }
    void work(StreamOrder::Node& node) {
        ASSERT_TRUE(order.before_work(node).ok());
        order.note_work(node);
    }
    Lines take() { return std::exchange(log, {}); }
};

TEST_F(StreamOrderTest, OneStreamNeedsNoEvents) {
    for (auto* node : {&legacy, &a, &n}) {
        StreamOrder alone([this]() -> Result<std::unique_ptr<backend::Event>> {
            ++events;
            return std::make_unique<NamedEvent>();
        });
        alone.set_legacy(&legacy);
        for (int i = 0; i < 3; ++i) {
            ASSERT_TRUE(alone.before_work(*node).ok());
            alone.note_work(*node);
        }
        StreamOrder::note_idle(*node);
        alone.forget(*node);
    }
    EXPECT_EQ(events, 0);
    EXPECT_TRUE(log.empty());
}

TEST_F(StreamOrderTest, NonBlockingStreamsAreLeftAlone) {
    work(n);
    work(legacy);
    work(n);
    work(a);
    StreamOrder::note_idle(legacy);
    EXPECT_EQ(take(), (Lines{"L records", "A waits for L"}));
}

TEST_F(StreamOrderTest, LegacyWaitsForBlockingStreamsAndTheyForIt) {
    work(a);
    work(b);
    EXPECT_EQ(take(), Lines{});
    work(legacy);
    EXPECT_EQ(take(), (Lines{"B records", "L waits for B", "A records", "L waits for A"}));
    work(a);
    EXPECT_EQ(take(), (Lines{"L records", "A waits for L"}));
    work(b);
    EXPECT_EQ(take(), (Lines{"B waits for L"}));
}

TEST_F(StreamOrderTest, NobodyWaitsTwiceForTheSame) {
    work(legacy);
    work(a);
    EXPECT_EQ(take(), (Lines{"L records", "A waits for L"}));
    work(a);
    work(a);
    EXPECT_EQ(take(), Lines{});
    work(legacy);
    EXPECT_EQ(take(), (Lines{"A records", "L waits for A"}));
    work(legacy);
    EXPECT_EQ(take(), Lines{});
}

TEST_F(StreamOrderTest, WhatIsDoneIsNotWaitedFor) {
    work(a);
    StreamOrder::note_idle(a);
    work(legacy);
    StreamOrder::note_idle(legacy);
    work(b);
    EXPECT_EQ(take(), Lines{});
    work(legacy);
    EXPECT_EQ(take(), (Lines{"B records", "L waits for B"}));
}

TEST_F(StreamOrderTest, WaitingIsWorkItself) {
    // B waits for L, which waits for A: when B has only waited, L's next work must still come after it.
    work(a);
    work(legacy);
    ASSERT_TRUE(order.before_work(b).ok());
    take();
    EXPECT_FALSE(StreamOrder::is_known_idle(b));
    ASSERT_TRUE(order.before_work(legacy).ok());
    EXPECT_EQ(take(), (Lines{"B records", "L waits for B"}));
}

TEST_F(StreamOrderTest, AStreamThatIsGoneIsForgotten) {
    work(a);
    order.forget(a);
    work(legacy);
    EXPECT_EQ(take(), Lines{});
}

}  // namespace
}  // namespace ringfence::worker
