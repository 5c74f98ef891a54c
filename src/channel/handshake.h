// How client and worker connect, over a socket that carries messages and descriptors (base/socket.h).
//
//     client  → Hello + its standard output                   (to the supervisor, which hands both on to a worker)
//     worker  → Welcome + the channel's memory + staging      or Refused
//     worker  → HostMemory + its memory                       before the reply of each allocate_host
//     client  → HostMemory + its memory                       before each attach_host
//
// After that, the socket's end means that the other side is gone. Every message states its kind and length; unknown
// messages are refused with a reason.
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

// The largest message between client, supervisor and worker. A longer Hello is
// refused.
constexpr std::size_t largest_message = 4096;

// A digest of the operations' names, fields and sizes. It must be the same on both sides.
std::uint64_t operations_fingerprint();

struct Hello {
    std::uint32_t pid = 0;  // the client's claim; only peer_process() is reliable
    std::string program;    // for logs
    std::string backend;    // "soft", "cuda", or empty: any
    std::string isolation;  // "private", "shared", "auto", or empty: the default
    std::string guard;      // "off", "fence", "check", or empty: the default
    // With isolation "auto": why the client cannot be in a shared domain; empty: it knows no reason.
    std::string why_private;
    std::string limits = {};  // limits that the client sets itself: "device_memory=512M,streams=16" (base/limits.h)
    // The client's token (docs/tenants.md); empty: it is identified by the kernel's facts. The supervisor removes the
    // token before it passes the Hello to a worker.
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

// The window and the staging memory are described in the channel's memory (layout.h, Header).
struct Welcome {
    std::uint32_t worker_pid = 0;
    std::string backend;  // its kind: "soft", "cuda"
    std::string guard;    // how kernels are rewritten: "off", "fence", "check"
    DeviceProperties device;
    std::uint64_t unasked_events = 0;  // how many events the client may create without asking
    std::uint64_t local_memory = 0;    // of a thread, in bytes; 0: as much as the device has
};

struct ReceivedHello {
    Hello hello;
    UniqueFd output;  // the client's standard output, where its kernels print; may be empty
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

// A Hello as bytes, so that a supervisor can pass it on. Decoding refuses other versions of Ringfence.
std::vector<std::byte> encode(const Hello& hello);
[[nodiscard]] Result<Hello> decode_hello(std::span<const std::byte> bytes);

// `output`: -1 for none.
[[nodiscard]] Result<void> send_hello(int socket, const Hello& hello, int output);
[[nodiscard]] Result<ReceivedHello> receive_hello(int socket, std::chrono::milliseconds timeout);

[[nodiscard]] Result<void> send_welcome(int socket, const Welcome& welcome, int channel, int staging);
// `reason`: a text for the user, of one or two lines.
[[nodiscard]] Result<void> send_refused(int socket, std::string_view reason);
// A refusal is an error with its reason, and so is the end of the socket.
[[nodiscard]] Result<ReceivedWelcome> receive_welcome(int socket, std::chrono::milliseconds timeout);

[[nodiscard]] Result<void> send_host_memory(int socket, const HostMemory& where, int file);
// `whose`: as for receive_message (base/socket.h).
[[nodiscard]] Result<ReceivedHostMemory> receive_host_memory(int socket, std::chrono::milliseconds timeout,
                                                             std::optional<std::uint32_t> whose = {});

}  // namespace ringfence::channel
