#include "backend/cuda/context.h"

#include <utility>

namespace ringfence::backend::cuda {
namespace {

// After these the context does nothing any more: every call returns the same error.
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

Result<std::unique_ptr<Context>> Context::create(std::unique_ptr<Driver> driver, unsigned ordinal) {
    std::unique_ptr<Context> context(new Context(std::move(driver)));
    const DriverApi& api = context->api();
    RF_RETURN_IF_ERROR(context->check(api.init(0), "start the CUDA driver " + context->driver_->path()));
    int count = 0;
    RF_RETURN_IF_ERROR(context->check(api.device_count(&count), "count the CUDA devices"));
    if (ordinal >= static_cast<unsigned>(count)) {
        return Error::bad_input("there is no CUDA device " + std::to_string(ordinal) + "; the driver knows " +
                                std::to_string(count));
    }
    const std::string name = "CUDA device " + std::to_string(ordinal);
    RF_RETURN_IF_ERROR(context->check(api.device_get(&context->device_, static_cast<int>(ordinal)), "open " + name));
    RF_RETURN_IF_ERROR(
        context->check(api.context_create(&context->handle_, 0, context->device_), "create a context on " + name));
    // Creating made it current in this thread; from here on `Current` does that.
    ContextHandle popped = nullptr;
    RF_RETURN_IF_ERROR(context->check(api.context_pop(&popped), "leave the new context"));
    return context;
}

Context::~Context() {
    if (handle_ != nullptr) api().context_destroy(handle_);
}

Result<void> Context::check(Status status, const std::string& doing) const {
    if (status == status::success) return {};
    return error(status, doing);
}

Error Context::error(Status status, const std::string& doing) const {
    Error error = Error::bad_input("cannot " + doing + ": " + driver_->describe(status));
    if (kills_context(status))
        error.message += "; the context is dead: nothing works on this device until it is opened again";
    return error;
}

Current::Current(const Context& context) : context_(context) {
    // Should it fail, the next call in the driver fails too, and that error is reported.
    pushed_ = context.api().context_push(context.handle_) == status::success;
}

Current::~Current() {
    ContextHandle popped = nullptr;
    if (pushed_) context_.api().context_pop(&popped);
}

}  // namespace ringfence::backend::cuda
