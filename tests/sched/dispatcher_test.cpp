#include "sched/dispatcher.h"

#include "rig.h"

namespace ringfence::sched {
namespace {

TEST(Dispatcher, AJobThatNobodyCompetesWithGoesStraightToTheCard) {
    Rig rig;
    const StreamId stream = rig.stream(rig.add(whole));
    const JobId first = rig.submit(stream);
    EXPECT_TRUE(rig.has_started(first));
    const JobId second_job = rig.submit(stream);
    EXPECT_TRUE(rig.has_started(second_job)) << "the one before it is on the card: the hardware keeps their order";
    rig.finish(first);
    rig.finish(second_job);
    const Account& account = rig.dispatcher.ledger().at(0, Resource::Compute);
    EXPECT_EQ(account.submitted, 2U);
    EXPECT_EQ(account.finished, 2U);
    EXPECT_EQ(account.on_card(), 0U);
    EXPECT_EQ(account.device_time, 20 * microsecond);
    EXPECT_EQ(rig.dispatcher.ledger().decisions(Resource::Compute, Reason::Alone), 2U);
    EXPECT_EQ(rig.dispatcher.unfinished(), 0U);
}

TEST(Dispatcher, WhatWaitsForAClientIsNotOnTheCard) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole);
    const StreamId one = rig.stream(vgpu);
    const StreamId other = rig.stream(vgpu);
    const JobId kernel = rig.submit(one);
    const JobId host_function = rig.submit(one, Resource::Client);
    const JobId behind = rig.submit(one);
    const JobId elsewhere = rig.submit(other, Resource::CopyTo, {host_function});
    const JobId free = rig.submit(rig.stream(vgpu));
    EXPECT_FALSE(rig.has_started(host_function)) << "the kernel before it has not ended";
    EXPECT_EQ(rig.why(host_function), Reason::StreamOrder);
    EXPECT_TRUE(rig.has_started(free)) << "others do not wait";
    rig.finish(kernel);
    EXPECT_TRUE(rig.has_started(host_function));
    EXPECT_FALSE(rig.has_started(behind));
    EXPECT_EQ(rig.why(behind), Reason::Client);
    EXPECT_EQ(rig.dispatcher.why(elsewhere, rig.now).job, host_function);
    rig.finish(host_function);
    EXPECT_TRUE(rig.has_started(behind));
    EXPECT_TRUE(rig.has_started(elsewhere));
}

TEST(Dispatcher, ThousandsOfWaitingStreamsKeepNothingOnTheCard) {
    Rig rig;
    const VgpuId waiting = rig.add(whole / 2);
    const VgpuId busy = rig.add(whole / 2);
    std::vector<JobId> words;
    for (int index = 0; index < 2000; ++index) {
        const StreamId stream = rig.stream(waiting);
        words.push_back(rig.submit(stream, Resource::Client));
        rig.submit(stream);
    }
    EXPECT_EQ(rig.dispatcher.in_flight(Resource::Compute), 0U);
    const StreamId stream = rig.stream(busy);
    for (int index = 0; index < 100; ++index)
        rig.finish(rig.submit(stream));
    EXPECT_EQ(rig.dispatcher.ledger().at(busy, Resource::Compute).finished, 100U);
    for (const JobId& word : words)
        rig.finish(word, 1);
    EXPECT_GT(rig.dispatcher.in_flight(Resource::Compute), 0U);
}

TEST(Dispatcher, AJoinGathersMoreThanOneJobCanName) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole);
    std::vector<JobId> gates;
    const StreamId last = rig.stream(vgpu);
    for (int index = 0; index < 16; ++index)
        gates.push_back(rig.submit(rig.stream(vgpu), Resource::Client));
    for (int index = 0; index < 16; index += 4)
        rig.submit(last, Resource::Join, {gates.begin() + index, gates.begin() + index + 4});
    const JobId job = rig.submit(last);
    for (const JobId& gate : gates) {
        EXPECT_FALSE(rig.has_started(job));
        rig.finish(gate);
    }
    EXPECT_TRUE(rig.has_started(job));
    rig.finish(job);
    EXPECT_EQ(rig.dispatcher.unfinished(), 0U);
}

