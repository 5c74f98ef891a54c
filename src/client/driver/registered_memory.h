// The program's own memory that the device can access (cuMemHostRegister, cuMemHostGetDevicePointer).
//
// The device can only access the session's memory. So when a program asks for the device address, the pages of its
// memory are replaced by pages of the session with the same contents: from then on the program accesses them at its own
// address, and the device at another. Unregistering replaces them by private pages again.
#pragma once

#include <cstdint>
#include <map>

#include "abi/driver_types.h"
#include "base/mutex.h"
#include "client/session/allocations.h"

namespace ringfence::driver {

class RegisteredMemory {
public:
    // The device address of registered memory's first byte. Call it after check_context(). Only private memory without
    // a file can have one, since others would keep the old pages; and nothing else may lie on its pages.
    CUresult map(const client::Allocation& registered, CUdeviceptr& device_address);
    // The device's address if there is one already, otherwise 0.
    CUdeviceptr find(std::uint64_t address) const;
    // Waits for the session's work first.
    CUresult unmap(std::uint64_t address);
    // Call it when the session's memory is freed with its context. The program keeps pages that are still mapped.
    void forget(std::uint64_t address);

private:
    // Whole pages: the program's addresses, and the session's memory that is mapped there.
    struct Pages {
        std::uint64_t begin = 0;
        std::uint64_t bytes = 0;
        std::uint64_t session_begin = 0;
    };

    mutable Mutex mutex_;
    std::map<std::uint64_t, Pages> by_address_ RF_GUARDED_BY(mutex_);  // where the registered memory begins
};

RegisteredMemory& registered_memory();

}  // namespace ringfence::driver
