// Barriers that live in shared memory: 64 bits, whose contents only these functions know.
//
// A phase is complete when as many threads have arrived as the barrier expects and all bytes that were announced have
// come; then the next phase begins with the same number of threads.
#pragma once

#include <cstdint>

namespace ringfence::softgpu {

class MbarrierState {
public:
    static constexpr std::uint32_t most_threads = (1U << 20) - 1;
    static constexpr std::int64_t most_bytes = (1 << 20) - 1;

    MbarrierState() = default;
    explicit MbarrierState(std::uint64_t bits) : bits_(bits) {}
    static MbarrierState of(std::uint32_t threads);

    std::uint64_t bits() const { return bits_; }
    bool is_valid() const { return field(63, 1) != 0; }
    bool phase() const { return field(62, 1) != 0; }
    std::uint32_t pending() const { return field(0, 20); }    // threads yet to arrive in this phase
    std::uint32_t expected() const { return field(20, 20); }  // threads in every later phase
    std::int64_t bytes() const;                               // announced less those that have come

    // Why an operation is not allowed; null if it is.
    const char* refuse_arrival(std::uint32_t threads, bool may_complete) const;
    const char* refuse_bytes(std::int64_t more) const;

    // `drop`: these threads do not come in later phases either.
    void arrive(std::uint32_t threads, bool drop);
    // More bytes are expected, or (less than 0) have come.
    void add_bytes(std::int64_t more);
    void complete_if_done();

private:
    std::uint32_t field(unsigned at, unsigned width) const {
        return static_cast<std::uint32_t>(bits_ >> at & ((std::uint64_t{1} << width) - 1));
    }
    void set_field(unsigned at, unsigned width, std::uint64_t value);

    std::uint64_t bits_ = 0;
};

}  // namespace ringfence::softgpu
