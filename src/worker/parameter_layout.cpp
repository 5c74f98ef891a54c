#include "worker/parameter_layout.h"

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/escape.h"

namespace ringfence::worker {

Result<void> check_parameter_layout(const backend::Function& function, const guard::GuardedKernel& kernel) {
    if (kernel.conditions.empty()) return {};
    const std::vector<backend::ParameterInfo>& actual = function.info().parameters;
    const auto differs = [&](std::string how) {
        return Error::bad_input(
                   fmt::format("the guard and the device do not agree on where the parameters of '{}' lie: {}",
                               escape(kernel.name), how))
            .with_remedy("run this program in a worker of its own (--isolation private), and report this")
            .with_status(cuda_status::not_supported);
    };
    // The guard may have stopped at a parameter with an unusual layout; it knows nothing of those behind it.
    if (kernel.parameters.size() > actual.size())
        return differs(fmt::format("{} parameters, not {}", actual.size(), kernel.parameters.size()));
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const guard::ParameterSpan& expected = kernel.parameters[i];
        if (expected.offset != actual[i].offset || expected.bytes != actual[i].bytes) {
            return differs(fmt::format("number {} is {} bytes at {}, not {} bytes at {}", i, actual[i].bytes,
                                       actual[i].offset, expected.bytes, expected.offset));
        }
    }
    return {};
}

}  // namespace ringfence::worker
