// Talks to the device for the tests, and remembers what went wrong first.
#include "harness.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>
#include <utility>

#include "base/file.h"

namespace ringfence::kernels {

namespace {

constexpr std::size_t ptx_limit = 16 << 20;

template <typename... Values>
std::string format(const char* text, Values... values) {
    std::array<char, 200> buffer{};
    std::snprintf(buffer.data(), buffer.size(), text, values...);
    return buffer.data();
}

// The names of a module's kernels, in its order.
std::vector<std::string> entries_of(std::string_view ptx) {
    constexpr std::string_view mark = ".entry ";
    std::vector<std::string> names;
    for (std::size_t at = ptx.find(mark); at != std::string_view::npos; at = ptx.find(mark, at + 1)) {
        const std::size_t begin = at + mark.size();
        names.emplace_back(ptx.substr(begin, ptx.find_first_of("( \n\t", begin) - begin));
    }
    return names;
}

std::string describe(std::span<const backend::ParameterInfo> places) {
    std::string text;
    for (const auto& place : places)
        text += format(" %u@%u", place.bytes, place.offset);
    return text.empty() ? " none" : text;
}

bool same_places(std::span<const backend::ParameterInfo> a, std::span<const backend::ParameterInfo> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& left, const auto& right) {
        return left.offset == right.offset && left.bytes == right.bytes;
    });
}

}  // namespace

void Arguments::place(const void* value, std::size_t size, std::size_t alignment) {
    const std::size_t offset = (bytes_.size() + alignment - 1) / alignment * alignment;
    bytes_.resize(offset + size);
    std::memcpy(bytes_.data() + offset, value, size);
    places_.push_back({static_cast<u32>(offset), static_cast<u32>(size)});
}

Test::Test(backend::Device& device, std::string ptx_path) : device_(device), ptx_path_(std::move(ptx_path)) {
    auto stream = device_.create_stream();
    if (stream.ok()) {
        stream_ = stream.take();
    } else {
        broken(stream.error());
    }
}

Test::~Test() {
    if (stream_ != nullptr) (void)stream_->synchronize();
    for (const Address address : allocations_)
        (void)device_.release(address);
    module_.reset();
    stream_.reset();
}

void Test::fail(const std::string& message) {
    if (!broken_) failures_.push_back(message);
}

bool Test::expect(bool holds, const std::string& message) {
    if (!holds) fail(message);
    return holds;
}

void Test::broken(const Error& error) {
    fail(error.text());
    broken_ = true;
}

Address Test::allocate_bytes(std::size_t bytes) {
    if (broken_) return 0;
    auto address = device_.allocate(bytes);
    if (!address.ok()) {
        broken(address.error());
        return 0;
    }
    allocations_.push_back(address.value());
    return address.value();
}

void Test::copy_in(Address to, std::span<const std::byte> from) {
    if (broken_) return;
    auto copied = device_.copy_to_device(*stream_, to, from);
    if (!copied.ok()) return broken(copied.error());
    wait();  // the host's memory is the caller's again
}

void Test::copy_out(std::span<std::byte> to, Address from) {
    if (broken_) return;
    auto copied = device_.copy_to_host(*stream_, to, from);
    if (!copied.ok()) return broken(copied.error());
    wait();
    for (const std::byte byte : to)
        digest_ = (digest_ ^ static_cast<u64>(byte)) * 0x100000001b3;
}

void Test::wait() {
    if (broken_) return;
    auto done = stream_->synchronize();
    if (!done.ok()) broken(done.error());
}

bool Test::load() {
    if (broken_ || module_ != nullptr) return !broken_;
    auto text = read_file(ptx_path_, ptx_limit);
    if (!text.ok()) {
        broken(text.error());
        return false;
    }
    ptx_ = text.take();
    const auto start = std::chrono::steady_clock::now();
    auto module = device_.load(ptx_, {.file_name = ptx_path_});
    load_milliseconds_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (!module.ok()) {
        broken(module.error());
        return false;
    }
    module_ = module.take();
    return true;
}

