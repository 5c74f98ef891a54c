// Reads any text as a key or value of a policy's map. The first byte is the size that it should have.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "policy/map_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence::policy;
    if (size == 0 || data[0] == 0) return 0;
    const auto value = parse_value({reinterpret_cast<const char*>(data + 1), size - 1}, data[0]);
    if (!value.ok()) return 0;
    if (value.value().size() != data[0]) std::abort();
    // A value must be printed so that it is read as the same value.
    const auto again = parse_value(value_text(value.value()), data[0]);
    if (!again.ok() || again.value() != value.value()) std::abort();
    return 0;
}
