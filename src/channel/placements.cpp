#include "channel/placements.h"

#include <array>
#include <cstring>

namespace ringfence::channel {
namespace {

using Head = std::array<std::uint64_t, 3>;
constexpr std::size_t name_alignment = 8;

std::size_t filled(std::size_t bytes) {
    return (bytes + name_alignment - 1) / name_alignment * name_alignment;
}

}  // namespace

std::vector<std::byte> encode_placements(std::span<const Placement> placements) {
    std::vector<std::byte> payload;
    for (const Placement& placement : placements) {
        const Head head = {placement.address, placement.bytes, placement.name.size()};
        const std::size_t begin = payload.size();
        payload.resize(begin + sizeof head + filled(placement.name.size()));
        std::memcpy(payload.data() + begin, head.data(), sizeof head);
        std::memcpy(payload.data() + begin + sizeof head, placement.name.data(), placement.name.size());
    }
    return payload;
}

Result<std::vector<Placement>> decode_placements(std::span<const std::byte> payload) {
    std::vector<Placement> placements;
    while (!payload.empty()) {
        Head head = {};
        if (payload.size() < sizeof head) return Error::bad_input("the place of a variable is cut off");
        std::memcpy(head.data(), payload.data(), sizeof head);
        payload = payload.subspan(sizeof head);
        const std::uint64_t name_bytes = head[2];
        if (name_bytes > payload.size() || filled(name_bytes) > payload.size()) {
            return Error::bad_input("the name of a variable goes beyond the end");
        }
        placements.push_back({{reinterpret_cast<const char*>(payload.data()), name_bytes}, head[0], head[1]});
        payload = payload.subspan(filled(name_bytes));
    }
    return placements;
}

}  // namespace ringfence::channel
