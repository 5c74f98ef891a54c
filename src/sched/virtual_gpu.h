// The settings of a virtual GPU: shares of the card's time and memory, and its priority.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sched/types.h"

namespace ringfence::sched {

constexpr std::size_t longest_vgpu_name = 63;  // with a zero it fits a field of 64 bytes (worker/control.h)

struct VirtualGpu {
    std::string name;  // up to longest_vgpu_name letters
    // The shares of compute, of copies to the device and of copies from it. 0: no share: it gets time that others do
    // not use.
    std::array<Share, resource_count> shares{};
    std::uint64_t memory = 0;     // bytes; 0: all there is
    std::uint32_t priority = 0;   // up to most_priority
    std::uint32_t sms = 0;        // multiprocessors; 0: all
    std::string managed_by = {};  // the tenant that may load policies for it; empty: none

    friend bool operator==(const VirtualGpu&, const VirtualGpu&) = default;
};

// The weight of a lane without a share, so that it never starves.
constexpr Share leftover_share = whole / 1000;

// Sets one setting by name, as in files and on the command line: compute=50%, copy=40% (both directions), copy_to,
// copy_from, memory=40GiB, priority=2, sms=32.
[[nodiscard]] Result<void> set(VirtualGpu& vgpu, std::string_view key, std::string_view value);
// Fails if the settings are invalid.
[[nodiscard]] Result<void> check(const VirtualGpu& vgpu);
// Fails if the virtual GPUs do not fit on one card together. `memory`: the card's; 0 if unknown.
[[nodiscard]] Result<void> check_together(std::span<const VirtualGpu> vgpus, std::uint64_t memory);

// "50%", "12.5%"; from 0.1 % to 100 %.
[[nodiscard]] Result<Share> parse_share(std::string_view text);
// "40GiB", "512MiB", "40G", "1048576".
[[nodiscard]] Result<std::uint64_t> parse_memory(std::string_view text);
std::string share_text(Share share);

}  // namespace ringfence::sched
