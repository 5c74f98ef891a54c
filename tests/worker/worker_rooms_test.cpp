// Private workers that make room for each other on one card, over a driver that needs none.
#include <array>
#include <cstdlib>

#include "backend/cuda/cuda.h"
#include "residency_test.h"

namespace ringfence::worker {
namespace {

struct Rooms : testing::Test {
    static constexpr std::uint64_t card = 256 * mebi;
    // With that of one there is more free than the other lacks: it is what must be free that others have to know.
    static constexpr std::uint64_t most_of_it = 160 * mebi;

    std::shared_ptr<SharedBudget> machine = SharedBudget::create({}).take();
    UniqueFd file = RoomBoard::create_file().take();
    std::mutex relay;  // the supervisor has one thread
    std::array<std::unique_ptr<Worker>, 3> workers;
    std::chrono::milliseconds patience = std::chrono::minutes(5);

    void SetUp() override { ASSERT_EQ(::setenv("FAKE_CARD_MIB", "256", 1), 0); }
    void start(std::size_t number, std::uint64_t host_backing = 384 * mebi) {
        WorkerOptions options;
        options.session = session_options_for("cuda", false);
        options.session.window.bytes = std::uint64_t{1} << 31;
        options.session.staging_bytes = mebi;
        options.host_backing = host_backing;
        options.machine = machine;
        options.rooms =
            RoomBoard::join(file.get(), number + 1, std::chrono::minutes(5), std::chrono::minutes(5)).take();
        // None of it is for a machine that stands still for a moment.
        options.residency.room_patience = patience;
        options.residency.longest_hopeless = patience;
        options.residency.longest_drain = std::chrono::minutes(5);
        options.residency.patience = std::chrono::minutes(5);
        // As the supervisor does.
        options.on_shortage = [this, number](std::uint64_t) {
            const std::lock_guard lock(relay);
            for (std::size_t other = 0; other < workers.size(); ++other) {
                if (other != number && workers[other]) workers[other]->give_room();
            }
        };
        workers[number] = Worker::create(backend::open_cuda_at(FAKE_DRIVER).take(), options).take();
    }
    void TearDown() override {
        // All tests of this process have the same card.
        EXPECT_TRUE(becomes([&] { return is_empty(); }));
        for (auto& worker : workers)
            worker.reset();
        ::unsetenv("FAKE_CARD_MIB");
    }
    std::uint64_t free() { return workers[0]->device().memory_info().take().free; }
    std::uint64_t on_host_of_all() {
        std::uint64_t bytes = 0;
        for (auto& worker : workers)
            bytes += worker ? on_host(*worker) : 0;
        return bytes;
    }
    bool is_empty() {
        for (auto& worker : workers) {
            if (worker && worker->statistics().sessions != 0) return false;
        }
        return machine->taken(Limit::HostBacking) == 0;
    }
};

TEST_F(Rooms, TwoPrograms) {
    start(0);
    start(1);
    const std::uint64_t before = free();
    {
        Tenant first(*workers[0], most_of_it, 1000);
        first.work();
        Tenant second(*workers[1], most_of_it, 2000);
        EXPECT_GT(on_host(*workers[0]), 0u);
        EXPECT_LE(on_host(*workers[0]), 2 * most_of_it - card + 16 * mebi) << "no more than was needed";
        for (int round = 0; round < 3; ++round) {
            second.work();
            first.work();
            EXPECT_EQ(second.wrong(), 0u) << round;
            EXPECT_EQ(first.wrong(), 0u) << round;
        }
    }
    EXPECT_TRUE(becomes([&] { return is_empty(); }));
    EXPECT_EQ(free(), before);
}

// The host needs room for three things only: the memory that is lacking, the memory kept for exchanges, and the memory
// that is left free on the card.
TEST_F(Rooms, HostMemoryForLittleMoreThanIsLacking) {
    constexpr std::uint64_t each = 166 * mebi;
    constexpr std::uint64_t piece = 4 * mebi;
    constexpr std::uint64_t enough = 2 * each - card + card / 64 + memory::Mover::most_moving * piece + 4 * piece;
    start(0, enough);
    start(1, enough);
    Tenant first(*workers[0], each, 1000);
    first.work();
    Tenant second(*workers[1], each, 2000);
    for (int round = 0; round < 3; ++round) {
        second.work();
        first.work();
        EXPECT_EQ(second.wrong(), 0u) << round;
        EXPECT_EQ(first.wrong(), 0u) << round;
    }
}

TEST_F(Rooms, ThreeProgramsAtOnce) {
    for (std::size_t i = 0; i < workers.size(); ++i)
        start(i);
    const std::uint64_t before = free();
    {
        std::vector<std::thread> threads;
        std::array<std::uint64_t, 3> wrong{};
        for (std::size_t i = 0; i < workers.size(); ++i) {
            threads.emplace_back([&, i] {
                Tenant tenant(*workers[i], most_of_it, static_cast<std::uint32_t>(1000 * (i + 1)));
                for (int round = 0; round < 3; ++round) {
                    tenant.work();
                    wrong[i] += tenant.wrong();
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        EXPECT_EQ(wrong, (std::array<std::uint64_t, 3>{}));
    }
    EXPECT_TRUE(becomes([&] { return is_empty(); }));
    EXPECT_EQ(free(), before);
}

// Both have half and want more than the other half: each waits while the other needs what it has.
TEST_F(Rooms, BothWantMoreAtOnce) {
    start(0);
    start(1);
    Tenant first(*workers[0], 100 * mebi, 1);
    Tenant second(*workers[1], 100 * mebi, 2);
    first.work();
    second.work();
    std::array<std::optional<Tenant>, 2> more;
    std::thread other([&] { more[1].emplace(TestClient(*workers[1]), 64 * mebi, 4); });
    more[0].emplace(TestClient(*workers[0]), 64 * mebi, 3);
    other.join();
    for (Tenant* tenant : {&first, &second, &*more[0], &*more[1]})
        tenant->work();
    for (Tenant* tenant : {&first, &second, &*more[0], &*more[1]})
        EXPECT_EQ(tenant->wrong(), 0u);
}

TEST_F(Rooms, OnlyTheIdleOnesMove) {
    for (std::size_t i = 0; i < workers.size(); ++i)
        start(i);
    Tenant first(*workers[0], 80 * mebi, 1);
    first.work();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    Tenant second(*workers[1], 80 * mebi, 2);
    second.work();
    Tenant third(*workers[2], 120 * mebi, 3);
    EXPECT_GT(on_host(*workers[0]), 0u);
    EXPECT_EQ(on_host(*workers[1]), 0u) << "what the first has is enough, and it did nothing for longer";
    EXPECT_EQ(first.wrong() + second.wrong(), 0u);
}

TEST_F(Rooms, NoRoomOnTheHost) {
    patience = std::chrono::milliseconds(500);
    start(0, 64 * mebi);
    start(1, 64 * mebi);
    Tenant first(*workers[0], most_of_it, 1);
    first.work();
    TestClient second(*workers[1]);
    EXPECT_EQ(second.call(wire::Allocate{most_of_it, 256}), cuda_status::out_of_memory);
    EXPECT_EQ(first.wrong(), 0u);
    // Its memory is given back a moment after the answer.
    for (int i = 0; i < 6000 && free() < 64 * mebi; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(free(), 64 * mebi) << "it did not take what it cannot use";
}

TEST_F(Rooms, AProgramThatEndsMakesRoomToo) {
    start(0);
    start(1);
    auto first = std::make_unique<Tenant>(*workers[0], most_of_it, 1);
    first->work();
    Tenant second(*workers[1], most_of_it, 2);
    first.reset();
    EXPECT_TRUE(becomes([&] { return workers[0]->statistics().sessions == 0; }));
    second.work();
    EXPECT_EQ(second.wrong(), 0u);
    Tenant third(*workers[1], 48 * mebi, 3);
    EXPECT_EQ(on_host_of_all(), 0u);
}

}  // namespace
}  // namespace ringfence::worker
