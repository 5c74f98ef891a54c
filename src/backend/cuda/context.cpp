#include "backend/cuda/context.h"

#include <atomic>
#include <cstdlib>
#include <utility>

namespace ringfence::backend::cuda {
namespace {

// After these errors the context is dead: every call returns the same error.
bool kills_context(Status status) {
    switch (status) {
        case status::ecc_uncorrectable:
        case status::nvlink_uncorrectable:
        case status::contained:
        case status::illegal_address:
        case status::launch_timeout:
        case status::assert_failed:
        case status::hardware_stack_error:
        case status::illegal_instruction:
        case status::misaligned_address:
        case status::invalid_address_space:
        case status::invalid_pc:
        case status::launch_failed:
        case status::tensor_memory_leak:
        case status::external_device:
        case status::unknown: return true;
        default: return false;
    }
}

}  // namespace

thread_local std::uint64_t Context::current_number = 0;

Context::Context(std::unique_ptr<Driver> driver)
    : driver_(std::move(driver)), number_([] {
          static std::atomic<std::uint64_t> last = 0;
          return ++last;
      }()) {}

Result<std::unique_ptr<Context>> Context::create(std::unique_ptr<Driver> driver, unsigned ordinal, bool is_divisible) {
    std::unique_ptr<Context> context(new Context(std::move(driver)));
    const DriverApi& api = context->driver_->api();
    RF_RETURN_IF_ERROR(
        context->check(api.init(0), [&] { return "start the CUDA driver " + context->driver_->path(); }));
    int count = 0;
    RF_RETURN_IF_ERROR(context->check(api.device_count(&count), "count the CUDA devices"));
    if (ordinal >= static_cast<unsigned>(count)) {
        return Error::bad_input("there is no CUDA device " + std::to_string(ordinal) + "; the driver knows " +
                                std::to_string(count))
            .with_status(status::invalid_device);
    }
    const std::string name = "CUDA device " + std::to_string(ordinal);
    RF_RETURN_IF_ERROR(context->check(api.device_get(&context->device_, static_cast<int>(ordinal)), "open " + name));
    context->is_divisible_ = is_divisible;
    // context_create also makes the context current in this thread.
    RF_RETURN_IF_ERROR(context->check(is_divisible ? api.primary_retain(&context->handle_, context->device_)
                                                   : api.context_create(&context->handle_, 0, context->device_),
                                      "create a context on " + name));
    context->make_current();
    return context;
}

Context::~Context() {
    if (handle_ == nullptr) return;
    mark_words_.clear(*this);
    retired_libraries_.unload(*this);
    while (StreamHandle stream = recording_streams_.take())
        api().stream_destroy(stream);
    green_contexts_.clear(*this);
    // Other threads may still have this context as their current one. They compare its number (api()), so they switch.
    if (is_divisible_) {
        api().primary_release(device_);
    } else {
        api().context_destroy(handle_);
    }
    current_number = 0;
}

Result<StreamHandle> Context::create_stream(GreenContextHandle green, int priority) const {
    StreamHandle stream = nullptr;
    RF_RETURN_IF_ERROR(check(green != nullptr ? api().green_stream_create(&stream, green, stream_non_blocking, priority)
                                              : api().stream_create(&stream, stream_non_blocking, priority),
                             "create a stream"));
    return stream;
}

Result<void> Context::expect_prints() const {
    const MutexLock lock(print_mutex_);
    if (print_stream_ != nullptr) return {};
    RF_TRY(print_stream_, create_stream(nullptr, 0));
    return {};
}

// Synchronizes a stream that is always empty: the kernel's own stream may be waiting for the caller by now.
void Context::hand_on_prints() const {
    StreamHandle stream = print_stream_.load(std::memory_order_relaxed);
    if (stream != nullptr) static_cast<void>(api().stream_synchronize(stream));
}

void Context::make_current() const {
    // If this fails, the next driver call fails, too, and its error is reported.
    if (driver_->api().context_set_current(handle_) == status::success) current_number = number_;
}

Error Context::error(Status status, const std::string& doing) const {
    Error error = Error::bad_input("cannot " + doing + ": " + driver_->describe(status)).with_status(status);
    if (kills_context(status))
        error.message += "; the context is dead: nothing works on this device until it is opened again";
    return error;
}

}  // namespace ringfence::backend::cuda
