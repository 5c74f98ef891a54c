// cuBLAS's adapter in front of the software GPU's library: every declared function is called with random arguments on
// memory that ends where its declaration says, and refused on memory that is one byte shorter.
#include "adapters/cublas.h"

#include <gtest/gtest.h>

#include "../rounds.h"
#include "declared_calls.h"

namespace ringfence::adapters {
namespace {

class CublasAdapterTest : public testing::Test, protected DeclaredCalls {
protected:
    CublasAdapterTest() : DeclaredCalls(cublas_functions()) {}

    void SetUp() override {
        auto found = libraries.find(channel::Library::Cublas);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        channel::LibraryFrame frame;
        frame.add(handle);
        const auto create = static_cast<std::uint32_t>(channel::CublasFunction::Create);
        ASSERT_TRUE(adapter->call(caller, create, frame.bytes()).ok());
    }
};

TEST_F(CublasAdapterTest, DeclaresWhatItSays) {
    EXPECT_GT(functions.size(), 300U);
}

TEST_F(CublasAdapterTest, NoCallReachesFurtherThanDeclared) {
    EXPECT_GT(call_all(rounds(100), 200000), rounds(10000));
}

}  // namespace
}  // namespace ringfence::adapters
