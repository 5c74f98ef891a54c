// cuSPARSE's adapter checks descriptors that come by value, in front of the software GPU's library.
#include "adapters/cusparse.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include "../function_number.h"
#include "adapters/call.h"
#include "adapters/libraries.h"
#include "channel/cusparse_state.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::cusparse_test {
namespace {

using namespace channel::sparse;
using channel::LibraryFrame;

constexpr std::uint64_t handle = 0x1234;
constexpr std::uint64_t spgemm = 0x1235;
constexpr std::int32_t double_type = 1;

class CusparseAdapterTest : public testing::Test {
protected:
    void SetUp() override {
        auto found = libraries.find(channel::Library::Cusparse);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        create(handle, 0);
        create(spgemm, 3);
    }
    void create(std::uint64_t object, std::uint32_t kind) {
        LibraryFrame frame;
        frame.add(object);
        frame.add(kind);
        frame.add(0);
        ASSERT_TRUE(
            adapter->call(caller, static_cast<std::uint32_t>(channel::ObjectFunction::Create), frame.bytes()).ok());
    }
    Result<Answer> call(const std::string& name, const LibraryFrame& frame) {
        return adapter->call(caller, function_number(cusparse_functions(), name), frame.bytes());
    }
    // Memory of the session's.
    template <typename T>
    std::uint64_t give(const std::vector<T>& contents) {
        memory.push_back(std::make_unique<EdgeMemory>(contents.size() * sizeof(T)));
        if (!contents.empty()) std::memcpy(memory.back()->bytes().data(), contents.data(), contents.size() * sizeof(T));
        caller.memory[memory.back()->address()] = contents.size() * sizeof(T);
        return memory.back()->address();
    }
    Matrix identity(std::uint64_t id) {
        Matrix matrix;
        matrix.id = id;
        matrix.offsets_type = matrix.indices_type = index_32;
        matrix.type = double_type;
        matrix.rows = matrix.columns = matrix.nonzeros = 2;
        matrix.offsets = give<std::int32_t>({0, 1, 2});
        matrix.indices = give<std::int32_t>({0, 1});
        matrix.values = give<double>({1, 1});
        return matrix;
    }
    DenseVector vector(std::uint64_t id, const std::vector<double>& contents) {
        return {.id = id,
                .size = static_cast<std::int64_t>(contents.size()),
                .values = give(contents),
                .type = double_type};
    }
    Result<Answer> multiply(const Matrix& a, const DenseVector& x, const DenseVector& y) {
        const double one = 1;
        const double zero = 0;
        LibraryFrame frame;
        frame.add(handle);
        frame.add(0);
        frame.add_copy(&one, sizeof one);
        frame.add_copy(&a, sizeof a);
        frame.add_copy(&x, sizeof x);
        frame.add_copy(&zero, sizeof zero);
        frame.add_copy(&y, sizeof y);
        frame.add(double_type);
        frame.add(0);
        frame.add(give<double>({0}));
        return call("cusparseSpMV", frame);
    }
    LibraryFrame sparse_product(const Matrix& a, const Matrix& c) {
        const double one = 1;
        LibraryFrame frame;
        frame.add(handle);
        frame.add(0);
        frame.add(0);
        frame.add_copy(&one, sizeof one);
        frame.add_copy(&a, sizeof a);
        frame.add_copy(&a, sizeof a);
        frame.add_copy(&one, sizeof one);
        frame.add_copy(&c, sizeof c);
        frame.add(double_type);
        frame.add(0);
        frame.add(spgemm);
        return frame;
    }
    template <typename T>
    static T at(std::uint64_t address, std::size_t index) {
        return reinterpret_cast<const T*>(address)[index];
    }

    std::vector<std::unique_ptr<EdgeMemory>> memory;
    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
};

TEST_F(CusparseAdapterTest, NothingIsCapturedIntoGraphs) {
    caller.stream.records = true;
    const auto refused = multiply(identity(1), vector(2, {3, 4}), vector(3, {0, 0}));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::capture_unsupported);
    EXPECT_EQ(caller.begun, 0);
}

TEST_F(CusparseAdapterTest, OnlyASessionThatIsAloneMaySteerALibraryOfSomebodyElse) {
    LibraryFrame frame;
    frame.add(handle);
    const std::vector<std::byte> bytes = frame.bytes();
    const Call steered(caller, "cusparseSpMV", channel::LibraryArguments::read(bytes, 1).value());
    const auto refused = steered.may_be_steered(false);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::not_supported);
    EXPECT_NE(refused.error().text().find("--isolation private"), std::string::npos) << refused.error().text();
    EXPECT_TRUE(steered.may_be_steered(true).ok());
    caller.alone = true;
    EXPECT_TRUE(steered.may_be_steered(false).ok());
}

