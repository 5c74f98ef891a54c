// A filter of system calls, by number and arguments (seccomp, by libseccomp). Once installed it holds for all threads
// of the process and for its child processes, and there is no way back.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/result.h"

namespace ringfence::sandbox {

// A condition on one argument, all 64 bits of it.
struct Condition {
    enum class Is : std::uint8_t { Equal, NotEqual, Below, Above, Masked };

    unsigned argument = 0;
    Is is = Is::Equal;
    std::uint64_t value = 0;
    std::uint64_t mask = 0;  // of Masked: argument & mask == value
};

inline Condition equals(unsigned argument, std::uint64_t value) {
    return {argument, Condition::Is::Equal, value, 0};
}
inline Condition differs(unsigned argument, std::uint64_t value) {
    return {argument, Condition::Is::NotEqual, value, 0};
}
inline Condition is_below(unsigned argument, std::uint64_t value) {
    return {argument, Condition::Is::Below, value, 0};
}
inline Condition is_above(unsigned argument, std::uint64_t value) {
    return {argument, Condition::Is::Above, value, 0};
}
inline Condition has_bits(unsigned argument, std::uint64_t bits) {
    return {argument, Condition::Is::Masked, bits, bits};
}
inline Condition lacks_bits(unsigned argument, std::uint64_t bits) {
    return {argument, Condition::Is::Masked, 0, bits};
}

// The action for calls that no rule is about.
enum class Otherwise : std::uint8_t { Allow, Refuse };

class Filter {
public:
    explicit Filter(Otherwise otherwise);
    ~Filter();
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;

    // Calls are numbers of this architecture (SYS_...). All conditions of a rule must hold; a call with several rules
    // needs one that does.
    void allow(long call, std::initializer_list<Condition> conditions = {});
    // The call fails with this number: "operation not permitted", unless it says otherwise.
    void refuse(long call, std::initializer_list<Condition> conditions = {});
    void answer(long call, int number, std::initializer_list<Condition> conditions = {});

    // A rule that could not be made is an error here.
    [[nodiscard]] Result<void> install();

private:
    void add(std::uint32_t action, long call, std::initializer_list<Condition> conditions);

    void* context_ = nullptr;  // libseccomp's
    int problem_ = 0;
};

}  // namespace ringfence::sandbox
