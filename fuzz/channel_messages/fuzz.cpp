// Any bytes may come as a Hello or as a graph; what is accepted is the same when it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "channel/graph_bodies.h"
#include "channel/graph_records.h"
#include "channel/handshake.h"

namespace ringfence::channel {
namespace {

void check_hello(std::span<const std::byte> bytes) {
    const Result<Hello> hello = decode_hello(bytes);
    if (!hello.ok()) return;
    const Result<Hello> again = decode_hello(encode(hello.value()));
    constexpr std::size_t longest = 1024;
    if (hello.value().program.size() > longest) return;
    if (!again.ok() || again.value().program != hello.value().program) std::abort();
}

// As deep as they go: the worker stops earlier.
void check_bodies(const GraphRecord& node, unsigned depth) {
    if (node.operation != static_cast<std::uint16_t>(wire::Operation::RunBodies) || depth > deepest_body) return;
    const auto bodies = decode_bodies(node.payload, fields_from<wire::RunBodies>(node.fields).bodies);
    if (!bodies.ok()) return;
    for (const GraphBody& body : bodies.value()) {
        const auto inner = decode_graph(body.list, body.nodes);
        if (!inner.ok()) continue;
        for (const GraphRecord& one : inner.value())
            check_bodies(one, depth + 1);
    }
}

void check_graph(std::span<const std::byte> bytes) {
    std::uint32_t count = 0;
    if (bytes.size() < sizeof count) return;
    std::memcpy(&count, bytes.data(), sizeof count);
    const auto nodes = decode_graph(bytes.subspan(sizeof count), count);
    if (!nodes.ok()) return;
    if (nodes.value().size() != count) std::abort();
    for (std::size_t number = 0; number < count; ++number) {
        check_bodies(nodes.value()[number], 0);
        for (const std::uint32_t dependency : nodes.value()[number].dependencies) {
            if (dependency >= number) std::abort();
        }
    }
}

}  // namespace
}  // namespace ringfence::channel

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    ringfence::channel::check_hello(bytes);
    ringfence::channel::check_graph(bytes);
    return 0;
}