TEST_F(CusparseAdapterTest, ARefusalNamesThePartOfTheDescriptor) {
    const DenseVector x = vector(2, {1, 2});
    const DenseVector y = vector(3, {0, 0});
    Matrix a = identity(1);
    a.nonzeros = 3;
    auto refused = multiply(a, x, y);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text().find("argument matA.indices"), std::string::npos) << refused.error().text();
    a = identity(1);
    a.rows = -1;
    EXPECT_FALSE(multiply(a, x, y).ok());
    a = identity(1);
    a.indices_type = 77;
    EXPECT_FALSE(multiply(a, x, y).ok());
    a = identity(1);
    a.batch_count = 2;
    a.indices_stride = a.values_stride = -1;
    EXPECT_FALSE(multiply(a, x, y).ok());
    DenseVector longer = y;
    longer.size = std::int64_t{1} << 61;
    refused = multiply(identity(1), x, longer);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text().find("argument vecY.values"), std::string::npos) << refused.error().text();
}

TEST_F(CusparseAdapterTest, ADescriptorMayComeWithOtherMemory) {
    for (std::uint64_t turn = 0; turn < 5; ++turn) {
        const DenseVector y = vector(3, {0, 0});
        const auto made = multiply(identity(1), vector(2, {5, 6 + static_cast<double>(turn)}), y);
        ASSERT_TRUE(made.ok()) << made.error().text();
        EXPECT_EQ(at<double>(y.values, 1), 6 + static_cast<double>(turn));
    }
}

TEST_F(CusparseAdapterTest, ManyDescriptorsAreForgottenInTime) {
    const DenseVector x = vector(1, {5, 6});
    const Matrix a = identity(1);
    const DenseVector y = vector(2, {0, 0});
    for (std::uint64_t id = 10; id < 3000; ++id) {
        Matrix other = a;
        other.id = id;
        const auto made = multiply(other, x, y);
        ASSERT_TRUE(made.ok()) << made.error().text();
    }
    EXPECT_EQ(at<double>(y.values, 0), 5);
}

// Two of the same name in one call, of which the second takes the first's place.
TEST_F(CusparseAdapterTest, OneNameForTwoDescriptorsHarmsNobody) {
    DenseVector x = vector(7, {5, 6});
    DenseVector y = vector(7, {0, 0});
    EXPECT_TRUE(multiply(identity(7), x, y).ok());
    y = vector(7, {0, 0, 0});
    const auto made = multiply(identity(7), x, y);
    ASSERT_TRUE(made.ok()) << made.error().text();
    EXPECT_NE(made.value().status, 0);
}

// All rows have all elements, or so the offsets say: that would be more than there are, without end.
TEST_F(CusparseAdapterTest, OffsetsThatLeadToTheSameElementsTakeNoMoreThanThereAre) {
    Matrix a = identity(1);
    a.rows = 3;
    a.offsets = give<std::int32_t>({0, 2, 0, 2});  // the third row has them again
    const DenseVector y = vector(3, {0, 0, 0});
    const auto made = multiply(a, vector(2, {5, 6}), y);
    ASSERT_TRUE(made.ok()) << made.error().text();
    EXPECT_EQ(at<double>(y.values, 0), 11);
    EXPECT_EQ(at<double>(y.values, 2), 0);
}

// How many elements a product has is the library's to know. A program that says fewer, or more, gets none.
TEST_F(CusparseAdapterTest, ACopyThatWouldNotFitWritesNothing) {
    const Matrix a = identity(1);
    Matrix c = identity(2);
    c.nonzeros = 0;
    LibraryFrame compute = sparse_product(a, c);
    std::int64_t bytes = 8;
    const std::int64_t size[3] = {};
    compute.add_copy(&bytes, sizeof bytes);
    compute.add(give<double>({0}));
    compute.add_copy(size, sizeof size);
    const auto computed = call("cusparseSpGEMM_compute", compute);
    ASSERT_TRUE(computed.ok()) << computed.error().text();
    ASSERT_EQ(computed.value().status, 0);
    std::int64_t told[3] = {};
    std::memcpy(told, caller.results.data() + 16, sizeof told);
    EXPECT_EQ(told[2], 2);
    for (const std::size_t claimed : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
        c.nonzeros = static_cast<std::int64_t>(claimed);
        c.indices = give(std::vector<std::int32_t>(claimed, 9));
        c.values = give(std::vector<double>(claimed, 9));
        const auto copied = call("cusparseSpGEMM_copy", sparse_product(a, c));
        ASSERT_TRUE(copied.ok()) << copied.error().text();
        EXPECT_EQ(at<double>(c.values, 0), claimed == 2 ? 1 : 9);
    }
}

}  // namespace
}  // namespace ringfence::adapters::cusparse_test
