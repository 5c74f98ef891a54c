// The channel's memory: made by the worker, mapped by the client.
#pragma once

#include "base/mapped_memory.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "channel/layout.h"

namespace ringfence::channel {

struct SharedMemory {
    UniqueFd file;  // to send to the client
    MappedMemory memory;
};

// The worker's side. Uses only the window and staging of `header`.
[[nodiscard]] Result<SharedMemory> create_shared_memory(const Header& header);

// The client's side: checks and maps a descriptor from the worker.
[[nodiscard]] Result<MappedMemory> map_shared_memory(int fd);

inline const Header& header_of(std::span<std::byte> memory) {
    return *reinterpret_cast<const Header*>(memory.data() + header_offset);
}
inline ClientWords& client_words_of(std::span<std::byte> memory) {
    return *reinterpret_cast<ClientWords*>(memory.data() + client_words_offset);
}
inline WorkerWords& worker_words_of(std::span<std::byte> memory) {
    return *reinterpret_cast<WorkerWords*>(memory.data() + worker_words_offset);
}
inline Slot& slot_of(std::span<std::byte> memory, std::uint32_t index) {
    return *reinterpret_cast<Slot*>(memory.data() + slots_offset + index * slot_bytes);
}
inline std::span<std::byte> ring_of(std::span<std::byte> memory) {
    return memory.subspan(ring_offset, ring_bytes);
}

}  // namespace ringfence::channel
