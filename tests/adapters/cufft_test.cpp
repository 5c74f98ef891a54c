// cuFFT's adapter in front of the software GPU's library: transforms on memory that ends where they do, and refusals
// one byte short of it.
#include "adapters/cufft.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "adapters/libraries.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters {
namespace {

using channel::CufftFunction;
using channel::LibraryFrame;
using channel::PlanShape;

constexpr std::uint64_t plan = 0x77;
constexpr std::uint64_t from_place = std::uint64_t{1} << 40;
constexpr std::uint64_t to_place = std::uint64_t{1} << 41;

class CufftAdapterTest : public testing::Test {
protected:
    void SetUp() override {
        auto found = libraries.find(channel::Library::Cufft);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
    }

    Result<Answer> call(CufftFunction function, const LibraryFrame& frame) {
        return adapter->call(caller, static_cast<std::uint32_t>(function), frame.bytes());
    }
    Result<Answer> make(const PlanShape& shape) {
        caller.objects.clear();
        LibraryFrame frame;
        frame.add(plan);
        frame.add_copy(&shape, sizeof shape);
        return call(CufftFunction::MakePlan, frame);
    }
    Result<Answer> execute(std::uint64_t from, std::uint64_t to, int direction) {
        LibraryFrame frame;
        frame.add(plan);
        frame.add(from);
        frame.add(to);
        frame.add(direction);
        return call(CufftFunction::Execute, frame);
    }
    // The bytes that a call would reach; it is not made.
    std::uint64_t bytes_at(std::uint64_t address) const {
        std::uint64_t most = 0;
        for (const LibraryCaller::Reach& one : caller.asked)
            if (one.address == address) most = std::max(most, one.bytes);
        return most;
    }

    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
    std::mt19937 random{77};

    int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

    PlanShape random_shape() {
        // The element sizes of the cufftTypes, and of 16-bit numbers of both kinds.
        constexpr std::array<channel::PlanTypes, 12> types = {{{0, 4, 4},
                                                               {4, 0, 4},
                                                               {4, 4, 4},
                                                               {1, 5, 5},
                                                               {5, 1, 5},
                                                               {5, 5, 5},
                                                               {2, 6, 6},
                                                               {6, 2, 6},
                                                               {6, 6, 6},
                                                               {14, 15, 15},
                                                               {15, 14, 15},
                                                               {15, 15, 15}}};
        PlanShape shape;
        shape.rank = roll(1, 3);
        shape.types = types[static_cast<std::size_t>(roll(0, 11))];
        shape.batch = roll(roll(0, 20) == 0 ? -1 : 1, 4);
        shape.has_inembed = shape.has_onembed = roll(0, 1);
        for (int i = 0; i < shape.rank; ++i) {
            shape.n[i] = roll(roll(0, 30) == 0 ? -1 : 1, 11);
            shape.inembed[i] = roll(roll(0, 30) == 0 ? -1 : 1, 13);
            shape.onembed[i] = roll(1, 13);
        }
        shape.istride = roll(roll(0, 30) == 0 ? -2 : 1, 3);
        shape.ostride = roll(1, 3);
        shape.idist = roll(0, 900);
        shape.odist = roll(0, 900);
        return shape;
    }
};

TEST_F(CufftAdapterTest, NoTransformReachesFurtherThanItsPlan) {
    int made = 0;
    for (int tried = 0; made < 4000 && tried < 100000; ++tried) {
        const PlanShape shape = random_shape();
        const auto answer = make(shape);
        ASSERT_TRUE(answer.ok()) << answer.error().text();
        if (answer.value().status != 0) continue;
        const bool is_in_place = roll(0, 1) == 0;
        caller.takes_all = caller.only_asks = true;
        caller.asked.clear();
        (void)execute(from_place, is_in_place ? from_place : to_place, -1);
        caller.takes_all = caller.only_asks = false;
        const std::uint64_t from_bytes = bytes_at(from_place);
        const std::uint64_t to_bytes = bytes_at(to_place);
        const EdgeMemory from(from_bytes);
        const EdgeMemory to(to_bytes);
        const std::uint64_t target = is_in_place ? from.address() : to.address();
        const auto with = [&](std::uint64_t less_from, std::uint64_t less_to) {
            caller.memory = {{to.address(), to_bytes - less_to}};
            caller.memory[from.address()] = from_bytes - less_from;
            return execute(from.address(), target, roll(0, 1) * 2 - 1);
        };
        const int begun = caller.begun;
        EXPECT_FALSE(with(1, 0).ok());
        EXPECT_FALSE(is_in_place ? with(1, 0).ok() : with(0, 1).ok());
        EXPECT_EQ(caller.begun, begun);
        const auto done = with(0, 0);
        ASSERT_TRUE(done.ok()) << done.error().text();
        EXPECT_EQ(done.value().status, 0);
        ++made;
    }
    EXPECT_EQ(made, 4000);
}

TEST_F(CufftAdapterTest, PlansAreChargedBeforeTheyAreMade) {
    PlanShape shape;
    shape.rank = 1;
    shape.n[0] = 1 << 20;
    shape.types = channel::plan_types(0x29);
    shape.batch = 1000;
    caller.most_charged = std::uint64_t{128} << 20;
    EXPECT_EQ(make(shape).value().status, 0);
    caller.most_charged -= 1;
    EXPECT_EQ(make(shape).error().status, cuda_status::out_of_memory);
    shape.n[0] = std::int64_t{1} << 59;
    shape.batch = 1;
    EXPECT_FALSE(make(shape).ok());
}

TEST_F(CufftAdapterTest, HandlesAreThoseOfPlans) {
    LibraryFrame forged;
    forged.add(std::uint64_t{0x99});
    EXPECT_EQ(call(CufftFunction::Destroy, forged).error().status, cuda_status::invalid_handle);
    EXPECT_EQ(execute(from_place, to_place, -1).error().status, cuda_status::invalid_handle);
    EXPECT_FALSE(adapter->call(caller, 4711, {}).ok());
}

TEST_F(CufftAdapterTest, ArgumentsThatAreNotThereAreRefused) {
    LibraryFrame few;
    few.add(plan);
    EXPECT_FALSE(call(CufftFunction::MakePlan, few).ok());
    LibraryFrame small;
    small.add(plan);
    small.add_copy("abc", 3);
    EXPECT_FALSE(call(CufftFunction::MakePlan, small).ok());
}

}  // namespace
}  // namespace ringfence::adapters
