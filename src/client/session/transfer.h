// Copies between the session's memory and the program's own memory, which the worker cannot access.
#pragma once

#include <cstdint>
#include <functional>

#include "client/session/box.h"

namespace ringfence::client {

class Session;

// Returns when the program's memory has been read; the copy itself is on the stream.
std::int32_t upload(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Returns when the data has arrived.
std::int32_t download(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Submits a copy between the part at x, y, z of the session's side and staging memory.
using PutPart =
    std::function<void(std::uint64_t x, std::uint64_t y, std::uint64_t z, const Box& staged, const BoxSize& part)>;
// The same, for any kind of session's side.
std::int32_t upload_parts(Session& session, std::uint64_t stream, const Box& from, const BoxSize& size,
                          const PutPart& put);
std::int32_t download_parts(Session& session, std::uint64_t stream, const Box& to, const BoxSize& size,
                            const PutPart& put);
// For two sides in the session's memory: only submits the copy.
void copy_within(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// For two sides in the program's own memory.
void copy_on_host(Session& session, const Box& to, const Box& from, const BoxSize& size);

}  // namespace ringfence::client
