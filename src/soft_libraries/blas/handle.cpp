#include "soft_libraries/blas/handle.h"

#include "soft_libraries/turns.h"

namespace ringfence::soft_libraries::blas {

Host*& host() {
    static Host* the_worker = nullptr;
    return the_worker;
}

namespace {

// Fewer than OpenBLAS can serve, however it was built, and more than there is to gain from. Long work asks for another
// turn from time to time, so that a few that are left for others are enough.
constexpr std::size_t most_turns = 32;
constexpr std::size_t most_of_one_tenant = 24;

Turns& turns() {
    static Turns all(most_turns, most_of_one_tenant);
    return all;
}

}  // namespace

void Turn::begin() {
    turns().begin(host()->tenant());
}

void Turn::end() {
    turns().end(host()->tenant());
}

bool may_go_on() {
    Turn::end();
    Turn::begin();
    return !host()->is_unwanted();
}

int submit(const Handle* h, std::function<void()> work) {
    const auto in_turn = [work = std::move(work)] {
        const Turn turn;
        if (!host()->is_unwanted()) work();
    };
    return host()->enqueue(h->stream, in_turn) ? cublas::success : cublas::execution_failed;
}

int create(Handle** h) {
    if (!host()) return cublas::not_initialized;
    if (!h) return cublas::invalid_value;
    *h = std::make_unique<Handle>().release();
    return cublas::success;
}

int destroy(Handle* h) {
    if (!h) return cublas::not_initialized;
    // As with cuBLAS, what was handed over is done when a handle is gone.
    const bool done = host()->synchronize(h->stream);
    const std::unique_ptr<Handle> owner(h);
    return done ? cublas::success : cublas::execution_failed;
}

int set_workspace(const Handle* h) {
    return refusal(h, {}, true);
}

int get_version(const Handle* h, int* number) {
    if (const int status = refusal(h, {}, number)) return status;
    *number = cublas::version;
    return cublas::success;
}

int get_property(int property, int* value) {
    constexpr int parts[] = {cublas::version_major, cublas::version_minor, cublas::version_patch};
    if (property < 0 || property > 2 || !value) return cublas::invalid_value;
    *value = parts[property];
    return cublas::success;
}

bool is_math_mode(int mode) {
    const int number = mode & ~cublas::no_reduced_precision_reduction;
    return (number >= cublas::default_math && number <= cublas::emulated_bf16x9_math) ||
           number == cublas::emulated_fp64_math;
}

}  // namespace ringfence::soft_libraries::blas
