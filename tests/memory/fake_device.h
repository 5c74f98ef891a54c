// A device that does nothing but remember what was asked of its memory.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/cuda_status.h"

namespace ringfence::memory {

class FakePiece final : public backend::MemoryPiece {
public:
    explicit FakePiece(std::uint64_t bytes) : bytes_(bytes) {}
    std::uint64_t bytes() const override { return bytes_; }

private:
    std::uint64_t bytes_;
};

struct FakeMemory {
    std::map<backend::Address, std::uint64_t> committed;
    std::map<backend::Address, std::uint64_t> attached;
    std::map<backend::Address, std::uint64_t> announced;
    std::vector<std::pair<backend::Address, std::uint64_t>> cleared;
    int records = 0;
    int questions = 0;  // whether an event is done
    std::map<backend::Address, std::shared_ptr<backend::MemoryPiece>> pieces;
    bool refuses_pieces = false;
    bool is_busy = false;  // what was put on streams is not done
    std::uint64_t spaces = 0;
    // Bytes of the host's memory; several threads count them.
    std::atomic<int> pinned = 0;
    std::atomic<int> pins = 1 << 30;  // that succeed
};

class FakeAddressSpace final : public backend::AddressSpace {
public:
    FakeAddressSpace(FakeMemory& memory, const backend::AddressSpaceOptions& options)
        : memory_(memory), options_(options), begin_(0x1000'0000'0000 + memory.spaces++ * options.bytes) {}
    ~FakeAddressSpace() override { (void)FakeAddressSpace::decommit(begin_, options_.bytes); }
    backend::Address begin() const override { return begin_; }
    std::uint64_t bytes() const override { return options_.bytes; }
    std::uint64_t granularity() const override { return 2 << 20; }
    std::uint64_t host_granularity() const override { return has_sinks() ? 2 << 20 : 4096; }
    bool has_sinks() const override { return options_.has_sinks; }
    bool needs_quiet() const override { return options_.has_sinks; }
    Result<void> commit(backend::Address address, std::uint64_t bytes) override {
        memory_.committed[address] = bytes;
        return {};
    }
    Result<void> decommit(backend::Address address, std::uint64_t bytes) override {
        const auto in = [&](const auto& one) { return one.first - address < bytes; };
        std::erase_if(memory_.committed, in);
        std::erase_if(memory_.pieces, in);
        return {};
    }
    Result<backend::PlacedPiece> share(backend::Address address) override {
        auto range = memory_.committed.upper_bound(address);
        if (range == memory_.committed.begin()) return Error::bad_input("nothing is there");
        --range;
        auto& piece = memory_.pieces[range->first];
        if (!piece) piece = std::make_shared<FakePiece>(range->second);
        return backend::PlacedPiece{piece, range->first};
    }
    Result<void> put_piece(backend::Address address, std::shared_ptr<backend::MemoryPiece> piece) override {
        if (memory_.refuses_pieces) return Error::bad_input("no").with_status(cuda_status::out_of_memory);
        memory_.committed[address] = piece->bytes();
        memory_.pieces[address] = std::move(piece);
        return {};
    }
    Result<void> attach_host(backend::Address address, int, std::uint64_t bytes) override {
        memory_.attached[address] = bytes;
        return {};
    }
    Result<void> detach_host(backend::Address address, std::uint64_t) override {
        memory_.attached.erase(address);
        return {};
    }
    void announce(backend::Address address, std::uint64_t bytes) override { memory_.announced[address] = bytes; }
    void retract(backend::Address address) override { memory_.announced.erase(address); }

private:
    FakeMemory& memory_;
    backend::AddressSpaceOptions options_;
    backend::Address begin_;
};

class FakeEvent final : public backend::Event {
public:
    explicit FakeEvent(FakeMemory& memory) : memory_(memory) {}
    Result<void> synchronize() override { return {}; }
    Result<bool> is_done() override {
        ++memory_.questions;
        return !memory_.is_busy;
    }
    Result<double> milliseconds_since(Event&) override { return 0.0; }

private:
    FakeMemory& memory_;
};

class FakeStream final : public backend::Stream {
public:
    explicit FakeStream(FakeMemory& memory) : memory_(memory) {}
    Result<void> synchronize() override { return {}; }
    Result<bool> is_idle() override { return true; }
    Result<std::uint64_t> mark() override { return std::uint64_t{0}; }
    Result<bool> is_reached(std::uint64_t) override { return true; }
    bool has_passed(std::uint64_t) override { return true; }
    Result<void> record(backend::Event&) override {
        ++memory_.records;
        return {};
    }
    Result<void> wait_for(backend::Event&) override { return {}; }
    Result<void> call_host(std::function<void()>) override { return {}; }
    Result<void> write_word(backend::Address, std::uint64_t, unsigned) override { return {}; }
    Result<void> wait_word(backend::Address, std::uint64_t, unsigned, backend::WordCondition) override { return {}; }

private:
    FakeMemory& memory_;
};

class FakeDevice final : public backend::Device {
public:
    FakeMemory memory;

