// Those of CUDA's status numbers (CUresult) that the channel itself uses.
#pragma once

#include <cstdint>

namespace ringfence::channel {

constexpr std::int32_t success = 0;
constexpr std::int32_t invalid_value = 1;
// The status of every call once the worker is gone or has ended the session.
constexpr std::int32_t context_is_destroyed = 709;
constexpr std::int32_t unknown_failure = 999;

// True for failures that make CUDA's context unusable: every later call returns them again.
constexpr bool is_sticky(std::int32_t status) {
    return status == 214 ||                                    // ECC uncorrectable
           status == 220 || status == 700 || status == 702 ||  // NVLINK, illegal address, launch timeout
           status == context_is_destroyed || status == 710 ||  // and a failed assertion
           (status >= 714 && status <= 719);                   // faults of instructions and addresses, launch failed
}

}  // namespace ringfence::channel
