// Sessions that share a card: what would make NVIDIA's libraries fault, or reach where a program tells them to. A fault
// ends the context of all.
#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "../function_number.h"
#include "adapters/cublas.h"
#include "adapters/cublaslt_reach.h"
#include "adapters/cufft.h"
#include "adapters/cusolver.h"
#include "adapters/libraries.h"
#include "adapters/library_file.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::attack_card {
namespace {

namespace fs = std::filesystem;
using channel::LibraryFrame;

constexpr std::uint64_t handle = 0x1234;

// Libraries that a worker takes for NVIDIA's.
struct CardLibraries : testing::Test {
    void SetUp() override {
        std::string name = "/tmp/ringfence-card-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        for (const char* file : {"/libcufft.so.12", "/libcusolver.so.12"}) {
            fs::copy_file(FAKE_CARD_LIBRARIES, folder + file);
            fs::permissions(folder + file, fs::perms::owner_all);
        }
    }
    void TearDown() override { fs::remove_all(folder); }

    LibraryFile open(const std::string& name) const { return LibraryFile::open_for_card({folder}, name, {}).take(); }

    std::string folder;
    std::unique_ptr<Adapter> adapter;  // goes after the caller, which has objects of its
    LibraryCaller caller;
};

TEST_F(CardLibraries, TransformsTakeMemoryThatIsAlignedAsComplexNumbersAre) {
    const LibraryFile file = open("libcufft.so.12");
    adapter = make_cufft(file).take();
    constexpr std::array<int, 3> types = {0x29, 0x2a, 0x6c};  // C2C, R2C, Z2D
    for (const int type : types) {
        const std::uint64_t complex_bytes = type == 0x6c ? 16 : 8;
        caller.objects.clear();
        channel::PlanShape shape;
        shape.rank = 1;
        shape.n[0] = 8;
        shape.types = channel::plan_types(type);
        shape.batch = 1;
        LibraryFrame make;
        make.add(handle);
        make.add_copy(&shape, sizeof shape);
        ASSERT_TRUE(
            adapter->call(caller, static_cast<std::uint32_t>(channel::CufftFunction::MakePlan), make.bytes()).ok());
        const auto execute = [&](std::uint64_t from, std::uint64_t to) {
            LibraryFrame frame;
            frame.add(handle);
            frame.add(from);
            frame.add(to);
            frame.add(-1);
            const auto function = static_cast<std::uint32_t>(channel::CufftFunction::Execute);
            return adapter->call(caller, function, frame.bytes()).ok();
        };
        caller.takes_all = true;
        constexpr std::uint64_t place = 0x10000;
        EXPECT_TRUE(execute(place, 2 * place));
        EXPECT_FALSE(execute(place + complex_bytes / 2, 2 * place));
        EXPECT_FALSE(execute(place, 2 * place + complex_bytes / 2));
    }
}

TEST_F(CardLibraries, SolversWorkInMemoryThatNoProgramCanWrite) {
    const LibraryFile file = open("libcusolver.so.12");
    adapter = make_cusolver(file).take();
    const auto functions = cusolver_functions();
    LibraryFrame create;
    create.add(handle);
    create.add(0);
    create.add(0);
    ASSERT_TRUE(
        adapter->call(caller, static_cast<std::uint32_t>(channel::ObjectFunction::Create), create.bytes()).ok());
    caller.takes_all = true;
    constexpr std::uint64_t work = 0x30000;
    const auto factorize = [&] {
        LibraryFrame frame;
        frame.add(handle);
        frame.add(0);
        frame.add(4);
        frame.add(std::uint64_t{0x10000});
        frame.add(4);
        frame.add(work);
        frame.add(64);
        frame.add(std::uint64_t{0x20000});
        return adapter->call(caller, function_number(functions, "cusolverDnSpotrf"), frame.bytes());
    };
    auto* const last_work = file.function<void*()>("fake_last_work");
    EXPECT_FALSE(factorize().ok()) << "nobody lends memory";
    caller.lent = 0x7000;
    ASSERT_TRUE(factorize().ok());
    EXPECT_EQ(reinterpret_cast<std::uint64_t>(last_work()), caller.lent);
    EXPECT_EQ(caller.lent_bytes, 64U * 4);
    // The library's own memory may be gone when a recorded call is executed.
    caller.stream.records = true;
    EXPECT_FALSE(factorize().ok());
    caller.stream.records = false;
    caller.alone = true;
    ASSERT_TRUE(factorize().ok());
    EXPECT_EQ(reinterpret_cast<std::uint64_t>(last_work()), work);
}

