#include "worker/range_checks.h"

#include <fmt/core.h>

#include "worker/errors.h"

namespace ringfence::worker {

Result<GraphObject::Range> check_fill(const memory::Window& window, const wire::Fill& fill) {
    const bool is_width = fill.width == 1 || fill.width == 2 || fill.width == 4;
    if (!is_width || fill.to % fill.width != 0 || (fill.height > 1 && fill.pitch % fill.width != 0)) {
        return invalid(
            fmt::format("a fill with elements of {} bytes at {:#x}, rows of {}", fill.width, fill.to, fill.pitch));
    }
    std::uint64_t row = 0;
    if (__builtin_mul_overflow(fill.count, std::uint64_t{fill.width}, &row)) {
        return invalid(fmt::format("a fill of {} elements of {} bytes", fill.count, fill.width));
    }
    RF_RETURN_IF_ERROR(window.check_box({fill.to, fill.pitch, 0}, {row, fill.height, 1}));
    return GraphObject::Range{fill.to, (fill.height - 1) * fill.pitch + row};
}

Result<void> check_word(const memory::Window& window, backend::Address address, std::uint32_t bytes) {
    if ((bytes != 4 && bytes != 8) || address % bytes != 0) {
        return invalid(fmt::format("a word of {} bytes at {:#x}", bytes, address));
    }
    RF_RETURN_IF_ERROR(window.check(address, bytes));
    return {};
}

Result<WaitedWord> check_wait(const memory::Window& window, const wire::WaitValue& wait) {
    RF_RETURN_IF_ERROR(check_word(window, wait.address, wait.bytes));
    if (wait.condition > 3) return invalid(fmt::format("a wait with the condition {}", wait.condition));
    const std::uint64_t all = wait.bytes == 8 ? ~std::uint64_t{0} : 0xffff'ffff;
    const WaitedWord word{wait.address, wait.value & all, wait.bytes,
                          static_cast<backend::WordCondition>(wait.condition)};
    if ((word.condition == backend::WordCondition::AnyBit && word.value == 0) ||
        (word.condition == backend::WordCondition::NorBit && word.value == all)) {
        return invalid("a wait for something that can never be");
    }
    return word;
}

}  // namespace ringfence::worker
