#include "client/libraries/cufile_transfer.h"

#include <algorithm>
#include <cerrno>

#include "api/driver_entries.h"
#include "api/runtime_entries.h"
#include "client/libraries/cufile_memory.h"

namespace ringfence::client::cufile {
namespace {

// Two pieces take turns, each with its own stream.
class Pieces {
public:
    Pieces() : status_(acquire_staging(both_[0])) {
        if (status_ == cudaSuccess) status_ = acquire_staging(both_[1]);
    }
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;
    ~Pieces() {
        for (const Staging& piece : both_) {
            if (piece.memory == nullptr) continue;
            static_cast<void>(wait(piece));
            release_staging(piece);
        }
    }

    int status() const { return status_; }
    const Staging& at(std::size_t index) const { return both_[index % 2]; }
    static int wait(const Staging& piece) { return rf_cudaStreamSynchronize(static_cast<cudaStream_t>(piece.stream)); }
    int wait_for_all() const {
        const int first = wait(both_[0]), second = wait(both_[1]);
        return first != cudaSuccess ? first : second;
    }

private:
    Staging both_[2];
    int status_;
};

ssize_t result(std::size_t done, bool failed, int error) {
    if (!failed || done > 0) return static_cast<ssize_t>(done);
    errno = error;
    return -1;
}

int copy(std::uint64_t to, std::uint64_t from, std::size_t bytes, const Staging& piece) {
    return rf_cudaMemcpyAsync(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes,
                              cudaMemcpyDefault, static_cast<cudaStream_t>(piece.stream));
}

std::uint64_t address_of(const Staging& piece) {
    return reinterpret_cast<std::uint64_t>(piece.memory);
}

ssize_t read_to_device(const File& file, const Request& request, std::uint64_t to) {
    const Pieces pieces;
    if (pieces.status() != cudaSuccess) return -cuda_driver_error;
    std::size_t done = 0;
    bool failed = false;
    int error = 0;
    for (std::size_t i = 0; done < request.bytes; ++i) {
        const Staging& piece = pieces.at(i);
        if (Pieces::wait(piece) != cudaSuccess) return -cuda_driver_error;
        const std::size_t wanted = std::min(piece_bytes, request.bytes - done);
        const std::size_t got = file.read(piece.memory, wanted, request.file_offset + static_cast<off_t>(done), failed);
        error = errno;
        if (got > 0 && copy(to + done, address_of(piece), got, piece) != cudaSuccess) return -cuda_driver_error;
        done += got;
        if (got < wanted) break;
    }
    return pieces.wait_for_all() == cudaSuccess ? result(done, failed, error) : -cuda_driver_error;
}

ssize_t write_from_device(const File& file, const Request& request, std::uint64_t from) {
    const Pieces pieces;
    if (pieces.status() != cudaSuccess) return -cuda_driver_error;
    const auto fetch = [&](std::size_t index, std::size_t at) {
        if (at >= request.bytes) return int{cudaSuccess};
        const Staging& piece = pieces.at(index);
        return copy(address_of(piece), from + at, std::min(piece_bytes, request.bytes - at), piece);
    };
    if (fetch(0, 0) != cudaSuccess) return -cuda_driver_error;
    std::size_t done = 0;
    bool failed = false;
    int error = 0;
    for (std::size_t i = 0; done < request.bytes; ++i) {
        const std::size_t wanted = std::min(piece_bytes, request.bytes - done);
        const bool is_there = Pieces::wait(pieces.at(i)) == cudaSuccess;
        if (!is_there || fetch(i + 1, done + wanted) != cudaSuccess) return -cuda_driver_error;
        const off_t place = request.file_offset + static_cast<off_t>(done);
        const std::size_t written = file.write(pieces.at(i).memory, wanted, place, failed);
        error = errno;
        done += written;
        if (written < wanted) break;
    }
    return result(done, failed, error);
}

}  // namespace

int check_request(const Request& request) {
    constexpr std::size_t most = PTRDIFF_MAX;
    if (request.base == nullptr || request.file_offset < 0 || request.buffer_offset < 0) return invalid_value;
    off_t end = 0;
    const bool is_too_long = request.bytes > most || __builtin_add_overflow(request.file_offset, request.bytes, &end) ||
                             __builtin_add_overflow(request.buffer_offset, request.bytes, &end);
    if (is_too_long) return invalid_value;
    return check_access(request.base, static_cast<std::uint64_t>(request.buffer_offset), request.bytes);
}

ssize_t read_file(const File& file, const Request& request) {
    if (const int status = check_request(request); status != success) return -status;
    char* const to = static_cast<char*>(request.base) + request.buffer_offset;
    const Buffer buffer = describe_buffer(request.base);
    if (buffer.is_on_device) return read_to_device(file, request, reinterpret_cast<std::uint64_t>(to));
    bool failed = false;
    const std::size_t done = file.read(to, request.bytes, request.file_offset, failed);
    return result(done, failed, errno);
}

ssize_t write_file(const File& file, const Request& request) {
    if (const int status = check_request(request); status != success) return -status;
    const char* const from = static_cast<const char*>(request.base) + request.buffer_offset;
    const Buffer buffer = describe_buffer(request.base);
    if (buffer.is_on_device) return write_from_device(file, request, reinterpret_cast<std::uint64_t>(from));
    bool failed = false;
    const std::size_t done = file.write(from, request.bytes, request.file_offset, failed);
    return result(done, failed, errno);
}

}  // namespace ringfence::client::cufile
