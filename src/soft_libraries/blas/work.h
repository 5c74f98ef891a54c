// The parts of every routine: a handle, the check of its arguments, factors and results that lie where the pointer mode
// says, and the work that goes to the stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <utility>

#include "soft_libraries/blas/cublas_abi.h"
#include "soft_libraries/host.h"

namespace ringfence::soft_libraries::blas {

// Sizes of both interfaces, with 32 and with 64 bits.
using Size = std::int64_t;

// OpenBLAS counts with 32 bits.
inline constexpr Size largest_size = std::numeric_limits<int>::max();
// For a size that `refusal` has seen.
inline int narrow(Size size) {
    return static_cast<int>(size);
}

struct Handle {
    void* stream = nullptr;
    int pointer_mode = cublas::host_pointers;
    int math_mode = cublas::default_math;
    int atomics_mode = cublas::atomics_not_allowed;
    int sm_count_target = 0;
};

// The worker that loaded this library; null before it has begun.
Host*& host();

// OpenBLAS has a buffer for each call that runs, keeps it for ever, and has an end of them: beyond it it writes to
// address 0. So only so many pieces of work run at a time (turns.h).
class Turn {
public:
    Turn() { begin(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { end(); }

    static void begin();
    static void end();
};

// For long work, from time to time within its turn: lets others go first. False: it should end, as nobody wants it.
bool may_go_on();

// For products that are computed here: asks by how much was done, since one element may take longer than a whole
// matrix.
class Progress {
public:
    // `cost`: multiplications since the last call. False: nobody wants the rest.
    bool may_go_on_after(Size cost) {
        done_ += cost;
        if (done_ < between_questions) return true;
        done_ = 0;
        return may_go_on();
    }

private:
    static constexpr Size between_questions = Size{1} << 26;  // a second, if none of it is in a cache
    Size done_ = 0;
};

// In a batch we do not ask before each element, since they may be small.
inline bool is_time_to_ask(Size done) {
    return done % 16 == 0;
}

// Calls `go(begin, count)` for parts of `all`, each of which takes about a second at most. `cost`: multiplications for
// each of them.
template <class Go>
void in_pieces(Size all, Size cost, Go go) {
    constexpr Size most = Size{1} << 34;
    const Size piece = cost >= most ? 1 : most / (cost > 1 ? cost : 1);
    for (Size begin = 0; begin < all; begin += piece) {
        if (begin != 0 && !may_go_on()) return;
        go(begin, piece < all - begin ? piece : all - begin);
    }
}

// Hands work to the handle's stream.
int submit(const Handle* h, std::function<void()> work);

// The status of a call that is not to be carried out, else success. `valid`: the arguments are as cuBLAS wants them.
// Sizes beyond what OpenBLAS can count are not supported.
inline int refusal(const Handle* h, std::initializer_list<Size> sizes, bool valid) {
    if (!h || !host()) return cublas::not_initialized;
    if (!valid) return cublas::invalid_value;
    for (const Size size : sizes)
        if (size > largest_size || size < -largest_size) return cublas::not_supported;
    return cublas::success;
}

// True if OpenBLAS can compute the far end of a vector that runs backwards: it uses 32 bits for that, for complex
// numbers in halves of them.
inline bool is_countable(Size n, Size inc) {
    return inc >= 0 || n <= 1 || -inc <= largest_size / 2 / (n - 1);
}

// OpenBLAS copies vectors with gaps between their elements into a buffer of fixed size, 32 MiB on some processors, and
// does not look whether they fit.
inline constexpr Size most_copied_bytes = Size{16} << 20;
inline bool is_copyable(Size n, Size inc, std::size_t element_bytes) {
    return is_countable(n, inc) && (inc == 1 || n <= most_copied_bytes / 2 / static_cast<Size>(element_bytes));
}

inline bool is_operation(int value) {
    return value >= cublas::op_n && value <= cublas::op_c;
}
inline bool is_fill(int value) {
    return value == cublas::lower || value == cublas::upper;
}
inline bool is_diagonal(int value) {
    return value == cublas::non_unit || value == cublas::unit;
}
inline bool is_side(int value) {
    return value == cublas::left || value == cublas::right;
}
// True if columns of so many rows, `ld` apart, do not overlap.
inline bool is_leading(Size ld, Size rows) {
    return ld >= (rows > 1 ? rows : 1);
}

// One factor, or a few: in host memory read now, in device memory when the work runs.
template <class T, int count = 1>
class Factor {
public:
    Factor(const Handle* h, const T* where) {
        if (h->pointer_mode == cublas::device_pointers)
            device_ = where;
        else
            for (int i = 0; i < count; ++i)
                values_[i] = where[i];
    }
    const T* get() const { return device_ ? device_ : values_; }
    const T& operator()() const { return *get(); }

private:
    const T* device_ = nullptr;
    T values_[count] = {};
};

// Hands over work that gives a value. One in host memory is there when the call returns.
template <class T, class Compute>
int submit_result(const Handle* h, T* result, Compute compute) {
    if (h->pointer_mode == cublas::device_pointers) return submit(h, [=] { *result = compute(); });
    // Shared: where waiting fails, the work may still run later.
    const auto value = std::make_shared<T>();
    if (const int status = submit(h, [=] { *value = compute(); })) return status;
    if (!host()->synchronize(h->stream)) return cublas::execution_failed;
    *result = *value;
    return cublas::success;
}

}  // namespace ringfence::soft_libraries::blas
