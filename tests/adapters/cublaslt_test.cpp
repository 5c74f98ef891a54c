// cublasLt's adapter in front of the software GPU's library: random products on memory that ends where they do, refused
// when any piece is one byte shorter; algorithms that nobody gave; attributes of which nobody knows how far they reach.
#include <array>
#include <cstring>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "adapters/cublaslt_reach.h"
#include "adapters/libraries.h"
#include "library_caller.h"

namespace ringfence::adapters {
namespace {

using namespace channel::lt;

constexpr std::uint64_t lt_handle = 0x4321;

// A product and where everything lies; the addresses stand for pieces of memory, in this order.
struct LtCase {
    Problem problem;
    std::array<std::uint64_t, 4> matrices = {};  // A, B, C, D
    std::array<std::uint64_t, 2> factors = {};   // alpha, beta, where they lie in device memory
    std::vector<Algorithm> algorithm = {};       // one or none
};

std::vector<std::byte> frame_of(const LtCase& its) {
    const std::array<std::uint64_t, 2> one = {0x3f803f803f803f80, 0x3f803f803f803f80};
    const std::size_t bytes = type_bits(its.problem.desc.scale_type) / 8;
    const std::int32_t mode = its.problem.desc.pointer_mode;
    channel::LibraryFrame frame;
    frame.add(lt_handle);
    frame.add(std::uint64_t{0});
    frame.add_copy(&its.problem, sizeof its.problem);
    const auto add_factor = [&](bool is_host, std::uint64_t address) {
        is_host ? frame.add_copy(one.data(), bytes) : frame.add(address);
    };
    add_factor(mode == pointers_host, its.factors[0]);
    frame.add(its.matrices[0]);
    frame.add(its.matrices[1]);
    add_factor(mode == pointers_host || mode == pointers_alpha_vector_beta_host, its.factors[1]);
    frame.add(its.matrices[2]);
    frame.add(its.matrices[3]);
    frame.add_copy(its.algorithm.data(), its.algorithm.size() * sizeof(Algorithm));
    frame.add(std::uint64_t{0});
    frame.add(std::uint64_t{0});
    return frame.bytes();
}

// Every address of a case.
template <typename Visit>
void for_each_address(LtCase& its, Visit visit) {
    for (std::uint64_t& address : its.matrices)
        visit(address);
    for (std::uint64_t& address : its.factors)
        visit(address);
    visit(its.problem.desc.bias);
    visit(its.problem.desc.aux);
}

class CublasLtAdapterTest : public testing::Test {
protected:
    void SetUp() override {
        auto found = libraries.find(channel::Library::CublasLt);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        channel::LibraryFrame frame;
        frame.add(lt_handle);
        ASSERT_TRUE(adapter->call(caller, static_cast<std::uint32_t>(Function::Create), frame.bytes()).ok());
    }

    Result<Answer> call(const LtCase& its) {
        return adapter->call(caller, static_cast<std::uint32_t>(Function::Matmul), frame_of(its));
    }
    Result<Answer> ask(const Problem& problem, const Preference& preference) {
        channel::LibraryFrame frame;
        const Algorithm none;
        frame.add(lt_handle);
        frame.add_copy(&problem, sizeof problem);
        frame.add_copy(&preference, sizeof preference);
        frame.add(4);
        frame.add_copy(&none, sizeof none);
        return adapter->call(caller, static_cast<std::uint32_t>(Function::Heuristic), frame.bytes());
    }

    int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

    MatrixLayout random_layout(int type, int rows, int cols, int batch, bool any_order) {
        MatrixLayout layout;
        layout.type = static_cast<std::uint32_t>(type);
        constexpr std::int32_t orders[] = {order_col, order_row, order_col32, order_col32_2r_4r4};
        layout.order = any_order ? orders[roll(0, 3)] : order_col;
        layout.rows = static_cast<std::uint64_t>(rows);
        layout.cols = static_cast<std::uint64_t>(cols);
        const int least = layout.order == order_col     ? rows
                          : layout.order == order_row   ? cols
                          : layout.order == order_col32 ? rows * 32
                                                        : (rows + 31) / 32 * 1024;
        layout.ld = least + roll(0, 3);
        layout.batch_count = batch;
        layout.stride = roll(0, 2000);
        return layout;
    }

