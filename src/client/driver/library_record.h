// A captured library call: the worker keeps its recorded work as long as a graph's node refers to this object.
#pragma once

#include <cstdint>
#include <memory>

#include "base/handle.h"

namespace ringfence::driver {

class LibraryRecord {
public:
    // Null if there are too many. The worker does not know the handle until it is asked to record under it.
    static std::shared_ptr<LibraryRecord> create();
    LibraryRecord(const LibraryRecord&) = delete;
    LibraryRecord& operator=(const LibraryRecord&) = delete;
    ~LibraryRecord();

    std::uint64_t wire() const { return handle_.bits; }
    // The worker has the record: the destructor must tell the worker to drop it.
    void note_kept() { is_kept_ = true; }

private:
    explicit LibraryRecord(Handle handle) : handle_(handle) {}

    Handle handle_;
    bool is_kept_ = false;
};

// Call it when the worker has dropped all records.
void forget_library_records();

}  // namespace ringfence::driver
