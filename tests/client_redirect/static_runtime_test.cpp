// This test program plays a CUDA program with the runtime inside: it defines functions of the runtime's names itself.
#include "client/redirect/static_runtime.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
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

void* find_led(const char* name, int) {
    return std::strcmp(name, "cudaTestOne") == 0 ? reinterpret_cast<void*>(led_one) : nullptr;
}

// In another object, as our libraries are: what leads to itself is left.
void* find_elsewhere(const char* name, int cuda) {
    EXPECT_EQ(cuda, 13);
    return std::strcmp(name, "cudaTestOne") == 0 ? ::dlsym(RTLD_DEFAULT, "toupper") : nullptr;
}

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
    EXPECT_EQ(redirect_static_runtimes(find_elsewhere), 1u);
    EXPECT_EQ(redirect_static_runtimes(find_elsewhere), 0u) << "nothing is new";
    // Through a pointer that the compiler cannot see through.
    int (*volatile one)(int) = cudaTestOne;
    EXPECT_EQ(one('a'), 'A');
    EXPECT_EQ(cudaTestTwo(1), 3);
}

// As an extension of Python's does: what it has inside is led before its constructors run.
TEST(StaticRuntime, LeadsCallsOfLibrariesThatAreLoadedLater) {
    ASSERT_TRUE(redirect_what_is_loaded_later(find_led));
    for (int round = 0; round < 2; ++round) {
        void* const library = ::dlopen(RINGFENCE_REDIRECT_PLUGIN, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library, nullptr) << ::dlerror();
        auto* const in_constructor = static_cast<int*>(::dlsym(library, "plugin_in_constructor"));
        auto* const call = reinterpret_cast<int (*)(int)>(::dlsym(library, "plugin_call"));
        ASSERT_NE(in_constructor, nullptr);
        ASSERT_NE(call, nullptr);
        EXPECT_EQ(*in_constructor, 1001);
        EXPECT_EQ(call(5), 1005);
        EXPECT_EQ(::dlclose(library), 0);
    }
}

// PyTorch loads NVIDIA's libraries by their paths and calls ours: those of the same name, which were there before.
TEST(StaticRuntime, TellsOfStrippedLibrariesWhenOneShowsItself) {
    const std::filesystem::path hidden = RINGFENCE_REDIRECT_HIDDEN;
    const std::filesystem::path other_folder =
        std::filesystem::temp_directory_path() / ("redirect-" + std::to_string(::getpid()));
    std::filesystem::create_directory(other_folder);
    const std::filesystem::path shadowed = other_folder / hidden.filename();
    std::filesystem::copy_file(hidden, shadowed);
    ::testing::internal::CaptureStderr();
    ASSERT_NE(::dlopen(hidden.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr) << ::dlerror();
    ASSERT_NE(::dlopen(shadowed.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr) << ::dlerror();
    redirect_static_runtimes(find_led);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    ::testing::internal::CaptureStderr();
    tell_hidden_runtimes();
    tell_hidden_runtimes();
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "ringfence: " + hidden.string() +
                  " has the CUDA runtime linked into it and is stripped, so its calls cannot be redirected; link it "
                  "with -cudart shared, or leave its symbols in\n");
    std::filesystem::remove_all(other_folder);
}

std::vector<std::byte> code(std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

// Functions of nvcc's runtimes may be three bytes long; a jump takes five.
TEST(StaticRuntime, FillingBehindAFunctionMayBeUsed) {
    constexpr Processor x86 = Processor::X86_64;
    EXPECT_TRUE(is_padding(code({0x90, 0x90}), x86));
    EXPECT_TRUE(is_padding(code({0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0}), x86));
    EXPECT_TRUE(is_padding(code({0xcc, 0xcc, 0xcc}), x86));
    EXPECT_FALSE(is_padding(code({0x90, 0x55}), x86)) << "push";
    EXPECT_FALSE(is_padding(code({0xc3}), x86)) << "ret";
    constexpr Processor arm = Processor::Arm64;
    EXPECT_TRUE(is_padding(code({0x1f, 0x20, 0x03, 0xd5, 0, 0, 0, 0}), arm));
    EXPECT_FALSE(is_padding(code({0xc0, 0x03, 0x5f, 0xd6}), arm)) << "ret";
    EXPECT_FALSE(is_padding(code({0x1f, 0x20}), arm)) << "half an instruction";
}

TEST(StaticRuntime, TheLinkersHookIsAnEmptyFunction) {
    constexpr Processor x86 = Processor::X86_64;
    EXPECT_TRUE(returns_at_once(code({0xc3, 0x66, 0x66, 0x2e, 0x0f}), x86));
    EXPECT_TRUE(returns_at_once(code({0xf3, 0x0f, 0x1e, 0xfa, 0xc3}), x86));
    EXPECT_FALSE(returns_at_once(code({0xc3, 0x48, 0x89, 0xe5, 0x55}), x86)) << "another function follows at once";
    EXPECT_FALSE(returns_at_once(code({0x55, 0x48, 0x89, 0xe5, 0xc3}), x86));
    constexpr Processor arm = Processor::Arm64;
    EXPECT_TRUE(returns_at_once(code({0xc0, 0x03, 0x5f, 0xd6}), arm));
    EXPECT_TRUE(returns_at_once(code({0x5f, 0x24, 0x03, 0xd5}), arm)) << "bti c, then the return";
    EXPECT_FALSE(returns_at_once(code({0xe2, 0x03, 0x00, 0xaa}), arm));
}

TEST(StaticRuntime, ARuntimeOfCuda12HasNamesOfItsOwn) {
    EXPECT_EQ(cuda_version(std::vector<ProgramSymbol>{{"cudaMalloc"}, {"cudaGetDeviceProperties_v2"}}), 12);
    EXPECT_EQ(cuda_version(std::vector<ProgramSymbol>{{"cudaMalloc"}, {"cudaGetDeviceProperties"}}), 13);
}

TEST(StaticRuntime, RoomEndsWhereTheNextFunctionBegins) {
    const std::string program = own_program();
    for (const ProgramSymbol& symbol : symbols_in(program))
        EXPECT_GE(symbol.room, symbol.bytes) << symbol.name;
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
        static_cast<void>(hides_static_runtime(std::as_bytes(std::span(bent))));
        bent[i] = program[i];
    }
}

}  // namespace
}  // namespace ringfence::client
