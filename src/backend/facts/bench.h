// What measurements of facts share: launches of kernels, the words that they write, and comparisons.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// How a kernel is launched.
enum class LaunchWay : std::uint8_t { Plain, Cooperative, Graph, UpdatedGraph };

using Words = std::vector<std::uint32_t>;

class FactBench {
public:
    static Result<std::unique_ptr<FactBench>> create(Device& device);
    ~FactBench();
    FactBench(const FactBench&) = delete;
    FactBench& operator=(const FactBench&) = delete;

    Device& device() { return device_; }
    Stream& stream() { return *stream_; }
    // For its kernels; null: the device has no textures.
    TextureSpace* textures() { return textures_.get(); }
    // Memory of `memory_bytes` bytes, which every run() initializes.
    Address memory() const { return memory_; }
    static constexpr std::uint64_t memory_bytes = 64 << 10;

    // A kernel of one of the texts (texts.h), which is loaded at its first use.
    Result<const Function*> kernel(std::string_view text, std::string_view name);
    Result<Module*> module(std::string_view text);

    struct Run {
        std::string_view text;
        std::string_view kernel;
        Launch launch = {};
        Words before = {};  // the first words of the memory; the rest is zero
        LaunchWay way = LaunchWay::Plain;
        // The parameters after the first one, which is the address of the memory.
        std::vector<std::byte> parameters = {};
    };
    // Runs a kernel, and returns the first `count` words of the memory afterwards.
    Result<Words> run(const Run& run, std::size_t count);
    // Expects that the kernel ends the context, which cannot be used afterwards.
    Result<void> expect_fault(const Run& run);

private:
    explicit FactBench(Device& device) : device_(device) {}
    Result<void> launch(const Run& run, const Function& function);

    Device& device_;
    std::shared_ptr<TextureSpace> textures_;
    std::unique_ptr<Stream> stream_;
    Address memory_ = 0;
    std::map<std::string, std::unique_ptr<Module>, std::less<>> modules_;  // by text
};

// Compare measured values with expected ones.
Result<void> expect_equal(std::string_view what, std::uint64_t is, std::uint64_t wanted);
Result<void> expect_within(std::string_view what, std::uint64_t is, std::uint64_t low, std::uint64_t high);
Result<void> expect(bool holds, std::string what);

}  // namespace ringfence::backend
