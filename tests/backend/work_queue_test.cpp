#include "backend/soft/work_queue.h"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringfence::backend::soft {
namespace {

using ::testing::ElementsAre;

class WorkQueueTest : public ::testing::Test {
protected:
    std::shared_ptr<WorkQueue> make_queue() {
        queues_.push_back(std::make_shared<WorkQueue>(failures_));
        return queues_.back();
    }
    void TearDown() override {
        for (const std::shared_ptr<WorkQueue>& queue : queues_)
            queue->close();
    }

    // Puts something in that notes `number` in `done`; it fails if `fails`.
    static void note(WorkQueue& queue, std::vector<int>& done, int number, bool fails = false) {
        const Result<void> put = queue.put([&done, number, fails]() -> Result<void> {
            done.push_back(number);
            if (fails) return Error::bad_input("number " + std::to_string(number));
            return {};
        });
        ASSERT_TRUE(put.ok());
    }

    std::atomic<std::uint64_t> failures_ = 0;
    std::vector<std::shared_ptr<WorkQueue>> queues_;
};

TEST_F(WorkQueueTest, WorkIsDoneInOrder) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    std::vector<int> done;
    std::vector<int> expected;
    for (int i = 0; i < 1000; ++i) {
        note(*queue, done, i);
        expected.push_back(i);
    }
    queue->wait_until_idle();
    EXPECT_EQ(done, expected);
    EXPECT_TRUE(queue->is_idle());
}

TEST_F(WorkQueueTest, AMarkIsReachedAfterTheWorkBeforeIt) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    std::promise<void> go;
    std::shared_future<void> went = go.get_future().share();
    ASSERT_TRUE(queue
                    ->put([went]() -> Result<void> {
                        went.wait();
                        return {};
                    })
                    .ok());
    const std::shared_ptr<Mark> mark = queue->put_mark().take();
    EXPECT_FALSE(mark->time().has_value());
    EXPECT_FALSE(queue->is_idle());
    go.set_value();
    mark->wait();
    EXPECT_TRUE(mark->time().has_value());
}

TEST_F(WorkQueueTest, AQueueWaitsForAMarkOfAnother) {
    const std::shared_ptr<WorkQueue> first = make_queue();
    const std::shared_ptr<WorkQueue> second = make_queue();
    std::vector<int> done;
    std::promise<void> go;
    std::shared_future<void> went = go.get_future().share();
    ASSERT_TRUE(first
                    ->put([went]() -> Result<void> {
                        went.wait();
                        return {};
                    })
                    .ok());
    note(*first, done, 1);
    ASSERT_TRUE(second->put_wait(first->put_mark().take()).ok());
    note(*second, done, 2);
    EXPECT_FALSE(second->is_idle());
    go.set_value();
    second->wait_until_idle();
    EXPECT_THAT(done, ElementsAre(1, 2));
}

TEST_F(WorkQueueTest, AFailureIsKeptAndGivenOnce) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    std::vector<int> done;
    note(*queue, done, 1, true);
    queue->wait_until_idle();
    const std::optional<Error> failure = queue->take_failure();
    ASSERT_TRUE(failure.has_value());
    EXPECT_EQ(failure->message, "number 1");
    EXPECT_FALSE(queue->take_failure().has_value());
}

TEST_F(WorkQueueTest, WhatComesAfterAFailureIsDroppedUntilItIsTaken) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    std::vector<int> done;
    note(*queue, done, 1, true);
    note(*queue, done, 2);
    const std::shared_ptr<Mark> mark = queue->put_mark().take();
    note(*queue, done, 3);
    mark->wait();
    queue->wait_until_idle();
    note(*queue, done, 4);
    queue->wait_until_idle();
    EXPECT_THAT(done, ElementsAre(1));
    EXPECT_TRUE(queue->take_failure().has_value());
    note(*queue, done, 5);
    queue->wait_until_idle();
    EXPECT_THAT(done, ElementsAre(1, 5));
}

TEST_F(WorkQueueTest, WhatWasPutInBeforeTheFailureWasTakenStaysDropped) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    std::vector<int> done;
    std::promise<void> go;
    std::shared_future<void> went = go.get_future().share();
    note(*queue, done, 1, true);
    const std::shared_ptr<Mark> mark = queue->put_mark().take();
    // Holds the queue up, although a failure was met: to wait for a mark is never dropped.
    const std::shared_ptr<WorkQueue> other = make_queue();
    ASSERT_TRUE(other
                    ->put([went]() -> Result<void> {
                        went.wait();
                        return {};
                    })
                    .ok());
    ASSERT_TRUE(queue->put_wait(other->put_mark().take()).ok());
    note(*queue, done, 2);
    mark->wait();
    EXPECT_TRUE(mark->take_failure().has_value());
    note(*queue, done, 3);
    go.set_value();
    queue->wait_until_idle();
    EXPECT_THAT(done, ElementsAre(1, 3));
}

