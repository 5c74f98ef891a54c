// Dropout. The states are a seed and a count of the numbers that were drawn; a mask has a bit for each element.
#include <cstring>
#include <vector>

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

namespace {

struct States {
    std::uint64_t seed = 0;
    std::uint64_t drawn = 0;
};

// A number from 0 to 1 for each count: the mixing function of the generator splitmix64.
double uniform(const States& states, std::uint64_t index) {
    std::uint64_t mixed = states.seed + (states.drawn + index + 1) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    mixed ^= mixed >> 31;
    return static_cast<double>(mixed >> 11) * 0x1p-53;
}

std::size_t mask_bytes(const Tensor& tensor) {
    return (static_cast<std::size_t>(tensor.elements()) + 7) / 8;
}

int check_rate(const Dropout* dropout, float rate) {
    if (dropout == nullptr) return refuse(null_pointer, "a dropout is missing");
    return rate >= 0 && rate <= 1 ? success : refuse(bad_param, "a dropout's rate is from 0 to 1");
}

int check_states(const void* states, std::size_t bytes) {
    const bool is_enough = states == nullptr || bytes >= sizeof(States);
    return is_enough ? success : refuse(bad_param, "the memory of a dropout's states is too small");
}

int check(const Dropout* dropout, const Tensor* from, const Tensor* to, std::initializer_list<const void*> memory,
          std::size_t bytes) {
    if (dropout == nullptr) return refuse(null_pointer, "a dropout is missing");
    if (const int status = check_alike({from, to}); status != success) return status;
    if (const int status = check_memory(memory); status != success) return status;
    return bytes >= mask_bytes(*from) ? success : refuse(bad_param, "the reserve space is too small");
}

// Those that are kept grow, so that the sum stays about the same.
double kept(const Dropout& dropout, double value) {
    return value / (1 - dropout.rate);
}

}  // namespace

RF_CUDNN_FUNCTION(cudnnDropoutGetStatesSize)(Handle*, std::size_t* bytes) {
    if (bytes == nullptr) return refuse(null_pointer, "nowhere to put the size");
    *bytes = sizeof(States);
    return success;
}
RF_CUDNN_FUNCTION(cudnnDropoutGetReserveSpaceSize)(const Tensor* x, std::size_t* bytes) {
    if (const int status = check_tensor(x, "a tensor"); status != success) return status;
    if (bytes == nullptr) return refuse(null_pointer, "nowhere to put the size");
    *bytes = mask_bytes(*x);
    return success;
}
RF_CUDNN_FUNCTION(cudnnRestoreDropoutDescriptor)
(Dropout* dropout, Handle*, float rate, void* states, std::size_t bytes, unsigned long long) {
    if (const int status = check_rate(dropout, rate); status != success) return status;
    if (const int status = check_states(states, bytes); status != success) return status;
    *dropout = {static_cast<double>(rate), states};
    return success;
}
RF_CUDNN_FUNCTION(cudnnSetDropoutDescriptor)
(Dropout* dropout, Handle* handle, float rate, void* states, std::size_t bytes, unsigned long long seed) {
    const int status = cudnnRestoreDropoutDescriptor(dropout, handle, rate, states, bytes, seed);
    if (status != success || states == nullptr) return status;
    return enqueue(handle, [=] {
        const States fresh{seed, 0};
        std::memcpy(states, &fresh, sizeof fresh);
    });
}

RF_CUDNN_FUNCTION(cudnnDropoutForward)
(Handle* handle, const Dropout* dropout, const Tensor* x_tensor, const void* x, const Tensor* y_tensor, void* y,
 void* mask, std::size_t bytes) {
    if (const int status = check(dropout, x_tensor, y_tensor, {x, y, mask}, bytes); status != success) return status;
    if (dropout->states == nullptr) return refuse(bad_param, "the dropout has no states");
    return enqueue(handle, [=, its = *dropout, from = *x_tensor, to = *y_tensor] {
        States states;
        std::memcpy(&states, its.states, sizeof states);
        Values values = load(from, x);
        std::vector<std::uint8_t> bits(mask_bytes(from));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const bool is_kept = uniform(states, i) >= its.rate;
            values[i] = is_kept ? kept(its, values[i]) : 0;
            if (is_kept) bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | 1U << i % 8);
        }
        states.drawn += values.size();
        store(to, y, values);
        std::memcpy(mask, bits.data(), bits.size());
        std::memcpy(its.states, &states, sizeof states);
    });
}
RF_CUDNN_FUNCTION(cudnnDropoutBackward)
(Handle* handle, const Dropout* dropout, const Tensor* dy_tensor, const void* dy, const Tensor* dx_tensor, void* dx,
 const void* mask, std::size_t bytes) {
    if (const int status = check(dropout, dy_tensor, dx_tensor, {dy, dx, mask}, bytes); status != success)
        return status;
    return enqueue(handle, [=, its = *dropout, from = *dy_tensor, to = *dx_tensor] {
        std::vector<std::uint8_t> bits(mask_bytes(from));
        std::memcpy(bits.data(), mask, bits.size());
        Values values = load(from, dy);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = (bits[i / 8] >> i % 8 & 1) != 0 ? kept(its, values[i]) : 0;
        store(to, dx, values);
    });
}

}  // namespace ringfence::soft_libraries::dnn
