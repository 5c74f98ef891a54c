// The frame of the host side of a kernel test: buffers, launches with typed arguments, checks, random numbers.
//
//     KERNEL_TEST(saxpy) {
//         const auto x = random_values<float>(1000, -1, 1, 1);
//         const auto y = random_values<float>(1000, -1, 1, 2);
//         auto out = test.upload(y);
//         test.launch("saxpy", {{4}, {256}}, 1000U, 2.0F, test.upload(x), out);
//         test.equal("y", test.download(out), saxpy_on_the_host(2.0F, x, y));
//     }
//
// The kernels are in the file ptx/<name>.ptx, which generate.py makes from cases/<name>.cu. A test goes on after a
// failure of the device, so that its text stays free of error handling: everything after the first failure does
// nothing, and the test fails with that first message.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::kernels {

using backend::Address;
using backend::Dim3;
using backend::Launch;

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

// An array in the device's memory. It belongs to the test, which releases it at its end.
template <typename T>
struct Buffer {
    Address address = 0;
    std::size_t size = 0;
};

// The bytes of a launch's parameters, laid out as the device wants them.
class Arguments {
public:
    template <typename T>
    void add(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        place(&value, sizeof(T), alignof(T));
    }
    template <typename T>
    void add(const Buffer<T>& buffer) {
        add(buffer.address);
    }

    std::span<const std::byte> bytes() const { return bytes_; }
    // Where each argument lies; to be compared with what the kernel declares.
    std::span<const backend::ParameterInfo> places() const { return places_; }

private:
    void place(const void* value, std::size_t size, std::size_t alignment);

    std::vector<std::byte> bytes_;
    std::vector<backend::ParameterInfo> places_;
};

// One run of one test.
class Test {
public:
    Test(backend::Device& device, std::string ptx_path);
    ~Test();
    Test(const Test&) = delete;
    Test& operator=(const Test&) = delete;

    template <typename T>
    Buffer<T> upload(const std::vector<T>& values) {
        const Buffer<T> buffer = allocate<T>(values.size());
        write(buffer, values);
        return buffer;
    }
    template <typename T>
    Buffer<T> zeros(std::size_t count) {
        return upload(std::vector<T>(count));
    }
    template <typename T>
    Buffer<T> allocate(std::size_t count) {
        return {allocate_bytes(count * sizeof(T)), count};
    }
    template <typename T>
    void write(const Buffer<T>& buffer, const std::vector<T>& values) {
        copy_in(buffer.address, std::as_bytes(std::span(values)));
    }
    // Waits for the kernels that were launched so far. Gives zeros after a failure.
    template <typename T>
    std::vector<T> download(const Buffer<T>& buffer) {
        std::vector<T> values(buffer.size);
        copy_out(std::as_writable_bytes(std::span(values)), buffer.address);
        return values;
    }
    // A `__device__` or `__constant__` variable.
    template <typename T>
    Buffer<T> variable(std::string_view name) {
        const backend::GlobalInfo info = find_variable(name);
        return {info.address, info.bytes / sizeof(T)};
    }

    template <typename... Args>
    void launch(std::string_view kernel, const Launch& how, const Args&... args) {
        Arguments arguments;
        (arguments.add(args), ...);
        launch_bytes(kernel, how, arguments);
    }
    // The full name of the only kernel whose (mangled) name holds all these parts; for kernels made from templates.
    std::string kernel_with(const std::vector<std::string_view>& parts);
    void wait();

    // Fails if it does not hold; the first failure of each kind is described.
    bool expect(bool holds, const std::string& message);
    void fail(const std::string& message);

