// Sessions whose memory together does not fit on the device: what the tests of both devices share.
#pragma once

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "base/cuda_status.h"
#include "test_client.h"
#include "units.h"

namespace ringfence::worker {

// A client with one allocation, each page of which holds something of its own.
struct Tenant {
    Tenant(Worker& worker, std::uint64_t size, std::uint32_t its_seed) : Tenant(TestClient(worker), size, its_seed) {}
    Tenant(TestClient its_client, std::uint64_t size, std::uint32_t its_seed)
        : client(std::move(its_client)), bytes(size), seed(its_seed), memory(client.allocate(size)) {}

    static constexpr std::uint64_t step = 256 << 10;

    std::uint32_t word_at(std::uint64_t offset) const {
        return seed * 0x01000193u + static_cast<std::uint32_t>(offset);
    }

    // A round of work: writes all of it.
    void work() {
        ++seed;
        for (std::uint64_t at = 0; at < bytes; at += step)
            client.submit(wire::Fill{0, memory + at, 0, step / 4, 1, word_at(at), 4});
        ASSERT_EQ(client.synchronize(), 0);
    }
    // The number of words that are not what they were.
    std::uint64_t wrong() {
        std::uint64_t count = 0;
        for (std::uint64_t at = 0; at < bytes; at += step) {
            const auto first = client.get<std::uint32_t>(memory + at, 1);
            const auto last = client.get<std::uint32_t>(memory + at + step - 4, 1);
            count += first[0] != word_at(at) || last[0] != word_at(at) ? 1 : 0;
        }
        return count;
    }

    TestClient client;
    std::uint64_t bytes;
    std::uint32_t seed;
    Address memory;
};

inline std::uint64_t on_host(Worker& worker) {
    std::uint64_t bytes = 0;
    for (const SessionState& state : worker.session_states())
        bytes += state.used[Limit::HostBacking];
    return bytes;
}

// Waits, but not for ever.
template <typename Condition>
bool becomes(Condition&& condition) {
    for (int i = 0; i < 12000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace ringfence::worker
