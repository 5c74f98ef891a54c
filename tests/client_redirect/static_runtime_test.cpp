// This test program plays a CUDA program with the runtime inside: it defines functions of the runtime's names itself.
#include "client/redirect/static_runtime.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace {

volatile int traffic = 0;  // keeps the functions from being folded together

int led_one(int x) {
    return x + 1000;
}

}  // namespace

extern "C" {
// The name that tells that the runtime is there.
__attribute__((noinline, used)) int __cudaRegisterFatBinary(int x) {
    for (int i = 0; i < x; ++i)
        traffic = traffic + i;
    return traffic;
}
__attribute__((noinline, used)) int cudaTestOne(int x) {
    for (int i = 0; i < x; ++i)
        traffic = traffic - i;
    return x + 1;
}
__attribute__((noinline, used)) int cudaTestTwo(int x) {
    for (int i = 0; i < x; ++i)
        traffic = traffic * i;
    return x + 2;
}
}

namespace ringfence::client {
namespace {

std::string own_program() {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<ProgramSymbol> symbols_in(const std::string& bytes) {
    return static_runtime_symbols(std::as_bytes(std::span(bytes)));
}

TEST(StaticRuntime, FindsTheRuntimesFunctions) {
    const std::string program = own_program();
    const std::vector<ProgramSymbol> symbols = symbols_in(program);
    const auto has = [&](std::string_view name) {
        return std::any_of(symbols.begin(), symbols.end(), [&](const auto& symbol) { return symbol.name == name; });
    };
    EXPECT_TRUE(has("cudaTestOne"));
    EXPECT_TRUE(has("__cudaRegisterFatBinary"));
    EXPECT_FALSE(has("main"));
}

TEST(StaticRuntime, LeadsCallsToOthersAndLeavesTheRest) {
    EXPECT_EQ(cudaTestOne(1), 2);
    const std::size_t led = redirect_static_runtime([](const char* name) -> void* {
        return std::strcmp(name, "cudaTestOne") == 0 ? reinterpret_cast<void*>(led_one) : nullptr;
    });
    EXPECT_EQ(led, 1u);
    // Through a pointer that the compiler cannot see through.
    int (*volatile one)(int) = cudaTestOne;
    EXPECT_EQ(one(1), 1001);
    EXPECT_EQ(cudaTestTwo(1), 3);
}

TEST(StaticRuntime, ShortJumpsReachOnlySoFar) {
    EXPECT_LE(short_jump(0x10000, 0x20000).size(), 5u);
    EXPECT_FALSE(short_jump(0x20000, 0x10000).empty());
    EXPECT_TRUE(short_jump(0x10000, std::uint64_t{1} << 40).empty());
}

TEST(StaticRuntime, HostileFilesAreNoPrograms) {
    EXPECT_TRUE(symbols_in("").empty());
    EXPECT_TRUE(symbols_in("#!/bin/sh\n").empty());
    const std::string program = own_program();
    for (const std::size_t cut :
         {std::size_t{4}, std::size_t{63}, std::size_t{64}, program.size() / 2, program.size() - 1})
        symbols_in(program.substr(0, cut));
    // Headers that point anywhere: every byte of the header, turned over.
    std::string bent = program;
    for (std::size_t i = 16; i < 64; ++i) {
        bent[i] = static_cast<char>(~bent[i]);
        symbols_in(bent);
        bent[i] = program[i];
    }
}

}  // namespace
}  // namespace ringfence::client
