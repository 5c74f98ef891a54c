// The one context on the card that everything of a device lives in.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "backend/cuda/claims.h"
#include "backend/cuda/driver.h"
#include "backend/cuda/driver_api.h"
#include "backend/cuda/host_halves.h"
#include "backend/cuda/mark_words.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class Context {
public:
    static Result<std::unique_ptr<Context>> create(std::unique_ptr<Driver> driver, unsigned ordinal);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    DeviceHandle device() const { return device_; }
    ContextHandle handle() const { return handle_; }

    HostHalves& host_halves() const { return host_halves_; }
    Claims& claims() const { return claims_; }
    MarkWords& mark_words() const { return mark_words_; }

    // The driver hands on what kernels print only when somebody waits for a stream in the driver's own way.
    bool has_printing_kernels() const { return has_printing_kernels_.load(std::memory_order_relaxed); }
    void note_printing_kernels() const { has_printing_kernels_.store(true, std::memory_order_relaxed); }

    // The driver's functions, for this thread: the context is made its current one, and stays so.
    const DriverApi& api() const {
        if (current_number != number_) make_current();
        return driver_->api();
    }

    // Success, or what went wrong. `doing` completes "cannot ...": a text, or a function that makes one, which is only
    // called after a failure.
    template <typename Doing>
    Result<void> check(Status status, const Doing& doing) const {
        if (status == status::success) return {};
        if constexpr (std::is_invocable_v<Doing>) {
            return error(status, doing());
        } else {
            return error(status, doing);
        }
    }
    Error error(Status status, const std::string& doing) const;

private:
    explicit Context(std::unique_ptr<Driver> driver);
    void make_current() const;

    // Which context is this thread's current one. Numbers are not used again, unlike handles and addresses.
    static thread_local std::uint64_t current_number;

    std::unique_ptr<Driver> driver_;
    const std::uint64_t number_;
    DeviceHandle device_ = 0;
    ContextHandle handle_ = nullptr;
    mutable HostHalves host_halves_;
    mutable Claims claims_;
    mutable MarkWords mark_words_;
    mutable std::atomic<bool> has_printing_kernels_ = false;
};

}  // namespace ringfence::backend::cuda