TEST(Dispatcher, AJobOnTheCardMayBeWaitedForThere) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole);
    const JobId copy = rig.submit(rig.stream(vgpu), Resource::CopyTo);
    const JobId kernel = rig.submit(rig.stream(vgpu), Resource::Compute, {copy});
    EXPECT_TRUE(rig.has_started(kernel));
    const JobId join = rig.submit(rig.stream(vgpu), Resource::Join, {copy, kernel});
    EXPECT_TRUE(rig.has_started(join)) << "the hardware queue is told";
    EXPECT_EQ(rig.dispatcher.unfinished(), 3U);
    rig.finish(copy);
    rig.finish(kernel);
    EXPECT_EQ(rig.dispatcher.unfinished(), 0U);
}

TEST(Dispatcher, TheWindowFollowsTheLengthOfJobs) {
    for (const auto& [length, least, most] :
         {std::tuple{20 * microsecond, 10U, 60U}, {200 * microsecond, 3U, 6U}, {50 * millisecond, 2U, 2U}}) {
        Rig rig;
        const StreamId stream = rig.stream(rig.add(whole));
        for (int index = 0; index < 200; ++index)
            rig.submit(stream);
        for (int index = 0; index < 50; ++index)
            rig.finish_oldest(length);
        EXPECT_GE(rig.dispatcher.in_flight(Resource::Compute), least) << length;
        EXPECT_LE(rig.dispatcher.in_flight(Resource::Compute), most) << length;
    }
}

TEST(Dispatcher, WithCompetitorsLongJobsGoOneByOne) {
    Rig rig;
    const VgpuId one = rig.add(whole / 2);
    const VgpuId two = rig.add(whole / 2);
    for (const VgpuId vgpu : {one, two}) {
        const StreamId stream = rig.stream(vgpu);
        for (int index = 0; index < 40; ++index)
            rig.submit(stream);
    }
    for (int index = 0; index < 10; ++index)
        rig.finish_oldest(5 * millisecond);
    EXPECT_EQ(rig.dispatcher.in_flight(Resource::Compute), 1U);
}

TEST(Dispatcher, PrioritiesOfStreamsWithinAVirtualGpu) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole);
    const StreamId low = rig.stream(vgpu);
    const StreamId high = rig.stream(vgpu);
    for (int index = 0; index < 5; ++index)
        rig.submit(low, Resource::Compute, {}, 10 * millisecond);
    const JobId urgent = rig.submit(high, Resource::Compute, {}, 10 * millisecond, 3);
    EXPECT_FALSE(rig.has_started(urgent));
    rig.finish_oldest(10 * millisecond);
    EXPECT_TRUE(rig.has_started(urgent));
}

TEST(Dispatcher, LowPriorityWithinAVirtualGpuIsNotStarved) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole);
    const StreamId low = rig.stream(vgpu);
    const StreamId high = rig.stream(vgpu);
    for (int index = 0; index < 40; ++index)
        rig.submit(high, Resource::Compute, {}, 10 * millisecond, 3);
    const JobId patient = rig.submit(low, Resource::Compute, {}, 10 * millisecond, 0);
    int count = 0;
    while (!rig.has_started(patient)) {
        rig.finish_oldest(10 * millisecond);
        ASSERT_LT(++count, 15) << "100 ms are enough";
    }
}

TEST(Dispatcher, WhyAJobWaitsAndWhoHoldsItUp) {
    Rig rig;
    const VgpuId one = rig.add(whole / 2);
    const VgpuId two = rig.add(whole / 2);
    const JobId running = rig.submit(rig.stream(one), Resource::Compute, {}, 5 * millisecond);
    const JobId waiting = rig.submit(rig.stream(two), Resource::Compute, {}, 5 * millisecond);
    EXPECT_EQ(rig.why(running), Reason::None);
    const Wait wait = rig.dispatcher.why(waiting, rig.now);
    EXPECT_EQ(wait.reason, Reason::Window);
    EXPECT_EQ(wait.vgpu, one);
    EXPECT_EQ(text_of(wait.reason), "a full window");
    rig.finish(running, 5 * millisecond);
    EXPECT_EQ(rig.why(waiting), Reason::None);
    EXPECT_EQ(rig.why(running), Reason::None) << "it has finished";
}

