#include "worker/host_calls.h"

#include <array>

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

// Calls at once what it is told to call, and remembers what it waits for.
struct EagerStream final : backend::Stream {
    Result<void> synchronize() override { return {}; }
    Result<bool> is_idle() override { return true; }
    Result<std::uint64_t> mark() override { return std::uint64_t{0}; }
    Result<bool> is_reached(std::uint64_t) override { return true; }
    bool has_passed(std::uint64_t) override { return true; }
    Result<void> record(backend::Event&) override { return {}; }
    Result<void> wait_for(backend::Event&) override { return {}; }
    Result<void> call_host(std::function<void()> function) override {
        function();
        return {};
    }
    Result<void> write_word(backend::Address, std::uint64_t, unsigned) override { return {}; }
    Result<void> wait_word(backend::Address address, std::uint64_t value, unsigned bytes,
                           backend::WordCondition condition) override {
        EXPECT_EQ(bytes, 4u);
        EXPECT_EQ(condition, backend::WordCondition::GreaterOrEqual);
        waits.emplace_back(address, value);
        return {};
    }
    std::vector<std::pair<backend::Address, std::uint64_t>> waits;
};

struct HostCallsTest : testing::Test {
    std::array<std::uint32_t, HostCalls::most_words> words = {};
    std::vector<std::uint64_t> told;
    HostCalls calls{reinterpret_cast<backend::Address>(words.data()),
                    [this](std::uint64_t token) { told.push_back(token); }};
    EagerStream stream;
};

TEST_F(HostCallsTest, TheStreamGoesOnWhenTheClientIsDone) {
    const std::uint32_t word = calls.take_word().take();
    ASSERT_TRUE(calls.put_on(stream, word, 11).ok());
    ASSERT_TRUE(calls.put_on(stream, word, 22).ok());
    EXPECT_EQ(told, (std::vector<std::uint64_t>{11, 22}));
    EXPECT_EQ(words[word], 0u);
    EXPECT_TRUE(calls.answer(11));
    EXPECT_EQ(words[word], stream.waits[0].second);
    EXPECT_TRUE(calls.answer(22));
    EXPECT_EQ(words[word], stream.waits[1].second);
}

TEST_F(HostCallsTest, NobodyAnswersWhatWasNotAsked) {
    EXPECT_FALSE(calls.answer(5));
    const std::uint32_t word = calls.take_word().take();
    ASSERT_TRUE(calls.put_on(stream, word, 5).ok());
    EXPECT_TRUE(calls.answer(5));
    EXPECT_FALSE(calls.answer(5));
}

TEST_F(HostCallsTest, AnAnswerOutOfTurnTakesNothingBack) {
    const std::uint32_t word = calls.take_word().take();
    ASSERT_TRUE(calls.put_on(stream, word, 1).ok());
    ASSERT_TRUE(calls.put_on(stream, word, 2).ok());
    EXPECT_TRUE(calls.answer(2));
    EXPECT_TRUE(calls.answer(1));
    EXPECT_EQ(words[word], stream.waits[1].second);
}

TEST_F(HostCallsTest, GraphsAskThroughTheirWords) {
    std::array<std::uint32_t, 2> own = {};
    const std::vector<HostCalls::GraphCall> graph = {
        {77, reinterpret_cast<backend::Address>(&own[0]), reinterpret_cast<backend::Address>(&own[1])}};
    calls.watch(graph, [] { return true; });
    calls.poll();
    EXPECT_TRUE(told.empty());
    own[0] = 1;
    calls.poll();
    calls.poll();
    EXPECT_EQ(told, std::vector<std::uint64_t>{77});
    EXPECT_EQ(own[1], 0u);
    EXPECT_TRUE(calls.answer(77));
    EXPECT_EQ(own[1], 1u);
    calls.stop_watching(graph);
    EXPECT_FALSE(calls.is_watching());
}

TEST_F(HostCallsTest, AGraphThatHasEndedIsNotWatched) {
    std::array<std::uint32_t, 2> own = {};
    const std::vector<HostCalls::GraphCall> graph = {
        {77, reinterpret_cast<backend::Address>(&own[0]), reinterpret_cast<backend::Address>(&own[1])}};
    bool is_running = true;
    calls.watch(graph, [&] { return is_running; });
    calls.poll();
    EXPECT_TRUE(calls.is_watching());
    // Its last call came just before its end.
    own[0] = 1;
    is_running = false;
    calls.poll();
    EXPECT_EQ(told, std::vector<std::uint64_t>{77});
    EXPECT_FALSE(calls.is_watching());
}

TEST_F(HostCallsTest, WhenTheClientIsGoneEverybodyGoesOn) {
    const std::uint32_t word = calls.take_word().take();
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(calls.put_on(stream, word, 1).ok());
    calls.answer_all();
    EXPECT_EQ(words[word], stream.waits.back().second);
    EXPECT_FALSE(calls.answer(1));
}

TEST_F(HostCallsTest, HasLimits) {
    for (std::uint32_t i = 0; i < HostCalls::most_words; ++i)
        ASSERT_TRUE(calls.take_word().ok());
    EXPECT_FALSE(calls.take_word().ok());
    calls.give_word_back(3);
    EXPECT_EQ(calls.take_word().take(), 3u);
    for (std::size_t i = 0; i < HostCalls::most_outstanding; ++i)
        ASSERT_TRUE(calls.put_on(stream, 0, i).ok());
    EXPECT_FALSE(calls.put_on(stream, 0, 1).ok());
}

}  // namespace
}  // namespace ringfence::worker
