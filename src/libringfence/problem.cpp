#include "libringfence/problem.h"

#include <algorithm>
#include <cstring>

namespace ringfence::native {
namespace {

template <std::size_t room>
void put(char (&to)[room], const std::string& text) {
    const std::size_t bytes = std::min(text.size(), room - 1);
    std::memcpy(to, text.data(), bytes);
    to[bytes] = '\0';
}

}  // namespace

Problem problem_of(schema::Error::Reader error) {
    return {static_cast<rf_code>(error.getCode()), error.getMessage().cStr(), error.getRemedy().cStr(),
            error.getLimit().cStr(), error.getCudaStatus()};
}

Problem problem_of(const Error& error, rf_code code) {
    return {code, error.message, error.remedy, {}, error.status};
}

Problem problem_of(const kj::Exception& exception) {
    const std::string said = exception.getDescription().cStr();
    switch (exception.getType()) {
        case kj::Exception::Type::DISCONNECTED:
            return {RF_DEVICE_LOST, "the other side of the connection is gone: " + said, "open another session"};
        case kj::Exception::Type::UNIMPLEMENTED:
            return {RF_DENIED, "what is held has no such method: " + said, "open a session of a kind that has it"};
        case kj::Exception::Type::OVERLOADED: return {RF_OVERLOADED, said};
        default: return {RF_INTERNAL, said};
    }
}

rf_code tell(const Problem& problem, rf_error* error) {
    if (error == nullptr) return problem.code;
    std::memset(error, 0, sizeof *error);
    error->code = problem.code;
    error->cuda_status = problem.cuda_status;
    put(error->message, problem.message);
    put(error->remedy, problem.remedy);
    put(error->limit, problem.limit);
    return problem.code;
}

}  // namespace ringfence::native
