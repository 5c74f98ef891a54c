// A call of a library's that was captured: the worker keeps its work, for as long as a node of a graph has this.
#pragma once

#include <cstdint>
#include <memory>

#include "base/handle.h"

namespace ringfence::driver {

class LibraryRecord {
public:
    // Null: there are too many. The worker knows nothing of it until it is asked to record something under the handle.
    static std::shared_ptr<LibraryRecord> create();
    LibraryRecord(const LibraryRecord&) = delete;
    LibraryRecord& operator=(const LibraryRecord&) = delete;
    ~LibraryRecord();

    std::uint64_t wire() const { return handle_.bits; }
    // The worker has it, and is told when it is not needed any more.
    void note_kept() { is_kept_ = true; }

private:
    explicit LibraryRecord(Handle handle) : handle_(handle) {}

    Handle handle_;
    bool is_kept_ = false;
};

// The worker has dropped all that it had.
void forget_library_records();

}  // namespace ringfence::driver
