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
    // `is_divisible`: its multiprocessors can be divided (green_contexts.h). Then it is the device's primary context,
    // of which a process has one.
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
    // In a part of the card; null: on all of it.
    Result<StreamHandle> create_stream(GreenContextHandle green, int priority) const;
    // Device::hold_waits.
    bool holds_waits() const { return holds_waits_.load(std::memory_order_relaxed); }
    void hold_waits() { holds_waits_ = true; }

    // The driver passes kernels' output on only when a thread waits in the driver's own way. A thread that has seen the
    // end of a kernel calls this, which does not wait for running work.
    void hand_on_prints() const;
    // From now on kernels may print through the driver.
    Result<void> expect_prints() const;

    // The driver's functions, for this thread: the context is made its current one, and stays so.
    const DriverApi& api() const {
        if (current_number != number_) make_current();
        return driver_->api();
    }

    // Makes it this thread's current one, whatever others have made it.
    void enter_thread() const { make_current(); }

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
    bool is_divisible_ = false;
    mutable HostHalves host_halves_;
    mutable Claims claims_;
    mutable MarkWords mark_words_;
    mutable RetiredLibraries retired_libraries_;
    mutable RecordingStreams recording_streams_;
    mutable GreenContexts green_contexts_;
    std::atomic<bool> holds_waits_{false};
    mutable Mutex print_mutex_;                                 // held while print_stream_ is made
    mutable std::atomic<StreamHandle> print_stream_ = nullptr;  // none: no kernel prints
};

}  // namespace ringfence::backend::cuda
