#include "session/program_image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "base/cuda_status.h"
#include "cache/digest.h"

namespace ringfence::session {
namespace {

constexpr int all_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

Error cannot(const char* what) {
    return Error::bad_input(std::string("cannot ") + what + ": " + std::generic_category().message(errno))
        .with_status(cuda_status::out_of_memory);
}

Result<void> write_all(int fd, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return cannot("keep a program's image");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

}  // namespace

ProgramImage::View::~View() {
    if (!memory_.empty()) ::munmap(const_cast<std::byte*>(memory_.data()), memory_.size());
}

Result<ProgramImage> ProgramImage::make(std::span<const std::byte> image) {
    UniqueFd file(::memfd_create("ringfence-program", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file) return cannot("create a memory file");
    RF_RETURN_IF_ERROR(write_all(file.get(), image));
    if (::fcntl(file.get(), F_ADD_SEALS, all_seals | F_SEAL_SEAL) != 0) return cannot("seal a memory file");
    return adopt(std::move(file), image.size());
}

Result<ProgramImage> ProgramImage::adopt(UniqueFd file, std::uint64_t most) {
    const int seals = ::fcntl(file.get(), F_GET_SEALS);
    if (seals < 0 || (seals & all_seals) != all_seals)
        return Error::bad_input("a program's image is not sealed and could still change")
            .with_status(cuda_status::invalid_value);
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0) return cannot("read the size of a program's image");
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size == 0 || size > most)
        return Error::bad_input("a program's image of " + std::to_string(size) + " bytes; it may have " +
                                std::to_string(most))
            .with_status(cuda_status::invalid_value);
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
    if (memory == MAP_FAILED) return cannot("map a program's image");
    return ProgramImage(std::move(file), {static_cast<const std::byte*>(memory), size}, size);
}

std::string ProgramImage::hash() const {
    const std::array parts = {std::string_view(reinterpret_cast<const char*>(memory_.data()), size_)};
    const cache::Digest digest = cache::digest(parts);
    return {digest.begin(), digest.end()};
}

}  // namespace ringfence::session
