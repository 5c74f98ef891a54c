// UniqueFd: the one owner of a file descriptor. Move-only; closes on destruction.
#pragma once

#include <unistd.h>

#include <utility>

namespace ringfence {

void close_foreign(int fd);  // base/closing.h

class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : fd_(fd) {}
    // One that somebody else has opened, or who sends to it: to close it may take as long as he likes.
    static UniqueFd foreign(int fd) {
        UniqueFd made(fd);
        made.is_foreign_ = true;
        return made;
    }
    UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)), is_foreign_(other.is_foreign_) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        if (this == &other) return *this;
        reset(std::exchange(other.fd_, -1));
        is_foreign_ = other.is_foreign_;
        return *this;
    }
    UniqueFd(const UniqueFd&) = delete;
    UniqueFd& operator=(const UniqueFd&) = delete;
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] bool valid() const { return fd_ >= 0; }
    explicit operator bool() const { return valid(); }

    // Gives the descriptor to the caller, who closes it.
    [[nodiscard]] int release() { return std::exchange(fd_, -1); }

    // Closes what is held and takes `fd` instead.
    void reset(int fd = -1) {
        const int old = std::exchange(fd_, fd);
        const bool was_foreign = std::exchange(is_foreign_, false);
        if (old < 0) return;
        // Linux frees the descriptor even when close() reports an error, so there is nothing to retry.
        if (was_foreign) {
            close_foreign(old);
        } else {
            ::close(old);
        }
    }

private:
    int fd_ = -1;
    bool is_foreign_ = false;
};

}  // namespace ringfence
