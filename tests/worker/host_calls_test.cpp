#include "worker/host_calls.h"

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "../backend/fake_stream.h"
#include "channel/client_channel.h"
#include "channel/shared_memory.h"
#include "worker/answer_thread.h"

namespace ringfence::worker {
namespace {

// Calls at once what it is told to call, and remembers what it waits for.
struct EagerStream final : backend::FakeStream {
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
    calls.watch(&graph, graph, [] { return true; });
    calls.poll();
    EXPECT_TRUE(told.empty());
    own[0] = 1;
    calls.poll();
    calls.poll();
    EXPECT_EQ(told, std::vector<std::uint64_t>{77});
    EXPECT_EQ(own[1], 0u);
    EXPECT_TRUE(calls.answer(77));
    EXPECT_EQ(own[1], 1u);
    calls.stop_watching(&graph);
    EXPECT_FALSE(calls.is_watching());
}

TEST_F(HostCallsTest, AGraphThatHasEndedIsNotWatched) {
    std::array<std::uint32_t, 2> own = {};
    const std::vector<HostCalls::GraphCall> graph = {
        {77, reinterpret_cast<backend::Address>(&own[0]), reinterpret_cast<backend::Address>(&own[1])}};
    bool is_running = true;
    calls.watch(&graph, graph, [&] { return is_running; });
    calls.poll();
    EXPECT_TRUE(calls.is_watching());
    // Its last call came just before its end.
    own[0] = 1;
    is_running = false;
    calls.poll();
    EXPECT_EQ(told, std::vector<std::uint64_t>{77});
    EXPECT_FALSE(calls.is_watching());
}

// Its next launch begins when the one before it has ended, and may have been put behind it long before.
TEST_F(HostCallsTest, EachLaunchOfAGraphMakesTheCallsThatItHadWhenItWasLaunched) {
    std::array<std::uint32_t, 4> own = {};
    const auto calls_with = [&](std::uint64_t first, std::uint64_t second) {
        const auto at = [&](std::size_t word) { return reinterpret_cast<backend::Address>(&own[word]); };
        return std::vector<HostCalls::GraphCall>{{first, at(0), at(1)}, {second, at(2), at(3)}};
    };
    const auto ask = [&](std::size_t call, std::uint64_t token) {
        own[2 * call + 1] = 0;
        own[2 * call] = 1;
        calls.poll();
        ASSERT_FALSE(told.empty());
        EXPECT_EQ(told.back(), token);
        EXPECT_TRUE(calls.answer(token));
        EXPECT_EQ(own[2 * call + 1], 1u);
    };
    const auto is_running = [] { return true; };
    calls.watch(&own, calls_with(1, 2), is_running);
    calls.watch(&own, calls_with(1, 2), is_running);
    calls.watch(&own, calls_with(3, 4), is_running);
    calls.watch(&own, calls_with(5, 6), is_running);
    calls.forget_launch(&own);
    for (int launch = 0; launch < 2; ++launch) {
        ask(0, 1);
        ask(1, 2);
    }
    ask(1, 4);
    ask(0, 3);
    calls.watch(&own, calls_with(5, 6), is_running);
    ask(0, 5);
    ask(1, 6);
    EXPECT_EQ(told.size(), 8u);
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

// With a client's half of the channel, and nobody who reads records: the session's thread is elsewhere.
struct AnswerThreadTest : HostCallsTest {
    bool becomes(std::uint32_t word, std::uint64_t value) {
        const auto is_so = [&] { return std::atomic_ref(words[word]).load() == value; };
        for (int i = 0; i < 12000 && !is_so(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return is_so();
    }

    channel::SharedMemory shared = channel::create_shared_memory({}).take();
    channel::WorkerChannel worker{shared.memory.bytes()};
    channel::ClientChannel client{shared.memory.bytes(), [] { return true; }};
    std::string breach;
    std::atomic<bool> is_breached = false;
    std::atomic<int> times_answered = 0;
    AnswerThread answers{worker, calls, [this] { ++times_answered; },
                         [this](const std::string& how) {
                             breach = how;
                             is_breached = true;
                         }};
};

TEST_F(AnswerThreadTest, AnswersComeWhateverTheSessionDoes) {
    ASSERT_TRUE(answers.start().ok());
    ASSERT_TRUE(answers.start().ok());
    const std::uint32_t word = calls.take_word().take();
    ASSERT_TRUE(calls.put_on(stream, word, 11).ok());
    client.answer_host_call(99);  // nobody asked for it
    client.answer_host_call(11);
    EXPECT_TRUE(becomes(word, stream.waits[0].second));
    answers.stop();
    EXPECT_EQ(breach, "");
    EXPECT_GE(times_answered, 1) << "so that who waits for the word looks at it";
}

TEST_F(AnswerThreadTest, GraphsAreHeardToo) {
    std::array<std::uint32_t, 2> own = {};
    const std::vector<HostCalls::GraphCall> graph = {
        {77, reinterpret_cast<backend::Address>(&own[0]), reinterpret_cast<backend::Address>(&own[1])}};
    calls.watch(&graph, graph, [] { return true; });
    ASSERT_TRUE(answers.start().ok());
    std::atomic_ref(own[0]).store(1);
    for (int i = 0; i < 12000 && std::atomic_ref(own[0]).load() == 1; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    client.answer_host_call(77);
    for (int i = 0; i < 12000 && std::atomic_ref(own[1]).load() == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    answers.stop();
    EXPECT_EQ(told, std::vector<std::uint64_t>{77});
    EXPECT_EQ(own[1], 1u);
}

TEST_F(AnswerThreadTest, WhenTheClientIsGoneEverybodyGoesOn) {
    ASSERT_TRUE(answers.start().ok());
    const std::uint32_t word = calls.take_word().take();
    ASSERT_TRUE(calls.put_on(stream, word, 1).ok());
    answers.release();
    EXPECT_TRUE(becomes(word, stream.waits[0].second));
    ASSERT_TRUE(calls.put_on(stream, word, 2).ok());
    EXPECT_TRUE(becomes(word, stream.waits[1].second));
}

TEST_F(AnswerThreadTest, AClientThatBreaksTheRulesIsReported) {
    ASSERT_TRUE(answers.start().ok());
    channel::client_words_of(shared.memory.bytes()).answers_written = 5000;
    worker.wake_answers();
    for (int i = 0; i < 60'000 && !is_breached; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    answers.stop();
    EXPECT_EQ(breach, "more answers to calls of the host than there can be");
}

}  // namespace
}  // namespace ringfence::worker