std::string Test::kernel_with(const std::vector<std::string_view>& parts) {
    if (!load()) return {};
    std::string found;
    for (const std::string& name : entries_of(ptx_)) {
        const bool fits = std::all_of(parts.begin(), parts.end(),
                                      [&](std::string_view part) { return name.find(part) != std::string::npos; });
        if (!fits) continue;
        expect(found.empty(), "two kernels fit: " + found + " and " + name);
        found = name;
    }
    expect(!found.empty(), "no kernel's name holds '" + std::string(parts.empty() ? "" : parts.front()) + "'");
    return found;
}

backend::GlobalInfo Test::find_variable(std::string_view name) {
    if (!load()) return {};
    auto info = module_->global(name);
    if (info.ok()) return info.value();
    broken(info.error());
    return {};
}

void Test::launch_bytes(std::string_view kernel, const Launch& how, const Arguments& arguments) {
    if (!load()) return;
    auto function = module_->function(kernel);
    if (!function.ok()) return broken(function.error());
    const auto& declared = function.value()->info().parameters;
    if (!same_places(declared, arguments.places())) {
        return fail(std::string(kernel) + " takes (bytes@offset)" + describe(declared) + ", the test gives" +
                    describe(arguments.places()));
    }
    auto launched = device_.launch(*stream_, *function.value(), how, arguments.bytes());
    if (!launched.ok()) broken(launched.error());
}

bool Test::same_size(std::string_view what, std::size_t found, std::size_t expected) {
    return expect(found == expected, format("%.*s: %zu values, expected %zu", static_cast<int>(what.size()),
                                            what.data(), found, expected));
}

std::string Test::difference(std::string_view what, std::size_t index, const std::string& found,
                             const std::string& expected) {
    return std::string(what) + "[" + std::to_string(index) + "] is " + found + ", expected " + expected;
}

std::string Test::show(double value) {
    return format("%.17g", value);
}

std::string Test::show_bytes(const void* value, std::size_t size) {
    std::string text;
    const auto* bytes = static_cast<const unsigned char*>(value);
    for (std::size_t i = 0; i < size; ++i)
        text += format("%02x", static_cast<unsigned>(bytes[i]));
    return text;
}

u64 Random::bits() {
    state_ += 0x9e3779b97f4a7c15;
    u64 z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

std::vector<u32> random_words(std::size_t count, u64 seed) {
    Random random(seed);
    std::vector<u32> values(count);
    for (u32& value : values)
        value = random.word();
    return values;
}

u16 to_half(float value) {
    const u32 bits = std::bit_cast<u32>(value);
    const u32 sign = bits >> 16 & 0x8000;
    const float magnitude = std::abs(value);
    if (magnitude >= 65520.0F) return static_cast<u16>(sign | 0x7c00);
    if (magnitude < 0x1p-14F) {
        // The scaled number's integer part is the denormal, and the host rounds it to nearest even.
        return static_cast<u16>(sign | static_cast<u32>(std::nearbyint(magnitude * 0x1p24F)));
    }
    const u32 rounded = (bits & 0x7fffffff) + 0xfff + (bits >> 13 & 1);
    return static_cast<u16>(sign | ((rounded >> 13) - (112U << 10)));
}

float from_half(u16 bits) {
    const float sign = (bits & 0x8000) != 0 ? -1.0F : 1.0F;
    const int exponent = bits >> 10 & 31;
    const auto mantissa = static_cast<float>(bits & 0x3ff);
    if (exponent == 31) return sign * INFINITY;
    if (exponent == 0) return sign * mantissa * 0x1p-24F;
    return sign * std::ldexp(1024.0F + mantissa, exponent - 25);
}

u16 to_bfloat(float value) {
    const u32 bits = std::bit_cast<u32>(value);
    return static_cast<u16>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float from_bfloat(u16 bits) {
    return std::bit_cast<float>(u32{bits} << 16);
}

std::vector<TestCase>& test_cases() {
    static std::vector<TestCase> cases;
    return cases;
}

}  // namespace ringfence::kernels
