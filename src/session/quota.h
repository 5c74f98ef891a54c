// Limits how many objects of one kind a session has at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "session/failure.h"

namespace ringfence::session {

class Quota {
public:
    Quota(std::string key, std::uint32_t most) : key_(std::move(key)), most_(most) {}
    Quota(const Quota&) = delete;
    Quota& operator=(const Quota&) = delete;

    // Counts as one object while it exists.
    class Share {
    public:
        explicit Share(Quota& quota) : quota_(&quota) { ++quota.used_; }
        Share(Share&& other) noexcept : quota_(std::exchange(other.quota_, nullptr)) {}
        Share& operator=(Share&& other) noexcept {
            std::swap(quota_, other.quota_);
            return *this;
        }
        Share(const Share&) = delete;
        Share& operator=(const Share&) = delete;
        ~Share() {
            if (quota_ != nullptr) --quota_->used_;
        }

    private:
        Quota* quota_;
    };

    std::optional<Share> take() {
        if (used_ >= most_) return std::nullopt;
        return Share(*this);
    }
    std::uint32_t used() const { return used_; }
    Failure reached() const { return limit_reached(key_, most_); }

private:
    std::string key_;
    std::uint32_t most_;
    std::uint32_t used_ = 0;
};

}  // namespace ringfence::session
