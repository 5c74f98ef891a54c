#include "cli/ptx_run_session.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/escape.h"
#include "cli/console.h"

namespace ringfence::cli {

RunSession::RunSession(std::unique_ptr<backend::Device> device, const std::vector<ArgumentSpec>& arguments,
                       const std::vector<SymbolSpec>& symbols)
    : arguments_(arguments), symbols_(symbols), device_(std::move(device)), buffers_(arguments.size()) {}

Result<void> RunSession::load(std::string ptx, const std::string& file_name, const std::string& kernel,
                              std::optional<guard::Mode> guard) {
    if (guard) {
        RF_TRY(guarded_, GuardedRun::create(*device_, *guard));
        RF_TRY(module_, guarded_->load(std::move(ptx), file_name));
    } else {
        RF_TRY(module_, device_->load(std::move(ptx), {.file_name = file_name}));
    }
    RF_TRY(kernel_, module_->function(kernel));
    RF_TRY(stream_, device_->create_stream());
    return {};
}

Result<void> RunSession::fill(const std::vector<std::string>& contents) {
    parameters_.emplace(kernel_->info());
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        if (arguments_[i].kind == ArgumentSpec::Kind::Buffer) RF_RETURN_IF_ERROR(fill_buffer(i, contents[i]));
    }
    for (std::size_t i = 0; i < arguments_.size(); ++i)
        RF_RETURN_IF_ERROR(set_parameter(i));
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
        if (symbols_[i].is_input) RF_RETURN_IF_ERROR(fill_symbol(symbols_[i], contents[arguments_.size() + i]));
    }
    return stream_->synchronize();
}

Result<void> RunSession::fill_buffer(std::size_t index, const std::string& contents) {
    const ArgumentSpec& argument = arguments_[index];
    Buffer& buffer = buffers_[index];
    buffer.bytes = argument.input.empty() ? argument.bytes : contents.size();
    buffer.live = true;
    // As with cudaMalloc, nothing lies at the null address.
    if (buffer.bytes == 0) return {};
    RF_TRY(buffer.address, allocate(buffer.bytes));
    if (argument.input.empty()) return device_->fill(*stream_, buffer.address, 0, 1, buffer.bytes);
    return device_->copy_to_device(*stream_, buffer.address, std::as_bytes(std::span(contents)));
}

Result<backend::Address> RunSession::allocate(std::uint64_t bytes) {
    constexpr std::uint64_t alignment = 256;
    return guarded_ ? guarded_->window().allocate(bytes, alignment) : device_->allocate(bytes);
}

Result<void> RunSession::fill_symbol(const SymbolSpec& symbol, const std::string& contents) {
    RF_TRY(const backend::GlobalInfo global, module_->global(symbol.name));
    if (contents.size() != global.bytes) {
        return Error::bad_input(escape(symbol.file) + ": it has " + std::to_string(contents.size()) +
                                " bytes, and the variable '" + escape(symbol.name) + "' takes " +
                                std::to_string(global.bytes));
    }
    return device_->copy_to_device(*stream_, global.address, std::as_bytes(std::span(contents)));
}

Result<void> RunSession::set_parameter(std::size_t index) {
    const ArgumentSpec& argument = arguments_[index];
    if (argument.kind == ArgumentSpec::Kind::Value) return parameters_->set_bytes(index, argument.value);
    const std::size_t owner = argument.kind == ArgumentSpec::Kind::Same ? argument.other : index;
    return parameters_->set(index, buffers_[owner].address);
}

Result<void> RunSession::free_buffer(std::size_t argument) {
    Buffer& buffer = buffers_[argument];
    if (buffer.live && buffer.bytes != 0) {
        RF_RETURN_IF_ERROR(guarded_ ? guarded_->window().release(buffer.address) : device_->release(buffer.address));
    }
    buffer.live = false;
    return {};
}

Result<void> RunSession::launch(const backend::Launch& launch, unsigned repeat) {
    const std::string name(kernel_->name());
    if (guarded_) {
        RF_TRY(const std::optional<backend::Address> slots, guarded_->slots(name, launch));
        if (slots) RF_RETURN_IF_ERROR(parameters_->set(kernel_->info().parameters.size() - 1, *slots));
    }
    RF_TRY(const std::span<const std::byte> parameters, parameters_->bytes());
    const backend::Function* kernel = kernel_;
    if (guarded_) {
        RF_TRY(kernel, guarded_->variant(name, launch, parameters));
    }
    for (unsigned i = 0; i <= repeat; ++i) {
        if (i > 0) RF_RETURN_IF_ERROR(device_->launch(*stream_, *kernel, launch, parameters));
        RF_TRY(std::unique_ptr<backend::Event> mark, device_->create_event());
        RF_RETURN_IF_ERROR(stream_->record(*mark));
        marks_.push_back(std::move(mark));
    }
    return {};
}

Result<void> RunSession::wait() {
    Result<void> done = stream_->synchronize();
    if (!guarded_) return done;
    guarded_->take_prints([](std::string_view text) { static_cast<void>(write_output("-", text)); });
    // A fault of the device may be the consequence of this one.
    if (auto fault = guarded_->take_fault()) return std::move(*fault);
    return done;
}

Result<RunTimes> RunSession::times() {
    RunTimes times;
    const std::size_t launches = marks_.size() - 1;
    for (std::size_t i = 0; i < launches; ++i) {
        RF_TRY(const double milliseconds, marks_[i + 1]->milliseconds_since(*marks_[i]));
        times.best_ms = i == 0 ? milliseconds : std::min(times.best_ms, milliseconds);
        times.mean_ms += milliseconds / static_cast<double>(launches);
    }
    return times;
}

Result<std::vector<RunOutput>> RunSession::outputs() {
    std::vector<RunOutput> outputs;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        if (arguments_[i].output.empty() || !buffers_[i].live) continue;
        RF_TRY(std::string contents, read(buffers_[i].address, buffers_[i].bytes));
        outputs.push_back({arguments_[i].output, std::move(contents)});
    }
    for (const SymbolSpec& symbol : symbols_) {
        if (symbol.is_input) continue;
        RF_TRY(const backend::GlobalInfo global, module_->global(symbol.name));
        RF_TRY(std::string contents, read(global.address, global.bytes));
        outputs.push_back({symbol.file, std::move(contents)});
    }
    return outputs;
}

Result<std::string> RunSession::read(backend::Address address, std::uint64_t bytes) {
    std::string contents(bytes, '\0');
    if (bytes == 0) return contents;
    RF_RETURN_IF_ERROR(device_->copy_to_host(*stream_, std::as_writable_bytes(std::span(contents)), address));
    RF_RETURN_IF_ERROR(stream_->synchronize());
    return contents;
}

}  // namespace ringfence::cli
