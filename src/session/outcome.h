// A value or a Failure, in the schema's terms. (Result is the same with an Error and CUDA's status.)
#pragma once

#include <utility>
#include <variant>

#include "session/failure.h"

namespace ringfence::session {

struct Nothing {};

template <typename T>
class [[nodiscard]] Outcome {
public:
    Outcome(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Outcome(Failure failure) : state_(std::in_place_index<1>, std::move(failure)) {}

    bool ok() const { return state_.index() == 0; }
    const Failure& failure() const { return *std::get_if<1>(&state_); }
    T& value() { return *std::get_if<0>(&state_); }

private:
    std::variant<T, Failure> state_;
};

}  // namespace ringfence::session
