// Copies bytes to memory that the worker can read, for the duration of a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "client/driver/state.h"

namespace ringfence::driver {

class VisibleBytes {
public:
    VisibleBytes(client::Session& session, std::span<const std::byte> bytes);
    VisibleBytes(const VisibleBytes&) = delete;
    VisibleBytes& operator=(const VisibleBytes&) = delete;
    ~VisibleBytes();

    CUresult status() const { return status_; }
    std::uint64_t address() const { return address_; }

private:
    client::Session& session_;
    client::Staging::Piece piece_;
    std::uint64_t address_ = 0;
    CUresult status_ = CUDA_SUCCESS;
};

}  // namespace ringfence::driver
