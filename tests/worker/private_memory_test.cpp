#include "worker/private_memory.h"

#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "backend/soft/soft.h"
#include "forwarding_device.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using backend::Address;

// Taking host memory away waits, as a card does for all that is under way.
class SlowSpace : public backend::AddressSpace {
public:
    SlowSpace(std::unique_ptr<backend::AddressSpace> space, std::shared_future<void> may_detach)
        : space_(std::move(space)), may_detach_(std::move(may_detach)) {}

    Address begin() const override { return space_->begin(); }
    std::uint64_t bytes() const override { return space_->bytes(); }
    std::uint64_t granularity() const override { return space_->granularity(); }
    std::uint64_t host_granularity() const override { return space_->host_granularity(); }
    bool has_sinks() const override { return space_->has_sinks(); }
    bool needs_quiet() const override { return space_->needs_quiet(); }
    Result<void> commit(Address address, std::uint64_t bytes) override { return space_->commit(address, bytes); }
    Result<void> decommit(Address address, std::uint64_t bytes) override { return space_->decommit(address, bytes); }
    Result<backend::PlacedPiece> share(Address address) override { return space_->share(address); }
    Result<void> put_piece(Address address, std::shared_ptr<backend::MemoryPiece> piece) override {
        return space_->put_piece(address, std::move(piece));
    }
    Result<void> attach_host(Address address, int fd, std::uint64_t bytes) override {
        return space_->attach_host(address, fd, bytes);
    }
    Result<void> detach_host(Address address, std::uint64_t bytes) override {
        may_detach_.wait();
        return space_->detach_host(address, bytes);
    }
    void announce(Address address, std::uint64_t bytes) override { space_->announce(address, bytes); }
    void retract(Address address) override { space_->retract(address); }

private:
    std::unique_ptr<backend::AddressSpace> space_;
    std::shared_future<void> may_detach_;
};

class SlowDevice : public ForwardingDevice {
public:
    SlowDevice(std::unique_ptr<backend::Device> device, std::shared_future<void> may_detach)
        : ForwardingDevice(std::move(device)), may_detach_(std::move(may_detach)) {}
    Result<std::unique_ptr<backend::AddressSpace>> create_address_space(
        const backend::AddressSpaceOptions& options) override {
        RF_TRY(auto space, ForwardingDevice::create_address_space(options));
        return std::unique_ptr<backend::AddressSpace>(std::make_unique<SlowSpace>(std::move(space), may_detach_));
    }

private:
    std::shared_future<void> may_detach_;
};

TEST(PrivateMemory, WhoWaitsForTheDeviceHoldsNobodyUp) {
    std::promise<void> gate;
    SlowDevice device(backend::open_soft({}).take(), gate.get_future().share());
    PrivateMemory memory(device);
    const auto one = memory.share({}).take();
    auto segment = one->allocate(4096).take();
    std::thread releasing([&] { segment.reset(); });
    std::this_thread::sleep_for(20ms);
    auto other = std::async(std::launch::async, [&] { return memory.share({}).take()->allocate(4096).take(); });
    EXPECT_EQ(other.wait_for(60s), std::future_status::ready);
    gate.set_value();
    releasing.join();
}

TEST(PrivateMemory, AShareHasAQuota) {
    const auto device = backend::open_soft({}).take();
    PrivateMemory memory(*device);
    const auto share = memory.share({.bytes = 8192, .segments = 4}).take();
    auto first = share->allocate(8192).take();
    EXPECT_FALSE(share->allocate(4096).ok());
    first.reset();
    EXPECT_TRUE(share->allocate(4096).ok());
}

}  // namespace
}  // namespace ringfence::worker
