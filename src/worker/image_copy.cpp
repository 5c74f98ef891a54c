#include "worker/image_copy.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/cuda_status.h"
#include "base/memory_file.h"

namespace ringfence::worker {

// Copied with write() into a file: for an unmapped address the system returns an error, where memcpy would crash.
Result<MappedMemory> copy_image(backend::Address from, std::uint64_t bytes) {
    RF_TRY(const UniqueFd file, create_memory_file("ringfence-image", bytes));
    const auto* begin = reinterpret_cast<const std::byte*>(from);
    for (std::uint64_t done = 0; done < bytes;) {
        const ssize_t written = ::pwrite(file.get(), begin + done, bytes - done, static_cast<off_t>(done));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            return Error::bad_input(std::string("the image cannot be copied: ") + std::strerror(errno))
                .with_status(cuda_status::invalid_value);
        }
        done += static_cast<std::uint64_t>(written);
    }
    return MappedMemory::map(file.get(), bytes);
}

}  // namespace ringfence::worker
