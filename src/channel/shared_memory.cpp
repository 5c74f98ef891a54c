#include "channel/shared_memory.h"

#include <new>
#include <string>

#include "base/memory_file.h"

namespace ringfence::channel {

Result<SharedMemory> create_shared_memory(const Header& header) {
    SharedMemory shared;
    RF_TRY(shared.file, create_memory_file("ringfence-channel", total_bytes));
    RF_TRY(shared.memory, MappedMemory::map(shared.file.get(), total_bytes));
    std::byte* const begin = shared.memory.bytes().data();
    Header* const written = new (begin + header_offset) Header(header);
    written->magic_number = magic;
    written->version_number = version;
    written->total_bytes = total_bytes;
    new (begin + client_words_offset) ClientWords;
    new (begin + worker_words_offset) WorkerWords;
    return shared;
}

Result<MappedMemory> map_shared_memory(int fd) {
    RF_TRY(const std::uint64_t bytes, memory_file_bytes(fd));
    if (bytes != total_bytes) {
        return Error::bad_input("the channel's memory has " + std::to_string(bytes) + " bytes instead of " +
                                std::to_string(total_bytes))
            .with_remedy("use libraries and worker of one version of Ringfence");
    }
    RF_TRY(MappedMemory memory, MappedMemory::map(fd, total_bytes));
    const Header& header = header_of(memory.bytes());
    if (header.magic_number != magic || header.version_number != version || header.total_bytes != total_bytes) {
        return Error::bad_input("the channel's memory is of another version of Ringfence")
            .with_remedy("use libraries and worker of one version of Ringfence");
    }
    return memory;
}

}  // namespace ringfence::channel