    // Types, sizes, orders and epilogues of all kinds; most are right.
    LtCase random_case() {
        struct Types {
            int in, out, scale, compute;
        };
        constexpr Types all_types[] = {{0, 0, 0, 68},   {2, 2, 0, 68}, {14, 14, 0, 68}, {2, 0, 0, 68},
                                       {14, 0, 0, 77},  {1, 1, 1, 70}, {4, 4, 4, 68},   {5, 5, 5, 70},
                                       {3, 10, 10, 72}, {3, 3, 0, 72}, {2, 2, 2, 64}};
        constexpr std::uint32_t epilogues[] = {1,  4,   2,  2 | 128, 6,   6 | 128, 136, 152,
                                               32, 160, 36, 164,     192, 208,     256, 512};
        const Types types = all_types[roll(0, 10)];
        const bool any_order = roll(0, 2) == 0;
        const int m = roll(0, 20) == 0 ? 0 : roll(1, 40);
        const int n = roll(1, 40);
        const int k = roll(0, 20) == 0 ? 0 : roll(1, 40);
        const int batch = roll(0, 2) == 0 ? roll(0, 4) : 1;
        LtCase its;
        MatmulDesc& desc = its.problem.desc;
        desc.compute_type = types.compute;
        desc.scale_type = types.scale;
        desc.trans_a = roll(0, 2);
        desc.trans_b = roll(0, 2);
        desc.pointer_mode = roll(0, 1) == 0 ? pointers_host : roll(0, 4);
        its.problem.a = desc.trans_a == 0 ? random_layout(types.in, m, k, batch, any_order)
                                          : random_layout(types.in, k, m, batch, any_order);
        its.problem.b = desc.trans_b == 0 ? random_layout(types.in, k, n, batch, any_order)
                                          : random_layout(types.in, n, k, batch, any_order);
        its.problem.c = random_layout(types.out, m, n, batch, any_order);
        its.problem.d = random_layout(types.out, m, n, batch, any_order && roll(0, 1) == 0);
        if (roll(0, 1) == 0) desc.epilogue = epilogues[roll(0, 15)];
        desc.bias_stride = roll(0, 50);
        desc.alpha_stride = roll(0, 1) * 50;
        const bool is_mask = (desc.epilogue & (epilogue_relu | epilogue_drelu)) != 0;
        desc.aux_ld = is_mask ? 128 * roll(1, 2) : (m + 7) / 8 * 8;
        desc.aux_stride = is_mask ? 128 * roll(0, 40) : 8 * roll(0, 200);
        std::uint64_t place = std::uint64_t{1} << 40;
        for_each_address(its, [&](std::uint64_t& address) { address = place += std::uint64_t{1} << 32; });
        return its;
    }

    // Memory that is exactly as long as the call asks for. False: the call is refused whatever it is given.
    bool give_memory(LtCase& its) {
        caller.takes_all = caller.only_asks = true;
        caller.asked.clear();
        const auto asked = call(its);
        if (asked.ok() || asked.error().status != cuda_status::not_ready) return false;
        const auto reaches = caller.asked;
        caller.takes_all = caller.only_asks = false;
        caller.memory.clear();
        pieces.clear();
        for_each_address(its, [&](std::uint64_t& address) {
            std::uint64_t bytes = 0;
            for (const LibraryCaller::Reach& reach : reaches)
                if (reach.address == address) bytes = reach.bytes;
            pieces.push_back(std::make_unique<EdgeMemory>(bytes));
            address = pieces.back()->address();
            caller.memory[address] = bytes;
        });
        return true;
    }

