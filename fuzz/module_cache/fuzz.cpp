// Any bytes may lie in a file of the cache; what is taken for a module can be used.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cache/disk_cache.h"
#include "worker/module_cache.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    constexpr cache::Secret secret = {};
    // The fuzzer sees the digest that is wanted, and finds it.
    const auto contents = cache::DiskCache::unpacked(secret, "key", bytes);
    if (contents && cache::DiskCache::packed(secret, "key", *contents) != bytes) std::abort();
    const auto module = worker::ModuleCache::unpacked(bytes);
    if (!module) return 0;
    const std::array<std::byte, 64> parameters{};
    guard::LaunchFacts facts;
    facts.parameters = parameters;
    for (const guard::GuardedKernel& kernel : module->parts.kernels) {
        static_cast<void>(kernel.conditions.hold(facts));
        static_cast<void>(kernel.conditions.text());
    }
    for (const guard::Explanation& access : module->parts.accesses)
        static_cast<void>(module->lines.describe(access.line));
    // A module that was read must be written with the same bytes.
    const std::string again = worker::ModuleCache::packed(*module);
    if (again != bytes) std::abort();
    return 0;
}
