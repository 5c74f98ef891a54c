// The one context on the card that everything of a device lives in.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "backend/cuda/driver.h"
#include "backend/cuda/driver_api.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class Context {
public:
    static Result<std::unique_ptr<Context>> create(std::unique_ptr<Driver> driver, unsigned ordinal);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    const DriverApi& api() const { return driver_->api(); }
    DeviceHandle device() const { return device_; }

    // Success, or what went wrong. `doing` completes "cannot ...".
    Result<void> check(Status status, const std::string& doing) const;
    Error error(Status status, const std::string& doing) const;

private:
    friend class Current;
    explicit Context(std::unique_ptr<Driver> driver) : driver_(std::move(driver)) {}

    std::unique_ptr<Driver> driver_;
    DeviceHandle device_ = 0;
    ContextHandle handle_ = nullptr;
};

// Makes the context current in this thread for as long as it lives: every call into the driver needs that.
class Current {
public:
    explicit Current(const Context& context);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

private:
    const Context& context_;
    bool pushed_ = false;
};

}  // namespace ringfence::backend::cuda
