// The adapters of cuSOLVER, cuRAND and cuSPARSE in front of the software GPU's libraries: every declared function is
// called with random arguments on memory that ends where its declaration says and holds anything (NaNs, pivots that
// name no row, indices that name nothing), and is refused on memory that is one byte shorter.
#include "adapters/declared.h"

#include <gtest/gtest.h>

#include "../rounds.h"
#include "adapters/curand.h"
#include "adapters/cusolver.h"
#include "adapters/cusparse.h"
#include "declared_calls.h"

namespace ringfence::adapters::declared {
namespace {

using channel::LibraryFrame;
using channel::ObjectFunction;

struct Case {
    channel::Library library;
    std::uint32_t kinds;
    int argument;
    std::vector<FunctionSignature> (*functions)();
    std::size_t least;
};

class DeclaredAdapterTest : public testing::TestWithParam<Case>, protected DeclaredCalls {
protected:
    DeclaredAdapterTest() : DeclaredCalls(GetParam().functions()) {
        types = {0, 1, 4, 5, 0, 1, 4, 2};
        compute_types.assign(types.begin(), types.end());
        holds_anything = true;
    }

    void SetUp() override {
        auto found = libraries.find(GetParam().library);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        for (std::uint32_t kind = 0; kind < GetParam().kinds; ++kind)
            ASSERT_TRUE(create(handle + kind, kind).ok());
    }

    Result<Answer> create(std::uint64_t object, std::uint32_t kind) {
        LibraryFrame frame;
        frame.add(object);
        frame.add(kind);
        frame.add(GetParam().argument);
        return adapter->call(caller, static_cast<std::uint32_t>(ObjectFunction::Create), frame.bytes());
    }
};

TEST_P(DeclaredAdapterTest, DeclaresWhatItSays) {
    EXPECT_GE(functions.size(), GetParam().least);
}

TEST_P(DeclaredAdapterTest, AnObjectOfAnotherKindIsRefused) {
    if (GetParam().kinds < 2) GTEST_SKIP() << "it has one kind of objects";
    LibraryFrame frame;
    frame.add(handle + 1);
    frame.add(0);
    const auto refused = adapter->call(caller, static_cast<std::uint32_t>(ObjectFunction::SetStream), frame.bytes());
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::invalid_handle);
    EXPECT_FALSE(create(handle + 100, 77).ok());
}

TEST_P(DeclaredAdapterTest, NoCallReachesFurtherThanDeclared) {
    // No pseudorandom generator has 64-bit numbers.
    EXPECT_GT(call_all(rounds(150), 400000, "curandGenerateLongLong"), rounds(500));
}

INSTANTIATE_TEST_SUITE_P(Libraries, DeclaredAdapterTest,
                         testing::Values(Case{channel::Library::Cusolver, 4, 0, cusolver_functions, 150},
                                         Case{channel::Library::Curand, 1, 161, curand_functions, 14},
                                         Case{channel::Library::Cusparse, 8, 0, cusparse_functions, 140}),
                         [](const auto& info) {
                             return info.param.kinds == 1 ? "curand" : info.param.kinds == 4 ? "cusolver" : "cusparse";
                         });

}  // namespace
}  // namespace ringfence::adapters::declared
