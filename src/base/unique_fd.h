// UniqueFd: the one owner of a file descriptor. Move-only; closes on destruction.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <utility>

namespace ringfence {

void close_foreign(int fd, std::uint32_t whose);  // base/closing.h

class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : fd_(fd) {}
    // A descriptor that another process has opened, or sends to: closing it may take as long as that process likes.
    // `whose`: a tenant (closings_of), or another owner that must not wait for others. The sockets of peers have the
    // owner `somebodys`.
    static constexpr std::uint32_t somebodys = UINT32_MAX - 1;
    static UniqueFd foreign(int fd, std::uint32_t whose = somebodys) {
        UniqueFd made(fd);
        made.whose_ = whose;
        return made;
    }
    UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)), whose_(other.whose_) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        if (this == &other) return *this;
        reset(std::exchange(other.fd_, -1));
        whose_ = other.whose_;
        return *this;
    }
    UniqueFd(const UniqueFd&) = delete;
    UniqueFd& operator=(const UniqueFd&) = delete;
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] bool valid() const { return fd_ >= 0; }
    explicit operator bool() const { return valid(); }
    [[nodiscard]] std::uint32_t whose() const { return whose_; }

    // Gives the descriptor to the caller, who closes it.
    [[nodiscard]] int release() { return std::exchange(fd_, -1); }

    // Closes the held descriptor and takes `fd` instead.
    void reset(int fd = -1) {
        const int old = std::exchange(fd_, fd);
        const std::uint32_t whose = std::exchange(whose_, ours);
        if (old < 0) return;
        // Linux frees the descriptor even when close() reports an error, so there is nothing to retry.
        if (whose != ours) {
            close_foreign(old, whose);
        } else {
            ::close(old);
        }
    }

private:
    static constexpr std::uint32_t ours = UINT32_MAX;  // no user has this number

    int fd_ = -1;
    std::uint32_t whose_ = ours;
};

}  // namespace ringfence
