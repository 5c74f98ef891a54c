// Over the record channel: what our CUDA libraries do, without them, so that a test can stop between any two steps.
#include <chrono>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/handle.h"
#include "base/mapped_memory.h"
#include "base/memory_file.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"
#include "route.h"

namespace ringfence::faults {
namespace {

constexpr std::chrono::seconds patience_with_daemon{60};

class ChannelRoute final : public Route {
public:
    explicit ChannelRoute(std::string isolation) : isolation_(std::move(isolation)) {}

    Outcome connect() override {
        Result<UniqueFd> socket = connect_to(daemon_socket_path());
        if (!socket.ok()) return refused(socket.error());
        socket_ = socket.take();
        return {};
    }

    Outcome say_hello() override {
        channel::Hello hello;
        hello.program = "faults";
        hello.isolation = isolation_;
        const Result<void> sent = channel::send_hello(socket_.get(), hello, -1);
        return sent.ok() ? Outcome() : refused(sent.error());
    }

    Outcome open() override {
        auto welcome = channel::receive_welcome(socket_.get(), patience_with_daemon);
        if (!welcome.ok()) return refused(welcome.error());
        auto memory = channel::map_shared_memory(welcome.value().channel.get());
        if (!memory.ok()) return refused(memory.error());
        memory_ = memory.take();
        const channel::Header header = channel::header_of(memory_.bytes());
        auto staging = MappedMemory::map(welcome.value().staging.get(), header.staging_bytes);
        if (!staging.ok()) return refused(staging.error());
        staging_ = staging.take();
        staging_address_ = header.staging_begin;
        channel_ = std::make_unique<channel::ClientChannel>(memory_.bytes(),
                                                            [fd = socket_.get()] { return !has_peer_gone(fd); });
        return {};
    }

    Outcome load(const std::string& ptx) override {
        std::memcpy(staging_.bytes().data(), ptx.data(), ptx.size());
        const std::uint64_t module = Handle::make(HandleKind::Module, 1, next_index_++).bits;
        Outcome loaded = call(wire::LoadModule{module, staging_address_, ptx.size()});
        if (loaded.ok() && ptx == kernels) module_ = module;
        return loaded;
    }

    Outcome allocate() override {
        wire::Allocate::Reply reply;
        Outcome allocated = call(wire::Allocate{copied_bytes, 256}, reply);
        memory_address_ = reply.address;
        return allocated;
    }

    Outcome copy(std::chrono::milliseconds time) override {
        const auto end = std::chrono::steady_clock::now() + time;
        for (unsigned char value = 1; std::chrono::steady_clock::now() < end; ++value) {
            std::memset(staging_.bytes().data(), value, copied_bytes);
            Outcome done = submit(wire::Copy{0, memory_address_, staging_address_, copied_bytes});
            if (done.ok()) done = call(wire::SynchronizeSession{});
            std::memset(staging_.bytes().data(), 0, copied_bytes);
            if (done.ok()) done = submit(wire::Copy{0, staging_address_, memory_address_, copied_bytes});
            if (done.ok()) done = call(wire::SynchronizeSession{});
            if (!done.ok()) return done;
            for (const std::byte byte : staging_.bytes().first(copied_bytes)) {
                if (byte != std::byte(value)) return {-2, "what was copied has changed"};
            }
        }
        return {};
    }

    Outcome launch(const std::string& kernel, std::chrono::milliseconds time) override {
        std::uint64_t function = 0;
        if (Outcome found = find(kernel, function); !found.ok()) return found;
        const std::uint64_t cycles = cycles_in(time);
        const auto parameters = std::as_bytes(std::span(&cycles, kernel == "busy" ? 1 : 0));
        return submit(wire::Launch{0, function, 1, 1, 1, 1, 1, 1, 0, 0}, parameters);
    }

    Outcome wait() override { return call(wire::SynchronizeSession{}); }

    Outcome map(std::uint64_t bytes) override {
        wire::AllocateHost::Reply reply;
        Outcome allocated = call(wire::AllocateHost{bytes}, reply);
        if (!allocated.ok()) return allocated;
        auto memory = channel::receive_host_memory(socket_.get(), patience_with_daemon);
        return memory.ok() ? Outcome() : refused(memory.error());
    }

    Outcome round(std::uint32_t number) override {
        std::uint64_t function = 0;
        if (Outcome found = find("add", function); !found.ok()) return found;
        std::vector<std::uint32_t> values(count);
        std::iota(values.begin(), values.end(), number * 2654435761U);
        Outcome done = submit(wire::Write{0, memory_address_}, std::as_bytes(std::span(values)));
        std::byte parameters[12];
        std::memcpy(parameters, &memory_address_, 8);
        std::memcpy(parameters + 8, &number, 4);
        if (done.ok()) done = submit(wire::Launch{0, function, 1, 1, 1, count, 1, 1, 0, 0}, parameters);
        std::vector<std::byte> read;
        wire::Read::Reply reply;
        if (done.ok())
            done = of(channel_->call(wire::Read{0, memory_address_, sizeof(std::uint32_t) * count}, {}, reply, &read));
        if (!done.ok()) return done;
        for (std::uint32_t& value : values)
            value += number;
        const auto expected = std::as_bytes(std::span(values));
        const bool is_right = read.size() == expected.size() && std::equal(read.begin(), read.end(), expected.begin());
        return is_right ? of(channel_->take_failure().status) : Outcome{-2, "the numbers are wrong"};
    }

    Outcome close() override {
        socket_.reset();
        return {};
    }

private:
    static constexpr std::size_t copied_bytes = std::size_t{4} << 20;

    static Outcome refused(const Error& error) { return {-1, error.text()}; }
    Outcome of(std::int32_t status) {
        if (status == 0) return {};
        const std::string said = channel::ClientChannel::last_failure_text();
        return {status, said + " " + channel_->closing_reason()};
    }
    template <typename Record>
    Outcome call(const Record& record, typename Record::Reply& reply) {
        return of(channel_->call(record, {}, reply));
    }
    template <typename Record>
    Outcome call(const Record& record) {
        typename Record::Reply reply;
        return call(record, reply);
    }
    template <typename Record>
    Outcome submit(const Record& record, std::span<const std::byte> payload = {}) {
        return of(channel_->submit(record, payload));
    }
    Outcome find(const std::string& name, std::uint64_t& function) {
        function = Handle::make(HandleKind::Function, 1, next_index_++).bits;
        wire::FindFunction::Reply reply;
        return of(channel_->call(wire::FindFunction{module_, function}, std::as_bytes(std::span(name)), reply));
    }

    const std::string isolation_;
    UniqueFd socket_;
    MappedMemory memory_;
    MappedMemory staging_;
    std::unique_ptr<channel::ClientChannel> channel_;
    std::uint64_t staging_address_ = 0;
    std::uint64_t module_ = 0;
    std::uint64_t memory_address_ = 0;
    std::uint32_t next_index_ = 0;
};

}  // namespace

std::unique_ptr<Route> make_channel_route(const std::string& isolation) {
    return std::make_unique<ChannelRoute>(isolation);
}

}  // namespace ringfence::faults
