// printf, malloc, free and assert.
#include <algorithm>
#include <set>

#include "kernels.h"
#include "softgpu/runtime/functions.h"

namespace ringfence::softgpu::test {
namespace {

// A format and a buffer of arguments, laid out as nvcc does.
struct Text {
    std::uint64_t format;
    std::uint64_t arguments;
    std::uint64_t result;
};

void print(ThreadState& thread) {
    const auto in = parameter<Text>(thread);
    *pointer<std::int32_t>(in.result) = rf_vprintf(&thread, in.format, in.arguments, 60);
}

class PrintTest : public testing::Test {
protected:
    std::uint64_t store(const void* bytes, std::size_t count) {
        auto* const place = device.allocate<std::byte>(count);
        std::memcpy(place, bytes, count);
        return number(place);
    }
    std::uint64_t store(const char* text) { return store(text, std::strlen(text) + 1); }

    template <typename T>
    std::string printed(const char* format, const T& arguments) {
        device.output.clear();
        const Kernel kernel = make_kernel<print>(false, sizeof(Text));
        const Result<void> done =
            device.run(kernel, {1, 1, 1}, {1, 1, 1}, Text{store(format), store(&arguments, sizeof(T)), number(result)});
        return done.ok() ? device.output : report_of(done);
    }

    Device device;
    std::int32_t* result = device.allocate<std::int32_t>(1);
};

TEST_F(PrintTest, FormatsAsInC) {
    struct {
        std::int32_t a = -5;
        std::uint64_t b = 0x1234567890;
        std::int32_t c = 'x';
        double d = 2.5;
        std::uint32_t e = 255;
    } args;
    EXPECT_EQ(printed("%d|%lu|%c|%f|%#x\n", args), "-5|78187493520|x|2.500000|0xff\n");
    EXPECT_EQ(*result, 5);
    struct {
        std::int32_t width = 6;
        std::int32_t precision = 2;
        double value = 3.14159;
        std::int32_t h = 0x1ffff;
        std::int64_t ll = -1;
    } stars;
    EXPECT_EQ(printed("[%*.*f] [%hd] [%lld]", stars), "[  3.14] [-1] [-1]");
    EXPECT_EQ(*result, 5);
    EXPECT_EQ(printed("100%% %-5d| %+05d %", std::array{7, 8}), "100% 7    | +0008 %");
    EXPECT_EQ(printed("%g %e %a %G", std::array{1e10, 1.5, 1.0, 1e-10}), "1e+10 1.500000e+00 0x1p+0 1E-10");
    EXPECT_EQ(printed("%o %X %hhx %zu", std::array<std::uint32_t, 8>{8, 255, 0x1ff, 0, 9, 0}), "10 FF ff 9");
    EXPECT_EQ(printed("%k %y", 1), "%k %y");
    EXPECT_EQ(printed("nothing", 1), "nothing");
    EXPECT_EQ(*result, 0);
}

TEST_F(PrintTest, StringsAreReadFromTheDevice) {
    struct {
        std::uint64_t text;
        std::uint64_t null = 0;
        std::uint64_t pointer = 0x1234;
    } args{store("hello")};
    EXPECT_EQ(printed("%s, %s, %8.3s|%p", std::array{args.text, args.null, args.text, args.pointer}),
              "hello, (null),      hel|0x1234");
    const std::string bad = printed("%s", std::uint64_t{0x10});
    EXPECT_EQ(bad,
              "error: kernel 'k': load of 1 byte through a null pointer\n"
              "  at k.ptx:60, block (0,0,0), thread (0,0,0)\n"
              "  address 0x10: a null pointer plus 16 bytes");
    EXPECT_EQ(device.output, "");
}

TEST_F(PrintTest, WrongFormats) {
    const Kernel kernel = make_kernel<print>(false, sizeof(Text));
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {1, 1, 1}, Text{0, 0, number(result)}).ok());
    EXPECT_EQ(*result, -1);
    EXPECT_THAT(report_of(device.run(kernel, {1, 1, 1}, {1, 1, 1}, Text{store("%d"), 0, number(result)})),
                testing::HasSubstr("load of 4 bytes through a null pointer"));
    auto* const endless = device.allocate<char>(100);
    std::memset(endless, 'a', 100);
    EXPECT_THAT(report_of(device.run(kernel, {1, 1, 1}, {1, 1, 1}, Text{number(endless), 0, number(result)})),
                testing::HasSubstr("load of 1 byte outside any allocation"));
}

void print_lines(ThreadState& thread) {
    auto* const local = reinterpret_cast<std::uint32_t*>(thread.local_top);
    thread.local_top += 8;
    local[0] = thread.block->ctaid[0];
    local[1] = thread.thread;
    rf_vprintf(&thread, parameter<std::uint64_t>(thread), number(local), 60);
}

TEST_F(PrintTest, LinesAreWhole) {
    const std::uint64_t format = store("block %d thread %d\n");
    const std::uint32_t blocks = 20;
    ASSERT_TRUE(device.run(make_kernel<print_lines>(true), {blocks, 1, 1}, {64, 1, 1}, format).ok());
    std::set<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = device.output.find('\n', begin)) != std::string::npos; begin = end + 1)
        lines.insert(device.output.substr(begin, end - begin));
    EXPECT_EQ(lines.size(), blocks * 64);
    EXPECT_TRUE(lines.contains("block 19 thread 63"));
}

