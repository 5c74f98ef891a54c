// The number by which a library's function is called in the worker.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "adapters/signature.h"
#include "channel/library_functions.h"

namespace ringfence {

inline std::uint32_t function_number(const std::vector<adapters::FunctionSignature>& functions, std::string_view name) {
    for (std::size_t i = 0; i < functions.size(); ++i)
        if (functions[i].name == name) return channel::first_declared_function + static_cast<std::uint32_t>(i);
    ADD_FAILURE() << "there is no " << name;
    return 0;
}

}  // namespace ringfence
