// Copies to and from a program's variables on the device, which it names by their counterparts on the host.
#pragma once

#include <cstddef>

#include "client/runtime/registry.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {

// The place within the variable, if the copy does not reach past its end.
inline cudaError_t find_place(const void* symbol, std::size_t offset, std::size_t count, void*& place) {
    driver::GlobalVariable variable;
    if (const cudaError_t status = find_variable(symbol, variable); status != cudaSuccess) return status;
    if (offset > variable.bytes || count > variable.bytes - offset) return cudaErrorInvalidValue;
    place = reinterpret_cast<void*>(variable.address + offset);
    return cudaSuccess;
}

constexpr auto to_symbol = cudaMemcpyHostToDevice;
constexpr auto from_symbol = cudaMemcpyDeviceToHost;

// `natural`: the direction of a copy between the variable and the host's memory.
template <typename Call>
cudaError_t with_symbol(const void* symbol, std::size_t offset, std::size_t count, cudaMemcpyKind kind,
                        cudaMemcpyKind natural, Call&& call) {
    const bool is_good = kind == natural || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
    if (!is_good) return report(cudaErrorInvalidMemcpyDirection);
    return run([&] {
        void* place = nullptr;
        if (const cudaError_t status = find_place(symbol, offset, count, place); status != cudaSuccess) return status;
        return call(place);
    });
}

}  // namespace ringfence::runtime
