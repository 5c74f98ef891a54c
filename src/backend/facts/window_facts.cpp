// The memory behind every address of a window, and how far a tile of a matrix reaches.
#include <cstring>
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

const std::string& window_text() {
    static const std::string text = std::string(head_80) + R"(
// Writes and reads the 16 bytes at an address.
.visible .entry fact_edge(.param .u64 out, .param .u64 at)
{
    .reg .b32 %a, %b, %c, %d;
    .reg .b64 %out, %at;
    ld.param.u64 %out, [out];
    ld.param.u64 %at, [at];
    st.global.v4.u32 [%at], {1, 2, 3, 4};
    ld.global.v4.u32 {%a, %b, %c, %d}, [%at];
    st.global.u32 [%out], %a;
    ret;
}

// A tile of 16 x 16 halves, 40 elements from line to line, at byte 512 of the memory.
.visible .entry fact_tile(.param .u64 out)
{
    .reg .b32 %x<8>, %stride;
    .reg .b64 %out, %at;
    ld.param.u64 %out, [out];
    ld.global.u32 %stride, [%out];
    add.u64 %at, %out, 512;
    wmma.load.c.sync.aligned.row.m16n16k16.global.f16 {%x0, %x1, %x2, %x3}, [%at], %stride;
    not.b32 %x0, %x0;
    not.b32 %x1, %x1;
    not.b32 %x2, %x2;
    not.b32 %x3, %x3;
    wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%at], {%x0, %x1, %x2, %x3}, %stride;
    ret;
}
)";
    return text;
}

}  // namespace

Result<void> measure_window_is_mapped(FactBench& bench) {
    AddressSpaceOptions options;
    options.bytes = std::uint64_t{1} << 32;
    options.zone_bytes = (std::uint64_t{1} << 35) + (std::uint64_t{1} << 20);
    options.has_sinks = true;
    RF_TRY(const std::unique_ptr<AddressSpace> space, bench.device().create_address_space(options));
    const Address begin = space->begin() - options.zone_bytes;
    const Address end = space->begin() + space->bytes() + options.zone_bytes;
    for (const Address address :
         {begin, space->begin() - 16, space->begin(), space->host_begin() - 16, space->host_begin(),
          space->begin() + space->bytes() - 16, space->begin() + space->bytes(), end - 16}) {
        FactBench::Run run = {window_text(), "fact_edge"};
        run.parameters.resize(sizeof address);
        std::memcpy(run.parameters.data(), &address, sizeof address);
        RF_TRY(const Words words, bench.run(run, 1));
        RF_RETURN_IF_ERROR(expect_equal("what was stored near an edge of a window", words[0], 1));
    }
    return {};
}

// Each line is touched for 32 bytes, and nothing between the lines.
Result<void> measure_extent_of_tiles(FactBench& bench) {
    constexpr std::size_t stride = 40;
    constexpr std::uint32_t before = 0x3c003c00;
    Words memory(1024, before);
    memory[0] = stride;
    FactBench::Run run = {window_text(), "fact_tile"};
    run.launch.block = {32, 1, 1};
    run.before = memory;
    RF_TRY(const Words words, bench.run(run, memory.size()));
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::size_t byte = 4 * i;
        const bool is_in = byte >= 512 && byte < 512 + std::size_t{32} * stride && (byte - 512) % (2 * stride) < 32;
        RF_RETURN_IF_ERROR(expect_equal("the word at byte " + std::to_string(byte) + " of a tile's surroundings",
                                        words[i], is_in ? ~before : before));
    }
    return {};
}

}  // namespace ringfence::backend