    const backend::Properties& properties() const override { return properties_; }
    Result<backend::MemoryInfo> memory_info() override { return backend::MemoryInfo{}; }
    Result<backend::Address> allocate(std::uint64_t) override { return none(); }
    Result<void> release(backend::Address) override { return none(); }
    Result<std::unique_ptr<backend::AddressSpace>> create_address_space(
        const backend::AddressSpaceOptions& options) override {
        return std::make_unique<FakeAddressSpace>(memory, options);
    }
    Result<std::unique_ptr<backend::Module>> load(std::string, const backend::LoadOptions&) override { return none(); }
    Result<std::unique_ptr<backend::Module>> load_image(std::span<const std::byte>,
                                                        const backend::LoadOptions&) override {
        return none();
    }
    std::string image_kind() const override { return "fake"; }
    Result<std::unique_ptr<backend::Module>> load_binary(std::span<const std::byte>,
                                                         const backend::LoadOptions&) override {
        return none();
    }
    Result<std::shared_ptr<backend::StreamGroup>> create_stream_group(const backend::GroupOptions&) override {
        return std::shared_ptr<backend::StreamGroup>();
    }
    Result<std::unique_ptr<backend::Stream>> create_stream(backend::StreamOptions) override {
        return std::make_unique<FakeStream>(memory);
    }
    Result<std::unique_ptr<backend::Event>> create_event(const backend::EventOptions&) override {
        return std::make_unique<FakeEvent>(memory);
    }
    Result<void> copy_to_device(backend::Stream&, backend::Address, std::span<const std::byte>) override {
        return none();
    }
    Result<void> copy_to_host(backend::Stream&, std::span<std::byte>, backend::Address) override { return none(); }
    Result<void> copy_on_device(backend::Stream&, backend::Address, backend::Address, std::uint64_t) override {
        return none();
    }
    Result<void> pin(std::span<std::byte>) override {
        if (memory.pins-- <= 0) return Error::bad_input("no").with_status(cuda_status::out_of_memory);
        ++memory.pinned;
        return {};
    }
    Result<void> unpin(std::span<std::byte>) override {
        --memory.pinned;
        return {};
    }
    Result<void> copy_box(backend::Stream&, const backend::Box&, const backend::Box&,
                          const backend::BoxSize&) override {
        return none();
    }
    Result<void> write(backend::Stream&, backend::Address, std::span<const std::byte>) override { return none(); }
    Result<void> fill(backend::Stream&, backend::Address to, std::uint32_t value, unsigned width,
                      std::uint64_t count) override {
        if (value == 0) memory.cleared.emplace_back(to, width * count);
        return {};
    }
    Result<void> fill_rows(backend::Stream&, backend::Address, std::uint64_t, std::uint32_t, unsigned, std::uint64_t,
                           std::uint64_t) override {
        return none();
    }
    Result<void> launch(backend::Stream&, const backend::Function&, const backend::Launch&,
                        std::span<const std::byte>) override {
        return none();
    }
    Result<std::uint32_t> occupancy(const backend::Function&, std::uint32_t, std::uint32_t) override { return none(); }
    Result<std::unique_ptr<backend::Graph>> create_graph(std::span<const backend::GraphNode>,
                                                         const std::shared_ptr<backend::StreamGroup>&) override {
        return none();
    }
    Result<void> update_graph(backend::Graph&, std::span<const backend::GraphNode>) override { return none(); }
    Result<void> launch_graph(backend::Stream&, backend::Graph&) override { return none(); }
    Result<void> synchronize() override { return {}; }

private:
    static Error none() { return Error::bad_input("the fake cannot do it").with_status(cuda_status::not_supported); }

    backend::Properties properties_;
};

}  // namespace ringfence::memory