TEST(Dispatcher, ASessionThatEndsLeavesNothingBehind) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole);
    const StreamId gone = rig.stream(vgpu, 1);
    const StreamId stays = rig.stream(vgpu, 2);
    const JobId running = rig.submit(gone);
    const JobId word = rig.submit(gone, Resource::Client);
    rig.submit(gone);
    const JobId other = rig.submit(stays, Resource::Compute, {word});
    EXPECT_FALSE(rig.has_started(other));
    rig.dispatcher.cancel(1, rig.now);
    EXPECT_TRUE(rig.has_started(other));
    EXPECT_EQ(rig.dispatcher.unfinished(), 2U) << "what is on the card stays there";
    rig.finish(running);
    rig.finish(other);
    const Account& account = rig.dispatcher.ledger().at(vgpu, Resource::Compute);
    EXPECT_EQ(account.submitted, 3U);
    EXPECT_EQ(account.cancelled, 1U);
    EXPECT_EQ(account.finished, 2U);
}

// A job that was cancelled while it waited is still in the list of the one it waited for; its slot is another's by
// then.
TEST(Dispatcher, ACancelledJobsPlaceIsAnothersFromThenOn) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole);
    const JobId word = rig.submit(rig.stream(vgpu, 1), Resource::Client);
    rig.submit(rig.stream(vgpu, 2), Resource::Compute, {word});
    rig.dispatcher.cancel(2, rig.now);
    const StreamId stream = rig.stream(vgpu, 1);
    const JobId other_word = rig.submit(stream, Resource::Client);
    const JobId behind = rig.submit(stream);
    rig.finish(word);
    EXPECT_FALSE(rig.has_started(behind));
    rig.finish(other_word);
    EXPECT_TRUE(rig.has_started(behind));
}

TEST(Dispatcher, AVirtualGpuIsRemovedWhenNothingUsesIt) {
    Rig rig;
    const VgpuId vgpu = rig.add(whole / 2);
    const VgpuId other = rig.add(whole / 2);
    const StreamId stream = rig.stream(vgpu);
    const JobId job = rig.submit(stream);
    EXPECT_EQ(rig.dispatcher.remove_vgpu(vgpu).error().message,
              "the virtual GPU is in use: 1 streams, 1 unfinished jobs");
    rig.dispatcher.close_stream(stream);
    EXPECT_FALSE(rig.dispatcher.remove_vgpu(vgpu).ok());
    rig.finish(job);
    EXPECT_TRUE(rig.dispatcher.remove_vgpu(vgpu).ok());
    EXPECT_FALSE(rig.dispatcher.remove_vgpu(vgpu).ok()) << "once";
    EXPECT_FALSE(rig.dispatcher.open_stream(vgpu, 0).ok());
    rig.finish(rig.submit(rig.stream(other)));
    EXPECT_EQ(rig.add(whole / 4), vgpu) << "its number is used again";
    EXPECT_EQ(rig.dispatcher.ledger().at(vgpu, Resource::Compute).submitted, 0U);
    rig.finish(rig.submit(rig.stream(vgpu)));
    EXPECT_EQ(rig.dispatcher.ledger().at(vgpu, Resource::Compute).finished, 1U);
}

TEST(Dispatcher, WhatMakesNoSenseIsRefused) {
    Rig rig;
    const StreamId stream = rig.stream(rig.add(whole));
    Job job;
    job.stream = 99;
    EXPECT_FALSE(rig.dispatcher.submit(job, rig.now).ok());
    job.stream = stream;
    job.after[0] = {5, 1};
    EXPECT_FALSE(rig.dispatcher.submit(job, rig.now).ok()) << "that job never was";
    job.after[0] = {};
    job.priority = job_priorities;
    EXPECT_FALSE(rig.dispatcher.submit(job, rig.now).ok());
    EXPECT_FALSE(rig.dispatcher.finished({0, 1}, 0, rig.now).ok());
    const JobId done = rig.submit(stream);
    rig.finish(done);
    EXPECT_FALSE(rig.dispatcher.finished(done, 0, rig.now).ok()) << "once is enough";
    rig.submit(stream, Resource::Compute, {done});
    rig.dispatcher.close_stream(stream);
    EXPECT_FALSE(rig.dispatcher.submit(job, rig.now).ok());
}

