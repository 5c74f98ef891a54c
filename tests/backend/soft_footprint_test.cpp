// How much memory launches take: what a block or a thread needs is used again by the next.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "backend/parameters.h"
#include "backend/soft/soft.h"

namespace ringfence::backend {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

constexpr const char* footprint_kernels = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .entry count(.param .u64 sum)
{
    .reg .b64 %s;
    ld.param.u64 %s, [sum];
    red.global.add.u32 [%s], 1;
    ret;
}

// The lane mask keeps it out of vector code: every thread has a fiber of its own.
.visible .entry meet(.param .u64 sum)
{
    .reg .b64 %s;
    .reg .b32 %i, %mask;
    .reg .pred %again;
    mov.u32 %mask, %lanemask_eq;
    mov.u32 %i, 0;
AGAIN:
    bar.sync 0;
    add.u32 %i, %i, 1;
    setp.lt.u32 %again, %i, 1000;
    @%again bra AGAIN;
    ld.param.u64 %s, [sum];
    min.u32 %mask, %mask, 1;
    red.global.add.u32 [%s], %mask;
    ret;
}
)";

// In bytes, by its name in /proc/self/status.
std::uint64_t memory_of_process(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1)) * 1024;
    }
    return 0;
}

class SoftFootprint : public ::testing::Test {
protected:
    void SetUp() override {
        SoftOptions options;
        options.memory_bytes = 64 * mebibyte;
        options.workers = 2;
        options.use_cache = false;
        device_ = open_soft(options).take();
        stream_ = device_->create_stream().take();
        module_ = device_->load(footprint_kernels, {.file_name = "footprint_kernels.ptx"}).take();
        sum_ = device_->allocate(4).take();
    }
    void TearDown() override {
        module_.reset();
        stream_.reset();
        device_.reset();
    }

    std::uint32_t launch(std::string_view name, std::uint32_t blocks, std::uint32_t threads) {
        const Function& kernel = *module_->function(name).value();
        ParameterBlock block(kernel.info());
        block.set(0, sum_).value();
        device_->fill(*stream_, sum_, 0, 4, 1).value();
        device_->launch(*stream_, kernel, {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}}, block.bytes().take())
            .value();
        std::uint32_t sum = 0;
        device_->copy_to_host(*stream_, std::as_writable_bytes(std::span(&sum, 1)), sum_).value();
        stream_->synchronize().value();
        return sum;
    }

    // By how much the launch makes the process grow while it runs. Compiling the kernel does not count.
    std::uint64_t growth_by(std::string_view name, std::uint32_t blocks, std::uint32_t threads) {
        launch(name, 1, 1);
        std::ofstream("/proc/self/clear_refs") << "5";  // sets the peak to what is used now
        const std::uint64_t before = memory_of_process("VmHWM");
        EXPECT_EQ(launch(name, blocks, threads), blocks * threads);
        EXPECT_GT(before, 0U);
        // The system counts in batches, so the peak may be less than what was used before.
        const std::uint64_t growth = std::max(memory_of_process("VmHWM"), before) - before;
        RecordProperty("growth_kib", static_cast<int>(growth / 1024));
        return growth;
    }

    std::unique_ptr<Device> device_;
    std::unique_ptr<Stream> stream_;
    std::unique_ptr<Module> module_;
    Address sum_ = 0;
};

TEST_F(SoftFootprint, AMillionBlocks) {
    EXPECT_LT(growth_by("count", 1'000'000, 1), 8 * mebibyte);
}

TEST_F(SoftFootprint, AThousandThreadsAtAThousandBarriers) {
    EXPECT_LT(growth_by("meet", 1, 1024), 32 * mebibyte);
}

}  // namespace
}  // namespace ringfence::backend
