#include "memory/host_supply.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "fake_device.h"
#include "memory/host_store.h"

namespace ringfence::memory {
namespace {

constexpr std::uint64_t part = std::uint64_t{2} << 20;

bool comes_true(const std::function<bool()>& condition) {
    for (int i = 0; i < 12000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

// A machine that may refuse, and counts.
struct Machine {
    std::atomic<int> populated = 0;
    std::atomic<int> populates = 1 << 30;  // that succeed
    std::atomic<std::uint64_t> available = std::uint64_t{1} << 40;

    HostPages pages() {
        return {[this](std::span<std::byte>, const std::atomic<bool>&) -> Result<void> {
                    if (populates-- <= 0) return Error::bad_input("ENOMEM").with_status(cuda_status::out_of_memory);
                    ++populated;
                    return {};
                },
                [this] { return MachineMemory{.total = std::uint64_t{1} << 40, .available = available}; }};
    }
};

struct Supplied : testing::Test {
    FakeDevice device;
    Machine machine;
    std::shared_ptr<SharedBudget> budget;
    std::unique_ptr<HostSupply> supply;

    HostSupply::Options options(std::uint64_t parts, std::uint64_t ahead = 0) {
        HostSupply::Options options;
        options.part_bytes = part;
        options.most = parts * part;
        options.most_ahead = ahead * part;
        options.threads = 4;
        options.machine = budget;
        options.pages = machine.pages();
        return options;
    }
    void start(std::uint64_t parts, std::uint64_t ahead = 0) {
        supply = std::make_unique<HostSupply>(device, options(parts, ahead));
    }
    // Asks again and again, as a session does.
    Result<std::vector<HostSupply::Part>> get(std::size_t count) {
        for (int i = 0; i < 60000; ++i) {
            RF_TRY(auto taken, supply->take(count, count));
            if (taken) return std::move(*taken);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return Error::internal("it never comes");
    }
};

TEST_F(Supplied, NothingIsMadeBeforeSomebodyAsks) {
    start(8);
    EXPECT_EQ(machine.populated, 0);
    std::vector<HostSupply::Part> parts = get(3).take();
    EXPECT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].size(), part);
    EXPECT_EQ(parts[0].address() % part, 0u);
    EXPECT_EQ(device.memory.pinned, 3);
    supply->give_back(std::move(parts));
}

TEST_F(Supplied, WhatIsGivenBackIsKeptUntilItIsTrimmed) {
    start(8);
    supply->give_back(get(4).take());
    EXPECT_EQ(supply->ready(), 4 * part);
    supply->give_back(get(4).take());
    EXPECT_EQ(machine.populated, 4);
    supply->trim();
    EXPECT_TRUE(comes_true([&] { return device.memory.pinned == 0; }));
    EXPECT_EQ(supply->ready(), 0u);
}

TEST_F(Supplied, WhatIsLikelyIsPreparedAndNoMoreThanMayBe) {
    start(8, 3);
    supply->prepare(6 * part);
    EXPECT_TRUE(comes_true([&] { return supply->ready() == 3 * part; }));
    std::vector<HostSupply::Part> parts = supply->take(3, 3).take().value();
    EXPECT_TRUE(comes_true([&] { return supply->ready() == 3 * part; }));
    // Nobody is likely to need it any more.
    supply->prepare(0);
    EXPECT_TRUE(comes_true([&] { return supply->ready() == 0; }));
    supply->give_back(std::move(parts));
}

TEST_F(Supplied, AFailureFromBeforeIsNotToldToWhoAsksAgain) {
    std::atomic<int> attempts = 0;
    std::atomic<bool> asks_again = false;
    std::atomic<bool> has_failed_late = false;
    HostSupply::Options given = options(8);
    given.pages.populate = [&](std::span<std::byte>, const std::atomic<bool>&) -> Result<void> {
        const int attempt = attempts++;
        if (attempt > 1) {
            EXPECT_TRUE(comes_true([&] { return has_failed_late.load(); }));
            return {};
        }
        EXPECT_TRUE(comes_true([&] { return attempt == 0 ? attempts > 1 : asks_again.load(); }));
        has_failed_late = attempt == 1;
        return Error::bad_input("ENOMEM").with_status(cuda_status::out_of_memory);
    };
    supply = std::make_unique<HostSupply>(device, given);
    EXPECT_FALSE(get(2).ok());
    ASSERT_TRUE(supply->take(2, 2).ok());
    asks_again = true;
    auto parts = get(2);
    ASSERT_TRUE(parts.ok()) << parts.error().text();
    supply->give_back(parts.take());
}

TEST_F(Supplied, NothingIsPreparedWhereTheMachineHasLittleLeft) {
    machine.available = std::uint64_t{1} << 36;
    start(8, 8);
    supply->prepare(8 * part);
    // But who waits gets it, as long as there is some.
    std::vector<HostSupply::Part> parts = get(2).take();
    EXPECT_EQ(machine.populated, 2);
    machine.available = std::uint64_t{1} << 34;
    const auto refused = get(2);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    EXPECT_NE(refused.error().message.find("the machine has"), std::string::npos) << refused.error().message;
    supply->give_back(std::move(parts));
}

TEST_F(Supplied, MemoryThatTheMachineRefusesIsAnErrorAndNotTheEnd) {
    start(8);
    machine.populates = 2;
    const auto refused = get(4);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    machine.populates = 1 << 30;
    supply->give_back(get(4).take());
    EXPECT_TRUE(comes_true([&] { return device.memory.pinned == 4; }));
}

TEST_F(Supplied, MemoryThatCannotBePinnedGoesBack) {
    start(8);
    device.memory.pins = 2;
    const auto refused = get(4);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    EXPECT_LE(supply->ready(), 2 * part);
    device.memory.pins = 1 << 30;
    std::vector<HostSupply::Part> parts = get(8).take();
    EXPECT_EQ(device.memory.pinned, 8);
    supply->give_back(std::move(parts));
    supply.reset();
    EXPECT_EQ(device.memory.pinned, 0);
}

TEST_F(Supplied, ThereIsNeverMoreThanTheMost) {
    start(4, 4);
    supply->prepare(4 * part);
    std::vector<HostSupply::Part> parts = get(4).take();
    EXPECT_FALSE(supply->take(1, 1).take().has_value());
    EXPECT_EQ(machine.populated, 4);
    supply->give_back(std::move(parts));
}

TEST_F(Supplied, OneWorkerLetsGoOfWhatItKeepsWhenAnotherNeedsIt) {
    SessionLimits limits;
    limits[Limit::HostBacking] = 4 * part;
    const UniqueFd file = SharedBudget::create_file().take();
    budget = SharedBudget::join(file.get(), 0).take();
    budget->set_limits(limits);
    start(4);
    supply->give_back(get(4).take());
    EXPECT_EQ(supply->ready(), 4 * part);

    FakeDevice other_device;
    HostSupply::Options others = options(4);
    others.machine = SharedBudget::join(file.get(), 1).take();
    HostSupply other(other_device, others);
    std::optional<std::vector<HostSupply::Part>> taken;
    EXPECT_TRUE(comes_true([&] {
        taken = other.take(3, 3).take();
        return taken.has_value();
    }));
    EXPECT_TRUE(comes_true([&] { return budget->kept() <= 4 * part; }));
    if (taken) other.give_back(std::move(*taken));
    supply.reset();
}

TEST_F(Supplied, AStoreCountsWholePartsAndKeepsItsReserve) {
    HostStore::Options store_options{.supply = options(4), .reserve = part};
    const std::shared_ptr<HostStore> store = HostStore::create(device, store_options);
    const auto place_of = [&](std::uint64_t bytes, HostStore::Purpose purpose) {
        for (;;) {
            auto place = store->take(bytes, purpose);
            if (!place.ok() || place.value()) return place;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    };
    auto first = place_of(part + 4096, HostStore::Purpose::MoreMemory).take();
    EXPECT_EQ(store->used(), 2 * part);
    EXPECT_EQ(store->left(), part);
    EXPECT_EQ(first->piece_at(0).size(), part);
    EXPECT_EQ(first->piece_at(part).size(), 4096u);
    EXPECT_FALSE(place_of(2 * part, HostStore::Purpose::MoreMemory).ok());
    auto second = place_of(2 * part, HostStore::Purpose::WayBack).take();
    EXPECT_EQ(store->left(), 0u);
    first.reset();
    second.reset();
    EXPECT_EQ(store->used(), 0u);
}

// The machine's own pages, as far as a test can see them.
TEST(HostPages, AreThereWhenTheyHaveBeenTaken) {
    const HostPages pages = machine_pages();
    const Result<MappedMemory> memory = map_host_part(part);
    ASSERT_TRUE(memory.ok());
    const std::atomic<bool> is_over = false;
    EXPECT_TRUE(pages.populate(memory.value().bytes(), is_over).ok());
    EXPECT_EQ(memory.value().bytes()[part - 1], std::byte{0});
    EXPECT_GT(pages.look().total, pages.look().available);
    const std::atomic<bool> is_already_over = true;
    EXPECT_FALSE(pages.populate(memory.value().bytes(), is_already_over).ok());
}

}  // namespace
}  // namespace ringfence::memory