TEST(Dispatcher, TimesOutOfRangeDoNoHarm) {
    Rig rig;
    const StreamId one = rig.stream(rig.add(leftover_share));
    const StreamId two = rig.stream(rig.add(whole / 2));
    for (int index = 0; index < 4; ++index) {
        rig.submit(one, Resource::Compute, {}, INT64_MAX);
        rig.submit(two, Resource::Compute, {}, INT64_MAX);
    }
    for (std::size_t index = 0; index < 8; ++index) {
        ASSERT_LT(index, rig.started.size());
        rig.now += second;
        EXPECT_TRUE(rig.dispatcher.finished(rig.started[index], index % 2 == 0 ? INT64_MAX : INT64_MIN, rig.now).ok());
    }
    EXPECT_EQ(rig.dispatcher.unfinished(), 0U);
}

TEST(Dispatcher, ThereIsAnEndToTheNumberOfJobs) {
    DispatcherSettings settings;
    settings.most_jobs = 3;
    Rig rig(settings);
    const StreamId stream = rig.stream(rig.add(whole));
    for (int index = 0; index < 3; ++index)
        rig.submit(stream);
    Job job;
    job.stream = stream;
    EXPECT_EQ(rig.dispatcher.submit(job, rig.now).error().message, "there are 3 unfinished jobs already");
}

// Never lets anybody go.
class StubbornPolicy : public Band {
public:
    DispatchAnswer dispatch(const DispatchFacts& facts) override {
        DispatchAnswer answer{};
        answer.action = Action::Hold;
        answer.until = facts.lane.now + 1000 * second;
        return answer;
    }
};

class IgnoringDevice : public Device {
public:
    void start(JobId, const Job& job) override { last = job.vgpu; }
    VgpuId last = nobody;
};

TEST(Dispatcher, APolicyCannotKeepAJobFromTheCardForEver) {
    IgnoringDevice device;
    StubbornPolicy policy;
    Dispatcher dispatcher(device, policy);
    VirtualGpu vgpu;
    Time now = second;
    std::vector<JobId> ids;
    for (const char* name : {"one", "two", "three"}) {
        vgpu.name = name;
        Job job;
        job.stream = dispatcher.open_stream(dispatcher.add_vgpu(vgpu).take(), 0).take();
        job.cost = 5 * millisecond;
        // The first goes at once: nobody else is there yet.
        ids.push_back(dispatcher.submit(job, now).take());
    }
    ASSERT_TRUE(dispatcher.finished(ids[0], millisecond, now).ok());
    EXPECT_EQ(device.last, 0U);
    EXPECT_EQ(dispatcher.why(ids[1], now).reason, Reason::Held);
    while (device.last != 1 && now < 20 * second) {
        EXPECT_LE(dispatcher.next_wake(), now + 30 * millisecond);
        now = std::max(now, dispatcher.next_wake());
        dispatcher.tick(now);
    }
    EXPECT_EQ(device.last, 1U);
    EXPECT_LE(now, 12 * second);
    EXPECT_EQ(dispatcher.ledger().decisions(Resource::Compute, Reason::Overdue), 1U);
}

TEST(Dispatcher, PriorityWithinTheShareDoesNotWaitForRoomWhereTheDeviceWorksOnSeveral) {
    for (const bool passes : {false, true}) {
        DispatcherSettings settings;
        settings.priority_passes = passes;
        Rig rig(settings);
        const StreamId busy = rig.stream(rig.add(whole / 2));
        const StreamId urgent = rig.stream(rig.add(whole / 2, 7));
        const JobId first = rig.submit(urgent);
        rig.finish(first);
        const JobId long_job = rig.submit(busy, Resource::Compute, {}, 5 * millisecond);
        ASSERT_TRUE(rig.has_started(long_job));
        const JobId there_is_room = rig.submit(urgent, Resource::Compute, {}, 400 * microsecond);
        EXPECT_TRUE(rig.has_started(there_is_room));
        EXPECT_EQ(rig.has_started(rig.submit(urgent, Resource::Compute, {}, 400 * microsecond)), passes);
    }
}