// A factorization writes its pivots and reads them again, in memory that the program can write meanwhile.
TEST_F(CardLibraries, WhatExchangesRowsIsForSessionsThatAreAlone) {
    const LibraryFile file = open("libcusolver.so.12");
    adapter = make_cusolver(file).take();
    LibraryFrame create;
    create.add(handle);
    create.add(0);
    create.add(0);
    ASSERT_TRUE(
        adapter->call(caller, static_cast<std::uint32_t>(channel::ObjectFunction::Create), create.bytes()).ok());
    caller.takes_all = true;
    caller.lent = 0x7000;
    LibraryFrame frame;
    frame.add(handle);
    frame.add(4);
    frame.add(4);
    frame.add(std::uint64_t{0x10000});
    frame.add(4);
    frame.add(std::uint64_t{0x30000});
    frame.add(std::uint64_t{0x40000});
    frame.add(std::uint64_t{0x20000});
    const std::uint32_t number = function_number(cusolver_functions(), "cusolverDnSgetrf");
    const auto refused = adapter->call(caller, number, frame.bytes());
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::not_supported);
    caller.alone = true;
    EXPECT_TRUE(adapter->call(caller, number, frame.bytes()).ok());
}

TEST_F(CardLibraries, NumbersAreAlignedToTheirSize) {
    Libraries libraries{soft_library_folder()};
    auto found = libraries.find(channel::Library::Cublas);
    if (!found.ok()) GTEST_SKIP() << found.error().text();
    LibraryFrame create;
    create.add(handle);
    ASSERT_TRUE(
        found.value()->call(caller, static_cast<std::uint32_t>(channel::CublasFunction::Create), create.bytes()).ok());
    const EdgeMemory memory(4096);
    caller.takes_all = true;
    struct Case {
        const char* function;
        std::uint64_t bytes;
    };
    for (const Case& its : {Case{"cublasScopy_v2", 4}, Case{"cublasDcopy_v2", 8}, Case{"cublasCcopy_v2", 8},
                            Case{"cublasZcopy_v2", 16}}) {
        const auto copy = [&](std::uint64_t from, std::uint64_t to) {
            LibraryFrame frame;
            frame.add(handle);
            frame.add(1);
            frame.add(from);
            frame.add(1);
            frame.add(to);
            frame.add(1);
            return found.value()->call(caller, function_number(cublas_functions(), its.function), frame.bytes()).ok();
        };
        const std::uint64_t place = memory.address();
        EXPECT_TRUE(copy(place, place + 256)) << its.function;
        EXPECT_FALSE(copy(place + its.bytes / 2, place + 256)) << its.function;
        EXPECT_FALSE(copy(place, place + 256 + its.bytes / 2)) << its.function;
    }
    caller.objects.clear();  // before the library goes
}

TEST(CardReach, MatricesOfCublasLtAreAlignedToTheirElements) {
    channel::lt::Problem problem;
    problem.desc.compute_type = 70;
    problem.desc.scale_type = 5;
    for (channel::lt::MatrixLayout* layout : {&problem.a, &problem.b, &problem.c, &problem.d})
        *layout = {.type = 5, .order = channel::lt::order_col, .rows = 4, .cols = 4, .ld = 4};
    for (const lt::Piece& piece : lt::matmul_pieces(problem, {}, true).all)
        EXPECT_EQ(piece.alignment, 16U) << piece.name;
}

}  // namespace
}  // namespace ringfence::adapters::attack_card