TEST_F(PrintTest, GoesToStandardOutput) {
    const std::uint64_t format = store("block %d thread %d\n");
    const Kernel kernel = make_kernel<print_lines>(false);
    LaunchRequest request;
    request.kernel = &kernel;
    request.parameters = std::as_bytes(std::span(&format, 1));
    testing::internal::CaptureStdout();
    ASSERT_TRUE(device.executor->run(request).ok());
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "block 0 thread 0\n");
}

struct Assertion {
    std::uint64_t message;
    std::uint64_t file;
    std::uint64_t function;
};

void assert_fails(ThreadState& thread) {
    const auto in = parameter<Assertion>(thread);
    if (thread.thread == 2) rf_assertfail(&thread, in.message, in.file, 42, in.function, 1, 70);
}

TEST_F(PrintTest, Assertions) {
    const Kernel kernel = make_kernel<assert_fails>(false, sizeof(Assertion));
    EXPECT_EQ(report_of(device.run(kernel, {1, 1, 1}, {4, 1, 1},
                                   Assertion{store("i < n"), store("a.cu"), store("void f(int)")})),
              "error: kernel 'k': assertion failed: a.cu:42: void f(int): Assertion `i < n` failed.\n"
              "  at k.ptx:70, block (0,0,0), thread (2,0,0)");
    EXPECT_THAT(report_of(device.run(kernel, {1, 1, 1}, {4, 1, 1}, Assertion{store("i < n"), 0, 5})),
                testing::HasSubstr("?:42: ?: Assertion `i < n` failed."));
}

// --- malloc ---------------------------------------------------------------------------------------------------------

void allocate_and_free(ThreadState& thread) {
    const std::uint64_t words = rf_malloc(&thread, 40);
    if (words == 0) rf_trap(&thread, 1);
    Extent extent;
    for (std::uint32_t i = 0; i < 10; ++i) {
        rf_check(&thread, words + 4 * i, 4, 2, AccessKind::Write, &extent);
        pointer<std::uint32_t>(words)[i] = thread.thread;
    }
    // It is never remembered, so that a use after free is always found.
    if (extent.begin != Extent().begin) rf_trap(&thread, 3);
    rf_barrier_sync(&thread, 0, 0, 1, 4);
    for (std::uint32_t i = 0; i < 10; ++i) {
        if (pointer<std::uint32_t>(words)[i] != thread.thread) rf_trap(&thread, 5);
    }
    rf_free(&thread, words, 6);
    if (parameter<std::uint64_t>(thread) == 1 && thread.thread == 9) {
        rf_check(&thread, words + 4, 4, 7, AccessKind::Read, &extent);
    }
    if (parameter<std::uint64_t>(thread) == 2 && thread.thread == 9) rf_free(&thread, words, 8);
}

TEST(DeviceMalloc, GivesEachThreadItsOwn) {
    Device device;
    const Kernel kernel = make_kernel<allocate_and_free>(true);
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(device.run(kernel, {50, 1, 1}, {64, 1, 1}, std::uint64_t{0}).ok());
    EXPECT_EQ(
        report_of(device.run(kernel, {1, 1, 1}, {64, 1, 1}, std::uint64_t{1})),
        "error: kernel 'k': load of 4 bytes in memory that was freed\n"
        "  at k.ptx:7, block (0,0,0), thread (9,0,0)\n"
        "  address ADDRESS: 4 bytes into the 40-byte allocation by the device's malloc at ADDRESS that was freed");
    EXPECT_EQ(
        report_of(device.run(kernel, {1, 1, 1}, {64, 1, 1}, std::uint64_t{2})),
        "error: kernel 'k': free of memory that was freed before\n"
        "  at k.ptx:8, block (0,0,0), thread (9,0,0)\n"
        "  address ADDRESS: 0 bytes into the 40-byte allocation by the device's malloc at ADDRESS that was freed");
}

void allocate_too_much(ThreadState& thread) {
    pointer<std::uint64_t>(parameter<std::uint64_t>(thread))[0] = rf_malloc(&thread, 5 << 20);
    pointer<std::uint64_t>(parameter<std::uint64_t>(thread))[1] = rf_malloc(&thread, 5 << 20);
    rf_free(&thread, 0, 1);
}

TEST(DeviceMalloc, IsNullWhenTheHeapIsFull) {
    Device device;
    auto* const out = device.allocate<std::uint64_t>(2);
    ASSERT_TRUE(device.run(make_kernel<allocate_too_much>(false), {1, 1, 1}, {1, 1, 1}, number(out)).ok());
    EXPECT_NE(out[0], 0U);
    EXPECT_EQ(out[1], 0U);
}

TEST(RuntimeFunctions, AreAllThere) {
    std::set<std::string> names;
    for (const RuntimeFunction& function : runtime_functions()) {
        EXPECT_NE(function.address, nullptr);
        EXPECT_TRUE(names.insert(function.name).second) << function.name;
    }
    EXPECT_TRUE(names.contains("rf_check"));
    EXPECT_TRUE(names.contains("rf_nanosleep"));
}

}  // namespace
}  // namespace ringfence::softgpu::test
