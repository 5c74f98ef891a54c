#include "channel/graph_bodies.h"

#include <cstring>
#include <string>

namespace ringfence::channel {
namespace {

struct BodyHeader {
    std::uint32_t nodes = 0;
    std::uint32_t bytes = 0;
};
static_assert(sizeof(BodyHeader) == 8);

Error bad_body(std::size_t number, const char* what) {
    return Error::bad_input("body " + std::to_string(number) + " of a conditional node: " + what);
}

}  // namespace

void append_body(std::vector<std::byte>& payload, const GraphWriter& body) {
    const BodyHeader header{body.count(), static_cast<std::uint32_t>(body.bytes().size())};
    const auto bytes = std::as_bytes(std::span(&header, 1));
    payload.insert(payload.end(), bytes.begin(), bytes.end());
    payload.insert(payload.end(), body.bytes().begin(), body.bytes().end());
}

Result<std::vector<GraphBody>> decode_bodies(std::span<const std::byte> payload, std::uint32_t bodies) {
    if (bodies == 0 || bodies > most_bodies) {
        return Error::bad_input("a conditional node with " + std::to_string(bodies) + " bodies; the most is " +
                                std::to_string(most_bodies));
    }
    std::vector<GraphBody> decoded;
    for (std::size_t number = 0; number < bodies; ++number) {
        BodyHeader header;
        if (payload.size() < sizeof header) return bad_body(number, "it is not there");
        std::memcpy(&header, payload.data(), sizeof header);
        payload = payload.subspan(sizeof header);
        if (header.bytes > payload.size()) return bad_body(number, "it goes beyond the end");
        decoded.push_back({header.nodes, payload.first(header.bytes)});
        payload = payload.subspan(header.bytes);
    }
    if (!payload.empty()) return Error::bad_input("a conditional node has bytes after its last body");
    return decoded;
}

}  // namespace ringfence::channel