    std::mt19937 random{7};
    std::vector<std::unique_ptr<EdgeMemory>> pieces;
    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
};

TEST_F(CublasLtAdapterTest, NoProductReachesFurtherThanItIsFoundTo) {
    int made = 0;
    int succeeded = 0;
    int refusals = 0;
    for (int turn = 0; turn < 10000; ++turn) {
        LtCase its = random_case();
        if (!give_memory(its)) continue;
        const int begun = caller.begun;
        for (auto& [address, bytes] : caller.memory) {
            if (bytes == 0) continue;
            --bytes;
            const auto refused = call(its);
            ASSERT_EQ(refused.ok() ? 0 : refused.error().status, cuda_status::invalid_value);
            ++bytes;
            ++refusals;
        }
        ASSERT_EQ(caller.begun, begun);
        // A library that reaches further meets a page that cannot be touched, and this program ends.
        const auto answer = call(its);
        ASSERT_TRUE(answer.ok()) << answer.error().text();
        ++made;
        succeeded += answer.value().status == 0 ? 1 : 0;
    }
    EXPECT_GT(made, 5000);
    EXPECT_GT(succeeded, 3000);
    EXPECT_GT(refusals, 10000);
}

// Numbers of all sizes in every attribute, on memory that is too small for most.
TEST_F(CublasLtAdapterTest, AnyAttributesAreCheckedFirst) {
    std::mt19937_64 wild(11);
    int accepted = 0;
    for (int turn = 0; turn < 10000; ++turn) {
        caller.alone = false;
        LtCase its = random_case();
        pieces.clear();
        caller.memory.clear();
        for_each_address(its, [&](std::uint64_t& address) {
            pieces.push_back(std::make_unique<EdgeMemory>(std::size_t{1} << roll(6, 17)));
            address = pieces.back()->address();
            caller.memory[address] = pieces.back()->bytes().size();
        });
        auto* words = reinterpret_cast<std::byte*>(&its.problem);
        for (int i = roll(0, 3); i > 0; --i) {
            const std::uint64_t value = wild() >> roll(0, 63);
            const std::size_t at = static_cast<std::size_t>(roll(0, static_cast<int>(sizeof(Problem) / 4) - 1)) * 4;
            std::memcpy(words + at, &value, 4);
        }
        const auto answer = call(its);
        accepted += answer.ok() && answer.value().status == 0 ? 1 : 0;
    }
    EXPECT_GT(accepted, 100);
}

TEST_F(CublasLtAdapterTest, SharedDomainsTakeOnlyAlgorithmsThatWereGivenForTheProblem) {
    LtCase its;
    its.problem.desc.compute_type = 68;
    for (MatrixLayout* layout : {&its.problem.a, &its.problem.b, &its.problem.c, &its.problem.d})
        *layout = {.type = 0, .order = order_col, .rows = 4, .cols = 4, .ld = 4};
    Preference preference;
    preference.alignment[0] = preference.alignment[1] = preference.alignment[2] = preference.alignment[3] = 4;
    const auto given = ask(its.problem, preference);
    ASSERT_TRUE(given.ok()) << given.error().text();
    ASSERT_EQ(given.value().bytes.size(), sizeof(HeuristicResult));
    HeuristicResult result;
    std::memcpy(&result, given.value().bytes.data(), sizeof result);

    const auto place = [&](std::uint64_t offset) {
        pieces.clear();
        caller.memory.clear();
        for (std::uint64_t& address : its.matrices) {
            pieces.push_back(std::make_unique<EdgeMemory>(4096));
            address = pieces.back()->address() + offset;
            caller.memory[address] = 64;
        }
    };
    place(0);
    its.algorithm = {result.algorithm};
    EXPECT_EQ(call(its).ok() ? call(its).value().status : -1, 0);

    LtCase other = its;
    other.problem.desc.trans_a = 1;
    EXPECT_FALSE(call(other).ok()) << "an algorithm for another problem";
    other = its;
    other.algorithm[0].data[3] ^= 1;
    EXPECT_FALSE(call(other).ok()) << "an algorithm that nobody gave";
    caller.alone = true;
    EXPECT_TRUE(call(other).ok()) << "alone, the library decides";
}

TEST_F(CublasLtAdapterTest, AnAlgorithmIsForMemoryOfItsAlignment) {
    LtCase its;
    its.problem.desc.compute_type = 68;
    for (MatrixLayout* layout : {&its.problem.a, &its.problem.b, &its.problem.c, &its.problem.d})
        *layout = {.type = 0, .order = order_col, .rows = 4, .cols = 4, .ld = 4};
    const auto given = ask(its.problem, Preference{});
    ASSERT_TRUE(given.ok());
    HeuristicResult result;
    std::memcpy(&result, given.value().bytes.data(), sizeof result);
    its.algorithm = {result.algorithm};
    const EdgeMemory memory(4096);
    its.matrices.fill(memory.address());
    caller.memory[memory.address()] = 64;
    EXPECT_TRUE(call(its).ok());
    its.matrices[1] += 4;
    caller.memory[its.matrices[1]] = 64;
    const auto refused = call(its);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text().find("aligned"), std::string::npos) << refused.error().text();
}

TEST_F(CublasLtAdapterTest, WhatCannotBeBoundedIsNamed) {
    LtCase its;
    its.problem.desc.compute_type = 68;
    for (MatrixLayout* layout : {&its.problem.a, &its.problem.b, &its.problem.c, &its.problem.d})
        *layout = {.type = 0, .order = order_col, .rows = 4, .cols = 4, .ld = 4};
    caller.takes_all = true;
    const auto refusal = [&](auto change) {
        LtCase other = its;
        change(other.problem);
        const auto answer = call(other);
        return answer.ok() ? std::string("accepted") : answer.error().text();
    };
    const auto names = [](const std::string& text, const char* name) { return text.find(name) != std::string::npos; };
    EXPECT_PRED2(names, refusal([](Problem& p) { p.a.batch_mode = 1; }), "CUBLASLT_MATRIX_LAYOUT_BATCH_MODE");
    EXPECT_PRED2(names, refusal([](Problem& p) { p.a.plane_offset = 64; }), "CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET");
    EXPECT_PRED2(names, refusal([](Problem& p) { p.b.ld = -4; }), "CUBLASLT_MATRIX_LAYOUT_LD");
    EXPECT_PRED2(names, refusal([](Problem& p) { p.desc.a_scale_mode = 9; }), "CUBLASLT_MATMUL_DESC_A_SCALE_MODE");
    EXPECT_PRED2(names, refusal([](Problem& p) { p.desc.epilogue = 3; }), "CUBLASLT_MATMUL_DESC_EPILOGUE");
}

// Scales and amax, which the software GPU's library does not have: what is known of their reach.
TEST(CublasLtReach, OfScales) {
    Problem p;
    p.desc.compute_type = 68;
    p.a = {.type = 28, .order = order_col, .rows = 256, .cols = 100, .ld = 256};  // A is transposed: k x m
    p.b = {.type = 28, .order = order_col, .rows = 256, .cols = 60, .ld = 256};
    p.c = {.type = 14, .order = order_col, .rows = 100, .cols = 60, .ld = 100};
    p.d = p.c;
    p.desc.trans_a = 1;
    ASSERT_TRUE(lt::is_consistent(p));
    const auto bytes_of = [&](const char* name, bool padded) {
        for (const lt::Piece& piece : lt::matmul_pieces(p, {}, padded).all)
            if (std::string(piece.name) == name) return static_cast<std::int64_t>(piece.bytes);
        return std::int64_t{-1};
    };
    constexpr const char* a_scale = "CUBLASLT_MATMUL_DESC_A_SCALE_POINTER";
    EXPECT_EQ(bytes_of(a_scale, true), -1);
    p.desc.a_scale = p.desc.b_scale = p.desc.d_amax = 0x1000;
    EXPECT_EQ(bytes_of(a_scale, true), 4);
    EXPECT_EQ(bytes_of("CUBLASLT_MATMUL_DESC_AMAX_D_POINTER", true), 4);
    p.desc.a_scale_mode = p.desc.b_scale_mode = scale_outer_vector;
    EXPECT_EQ(bytes_of(a_scale, true), 400);
    EXPECT_EQ(bytes_of("CUBLASLT_MATMUL_DESC_B_SCALE_POINTER", true), 240);
    p.desc.a_scale_mode = scale_vec32;
    EXPECT_EQ(bytes_of(a_scale, true), 128 * 8);
    EXPECT_EQ(bytes_of(a_scale, false), 100 * 8);
    p.desc.a_scale_mode = scale_vec16;
    EXPECT_EQ(bytes_of(a_scale, true), 128 * 16);
    p.desc.a_scale_mode = scale_block128;
    EXPECT_EQ(bytes_of(a_scale, false), 2 * 1 * 4);
}

}  // namespace
}  // namespace ringfence::adapters
