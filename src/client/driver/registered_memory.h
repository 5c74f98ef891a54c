// The program's own memory, as far as the device reaches it (cuMemHostRegister, cuMemHostGetDevicePointer).
//
// The device reaches the session's memory only. So when a program asks for the device's address, the pages of its
// memory are exchanged for pages of the session's with the same contents: from then on the program sees them at its
// own address and the device at another one. Unregistering gives the program pages of its own again.
#pragma once

#include <cstdint>
#include <map>

#include "abi/driver_types.h"
#include "base/mutex.h"
#include "client/session/allocations.h"

namespace ringfence::driver {

class RegisteredMemory {
public:
    // The device's address of registered memory's first byte; after check_context. Only private memory that belongs to
    // no file can have one, others would go on seeing the old pages; and nothing else may lie on its pages.
    CUresult map(const client::Allocation& registered, CUdeviceptr& device_address);
    // The device's address if there is one already, otherwise 0.
    CUdeviceptr find(std::uint64_t address) const;
    // Waits for the session's work first.
    CUresult unmap(std::uint64_t address);
    // The session's memory goes with its context. The program keeps the pages, if it still has something there at all.
    void forget(std::uint64_t address);

private:
    // Whole pages: those of the program, and the session's that lie under them.
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