    template <typename T>
    void equal(std::string_view what, const std::vector<T>& found, const std::vector<T>& expected) {
        if (!same_size(what, found.size(), expected.size())) return;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (std::memcmp(&found[i], &expected[i], sizeof(T)) == 0) continue;
            fail(difference(what, i, show(found[i]), show(expected[i])));
            return;
        }
    }
    template <typename T>
    void equal(std::string_view what, const T& found, const T& expected) {
        equal(what, std::vector<T>{found}, std::vector<T>{expected});
    }
    // |found - expected| <= tolerance * max(1, |expected|)
    template <typename T, typename U>
    void close(std::string_view what, const std::vector<T>& found, const std::vector<U>& expected, double tolerance) {
        if (!same_size(what, found.size(), expected.size())) return;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto a = static_cast<double>(found[i]);
            const auto b = static_cast<double>(expected[i]);
            if (std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b))) continue;
            if (a == b || (std::isnan(a) && std::isnan(b))) continue;
            fail(difference(what, i, show(a), show(b)));
            return;
        }
    }

    // The results are not the same bits on every device or in every run (order of atomics, approximate functions): they
    // stay out of the digest.
    void results_vary() { digest_counts_ = false; }

    backend::Device& device() { return device_; }
    const std::vector<std::string>& failures() const { return failures_; }
    // A hash of everything downloaded; 0 where that means nothing.
    u64 digest() const { return digest_counts_ ? digest_ : 0; }
    double load_milliseconds() const { return load_milliseconds_; }

private:
    Address allocate_bytes(std::size_t bytes);
    void copy_in(Address to, std::span<const std::byte> from);
    void copy_out(std::span<std::byte> to, Address from);
    void launch_bytes(std::string_view kernel, const Launch& how, const Arguments& arguments);
    backend::GlobalInfo find_variable(std::string_view name);
    bool load();
    bool same_size(std::string_view what, std::size_t found, std::size_t expected);
    void broken(const Error& error);

    static std::string difference(std::string_view what, std::size_t index, const std::string& found,
                                  const std::string& expected);
    static std::string show(double value);
    static std::string show_bytes(const void* value, std::size_t size);
    template <typename T>
    static std::string show(const T& value) {
        if constexpr (std::is_floating_point_v<T>) return show(static_cast<double>(value));
        if constexpr (std::is_integral_v<T>) return std::to_string(value);
        return show_bytes(&value, sizeof(T));
    }

    backend::Device& device_;
    std::string ptx_path_;
    std::string ptx_;
    std::unique_ptr<backend::Module> module_;
    std::unique_ptr<backend::Stream> stream_;
    std::vector<Address> allocations_;
    std::vector<std::string> failures_;
    bool broken_ = false;  // the device failed: nothing more is asked of it
    u64 digest_ = 0xcbf29ce484222325;
    bool digest_counts_ = true;
    double load_milliseconds_ = 0;
};

// Numbers that are the same on every machine (splitmix64).
class Random {
public:
    explicit Random(u64 seed) : state_(seed * 0x9e3779b97f4a7c15 + 1) {}

    u64 bits();
    u32 word() { return static_cast<u32>(bits() >> 32); }
    u32 below(u32 limit) { return static_cast<u32>((bits() >> 32) * limit >> 32); }
    // In [0, 1).
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

private:
    u64 state_;
};

// `count` values in [low, high); for integers too.
template <typename T>
std::vector<T> random_values(std::size_t count, double low, double high, u64 seed) {
    Random random(seed);
    std::vector<T> values(count);
    for (T& value : values)
        value = static_cast<T>(low + (high - low) * random.unit());
    return values;
}
// `count` words with all bits random.
std::vector<u32> random_words(std::size_t count, u64 seed);

// The 16-bit formats, rounding to nearest even; finite values only.
u16 to_half(float value);
float from_half(u16 bits);
u16 to_bfloat(float value);
float from_bfloat(u16 bits);

constexpr u32 ceil_div(std::size_t a, std::size_t b) {
    return static_cast<u32>((a + b - 1) / b);
}

using TestFunction = void (*)(Test&);

struct TestCase {
    std::string_view name;
    TestFunction function;
};

std::vector<TestCase>& test_cases();

struct Registration {
    Registration(std::string_view name, TestFunction function) { test_cases().push_back({name, function}); }
};

}  // namespace ringfence::kernels

#define KERNEL_TEST(name)                                                                 \
    static void run_##name(ringfence::kernels::Test& test);                               \
    static const ringfence::kernels::Registration registration_##name(#name, run_##name); \
    static void run_##name([[maybe_unused]] ringfence::kernels::Test& test)