TEST(Dispatcher, WithTurnsOneVirtualGpuAtATimeHasJobsOnTheCard) {
    DispatcherSettings settings;
    settings.turn = 500 * microsecond;
    Rig rig(settings);
    const StreamId one = rig.stream(rig.add(whole / 2));
    const StreamId other = rig.stream(rig.add(whole / 2));
    std::vector<JobId> ones;
    std::vector<JobId> others;
    for (int i = 0; i < 40; ++i) {
        ones.push_back(rig.submit(one, Resource::Compute, {}, 50 * microsecond));
        others.push_back(rig.submit(other, Resource::Compute, {}, 50 * microsecond));
    }
    const auto on_card = [&](const std::vector<JobId>& jobs, std::size_t done) {
        return std::count_if(jobs.begin(), jobs.end(), [&](JobId id) { return rig.has_started(id); }) -
               static_cast<std::ptrdiff_t>(done);
    };
    std::size_t done_of_one = 0;
    std::size_t done_of_other = 0;
    for (int i = 0; i < 60; ++i) {
        const auto of_one = on_card(ones, done_of_one);
        const auto of_other = on_card(others, done_of_other);
        EXPECT_LE(std::min(of_one, of_other), 1) << "the next one waits behind the last job of a turn";
        const JobId ended = rig.finish_oldest(50 * microsecond);
        const bool is_ones = std::find(ones.begin(), ones.end(), ended) != ones.end();
        ++(is_ones ? done_of_one : done_of_other);
    }
    EXPECT_NEAR(static_cast<double>(done_of_one), 30, 10);
}

TEST(Dispatcher, PriorityBeyondTheShareWaitsForRoomLikeOthers) {
    DispatcherSettings settings;
    settings.priority_passes = true;
    Rig rig(settings);
    const StreamId busy = rig.stream(rig.add(whole * 9 / 10));
    const StreamId urgent = rig.stream(rig.add(whole / 10, 7));
    for (int i = 0; i < 100; ++i)
        rig.finish(rig.submit(urgent), 5 * millisecond);
    const JobId long_job = rig.submit(busy, Resource::Compute, {}, 5 * millisecond);
    ASSERT_TRUE(rig.has_started(long_job));
    EXPECT_FALSE(rig.has_started(rig.submit(urgent)));
}

// A virtual GPU with streams of all priorities, and something long on the card.
struct StreamsOfOneVirtualGpu {
    StreamsOfOneVirtualGpu() {
        for (int index = 0; index < 2; ++index)
            rig.submit(rig.stream(vgpu), Resource::Compute, {}, 10 * millisecond);
    }
    // One that waits for the card.
    JobId queued(std::uint8_t priority) {
        const JobId id = rig.submit(rig.stream(vgpu), Resource::Compute, {}, 10 * millisecond, priority);
        EXPECT_FALSE(rig.has_started(id));
        return id;
    }
    Rig rig;
    VgpuId vgpu = rig.add(whole);
};

TEST(Inheritance, AJobThatOneOfHigherPriorityWaitsForGoesBeforeThoseBetween) {
    StreamsOfOneVirtualGpu streams;
    Rig& rig = streams.rig;
    const JobId between = streams.queued(1);
    const JobId low = streams.queued(0);
    rig.submit(rig.stream(streams.vgpu), Resource::Compute, {low}, 10 * microsecond, 3);
    rig.finish_oldest(10 * millisecond);
    EXPECT_TRUE(rig.has_started(low));
    EXPECT_FALSE(rig.has_started(between));
}

TEST(Inheritance, AnEventOfALowStreamIsWaitedForByAHighOneThroughAJoin) {
    StreamsOfOneVirtualGpu streams;
    Rig& rig = streams.rig;
    const JobId between = streams.queued(1);
    const StreamId low = rig.stream(streams.vgpu);
    const JobId first = rig.submit(low, Resource::Compute, {}, 10 * millisecond);
    const JobId second = rig.submit(low, Resource::Compute, {}, 10 * millisecond);
    const JobId event = rig.submit(low, Resource::Join);
    const JobId after_it = rig.submit(low, Resource::Compute, {}, 10 * millisecond);
    const StreamId high = rig.stream(streams.vgpu, 1);
    rig.submit(high, Resource::Join, {event});
    const JobId urgent = rig.submit(high, Resource::Compute, {}, 10 * microsecond, 3);
    rig.finish_oldest(10 * millisecond);
    EXPECT_TRUE(rig.has_started(first)) << "all that is before the event inherits";
    rig.finish_oldest(10 * millisecond);
    EXPECT_TRUE(rig.has_started(second));
    EXPECT_FALSE(rig.has_started(between));
    rig.finish(first, 10 * millisecond);
    EXPECT_TRUE(rig.has_started(urgent));
    EXPECT_FALSE(rig.has_started(after_it)) << "what comes after the event does not";
}

