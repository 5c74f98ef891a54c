// Copies between the session's memory and memory of the program that the worker cannot see.
#pragma once

#include <cstdint>

#include "client/session/box.h"

namespace ringfence::client {

class Session;

// Returns when the program's memory has been read; the copy itself is on the stream.
std::int32_t upload(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Returns when the data is there.
std::int32_t download(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Both sides lie in the session's memory: put on the stream, nothing is waited for.
void copy_within(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size);
// Both sides are the program's own.
void copy_on_host(Session& session, const Box& to, const Box& from, const BoxSize& size);

}  // namespace ringfence::client
