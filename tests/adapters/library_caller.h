// A session for adapters under test: memory that ends where a page does, and a stream that does everything at once, or
// keeps it as for a graph.
#pragma once

#include <sys/mman.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "../backend/fake_stream.h"
#include "adapters/caller.h"
#include "backend/device.h"
#include "base/cuda_status.h"

namespace ringfence::adapters {

// The byte after it cannot be touched, nor the page before it.
class EdgeMemory {
public:
    explicit EdgeMemory(std::size_t bytes) : bytes_(bytes), pages_((bytes + page - 1) / page * page) {
        base_ =
            static_cast<std::byte*>(::mmap(nullptr, pages_ + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        if (pages_ != 0) ::mprotect(base_ + page, pages_, PROT_READ | PROT_WRITE);
    }
    EdgeMemory(const EdgeMemory&) = delete;
    EdgeMemory& operator=(const EdgeMemory&) = delete;
    ~EdgeMemory() { ::munmap(base_, pages_ + 2 * page); }

    std::span<std::byte> bytes() const { return {base_ + page + pages_ - bytes_, bytes_}; }
    backend::Address address() const { return reinterpret_cast<backend::Address>(bytes().data()); }

private:
    static constexpr std::size_t page = 65536;  // or a part of it: nowhere is one larger
    std::size_t bytes_;
    std::size_t pages_;
    std::byte* base_;
};

class ImmediateStream final : public backend::FakeStream {
public:
    Result<void> call_host(std::function<void()> function) override {
        if (records) {
            recorded.push_back(std::move(function));
            return {};
        }
        begun_ = std::chrono::steady_clock::now();
        return FakeStream::call_host(std::move(function));
    }
    // As when its client has gone: work may be asked for that takes years.
    void replay() {
        begun_ = std::chrono::steady_clock::now();
        for (const std::function<void()>& function : recorded)
            function();
    }
    bool is_abandoned() const override { return std::chrono::steady_clock::now() - begun_ > std::chrono::seconds(2); }

    bool is_recording() const override { return records; }

    bool records = false;
    std::vector<std::function<void()>> recorded;

private:
    std::chrono::steady_clock::time_point begun_;
};

class LibraryCaller final : public Caller {
public:
    struct Reach {
        backend::Address address;
        std::uint64_t bytes;
    };

    Result<void> check(backend::Address address, std::uint64_t bytes) const override {
        asked.push_back({address, bytes});
        if (takes_all) return {};
        const auto found = memory.find(address);
        if (found != memory.end() && bytes <= found->second) return {};
        return Error::bad_input("not its own").with_status(cuda_status::invalid_value);
    }
    bool is_alone() const override { return alone; }
    bool is_recording() const override { return stream.records; }
    bool may_follow_pointers() const override { return follows_pointers; }
    Result<backend::Stream*> begin_work(std::uint64_t) override {
        if (only_asks) return Error::bad_input("only asked").with_status(cuda_status::not_ready);
        ++begun;
        return &stream;
    }
    Result<ResultPlace> result_place() override {
        return ResultPlace{reinterpret_cast<backend::Address>(results.data()), results};
    }
    Result<backend::Address> protect(std::span<const std::byte> bytes) override {
        protected_bytes.emplace_back(bytes.begin(), bytes.end());
        return reinterpret_cast<backend::Address>(protected_bytes.back().data());
    }
    Result<Account::Holding> charge(std::uint64_t bytes) override {
        if (bytes > most_charged) return Error::bad_input("too much").with_status(cuda_status::out_of_memory);
        charged += bytes;
        return Account::Holding();
    }
    Result<backend::Address> workspace(std::uint64_t stream, std::uint64_t bytes) override {
        if (lent == 0) return Caller::workspace(stream, bytes);
        lent_bytes = bytes;
        return lent;
    }
    Result<std::shared_ptr<DeviceMemory>> device_memory(std::uint64_t bytes) override {
        return std::make_shared<DeviceMemory>(backend::Address{0x5000}, bytes);
    }
    Result<void> insert(std::uint64_t handle, std::shared_ptr<Object> object) override {
        objects[handle] = std::move(object);
        return {};
    }
    Object* find(std::uint64_t handle) const override {
        const auto found = objects.find(handle);
        return found != objects.end() ? found->second.get() : nullptr;
    }
    std::shared_ptr<Object> remove(std::uint64_t handle) override {
        auto object = objects[handle];
        objects.erase(handle);
        return object;
    }

    mutable std::vector<Reach> asked;
    bool takes_all = false;
    bool alone = false;
    bool follows_pointers = false;
    bool only_asks = false;  // the call ends before the library hears of it
    std::map<backend::Address, std::uint64_t> memory;
    std::vector<std::vector<std::byte>> protected_bytes;  // of all calls
    int begun = 0;
    backend::Address lent = 0;  // the workspace, if there is one
    std::uint64_t lent_bytes = 0;
    std::uint64_t most_charged = std::uint64_t{1} << 30;
    std::uint64_t charged = 0;  // in all
    ImmediateStream stream;
    std::vector<std::byte> results = std::vector<std::byte>(2048);
    std::map<std::uint64_t, std::shared_ptr<Object>> objects;
};

}  // namespace ringfence::adapters
