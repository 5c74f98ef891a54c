// Arithmetic on values: its effect on their ranges, low zeros and roots.
#pragma once

#include "guard/rewriter/value.h"

namespace ringfence::guard::rewriting {

struct Integer {
    unsigned bits = 32;
    bool is_signed = true;
};

// Both ranges of a result from those of its operands. It has no root, and no low zeros.
template <typename Operation>
Value computed(const Value& a, const Value& b, Operation operation) {
    Value value;
    value.is_nothing = a.is_nothing || b.is_nothing;
    value.sure = operation(a.sure, b.sure);
    value.likely = operation(a.likely, b.likely);
    value.is_of_launch = a.is_of_launch && b.is_of_launch;
    return value;
}

// One of the two may be an address.
Value sum(const Value& a, const Value& b);
Value difference(const Value& a, const Value& b, unsigned bits);

// The product of numbers. Where the type is unsigned, they are read so already.
Value multiplied(const Value& a, const Value& b, unsigned result_bits);
Value left_shifted(const Value& a, unsigned by);
Value right_shifted(const Value& a, unsigned by, Integer type);
Value conjunction(const Value& a, const Value& b, unsigned bits);
Value disjunction(const Value& a, const Value& b, unsigned bits);
Value minimum(const Value& a, const Value& b, Integer type);
Value maximum(const Value& a, const Value& b, Integer type);
Value quotient(const Value& a, const Value& b, Integer type);
Value remainder(const Value& a, const Value& b, Integer type);

// `a & mask`, of an address too: a negative mask rounds down.
Value with_mask(const Value& a, std::int64_t mask, unsigned bits);

}  // namespace ringfence::guard::rewriting
