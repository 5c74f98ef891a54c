#include "session/failure.h"

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/limits.h"
#include "channel/status.h"

namespace ringfence::session {
namespace {

// Texts in messages are cut at this length, since they may quote a tenant's text.
constexpr std::size_t longest_text = 4096;

Code code_of(std::int32_t status) {
    switch (status) {
        case cuda_status::invalid_value: return Code::INVALID_ARGUMENT;
        case cuda_status::out_of_memory: return Code::OUT_OF_MEMORY;
        case cuda_status::invalid_image:
        case cuda_status::no_binary_for_gpu:
        case cuda_status::invalid_ptx:
        case cuda_status::unsupported_ptx_version: return Code::MODULE_REFUSED;
        case cuda_status::not_found: return Code::NOT_FOUND;
        case cuda_status::invalid_handle: return Code::CLOSED;
        case cuda_status::not_supported: return Code::UNSUPPORTED;
        case cuda_status::launch_out_of_resources:
        case cuda_status::cooperative_launch_too_large: return Code::INVALID_ARGUMENT;
        case channel::context_is_destroyed: return Code::DEVICE_LOST;
        default: return channel::is_sticky(status) ? Code::LAUNCH_FAILED : Code::INTERNAL;
    }
}

kj::StringPtr cut(std::string& text) {
    if (text.size() > longest_text) text.resize(longest_text);
    return {text.c_str(), text.size()};
}

}  // namespace

Failure failure_of(const Error& error) {
    Failure failure{code_of(error.status), error.message, error.remedy, error.status};
    if (const std::optional<Limit> limit = limit_named_in(error.message)) {
        failure.code = Code::LIMIT_REACHED;
        failure.limit = facts_of(*limit).key;
    }
    return failure;
}

Failure failure_of_load(const Error& error) {
    Failure failure = failure_of(error);
    const bool is_about_image = failure.code == Code::INVALID_ARGUMENT || failure.code == Code::UNSUPPORTED;
    if (is_about_image) failure.code = Code::MODULE_REFUSED;
    return failure;
}

Failure limit_reached(std::string key, std::uint64_t most) {
    return {.code = Code::LIMIT_REACHED,
            .message = fmt::format("the session has as many {} as it may have: {}", key, most),
            .remedy = "close some that are not needed any more",
            .limit = std::move(key)};
}

void write(schema::Error::Builder to, const Failure& failure) {
    std::string message = failure.message;
    std::string remedy = failure.remedy;
    std::string limit = failure.limit;
    to.setCode(failure.code);
    to.setMessage(cut(message));
    to.setRemedy(cut(remedy));
    to.setCudaStatus(failure.cuda_status);
    to.setLimit(cut(limit));
}

}  // namespace ringfence::session
