#include "guard/rewriter/sequences.h"

#include "guard/rewriter/classify.h"

namespace ringfence::guard::rewriting {

using Bank = OwnRegister::Bank;

bool Sequences::keeps_offset(std::int64_t offset, std::uint64_t bytes) {
    constexpr std::int64_t most = std::int64_t{1} << 20;
    return offset >= -most && offset <= most && static_cast<std::uint64_t>(offset) % bytes == 0;
}

std::string Sequences::widen(const AddressText& address) {
    if (address.bits == 64) return address.name;
    std::string wide = text_.double_word();
    text_.line("cvt.u64.u32 {}, {}", wide, address.name);
    return wide;
}

std::string Sequences::narrow(const AddressText& address) {
    if (address.bits == 32) return address.name;
    std::string narrow = text_.word();
    text_.line("cvt.u32.u64 {}, {}", narrow, address.name);
    return narrow;
}

Sequences::Fenced Sequences::fence(const AddressText& address, std::int64_t offset, std::uint64_t bytes) {
    Fenced fenced;
    std::string from = widen(address);
    if (!keeps_offset(offset, bytes)) {
        std::string sum = text_.double_word();
        text_.line("add.s64 {}, {}, {}", sum, from, offset);
        from = std::move(sum);
        offset = 0;
    }
    fenced.original = from;
    fenced.low = text_.word();
    fenced.high = text_.word();
    text_.line("mov.b64 {{{}, {}}}, {}", fenced.low, fenced.high, from);
    fenced.safe_low = fenced.low;
    if (bytes > 1) {
        fenced.safe_low = text_.word();
        text_.line("and.b32 {}, {}, -{}", fenced.safe_low, fenced.low, bytes);
    }
    const std::string masked = text_.word();
    fenced.safe_high = text_.word();
    text_.line("and.b32 {}, {}, {}", masked, fenced.high, own(Bank::Mask));
    text_.line("or.b32 {}, {}, {}", fenced.safe_high, masked, own(Bank::Base));
    fenced.address = {text_.next(Bank::Double), offset};
    text_.line("mov.b64 {}, {{{}, {}}}", fenced.address.reg.name(), fenced.safe_low, fenced.safe_high);
    return fenced;
}

OwnRegister Sequences::clamp_stride(const std::string& stride, std::uint64_t multiple) {
    const OwnRegister bounded = text_.next(Bank::Word);
    text_.line("min.u32 {}, {}, {}", bounded.name(), stride, most_stride);
    if (multiple == 1) return bounded;
    const OwnRegister whole = text_.next(Bank::Word);
    text_.line("and.b32 {}, {}, -{}", whole.name(), bounded.name(), multiple);
    return whole;
}

// An address that is aligned already has one instruction more.
Sequences::Bounded Sequences::bound_aligned(const AddressText& address, std::int64_t offset, std::uint64_t bytes,
                                            std::uint64_t extent) {
    return bound_shared(address, offset, 1, text_.last_place(extent, bytes));
}

Sequences::Bounded Sequences::bound_shared(const AddressText& address, std::int64_t offset, std::uint64_t bytes,
                                           const std::string& last) {
    std::string from = narrow(address);
    if (offset != 0) {
        std::string sum = text_.word();
        text_.line("add.s32 {}, {}, {}", sum, from, static_cast<std::int32_t>(offset));
        from = std::move(sum);
    }
    const std::string most = last.empty() ? text_.last_place(bytes, 1) : last;
    const OwnRegister bounded = text_.next(Bank::Word);
    text_.line("min.u32 {}, {}, {}", bounded.name(), from, most);
    if (bytes == 1) return {bounded, from, from, bounded.name(), 32};
    const OwnRegister aligned = text_.next(Bank::Word);
    text_.line("and.b32 {}, {}, -{}", aligned.name(), bounded.name(), bytes);
    return {aligned, from, from, aligned.name(), 32};
}

Sequences::Bounded Sequences::bound_variable(const AddressText& address, std::int64_t offset, std::uint64_t bytes,
                                             std::string_view variable, std::uint64_t size,
                                             std::string_view generic_space) {
    const unsigned bits = address.bits;
    const Bank bank = bits == 64 ? Bank::Double : Bank::Word;
    std::string from = address.name;
    const auto next = [&] { return text_.next(bank).name(); };
    if (!generic_space.empty()) {
        std::string specific = next();
        text_.line("cvta.to.{}.u{} {}, {}", generic_space, bits, specific, from);
        from = std::move(specific);
    }
    if (offset != 0) {
        std::string sum = next();
        text_.line("add.s{} {}, {}, {}", bits, sum, from, offset);
        from = std::move(sum);
    }
    const std::string start = next();
    text_.line("mov.u{} {}, {}", bits, start, variable);
    const std::string distance = next();
    text_.line("sub.s{} {}, {}, {}", bits, distance, from, start);
    std::string bounded = next();
    text_.line("min.u{} {}, {}, {}", bits, bounded, distance, size - bytes);
    if (bytes > 1) {
        std::string aligned = next();
        text_.line("and.b{} {}, {}, -{}", bits, aligned, bounded, bytes);
        bounded = std::move(aligned);
    }
    OwnRegister safe = text_.next(bank);
    text_.line("add.s{} {}, {}, {}", bits, safe.name(), start, bounded);
    if (generic_space.empty()) return {safe, from, distance, bounded, bits};
    const OwnRegister generic = text_.next(bank);
    text_.line("cvta.{}.u{} {}, {}", generic_space, bits, generic.name(), safe.name());
    return {generic, from, distance, bounded, bits};
}

OwnRegister Sequences::to_generic_shared(OwnRegister shared) {
    const std::string wide = text_.double_word();
    text_.line("cvt.u64.u32 {}, {}", wide, shared.name());
    const OwnRegister generic = text_.next(Bank::Double);
    text_.line("cvta.shared.u64 {}, {}", generic.name(), wide);
    return generic;
}

Sequences::Split Sequences::split(const AddressText& address, std::int64_t offset, std::uint64_t bytes,
                                  std::uint64_t extent) {
    std::string from = widen(address);
    if (offset != 0) {
        std::string sum = text_.double_word();
        text_.line("add.s64 {}, {}, {}", sum, from, offset);
        from = std::move(sum);
    }
    const std::string is_shared = text_.predicate();
    text_.line("isspacep.shared {}, {}", is_shared, from);
    const std::string specific = text_.double_word();
    text_.line("cvta.to.shared.u64 {}, {}", specific, from);
    const std::string last = extent == bytes ? std::string() : text_.last_place(extent, 1);
    const OwnRegister shared = to_generic_shared(bound_shared({specific, 64}, 0, bytes, last).address);
    Fenced fenced = fence({from, 64}, 0, bytes);
    const OwnRegister chosen = text_.next(Bank::Double);
    text_.line("selp.b64 {}, {}, {}, {}", chosen.name(), shared.name(), fenced.address.reg.name(), is_shared);
    return {chosen, std::move(fenced)};
}

OwnRegister Sequences::clamp_bulk_size(const std::string& size) {
    const std::string bounded = text_.word();
    text_.line("min.u32 {}, {}, {}", bounded, size, own(Bank::End));
    const OwnRegister whole = text_.next(Bank::Word);
    text_.line("and.b32 {}, {}, -16", whole.name(), bounded);
    return whole;
}

}  // namespace ringfence::guard::rewriting
