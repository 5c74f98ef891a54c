// Copies between the session's memory and memory of the program that the worker cannot see.
#pragma once

#include <cstdint>
#include <functional>

#include "client/session/box.h"

namespace ringfence::client {

class Session;

// Returns when the program's memory has been read; the copy itself is on the stream.
std::int32_t upload(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Returns when the data is there.
std::int32_t download(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Puts a copy on the stream between what begins at x, y, z of the side that the worker sees and memory in staging.
using PutPart =
    std::function<void(std::uint64_t x, std::uint64_t y, std::uint64_t z, const Box& staged, const BoxSize& part)>;
// The same two, whatever that side is.
std::int32_t upload_parts(Session& session, std::uint64_t stream, const Box& from, const BoxSize& size,
                          const PutPart& put);
std::int32_t download_parts(Session& session, std::uint64_t stream, const Box& to, const BoxSize& size,
                            const PutPart& put);
// Both sides lie in the session's memory: put on the stream, nothing is waited for.
void copy_within(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Both sides are the program's own.
void copy_on_host(Session& session, const Box& to, const Box& from, const BoxSize& size);

}  // namespace ringfence::client
