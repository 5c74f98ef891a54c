#include "sched/virtual_gpu.h"

#include <algorithm>
#include <charconv>

#include "base/escape.h"
#include "base/limits.h"

namespace ringfence::sched {
namespace {

constexpr std::uint64_t least_memory = std::uint64_t{2} << 20;  // a card's unit of allocation
constexpr std::uint32_t most_sms = 1024;
constexpr std::array<std::string_view, resource_count> share_keys = {"compute", "copy_to", "copy_from"};

Result<std::uint32_t> parse_number(std::string_view key, std::string_view text, std::uint32_t least,
                                   std::uint32_t most) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most) {
        return Error::bad_input(std::string(key) + ": '" + escape(text) + "' is not a number from " +
                                std::to_string(least) + " to " + std::to_string(most));
    }
    return number;
}

Error with_key(std::string_view key, Error error) {
    error.message = std::string(key) + ": " + error.message;
    return error;
}

Result<void> check_sum(std::span<const VirtualGpu> vgpus, std::size_t resource) {
    std::uint64_t sum = 0;
    for (const VirtualGpu& vgpu : vgpus) {
        sum += vgpu.shares[resource];
        if (sum > whole) {
            return Error::bad_input("virtual GPU '" + escape(vgpu.name) + "': with it the shares of " +
                                    std::string(share_keys[resource]) + " are more than 100%")
                .with_remedy(
                    "lower one share, or leave it out: that virtual GPU then gets what the others leave unused");
        }
    }
    return {};
}

Result<void> check_memory_sum(std::span<const VirtualGpu> vgpus, std::uint64_t memory) {
    std::uint64_t sum = 0;
    for (const VirtualGpu& vgpu : vgpus) {
        if (__builtin_add_overflow(sum, vgpu.memory, &sum) || sum > memory) {
            return Error::bad_input("virtual GPU '" + escape(vgpu.name) +
                                    "': with it more memory is promised than the card's " +
                                    std::to_string(memory >> 20) + " MiB")
                .with_remedy("lower the memory of one");
        }
    }
    return {};
}

}  // namespace

Result<void> set(VirtualGpu& vgpu, std::string_view key, std::string_view value) {
    if (key == "priority") {
        RF_TRY(vgpu.priority, parse_number(key, value, 0, most_priority));
        return {};
    }
    if (key == "sms") {
        RF_TRY(vgpu.sms, parse_number(key, value, 1, most_sms));
        return {};
    }
    if (key == "memory") {
        Result<std::uint64_t> bytes = parse_memory(value);
        if (!bytes) return with_key(key, bytes.take_error());
        vgpu.memory = bytes.value();
        return {};
    }
    const auto* const found = std::find(share_keys.begin(), share_keys.end(), key);
    if (key != "copy" && found == share_keys.end()) {
        return Error::bad_input("a virtual GPU has no '" + escape(key) +
                                "'; it has: compute, copy, copy_to, copy_from, memory, priority, sms");
    }
    Result<Share> share = parse_share(value);
    if (!share) return with_key(key, share.take_error());
    if (key == "copy") {
        vgpu.shares[1] = vgpu.shares[2] = share.value();
    } else {
        vgpu.shares[static_cast<std::size_t>(found - share_keys.begin())] = share.value();
    }
    return {};
}

Result<void> check(const VirtualGpu& vgpu) {
    const auto is_fine = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '-' || letter == '_' || letter == '.';
    };
    if (vgpu.name.empty() || vgpu.name.size() > longest_vgpu_name || vgpu.name.front() == '-' ||
        !std::all_of(vgpu.name.begin(), vgpu.name.end(), is_fine)) {
        return Error::bad_input("'" + escape(vgpu.name) + "' cannot be the name of a virtual GPU")
            .with_remedy("use letters, digits, '-', '_' and '.', up to " + std::to_string(longest_vgpu_name) +
                         " of them, and no '-' first");
    }
    const bool is_in_range = std::all_of(vgpu.shares.begin(), vgpu.shares.end(), [](Share share) {
        return share == 0 || (share >= leftover_share && share <= whole);
    });
    if (!is_in_range) return Error::bad_input("virtual GPU '" + vgpu.name + "': shares are from 0.1% to 100%");
    if (vgpu.memory != 0 && vgpu.memory < least_memory)
        return Error::bad_input("virtual GPU '" + vgpu.name + "': memory must be at least 2MiB");
    if (vgpu.priority > most_priority)
        return Error::bad_input("virtual GPU '" + vgpu.name + "': priorities are from 0 to 7");
    if (vgpu.sms > most_sms) return Error::bad_input("virtual GPU '" + vgpu.name + "': no card has so many sms");
    return {};
}

Result<void> check_together(std::span<const VirtualGpu> vgpus, std::uint64_t memory) {
    for (std::size_t index = 0; index < vgpus.size(); ++index) {
        RF_RETURN_IF_ERROR(check(vgpus[index]));
        for (std::size_t other = 0; other < index; ++other) {
            if (vgpus[other].name == vgpus[index].name)
                return Error::bad_input("there are two virtual GPUs '" + vgpus[index].name + "'");
        }
    }
    for (std::size_t resource = 0; resource < resource_count; ++resource)
        RF_RETURN_IF_ERROR(check_sum(vgpus, resource));
    return memory == 0 ? Result<void>() : check_memory_sum(vgpus, memory);
}

Result<Share> parse_share(std::string_view text) {
    const auto bad = [&] {
        return Error::bad_input("'" + escape(text) +
                                "' is no share; write for instance 50% or 12.5%, from 0.1% to 100%");
    };
    std::string_view number = text;
    if (!number.ends_with('%')) return bad();
    number.remove_suffix(1);
    std::uint32_t percent = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
    if (error != std::errc() || percent > 100) return bad();
    std::string_view rest(end, static_cast<std::size_t>(number.data() + number.size() - end));
    Share share = percent * (whole / 100);
    if (!rest.empty()) {
        if (rest.front() != '.' || rest.size() < 2 || rest.size() > 5) return bad();
        Share unit = whole / 1000;
        for (const char digit : rest.substr(1)) {
            if (digit < '0' || digit > '9') return bad();
            share += static_cast<Share>(digit - '0') * unit;
            unit /= 10;
        }
    }
    if (share < leftover_share || share > whole) return bad();
    return share;
}

Result<std::uint64_t> parse_memory(std::string_view text) {
    std::string_view number = text;
    if (number.ends_with("iB")) number.remove_suffix(2);
    const bool has_bare_suffix = number.size() != text.size() && (number.empty() || number.back() <= '9');
    const Result<std::uint64_t> bytes = parse_size(number);
    if (!bytes || has_bare_suffix)
        return Error::bad_input("'" + escape(text) + "' is no amount of memory; write for instance 40GiB or 512MiB");
    return bytes.value();
}

std::string share_text(Share share) {
    std::string text = std::to_string(share / (whole / 100));
    std::string rest = std::to_string(share % (whole / 100));
    rest.insert(0, 4 - rest.size(), '0');
    while (!rest.empty() && rest.back() == '0')
        rest.pop_back();
    return text + (rest.empty() ? "" : "." + rest) + "%";
}

}  // namespace ringfence::sched
