#include "rig.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "backend/cuda/cuda.h"
#include "backend/soft/soft.h"

namespace ringfence::guard_bench {
namespace {

constexpr std::uint64_t piece = 2 << 20;
constexpr std::uint64_t variables_bytes = 16 << 20;
constexpr std::uint64_t record_bytes = 4096;
constexpr std::uint32_t block_threads = 256;
constexpr unsigned window_bits = 33;

}  // namespace

Result<std::unique_ptr<Rig>> Rig::open(bool is_card, std::uint32_t elements) {
    std::unique_ptr<Rig> rig(new Rig(is_card, elements));
    RF_RETURN_IF_ERROR(rig->make());
    return rig;
}

Rig::~Rig() {
    stream_.reset();
}

Result<void> Rig::make() {
    if (is_card_) {
        RF_TRY(device_, backend::open_cuda());
    } else {
        RF_TRY(device_, backend::open_soft());
    }
    backend::AddressSpaceOptions options;
    options.bytes = std::uint64_t{1} << window_bits;
    options.zone_bytes = guard::zone_bytes;
    options.has_sinks = is_card_;
    RF_TRY(space_, device_->create_address_space(options));
    window_ = {space_->begin(), window_bits};
    const std::uint64_t bytes = (std::uint64_t{elements_} * 4 + piece - 1) / piece * piece;
    const Address first = window_.base + piece;
    RF_RETURN_IF_ERROR(space_->commit(first, 3 * bytes + variables_bytes));
    space_->announce(first, 3 * bytes + variables_bytes);
    for (std::size_t i = 0; i < buffers_.size(); ++i)
        buffers_[i] = first + i * bytes;
    variables_ = first + 3 * bytes;
    RF_TRY(record_, device_->allocate(record_bytes));
    RF_TRY(stream_, device_->create_stream());
    RF_TRY(start_, device_->create_event());
    RF_TRY(end_, device_->create_event());
    return {};
}

Result<std::unique_ptr<backend::Module>> Rig::load(std::string ptx) {
    return device_->load(std::move(ptx), {.file_name = "kernels.ptx"});
}

Result<void> Rig::set_up(const guard::GuardedPtx& guarded, backend::Module& module) {
    if (guarded.block.bytes > variables_bytes) return Error::bad_input("too many variables");
    RF_RETURN_IF_ERROR(device_->fill(*stream_, variables_, 0, 1, variables_bytes));
    RF_RETURN_IF_ERROR(device_->fill(*stream_, record_, 0, 1, record_bytes));
    RF_RETURN_IF_ERROR(device_->copy_to_device(*stream_, variables_, guarded.block.contents));
    std::array<std::uint32_t, guard::word_count> words = {};
    words[0] = static_cast<std::uint32_t>((window_.bytes() - 1) >> 32);
    words[1] = static_cast<std::uint32_t>(window_.base >> 32);
    std::memcpy(&words[2], &variables_, 8);
    std::memcpy(&words[4], &record_, 8);
    RF_TRY(const backend::GlobalInfo place, module.global("__rf_words"));
    RF_RETURN_IF_ERROR(device_->copy_to_device(*stream_, place.address, std::as_bytes(std::span(words))));
    return stream_->synchronize();
}

Result<bool> Rig::is_record_empty() {
    std::uint32_t state = 0;
    RF_RETURN_IF_ERROR(device_->copy_to_host(*stream_, std::as_writable_bytes(std::span(&state, 1)), record_));
    RF_RETURN_IF_ERROR(stream_->synchronize());
    return state == 0;
}

backend::Launch Rig::launch() const {
    return {.grid = {elements_ / block_threads, 1, 1}, .block = {block_threads, 1, 1}};
}

// (n, a, b, c), then what few have: a matrix's side, or a structure of pointers.
Result<std::vector<std::byte>> Rig::parameters(backend::Module& module, std::string_view kernel) const {
    RF_TRY(const backend::Function* const function, module.function(kernel));
    std::vector<std::byte> bytes(function->info().parameter_bytes);
    const auto put = [&](std::size_t offset, const void* value, std::size_t size) {
        if (offset + size <= bytes.size()) std::memcpy(bytes.data() + offset, value, size);
    };
    put(0, &elements_, 4);
    for (std::size_t i = 0; i < buffers_.size(); ++i)
        put(8 + 8 * i, &buffers_[i], 8);
    const std::uint32_t side = 1024;
    if (bytes.size() == 36) put(32, &side, 4);
    if (bytes.size() > 36) {
        for (std::size_t i = 0; i < 4; ++i)
            put(32 + 8 * i, &buffers_[i % 3 == 0 && i != 0 ? 2 : i % 2], 8);
    }
    return bytes;
}

bool Rig::holds(const guard::GuardedKernel& kernel, const backend::Function& function,
                const std::vector<std::byte>& parameters) const {
    guard::LaunchFacts facts;
    facts.parameters = parameters;
    facts.block = {launch().block.x, 1, 1};
    facts.grid = {launch().grid.x, 1, 1};
    facts.static_shared = function.info().static_shared;
    facts.window = window_;
    return kernel.conditions.hold(facts);
}

// Numbers below n, in an order that jumps, so that lists lead all over the memory.
Result<void> Rig::fill() {
    std::vector<std::uint32_t> words(elements_);
    for (const std::size_t buffer : {0, 1, 2}) {
        for (std::uint32_t i = 0; i < elements_; ++i)
            words[i] = (i * 2654435761U + static_cast<std::uint32_t>(buffer)) & (elements_ - 1);
        RF_RETURN_IF_ERROR(device_->copy_to_device(*stream_, buffers_[buffer], std::as_bytes(std::span(words))));
        RF_RETURN_IF_ERROR(stream_->synchronize());
    }
    return {};
}

Result<double> Rig::time_once(const backend::Function& function, const std::vector<std::byte>& bytes) {
    RF_RETURN_IF_ERROR(stream_->record(*start_));
    RF_RETURN_IF_ERROR(device_->launch(*stream_, function, launch(), bytes));
    RF_RETURN_IF_ERROR(stream_->record(*end_));
    RF_RETURN_IF_ERROR(stream_->synchronize());
    RF_TRY(const double milliseconds, end_->milliseconds_since(*start_));
    return milliseconds * 1000;
}

Result<Times> Rig::time(backend::Module& module, std::string_view kernel) {
    RF_TRY(const backend::Function* const function, module.function(kernel));
    RF_TRY(const std::vector<std::byte> bytes, parameters(module, kernel));
    RF_RETURN_IF_ERROR(fill());
    Times times;
    times.registers = function->info().registers;
    // The first launch's results are compared; it also warms up.
    RF_RETURN_IF_ERROR(time_once(*function, bytes));
    times.results.resize(1 << 16);
    RF_RETURN_IF_ERROR(device_->copy_to_host(*stream_, std::as_writable_bytes(std::span(times.results)), buffers_[2]));
    RF_RETURN_IF_ERROR(stream_->synchronize());
    // On the software GPU some take seconds.
    const std::size_t most = is_card_ ? 31 : 3;
    const double enough = is_card_ ? std::numeric_limits<double>::max() : 500'000;
    std::vector<double> all;
    for (double sum = 0; all.size() < most && sum < enough; sum += all.back()) {
        RF_TRY(const double one, time_once(*function, bytes));
        all.push_back(one);
    }
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    times.microseconds = all[all.size() / 2];
    return times;
}

}  // namespace ringfence::guard_bench
