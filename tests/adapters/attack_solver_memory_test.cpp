// Memory that solvers need beside their matrices counts as the session's. Its size is the library's, not a client's
// claim.
#include <string>

#include <gtest/gtest.h>

#include "adapters/cusolver.h"
#include "adapters/libraries.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::solver_memory {
namespace {

using channel::LibraryFrame;

constexpr std::uint64_t handle = 0x1234;
constexpr std::uint64_t gesvdj_info = 0x1236;
constexpr std::uint64_t first_place = 0x100000000;
constexpr std::uint64_t second_place = 0x200000000;
constexpr std::uint64_t third_place = 0x300000000;

struct SolverMemoryTest : testing::Test {
    void SetUp() override {
        auto found = libraries.find(channel::Library::Cusolver);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        ASSERT_TRUE(create(handle, 0).ok());
        ASSERT_TRUE(create(gesvdj_info, 2).ok());
        caller.takes_all = caller.only_asks = true;
    }
    Result<Answer> create(std::uint64_t object, int kind) {
        LibraryFrame frame;
        frame.add(object);
        frame.add(kind);
        frame.add(0);
        return adapter->call(caller, static_cast<std::uint32_t>(channel::ObjectFunction::Create), frame.bytes());
    }
    // The status of a call that would begin: not_ready.
    std::int32_t outcome(std::string_view name, const LibraryFrame& frame) {
        const auto functions = cusolver_functions();
        for (std::size_t i = 0; i < functions.size(); ++i) {
            if (functions[i].name != name) continue;
            const auto number = channel::first_declared_function + static_cast<std::uint32_t>(i);
            const auto answer = adapter->call(caller, number, frame.bytes());
            if (!answer.ok()) why = answer.error().text();
            return answer.ok() ? answer.value().status : answer.error().status;
        }
        ADD_FAILURE() << name;
        return 0;
    }
    std::uint64_t bytes_at(std::uint64_t address) const {
        for (const LibraryCaller::Reach& one : caller.asked)
            if (one.address == address) return one.bytes;
        return 0;
    }
    static LibraryFrame factorization(int n, std::int64_t host_bytes) {
        LibraryFrame frame;
        frame.add(handle);
        frame.add(0);
        frame.add(0);
        frame.add(n);
        frame.add(0);
        frame.add(first_place);
        frame.add(n);
        frame.add(0);
        frame.add(second_place);
        frame.add(std::int64_t{1} << 20);
        frame.add(0);
        frame.add(host_bytes);
        frame.add(third_place);
        return frame;
    }

    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
    std::string why;
};

TEST_F(SolverMemoryTest, CopiesOfMatricesCount) {
    EXPECT_EQ(outcome("cusolverDnXpotrf", factorization(1000, 1 << 20)), cuda_status::not_ready) << why;
    caller.most_charged = 4 << 20;  // the matrix itself
    EXPECT_EQ(outcome("cusolverDnXpotrf", factorization(1000, 1 << 20)), cuda_status::out_of_memory) << why;
}

TEST_F(SolverMemoryTest, HostMemoryIsAsLargeAsTheLibraryWants) {
    caller.most_charged = 8 << 20;
    EXPECT_EQ(outcome("cusolverDnXpotrf", factorization(10, std::int64_t{1} << 30)), cuda_status::not_ready) << why;
}

// It is not documented whether a number that is neither 0 nor 1 means some vectors or all of them.
TEST_F(SolverMemoryTest, UnknownNumbersReachAsFarAsAnyMeaning) {
    constexpr int m = 8;
    constexpr int n = 2;
    for (const int econ : {0, 1, 2, -1}) {
        LibraryFrame frame;
        frame.add(handle);
        frame.add(1);
        frame.add(econ);
        frame.add(m);
        frame.add(n);
        frame.add(first_place);
        frame.add(m);
        frame.add(second_place);
        frame.add(third_place);
        frame.add(m);
        frame.add(4 * first_place);
        frame.add(n);
        frame.add(5 * first_place);
        frame.add(1 << 20);
        frame.add(6 * first_place);
        frame.add(gesvdj_info);
        caller.asked.clear();
        ASSERT_EQ(outcome("cusolverDnSgesvdj", frame), cuda_status::not_ready) << why;
        EXPECT_EQ(bytes_at(third_place), (econ == 1 ? m * n : m * m) * sizeof(float)) << econ;
    }
}

// One whose W is of another type than its A: cuSOLVER has none.
TEST_F(SolverMemoryTest, TypesMustBelongTogether) {
    const auto eigenvalues = [&](int a_type, int w_type) {
        LibraryFrame frame;
        frame.add(handle);
        frame.add(0);
        frame.add(1);
        frame.add(0);
        frame.add(4);
        frame.add(a_type);
        frame.add(first_place);
        frame.add(4);
        frame.add(w_type);
        frame.add(second_place);
        frame.add(a_type);
        frame.add(third_place);
        frame.add(std::int64_t{1} << 20);
        frame.add(0);
        frame.add(std::int64_t{1} << 20);
        frame.add(4 * first_place);
        return outcome("cusolverDnXsyevd", frame);
    };
    constexpr std::int32_t invalid = 3;
    EXPECT_EQ(eigenvalues(5, 1), cuda_status::not_ready) << why;
    EXPECT_EQ(eigenvalues(5, 0), invalid);
    EXPECT_EQ(eigenvalues(1, 0), invalid);
}

}  // namespace
}  // namespace ringfence::adapters::solver_memory
