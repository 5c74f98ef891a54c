#include "worker/card_facts.h"

#include <fstream>
#include <string>

#include "backend/facts/facts.h"
#include "cache/digest.h"

namespace ringfence::worker {
namespace {

constexpr std::string_view they_hold = "they hold";

// The driver's release: its compiler changes between releases that report the same CUDA version to the device.
std::string kernel_driver() {
    std::ifstream file("/sys/module/nvidia/version");
    std::string version;
    std::getline(file, version);
    return version;
}

std::string key_for(const backend::Device& device) {
    const std::string kind = device.image_kind();
    const std::string driver = kernel_driver();
    const std::string_view parts[] = {"facts of a card", backend::facts_version(), kind, driver};
    return cache::key_of(parts);
}

}  // namespace

Result<void> check_card(backend::Device& device, cache::DiskCache* kept, const MeasureFacts& measure) {
    const std::string key = key_for(device);
    if (kept != nullptr && kept->find(key) == they_hold) return {};
    if (Result<void> measured = measure(device); !measured.ok()) {
        Error error = measured.take_error();
        error.message = "this card cannot be shared: " + error.message;
        return std::move(error).with_remedy(
            "run programs in workers of their own (--isolation private), and report this");
    }
    if (kept != nullptr) kept->keep(key, they_hold);
    return {};
}

Result<void> check_card(backend::Device& device, cache::DiskCache* kept) {
    return check_card(device, kept, [](backend::Device& card) { return backend::measure_quick_facts(card, false); });
}

}  // namespace ringfence::worker
