// Launches kernels of a PTX file as lines of its input say, for outside.py; then it serves (serve.h).
//
//     guard_outside FILE.ptx [SAMPLE_MICROSECONDS]
//     kernel NAME GX GY GZ BX BY BZ SHARED ARGUMENT...     until a line `serve`
//
// An argument is its bytes in hexadecimal, followed by the pointers in it: `@OFFSET=SOURCE:BYTES` stands for memory of
// its own with what SOURCE names (`fill`). It runs natively and under `ringfence run`.
#include <array>
#include <cstdlib>
#include <map>
#include <memory>

#include "driver/driver.h"
#include "serve.h"

namespace ringfence::outside_launcher {
namespace {

using driver::Address;
using driver::Handle;

constexpr std::size_t pattern_bytes = std::size_t{16} << 20;  // what memory is filled with, again and again

std::uint32_t scramble(std::uint32_t i) {
    i = (i ^ (i >> 16)) * 0x85ebca6bU;
    i = (i ^ (i >> 13)) * 0xc2b2ae35U;
    return i ^ (i >> 16);
}

template <typename T, typename Make>
std::vector<std::uint8_t> fill_with(Make make) {
    std::vector<T> values(pattern_bytes / sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = make(static_cast<std::uint32_t>(i));
    std::vector<std::uint8_t> bytes(pattern_bytes);
    std::memcpy(bytes.data(), values.data(), pattern_bytes);
    return bytes;
}

// The upper half of a float is a bfloat16; a half with the same fraction and an exponent from 2^-4 to 1/2.
std::uint16_t half_of(std::uint32_t random) {
    return static_cast<std::uint16_t>(((11 + random % 4) << 10) | (random >> 22));
}

std::vector<std::uint8_t> pattern(char source) {
    const auto number = [](std::uint32_t i) { return static_cast<float>(scramble(i) >> 8) * 0x1p-24F; };
    switch (source) {
        case 'f': return fill_with<float>(number);
        case 'd': return fill_with<double>([&](auto i) { return static_cast<double>(number(i)); });
        case 'h': return fill_with<std::uint16_t>([](auto i) { return half_of(scramble(i)); });
        case 'b':
            return fill_with<std::uint16_t>(
                [](auto i) { return static_cast<std::uint16_t>(0x3e00U | scramble(i) >> 25); });
        case 'i': return fill_with<std::uint32_t>(scramble);
        case 'k': return fill_with<std::uint32_t>([](auto i) { return scramble(i) & 127; });
        case 'm': return fill_with<std::uint32_t>([](auto i) { return scramble(i) & 0xfffff; });
        case 'r': return fill_with<std::uint32_t>([](auto i) { return i * 32; });
        case 'n': return fill_with<std::uint32_t>([](auto i) { return (i + 1) & 0xfffff; });
        case 'z': return std::vector<std::uint8_t>(pattern_bytes);
        default: driver::give_up(std::string("there is no source ") + source);
    }
}

class Patterns {
public:
    // In the device's memory: each is made once.
    Address get(char source) {
        Address& address = made_[source];
        if (address == 0) {
            address = driver::memory(pattern_bytes);
            driver::put(address, pattern(source));
        }
        return address;
    }

private:
    std::map<char, Address> made_;
};

struct Buffer {
    char source = 'z';
    std::size_t bytes = 0;
    Address address = 0;
};

class Kernel {
public:
    Kernel(Handle function, std::array<unsigned, 7> shape) : function_(function), shape_(shape) {}

    void add_argument(const std::string& text) {
        std::istringstream words(text);
        std::string hex, pointer;
        std::getline(words, hex, '@');
        std::vector<std::uint8_t> bytes;
        for (std::size_t i = 0; i + 2 <= hex.size(); i += 2)
            bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
        while (std::getline(words, pointer, '@'))
            place(bytes, pointer);
        arguments_.push_back(bytes);
    }
    void prepare(Patterns& patterns) {
        for (const Buffer& buffer : buffers_) {
            const Address from = patterns.get(buffer.source);
            for (std::size_t at = 0; at < buffer.bytes; at += pattern_bytes)
                driver::check(
                    driver::copy_on_device(buffer.address + at, from, std::min(pattern_bytes, buffer.bytes - at)),
                    "cuMemcpyDtoD");
        }
        driver::check(driver::synchronize(), "cuCtxSynchronize");
    }
    void launch(Handle stream) {
        std::vector<void*> pointers;
        for (auto& argument : arguments_)
            pointers.push_back(argument.data());
        driver::check(driver::launch_kernel(function_, shape_[0], shape_[1], shape_[2], shape_[3], shape_[4], shape_[5],
                                            shape_[6], stream, pointers.data(), nullptr),
                      "cuLaunchKernel");
    }
    std::vector<std::vector<std::uint8_t>> results() {
        driver::check(driver::synchronize(), "cuCtxSynchronize");
        std::vector<std::vector<std::uint8_t>> all;
        for (const Buffer& buffer : buffers_)
            all.push_back(driver::fetch<std::uint8_t>(buffer.address, buffer.bytes));
        return all;
    }

private:
    // `OFFSET=SOURCE:BYTES`
    void place(std::vector<std::uint8_t>& bytes, const std::string& pointer) {
        const std::size_t equal = pointer.find('='), colon = pointer.find(':');
        if (equal == std::string::npos || colon == std::string::npos) driver::give_up("a pointer is " + pointer);
        const std::size_t offset = std::stoul(pointer.substr(0, equal));
        Buffer buffer = {pointer[equal + 1], std::stoul(pointer.substr(colon + 1)), 0};
        if (offset + 8 > bytes.size()) driver::give_up("a pointer is outside of its argument");
        buffer.address = driver::memory(buffer.bytes);
        std::memcpy(bytes.data() + offset, &buffer.address, 8);
        buffers_.push_back(buffer);
    }

    Handle function_;
    std::array<unsigned, 7> shape_;
    std::vector<std::vector<std::uint8_t>> arguments_;
    std::vector<Buffer> buffers_;
};

outside::Workload workload(const std::string& line, Handle module, Patterns& patterns, Handle stream) {
    std::istringstream words(line);
    std::string what, name, argument;
    std::array<unsigned, 7> shape = {};
    words >> what >> name;
    for (unsigned& number : shape)
        words >> number;
    // Loaded when it is first used, so that a kernel that is refused costs no other its turn.
    const auto kernel = std::make_shared<std::unique_ptr<Kernel>>();
    std::vector<std::string> arguments;
    while (words >> argument)
        arguments.push_back(argument);
    const auto prepare = [=, &patterns] {
        if (*kernel == nullptr) {
            *kernel = std::make_unique<Kernel>(driver::function(module, name.c_str()), shape);
            for (const std::string& one : arguments)
                (*kernel)->add_argument(one);
        }
        (*kernel)->prepare(patterns);
    };
    return {name, prepare, [=] { (*kernel)->launch(stream); }, [=] { return (*kernel)->results(); }};
}

int run(const std::string& file, double sample_us) {
    driver::start();
    const Handle module = driver::load(driver::read_text(file));
    Patterns patterns;
    Handle stream = nullptr, begin = nullptr, end = nullptr;
    driver::check(driver::stream_create(&stream, 1), "cuStreamCreate");
    driver::check(driver::event_create(&begin, 0), "cuEventCreate");
    driver::check(driver::event_create(&end, 0), "cuEventCreate");
    std::vector<outside::Workload> workloads;
    std::string line;
    while (std::getline(std::cin, line) && line != "serve")
        workloads.push_back(workload(line, module, patterns, stream));
    std::printf("ready\n");
    std::fflush(stdout);
    outside::Clock clock;
    clock.begin = [&] { driver::check(driver::event_record(begin, stream), "cuEventRecord"); };
    clock.end = [&] {
        driver::check(driver::event_record(end, stream), "cuEventRecord");
        driver::check(driver::event_synchronize(end), "cuEventSynchronize");
        float milliseconds = 0;
        driver::check(driver::event_elapsed(&milliseconds, begin, end), "cuEventElapsedTime");
        return 1000.0 * static_cast<double>(milliseconds);
    };
    return outside::serve(workloads, clock, sample_us);
}

}  // namespace
}  // namespace ringfence::outside_launcher

int main(int count, char** words) {
    if (count < 2) {
        std::fprintf(stderr, "usage: guard_outside FILE.ptx [SAMPLE_MICROSECONDS]\n");
        return 2;
    }
    return ringfence::outside_launcher::run(words[1], count > 2 ? std::atof(words[2]) : 2000);
}
