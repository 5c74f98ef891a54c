// Any bytes may come as a Hello or as a graph; what is accepted is the same when it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <cstring>

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

void check_graph(std::span<const std::byte> bytes) {
    std::uint32_t count = 0;
    if (bytes.size() < sizeof count) return;
    std::memcpy(&count, bytes.data(), sizeof count);
    const auto nodes = decode_graph(bytes.subspan(sizeof count), count);
    if (!nodes.ok()) return;
    if (nodes.value().size() != count) std::abort();
    for (std::size_t number = 0; number < count; ++number) {
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
