// The software GPU as a device.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "backend/soft/soft.h"
#include "backend/soft/work_queue.h"
#include "softgpu/gpu.h"

namespace ringfence::backend::soft {

class SoftDevice final : public Device {
public:
    SoftDevice(std::unique_ptr<softgpu::Gpu> gpu, const SoftOptions& options);

    const Properties& properties() const override { return properties_; }
    Result<MemoryInfo> memory_info() override;
    Result<Address> allocate(std::uint64_t bytes) override;
    Result<void> release(Address address) override;
    Result<std::unique_ptr<Module>> load(std::string ptx, const LoadOptions& options) override;
    Result<std::unique_ptr<Stream>> create_stream() override;
    Result<std::unique_ptr<Event>> create_event() override;
    Result<void> copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) override;
    Result<void> copy_to_host(Stream& stream, std::span<std::byte> to, Address from) override;
    Result<void> copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) override;
    Result<void> fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) override;
    Result<void> launch(Stream& stream, const Function& function, const Launch& launch,
                        std::span<const std::byte> parameters) override;
    Result<void> synchronize() override;

private:
    // Whether all of it lies in one live allocation; `doing` completes "cannot ...".
    Result<void> check_range(Address address, std::uint64_t bytes, std::string_view doing) const;
    Result<void> check_cooperative(const softgpu::Kernel& kernel, const Launch& launch) const;
    std::vector<std::shared_ptr<WorkQueue>> queues();
    void wait_for_all_work();

    std::unique_ptr<softgpu::Gpu> gpu_;
    Properties properties_;
    std::uint64_t launch_limit_ms_;
    softgpu::OutputSink output_;
    std::mutex output_mutex_;
    std::atomic<std::uint64_t> failure_count_ = 0;
    std::mutex mutex_;
    std::vector<std::shared_ptr<WorkQueue>> queues_;  // also of streams that are gone and left a failure
};

}  // namespace ringfence::backend::soft
