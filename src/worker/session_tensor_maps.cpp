// Tensor maps. They are bytes that the program passes to its kernels, so nothing of them is kept here.
//
// Security does not depend on their addresses: the guard refuses kernels that use tensor maps in a shared domain
// (docs/guard.md), and in a private domain a program could write such bytes itself. Even so, only valid maps are passed
// to the device, and in a shared domain only maps of the session's own memory.
#include <cstring>

#include "base/tensor_map.h"
#include "worker/errors.h"
#include "worker/session.h"

namespace ringfence::worker {

Result<void> Session::handle(const wire::EncodeTensorMap&, Payload payload, Completion& completion) {
    TensorMapDescription map;
    if (payload.size() != sizeof(map)) return invalid("no description of a tensor map");
    std::memcpy(&map, payload.data(), sizeof(map));
    RF_RETURN_IF_ERROR(check_tensor_map(map));
    if (guard_) RF_RETURN_IF_ERROR(window_->check(map.address, tensor_extent(map)));
    RF_TRY(const TensorMapBytes made, device_.encode_tensor_map(map));
    completion.succeed(wire::EncodeTensorMap::Reply{}, made);
    return {};
}

// A private domain only: the driver reads these bytes, and we cannot check them.
Result<void> Session::handle(const wire::MoveTensorMap& operation, Payload payload, Completion& completion) {
    TensorMapBytes map;
    if (payload.size() != map.size()) return invalid("no tensor map");
    if (operation.address % 16 != 0) return invalid("an address of a tensor map that is not aligned");
    if (guard_) {
        return Error::bad_input("tensor maps cannot be changed in a shared domain")
            .with_status(cuda_status::not_supported);
    }
    std::memcpy(map.data(), payload.data(), map.size());
    RF_TRY(const TensorMapBytes moved, device_.move_tensor_map(map, operation.address));
    completion.succeed(wire::MoveTensorMap::Reply{}, moved);
    return {};
}

}  // namespace ringfence::worker
