// Any text as the file of tenants, which also comes over RPC from whoever may administer. What is accepted is the same
// when it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tenants/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using ringfence::tenants::Registry;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto registry = Registry::parse(text, "tenants.toml");
    if (!registry.ok()) return 0;
    const auto again = Registry::parse(registry.value().text(), "again");
    if (!again.ok() || !(again.value() == registry.value())) std::abort();
    return 0;
}
