// The one context on the card in which all objects of a device live.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "backend/cuda/claims.h"
#include "backend/cuda/driver.h"
#include "backend/cuda/driver_api.h"
#include "backend/cuda/green_contexts.h"
#include "backend/cuda/host_halves.h"
#include "backend/cuda/mark_words.h"
#include "backend/cuda/recording_streams.h"
#include "backend/cuda/retired_libraries.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class Context {
public:
    // `is_divisible`: the multiprocessors can be divided (green_contexts.h). That needs the device's primary context,
    // of which a process has only one.
    static Result<std::unique_ptr<Context>> create(std::unique_ptr<Driver> driver, unsigned ordinal,
                                                   bool is_divisible = false);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    DeviceHandle device() const { return device_; }
    ContextHandle handle() const { return handle_; }

    HostHalves& host_halves() const { return host_halves_; }
    Claims& claims() const { return claims_; }
    MarkWords& mark_words() const { return mark_words_; }
    RetiredLibraries& retired_libraries() const { return retired_libraries_; }
    RecordingStreams& recording_streams() const { return recording_streams_; }
    GreenContexts& green_contexts() const { return green_contexts_; }
    [[nodiscard]] bool is_divisible() const { return is_divisible_; }
    // `green`: the part of the card on which the stream runs; null: all of it.
    Result<StreamHandle> create_stream(GreenContextHandle green, int priority) const;
    // Device::hold_waits.
    bool holds_waits() const { return holds_waits_.load(std::memory_order_relaxed); }
    void hold_waits() { holds_waits_ = true; }

    // The driver delivers kernels' printed output only when a thread calls one of its waiting functions. A thread that
    // has noticed a kernel's end by other means calls this, which does not wait for running work.
    void hand_on_prints() const;
    // Call it before kernels may print through the driver.
    Result<void> expect_prints() const;

    // The driver's functions, after making this context the thread's current one if it is not.
    const DriverApi& api() const {
        if (current_number != number_) make_current();
        return driver_->api();
    }

    // Makes this context the thread's current one, even if a library has changed that.
    void enter_thread() const { make_current(); }

    // Turns a status into a result. `doing` completes "cannot ...": it is a text, or a function that returns one and is
    // only called after a failure.
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

    // The number of this thread's current context. Unlike handles and addresses, numbers are never reused.
    static thread_local std::uint64_t current_number;

    std::unique_ptr<Driver> driver_;
    const std::uint64_t number_;
    DeviceHandle device_ = 0;
    ContextHandle handle_ = nullptr;
    bool is_divisible_ = false;
    mutable HostHalves host_halves_;
    mutable Claims claims_;
    mutable MarkWords mark_words_;
    mutable RetiredLibraries retired_libraries_;
    mutable RecordingStreams recording_streams_;
    mutable GreenContexts green_contexts_;
    std::atomic<bool> holds_waits_{false};
    mutable Mutex print_mutex_;                                 // held while print_stream_ is made
    mutable std::atomic<StreamHandle> print_stream_ = nullptr;  // null: no kernel prints
};

}  // namespace ringfence::backend::cuda
