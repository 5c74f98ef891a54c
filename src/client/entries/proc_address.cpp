#include "client/entries/proc_address.h"

#include <algorithm>

namespace ringfence::client {

FoundProc find_proc(std::string_view name, int version, bool per_thread) {
    const ProcEntry* end = proc_entries + proc_entry_count;
    const ProcEntry* first = std::lower_bound(
        proc_entries, end, name, [](const ProcEntry& entry, std::string_view wanted) { return entry.name < wanted; });
    if (first == end || first->name != name) return {ProcStatus::UnknownName, nullptr};
    const ProcEntry* plain = nullptr;
    const ProcEntry* threaded = nullptr;
    for (const ProcEntry* entry = first; entry != end && entry->name == name; ++entry) {
        if (entry->since > version) continue;
        (entry->per_thread ? threaded : plain) = entry;
    }
    const ProcEntry* found = per_thread && threaded != nullptr ? threaded : plain;
    if (found == nullptr) return {ProcStatus::VersionTooOld, nullptr};
    return {ProcStatus::Found, found->function};
}

}  // namespace ringfence::client
