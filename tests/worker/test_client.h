// A worker on the software GPU and clients of it, in one process: over real sockets and real shared memory.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backend/soft/soft.h"
#include "base/handle.h"
#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"
#include "worker/worker.h"

namespace ringfence::worker {

using backend::Address;

class TestClient {
public:
    // Connects to the worker. `output`: where its kernels print.
    explicit TestClient(Worker& worker, UniqueFd output = {});
    // A client of a worker that was given the other end of the socket.
    explicit TestClient(UniqueFd to_worker);

    template <typename Record>
    std::int32_t call(const Record& record, typename Record::Reply& reply, std::span<const std::byte> payload = {},
                      std::vector<std::byte>* reply_payload = nullptr) {
        return channel->call(record, payload, reply, reply_payload);
    }
    template <typename Record>
    std::int32_t call(const Record& record, std::span<const std::byte> payload = {}) {
        typename Record::Reply reply;
        return channel->call(record, payload, reply);
    }
    template <typename Record>
    void submit(const Record& record, std::span<const std::byte> payload = {}) {
        EXPECT_EQ(channel->submit(record, payload), 0);
    }
    // Submits, and gives the failure that it led to.
    template <typename Record>
    std::int32_t outcome(const Record& record, std::span<const std::byte> payload = {}) {
        submit(record, payload);
        const std::int32_t waited = synchronize();
        const std::int32_t failure = channel->take_failure().status;
        return failure != 0 ? failure : waited;
    }

    std::int32_t synchronize() { return call(wire::SynchronizeSession{}); }
    Address allocate(std::uint64_t bytes);
    Address allocate_host(std::uint64_t bytes);
    void write(Address to, std::span<const std::byte> bytes) { submit(wire::Write{0, to}, bytes); }
    std::vector<std::byte> read(Address from, std::uint64_t bytes);
    template <typename T>
    void put(Address to, const std::vector<T>& values) {
        write(to, std::as_bytes(std::span(values)));
    }
    template <typename T>
    std::vector<T> get(Address from, std::size_t count) {
        const auto bytes = read(from, count * sizeof(T));
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        return values;
    }

    std::uint64_t handle(HandleKind kind) { return Handle::make(kind, 1, next_index++).bits; }
    std::uint64_t stream(bool is_blocking = true);
    std::uint64_t event(std::uint32_t flags = 0);
    // Loads PTX text; 0 if that fails, with the status in `status`.
    std::uint64_t load(std::string_view ptx, std::int32_t* status = nullptr);
    std::uint64_t function(std::uint64_t module, std::string_view name);
    // A launch of one block with the parameters given.
    template <typename... Parameters>
    void launch(std::uint64_t function_handle, std::uint64_t on_stream, std::uint32_t threads,
                Parameters... parameters) {
        std::vector<std::byte> bytes;
        (append(bytes, parameters), ...);
        submit(wire::Launch{on_stream, function_handle, 1, 1, 1, threads, 1, 1, 0, 0}, bytes);
    }
    template <typename T>
    static void append(std::vector<std::byte>& bytes, const T& value) {
        bytes.resize((bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
        const auto* raw = reinterpret_cast<const std::byte*>(&value);
        bytes.insert(bytes.end(), raw, raw + sizeof(T));
    }

    // As if the process were gone.
    void end() { ::shutdown(socket.get(), SHUT_RDWR); }
    Address staging() const { return channel::header_of(memory.bytes()).staging_begin; }

    UniqueFd socket;
    MappedMemory memory;
    UniqueFd staging_file;
    std::unique_ptr<channel::ClientChannel> channel;
    std::uint32_t next_index = 0;
};

struct WorkerTest : testing::Test {
    std::vector<std::string> log;
    std::mutex log_mutex;
    std::unique_ptr<Worker> worker = make_worker();

    // `backend`: what the worker takes its device for.
    WorkerOptions worker_options(const std::string& backend = "soft");
    std::unique_ptr<Worker> make_worker(std::uint64_t launch_limit_ms = 60'000);
    std::unique_ptr<Worker> make_worker(std::uint64_t launch_limit_ms, const WorkerOptions& options);
    bool was_logged(std::string_view text);
    // Until the worker has no session any more, but not for ever.
    bool becomes_empty();
};

inline std::span<const std::byte> text_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

// Kernels: add(u32* data, u32 amount) adds to data[thread]; store(u64 address) writes there; spin(u32* word) runs until
// the word is not 0; a variable `counter` of 4 bytes.
extern const std::string_view test_ptx;

}  // namespace ringfence::worker
