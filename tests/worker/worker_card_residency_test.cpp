// Memory beyond the card, over a driver that needs no card.
#include <cstdlib>

#include "backend/cuda/cuda.h"
#include "residency_test.h"

namespace ringfence::worker {
namespace {

struct BeyondFakeCard : testing::TestWithParam<bool> {
    static constexpr std::uint64_t card = 256 * mebi;
    static constexpr std::uint64_t most_of_it = 160 * mebi;

    std::shared_ptr<SharedBudget> machine = SharedBudget::create({}).take();
    std::unique_ptr<Worker> worker;

    void start(bool is_shared) {
        ASSERT_EQ(::setenv("FAKE_CARD_MIB", "256", 1), 0);
        WorkerOptions options;
        options.session = session_options_for("cuda", is_shared);
        options.session.window.bytes = std::uint64_t{1} << 31;
        options.session.staging_bytes = mebi;
        options.host_backing = 384 * mebi;
        options.machine = machine;
        worker = Worker::create(backend::open_cuda_at(FAKE_DRIVER).take(), options).take();
    }
    void TearDown() override {
        worker.reset();
        ::unsetenv("FAKE_CARD_MIB");
    }
};

TEST_P(BeyondFakeCard, TwoSessions) {
    start(GetParam());
    const std::uint64_t free = worker->device().memory_info().take().free;
    {
        Tenant first(*worker, most_of_it, 1000);
        first.work();
        Tenant second(*worker, most_of_it, 2000);
        EXPECT_GT(on_host(*worker), 0u);
        for (int round = 0; round < 2; ++round) {
            second.work();
            first.work();
            EXPECT_EQ(second.wrong(), 0u) << round;
            EXPECT_EQ(first.wrong(), 0u) << round;
        }
    }
    EXPECT_TRUE(becomes([&] { return worker->statistics().sessions == 0; }));
    EXPECT_TRUE(becomes([&] { return machine->taken(Limit::HostBacking) == 0; }));
    EXPECT_EQ(worker->device().memory_info().take().free, free);
}

INSTANTIATE_TEST_SUITE_P(Shared, BeyondFakeCard, testing::Bool());

}  // namespace
}  // namespace ringfence::worker
