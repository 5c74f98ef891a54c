#include <fcntl.h>

#include "base/memory_file.h"
#include "libringfence/handles.h"

namespace ringfence::native {
namespace {

Result<MappedMemory> map_all(int descriptor, std::uint64_t bytes) {
    // Its maker could otherwise take the memory away while the program reads it.
    RF_TRY(const std::uint64_t size, memory_file_bytes(descriptor));
    if (size < bytes) return Error::internal("the memory that came is smaller than what it is for");
    return MappedMemory::map(descriptor, bytes);
}

}  // namespace

kj::Promise<Result<MappedMemory>> map_descriptor(schema::Descriptor::Client descriptor, std::uint64_t bytes) {
    auto held = kj::heap(kj::mv(descriptor));
    auto found = held->getFd();
    return found
        .then([bytes](kj::Maybe<int> file) -> Result<MappedMemory> {
            KJ_IF_MAYBE (number, file) return map_all(*number, bytes);
            return Error::internal("an answer without the memory that it is about");
        })
        .attach(kj::mv(held));
}

}  // namespace ringfence::native
