#include "client/driver/library_record.h"

#include "client/driver/state.h"

namespace ringfence::driver {

std::shared_ptr<LibraryRecord> LibraryRecord::create() {
    const Handle handle = tables().library_records.insert(std::make_unique<LibraryRecordMark>());
    if (handle.bits == 0) return nullptr;
    return std::shared_ptr<LibraryRecord>(new LibraryRecord(handle));
}

LibraryRecord::~LibraryRecord() {
    const bool is_known = tables().library_records.erase(handle_) != nullptr;
    if (is_kept_ && is_known) session().submit(wire::DropRecord{.record = handle_.bits});
}

void forget_library_records() {
    for (const Handle handle : tables().library_records.select([](const LibraryRecordMark&) { return true; }))
        (void)tables().library_records.erase(handle);
}

}  // namespace ringfence::driver