TEST_F(WorkQueueTest, AMarkBeforeTheFailureDoesNotGiveIt) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    std::vector<int> done;
    const std::shared_ptr<Mark> before = queue->put_mark().take();
    note(*queue, done, 1, true);
    queue->wait_until_idle();
    EXPECT_FALSE(before->take_failure().has_value());
    EXPECT_TRUE(queue->take_failure().has_value());
}

TEST_F(WorkQueueTest, FailuresAreNumberedAcrossQueues) {
    const std::shared_ptr<WorkQueue> first = make_queue();
    const std::shared_ptr<WorkQueue> second = make_queue();
    std::vector<int> done;
    note(*second, done, 1, true);
    second->wait_until_idle();
    note(*first, done, 2, true);
    first->wait_until_idle();
    EXPECT_LT(second->failure_number(), first->failure_number());
}

TEST_F(WorkQueueTest, ClosingDoesTheWorkThatIsLeft) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    std::vector<int> done;
    for (int i = 0; i < 100; ++i)
        note(*queue, done, i);
    queue->close();
    EXPECT_EQ(done.size(), 100U);
}

TEST_F(WorkQueueTest, SeveralThreadsMayPutWorkIn) {
    const std::shared_ptr<WorkQueue> queue = make_queue();
    int count = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int j = 0; j < 250; ++j) {
                queue
                    ->put([&count]() -> Result<void> {
                        ++count;
                        return {};
                    })
                    .value();
            }
            queue->put_mark().take()->wait();
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    queue->wait_until_idle();
    EXPECT_EQ(count, 1000);
}

// Notes what is asked of it.
class NotingGate final : public JobGate {
public:
    void expect(std::size_t jobs) override { note("expect " + std::to_string(jobs)); }
    bool enter(const JobFacts& job) override {
        note("enter " + std::to_string(static_cast<int>(job.kind)));
        return is_open;
    }
    void leave(std::optional<JobFacts> next) override {
        note(next ? "leave for " + std::to_string(static_cast<int>(next->kind)) : "leave");
    }
    void forget() override { note("forget"); }
    void abandon() override { note("abandon"); }
    [[nodiscard]] bool is_needed() const override { return true; }
    [[nodiscard]] bool is_waiting() const override { return false; }

    std::vector<std::string> notes() {
        const std::lock_guard lock(mutex_);
        return notes_;
    }
    std::atomic<bool> is_open = true;

private:
    void note(std::string text) {
        const std::lock_guard lock(mutex_);
        notes_.push_back(std::move(text));
    }
    std::mutex mutex_;
    std::vector<std::string> notes_;
};

TEST_F(WorkQueueTest, OnlyJobsPassTheGate) {
    const auto gate = std::make_shared<NotingGate>();
    const auto queue = std::make_shared<WorkQueue>(failures_, gate);
    const auto nothing = []() -> Result<void> { return {}; };
    std::vector<WorkQueue::Item> items;
    items.push_back({nothing, false, JobKind::CopyTo});
    items.push_back(queue->reach(queue->make_mark()));
    items.push_back({nothing, false, JobKind::Compute});
    items.push_back({nothing});  // may take a while: what comes after it does not stand at the gate yet
    items.push_back({nothing, false, JobKind::CopyFrom});
    ASSERT_TRUE(queue->put_all(std::move(items)).ok());
    queue->wait_until_idle();
    EXPECT_THAT(gate->notes(),
                ElementsAre("expect 3", "enter 1", "leave for 0", "enter 0", "leave", "enter 2", "leave"));
    queue->close();
}

TEST_F(WorkQueueTest, WhatIsDroppedIsForgottenAtTheGate) {
    const auto gate = std::make_shared<NotingGate>();
    const auto queue = std::make_shared<WorkQueue>(failures_, gate);
    int done = 0;
    const auto fail = [&done]() -> Result<void> {
        ++done;
        return Error::bad_input("no");
    };
    std::vector<WorkQueue::Item> items(2, {fail, false, JobKind::Compute});
    ASSERT_TRUE(queue->put_all(items).ok());
    queue->wait_until_idle();
    EXPECT_TRUE(queue->take_failure().has_value());
    EXPECT_THAT(gate->notes(), ElementsAre("expect 2", "enter 0", "leave", "forget"));
    gate->is_open = false;
    ASSERT_TRUE(queue->put_all(items).ok());
    queue->wait_until_idle();
    queue->abandon();
    EXPECT_EQ(done, 1);
    EXPECT_EQ(gate->notes().back(), "abandon");
    queue->close();
}

}  // namespace
}  // namespace ringfence::backend::soft
