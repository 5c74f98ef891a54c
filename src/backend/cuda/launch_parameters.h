// A kernel's parameters as one block of bytes, in the form that the driver takes.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "backend/cuda/driver_api.h"

namespace ringfence::backend::cuda {

// Contains pointers to itself, so it cannot be copied.
class LaunchParameters {
public:
    // The driver copies the bytes during the call; it takes them by a pointer that is not const.
    explicit LaunchParameters(std::span<const std::byte> bytes)
        : size_(bytes.size()),
          extra_{as_pointer(launch_parameters_pointer), const_cast<std::byte*>(bytes.data()),
                 as_pointer(launch_parameters_size), &size_, as_pointer(launch_parameters_end)} {}
    LaunchParameters(const LaunchParameters&) = delete;
    LaunchParameters& operator=(const LaunchParameters&) = delete;

    // Null if there are none.
    void** extra() { return size_ == 0 ? nullptr : extra_.data(); }

private:
    static void* as_pointer(std::uintptr_t number) { return reinterpret_cast<void*>(number); }

    std::size_t size_;
    std::array<void*, 5> extra_;
};

}  // namespace ringfence::backend::cuda
