// How client and worker meet, over a socket that carries messages and descriptors (base/socket.h).
//
//     client  → Hello + its standard output                   (to the supervisor, which hands both on to a worker)
//     worker  → Welcome + the channel's memory + staging      or Refused
//     worker  → HostMemory + its memory                       before the reply of each allocate_host
//     client  → HostMemory + its memory                       before each attach_host
//
// After that the socket's end means that the other side is gone. Every message states its kind and length; any other is
// refused with a reason.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::channel {

// The largest message between client, supervisor and worker. A longer Hello is its sender's mistake, wherever it is
// noticed.
constexpr std::size_t largest_message = 4096;

// A number for the operations as this side knows them: names, fields, sizes. Both sides must have the same.
std::uint64_t operations_fingerprint();

struct Hello {
    std::uint32_t pid = 0;  // as the client sees itself; the kernel knows better (peer_process)
    std::string program;    // for logs
    std::string backend;    // "soft", "cuda", or empty: whatever there is
    std::string isolation;  // "private", "shared", "auto", or empty: the default
    std::string guard;      // "off", "fence", "check", or empty: the default
    // With isolation "auto": why it cannot be in a shared domain; empty: it can, as far as it knows.
    std::string why_private;
    std::string limits = {};  // its own, beside those set for it: "device_memory=512M,streams=16" (base/limits.h)
    // The identity that it claims (docs/tenants.md); empty: the one that the kernel knows. The supervisor takes it out
    // before a worker sees the rest.
    std::string token = {};
};

// Properties of the device that a program can read without a round trip.
struct DeviceProperties {
    std::string name;
    std::uint32_t compute_major = 0;
    std::uint32_t compute_minor = 0;
    std::uint64_t total_memory = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t warp_size = 0;
    std::uint32_t max_threads_per_block = 0;
    std::uint32_t max_threads_per_multiprocessor = 0;
    std::uint32_t max_blocks_per_multiprocessor = 0;
    std::uint32_t max_block[3] = {};
    std::uint32_t max_grid[3] = {};
    std::uint64_t shared_per_block = 0;
    std::uint64_t shared_per_block_optin = 0;
    std::uint64_t shared_per_multiprocessor = 0;
    std::uint32_t registers_per_block = 0;
    std::uint64_t constant_memory = 0;
    std::uint64_t l2_bytes = 0;
    std::uint32_t clock_khz = 0;
};

// The window and the place of staging are in the channel's memory (layout.h, Header).
struct Welcome {
    std::uint32_t worker_pid = 0;
    std::string backend;  // its kind: "soft", "cuda"
    std::string guard;    // how kernels are rewritten: "off", "fence", "check"
    DeviceProperties device;
    std::uint64_t unasked_events = 0;  // how many there may be before the client has to ask for each
    std::uint64_t local_memory = 0;    // of a thread, in bytes; 0: as much as the device has
};

struct ReceivedHello {
    Hello hello;
    UniqueFd output;  // the client's standard output, where its kernels print; may be none
};

struct ReceivedWelcome {
    Welcome welcome;
    UniqueFd channel;
    UniqueFd staging;
};

struct HostMemory {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

struct ReceivedHostMemory {
    HostMemory where;
    UniqueFd file;
};

// A Hello apart from its socket, so that a supervisor can hand it on. Decoding refuses another version of Ringfence.
std::vector<std::byte> encode(const Hello& hello);
[[nodiscard]] Result<Hello> decode_hello(std::span<const std::byte> bytes);

// `output`: -1 for none.
[[nodiscard]] Result<void> send_hello(int socket, const Hello& hello, int output);
[[nodiscard]] Result<ReceivedHello> receive_hello(int socket, std::chrono::milliseconds timeout);

[[nodiscard]] Result<void> send_welcome(int socket, const Welcome& welcome, int channel, int staging);
// `reason` is text for the user, a line or two.
[[nodiscard]] Result<void> send_refused(int socket, std::string_view reason);
// A refusal, or the end of the socket, is an error with its reason.
[[nodiscard]] Result<ReceivedWelcome> receive_welcome(int socket, std::chrono::milliseconds timeout);

[[nodiscard]] Result<void> send_host_memory(int socket, const HostMemory& where, int file);
// `whose`: as for receive_message (base/socket.h).
[[nodiscard]] Result<ReceivedHostMemory> receive_host_memory(int socket, std::chrono::milliseconds timeout,
                                                             std::optional<std::uint32_t> whose = {});

}  // namespace ringfence::channel
