// The sequences that make an address safe, as docs/guard.md writes them.
#pragma once

#include <cstdint>
#include <string>

#include "guard/rewriter/function_text.h"

namespace ringfence::guard::rewriting {

// An address as text: a register with its width.
struct AddressText {
    std::string name;
    unsigned bits = 64;
};

struct SafeAddress {
    OwnRegister reg;
    std::int64_t offset = 0;  // still to be added in the brackets
};

class Sequences {
public:
    explicit Sequences(FunctionText& text) : text_(text) {}

    // For comparing the fenced address with the original one, in check mode.
    struct Fenced {
        SafeAddress address;
        std::string original;                        // with the offset, if that was added before
        std::string low, high, safe_low, safe_high;  // halves before and after; the low ones are the same for 1 byte
    };
    // True if the offset stays in the brackets.
    static bool keeps_offset(std::int64_t offset, std::uint64_t bytes);
    Fenced fence(const AddressText& address, std::int64_t offset, std::uint64_t bytes);
    // An address that was bounded; its values before and after, which differ if it was astray.
    struct Bounded {
        OwnRegister address;
        std::string original;       // with the offset
        std::string before, after;  // numbers of `bits` bits
        unsigned bits = 32;
    };
    // `last`: a register that holds the last address at which an access may begin; empty: the end − bytes.
    Bounded bound_shared(const AddressText& address, std::int64_t offset, std::uint64_t bytes,
                         const std::string& last = {});
    // Bounds an address that is aligned to `bytes`; the access and its neighbours have `extent` bytes.
    Bounded bound_aligned(const AddressText& address, std::int64_t offset, std::uint64_t bytes, std::uint64_t extent);
    // Bounds an address to one variable, in any space; `generic_space` names the space if the address is generic.
    Bounded bound_variable(const AddressText& address, std::int64_t offset, std::uint64_t bytes,
                           std::string_view variable, std::uint64_t size, std::string_view generic_space);
    // The shared address as a generic one.
    OwnRegister to_generic_shared(OwnRegister shared);
    struct Split {
        OwnRegister address;
        Fenced fenced;
    };
    // `extent`: bytes that must be there in shared memory; at least `bytes`.
    Split split(const AddressText& address, std::int64_t offset, std::uint64_t bytes, std::uint64_t extent);
    // A stride of a matrix's tile, clamped.
    OwnRegister clamp_stride(const std::string& stride, std::uint64_t multiple);
    // A size at run time that is clamped to what shared memory holds, in whole units of 16.
    OwnRegister clamp_bulk_size(const std::string& size);

    // A descriptor of a matrix in shared memory; one that reaches beyond it becomes 0, the first bytes of it.
    struct Described {
        OwnRegister descriptor;
        std::string fits;  // a predicate: it was left as it is
    };
    Described bound_descriptor(const std::string& descriptor, std::uint32_t rows, bool is_transposed);

    // The device's handle for a number of the program's.
    OwnRegister look_up_image(const std::string& number, unsigned column);

    std::string widen(const AddressText& address);
    std::string narrow(const AddressText& address);

private:
    // Where the last of its bytes lie, in units of 16, and as numbers of such.
    struct Layout {
        std::string start, leading, stride;
        std::string is_plain;    // a predicate: it is not swizzled
        std::string shift, row;  // units that a row of the pattern has: their logarithm, and they
    };
    Layout layout_of(const std::string& descriptor);
    std::string last_of_rows(const Layout& layout, std::uint32_t rows);
    std::string last_of_columns(const Layout& layout, std::uint32_t rows);
    std::string own(OwnRegister::Bank bank) { return text_.use(bank); }

    FunctionText& text_;
};

}  // namespace ringfence::guard::rewriting