TEST(Inheritance, AcrossVirtualGpusTheLaneHasThePriorityUntilTheJobIsOnTheCard) {
    Rig rig;
    const VgpuId low = rig.add(whole / 4);
    const VgpuId between = rig.add(whole / 4, 3);
    const VgpuId high = rig.add(whole / 4, 7);
    rig.submit(rig.stream(rig.add(whole / 4)), Resource::Compute, {}, 5 * millisecond);
    const StreamId busy = rig.stream(between);
    std::vector<JobId> others;
    for (int i = 0; i < 5; ++i)
        others.push_back(rig.submit(busy, Resource::Compute, {}, 5 * millisecond));
    const JobId before = rig.submit(rig.stream(low), Resource::Compute, {}, 5 * millisecond);
    const JobId awaited = rig.submit(rig.stream(low), Resource::Compute, {}, 5 * millisecond);
    const JobId urgent = rig.submit(rig.stream(high), Resource::Compute, {awaited}, 5 * millisecond);
    rig.finish_oldest(5 * millisecond);
    EXPECT_EQ(rig.started.back(), awaited) << "not the one that came before it, nor the other virtual GPU's";
    rig.finish_oldest(5 * millisecond);
    EXPECT_EQ(rig.started.back(), urgent);
    rig.finish_oldest(5 * millisecond);
    EXPECT_EQ(rig.started.back(), others[0]) << "the loan is over";
    EXPECT_FALSE(rig.has_started(before));
}

TEST(Inheritance, ALoanIsWithinTheShareOfTheOneThatHasIt) {
    Rig rig;
    const VgpuId low = rig.add(whole / 100);
    const VgpuId between = rig.add(whole / 2, 3);
    const VgpuId high = rig.add(whole / 4, 7);
    const StreamId of_low = rig.stream(low);
    const StreamId of_between = rig.stream(between);
    const StreamId of_high = rig.stream(high);
    // Both without an end; each job of the one that owes is waited for.
    const auto more_of = [&](VgpuId vgpu) {
        const JobId job = rig.submit(vgpu == low ? of_low : of_between, Resource::Compute, {}, 5 * millisecond);
        if (vgpu == low) rig.submit(of_high, Resource::Join, {job});
    };
    for (int i = 0; i < 4; ++i) {
        more_of(between);
        more_of(low);
    }
    int of_debtor = 0;
    int of_others = 0;
    for (std::size_t i = 0; of_debtor + of_others < 200; ++i) {
        if (rig.jobs[i].resource == Resource::Join) continue;
        const VgpuId vgpu = rig.jobs[i].vgpu;
        rig.finish(rig.started[i], 5 * millisecond);
        ++(vgpu == low ? of_debtor : of_others);
        more_of(vgpu);
    }
    EXPECT_LT(of_debtor * 10, of_others);
}

TEST(Inheritance, WhatIsNoJobHereCanLendToo) {
    StreamsOfOneVirtualGpu streams;
    Rig& rig = streams.rig;
    const JobId between = streams.queued(1);
    const JobId low = streams.queued(0);
    rig.dispatcher.lend_priority(low, streams.vgpu, 2, rig.now);
    rig.dispatcher.lend_priority(low, nobody, 3, rig.now);
    rig.dispatcher.lend_priority(between, streams.vgpu, job_priorities, rig.now);
    rig.dispatcher.lend_priority({}, streams.vgpu, 3, rig.now);
    rig.finish_oldest(10 * millisecond);
    EXPECT_TRUE(rig.has_started(low));
    EXPECT_FALSE(rig.has_started(between));
    // On the card nothing is left to lend to.
    rig.dispatcher.lend_priority(low, streams.vgpu, 3, rig.now);
    rig.finish_oldest(10 * millisecond);
    EXPECT_TRUE(rig.has_started(between));
}

TEST(Inheritance, AChainOfAnyLengthIsFollowed) {
    StreamsOfOneVirtualGpu streams;
    Rig& rig = streams.rig;
    const JobId between = streams.queued(1);
    constexpr int length = 100'000;
    JobId last = streams.queued(0);
    const JobId first = last;
    for (int i = 0; i < length; ++i)
        last = rig.submit(rig.stream(streams.vgpu), Resource::Join, {last});
    rig.submit(rig.stream(streams.vgpu), Resource::Compute, {last}, 10 * microsecond, 3);
    rig.finish_oldest(10 * millisecond);
    EXPECT_TRUE(rig.has_started(first));
    EXPECT_FALSE(rig.has_started(between));
}

}  // namespace
}  // namespace ringfence::sched
