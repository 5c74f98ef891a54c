#include "worker/warm_up.h"

#include <array>

namespace ringfence::worker {
namespace {

constexpr const char* kernel =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry warm_up()\n{\n    ret;\n}\n";

}  // namespace

Result<void> warm_up(backend::Device& device) {
    RF_TRY(const auto stream, device.create_stream());
    RF_TRY(const auto module, device.load(kernel, {.file_name = "warm_up"}));
    RF_TRY(const backend::Function* function, module->function("warm_up"));
    RF_RETURN_IF_ERROR(device.launch(*stream, *function, {}, {}));
    // A small write and read, too, since they use further parts of the driver.
    RF_TRY(const backend::Address word, device.allocate(sizeof(std::uint32_t)));
    std::array<std::byte, sizeof(std::uint32_t)> bytes = {};
    Result<void> copied = device.write(*stream, word, bytes);
    if (copied.ok()) copied = device.copy_to_host(*stream, bytes, word);
    Result<void> done = stream->synchronize();
    RF_RETURN_IF_ERROR(device.release(word));
    RF_RETURN_IF_ERROR(std::move(copied));
    return done;
}

}  // namespace ringfence::worker
