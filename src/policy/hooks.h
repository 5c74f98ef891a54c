// The hooks of a policy and their contexts: the bytes that a hook may read or write.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ringfence::policy {

// In the order of struct rf_ops in include/ringfence/policy.h.
enum class Hook : std::uint8_t {
    Init,
    Submit,
    Admit,
    Dispatch,
    Retire,
    CopyEnqueue,
    MemoryPressure,
    Reclaim,
    Tick,
    Exit,
    Thermal,
};
constexpr std::size_t hook_count = 11;

struct ContextField {
    std::string_view name;
    std::uint32_t offset;
    std::uint32_t size;
    bool is_writable;
};

struct HookInfo {
    std::string_view name;
    std::uint32_t context_size;
    std::span<const ContextField> fields;  // in order, without gaps
};

[[nodiscard]] const HookInfo& info_of(Hook hook);
// True if the context has these bytes, which may be parts of several fields, since clang merges accesses.
[[nodiscard]] bool has_bytes(const HookInfo& hook, std::int64_t offset, std::uint64_t size);
// The first field in these bytes that is read-only; nullptr if none is.
[[nodiscard]] const ContextField* read_only_field(const HookInfo& hook, std::int64_t offset, std::uint64_t size);

}  // namespace ringfence::policy
