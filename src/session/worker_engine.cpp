#include "session/worker_engine.h"

#include <sys/socket.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/memory_file.h"
#include "channel/status.h"

namespace ringfence::session {
namespace {

// All work of a session is submitted to one stream.
constexpr std::uint64_t only_stream = 0;
constexpr std::uint64_t alignment_of_buffers = 256;
constexpr std::uint64_t least_image_place = std::uint64_t{1} << 20;
constexpr std::uint32_t event_without_timing = 2;
constexpr std::int32_t attribute_dynamic_shared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES

Error refused(std::int32_t status, std::string message) {
    return Error::bad_input(std::move(message)).with_status(status);
}

bool fits(const Dimensions3& asked, const std::uint32_t (&most)[3]) {
    return asked.x != 0 && asked.y != 0 && asked.z != 0 && asked.x <= most[0] && asked.y <= most[1] &&
           asked.z <= most[2];
}

std::span<const std::byte> as_payload(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace

Result<std::unique_ptr<WorkerEngine>> WorkerEngine::open(UniqueFd channel, const UniqueFd& output) {
    RF_TRY(std::unique_ptr<client::Session> session,
           client::Session::open_with_output(std::move(channel), "", output ? output.get() : -1));
    return std::unique_ptr<WorkerEngine>(new WorkerEngine(std::move(session)));
}

EngineFacts WorkerEngine::facts() const {
    const channel::DeviceProperties& device = session_->device();
    return {device.name, "", device.total_memory, device.multiprocessors, device.compute_major, device.compute_minor};
}

std::uint64_t WorkerEngine::next_handle(HandleKind kind) {
    const MutexLock lock(mutex_);
    return Handle::make(kind, 1, last_index_++).bits;
}

// An error with the worker's text, if there is one; otherwise with the name of the failed call.
Error WorkerEngine::failure(std::int32_t status, std::string_view what) const {
    std::string text = channel::ClientChannel::last_failure_text();
    if (status == session_->channel().end_status() && !session_->channel().is_open()) {
        text = session_->channel().closing_reason();
        if (text.empty()) text = "the worker is gone";
    } else if (channel::is_sticky(status)) {
        text = session_->channel().sticky_failure_text();
    }
    if (text.empty()) text = fmt::format("{} failed with CUDA's status {}", what, status);
    return refused(status, std::move(text));
}

Result<void> WorkerEngine::after(std::int32_t status, std::string_view what) const {
    if (status != 0) return failure(status, what);
    return {};
}

Result<Address> WorkerEngine::allocate(std::uint64_t bytes) {
    wire::Allocate::Reply reply;
    const wire::Allocate record{.bytes = bytes, .alignment = alignment_of_buffers};
    RF_RETURN_IF_ERROR(after(session_->call(record, reply), "making a buffer"));
    return reply.address;
}

Result<SharedMemory> WorkerEngine::allocate_shared(std::uint64_t bytes) {
    SharedMemory memory;
    RF_RETURN_IF_ERROR(after(session_->allocate_host(bytes, memory.address, &memory.file), "making shared memory"));
    RF_TRY(memory.bytes, memory_file_bytes(memory.file.get()));
    return memory;
}

Result<SharedMemory> WorkerEngine::attach_shared(UniqueFd file) {
    SharedMemory memory;
    RF_TRY(memory.bytes, memory_file_bytes(file.get()));
    RF_RETURN_IF_ERROR(
        after(session_->attach_host(file.get(), memory.bytes, memory.address), "attaching shared memory"));
    memory.file = std::move(file);
    return memory;
}

void WorkerEngine::release_shared(Address address) {
    (void)session_->release_host(address);
}

std::optional<StagedBytes> WorkerEngine::stage(std::uint64_t bytes) {
    client::Staging::Piece piece;
    if (!session_->staging().try_acquire(bytes, piece)) return std::nullopt;
    const MutexLock lock(mutex_);
    pieces_[piece.number] = piece;
    return StagedBytes{piece.address, bytes, piece.number};
}

void WorkerEngine::unstage(const StagedBytes& staged) {
    client::Staging::Piece piece;
    {
        const MutexLock lock(mutex_);
        const auto found = pieces_.find(staged.number);
        if (found == pieces_.end()) return;
        piece = found->second;
        pieces_.erase(found);
    }
    session_->staging().release(piece);
}

Result<LoadedProgram> WorkerEngine::load(std::span<const std::byte> image) {
    LoadedProgram program;
    program.module = next_handle(HandleKind::Module);
    // Passed in shared memory. The worker treats it as a tenant's text: it copies the text before checking it.
    RF_TRY(const ImagePlace place, take_image_place(image.size()));
    std::memcpy(reinterpret_cast<void*>(place.address), image.data(), image.size());
    const wire::LoadModule record{.module = program.module, .image = place.address, .bytes = image.size()};
    auto loaded = after(session_->call(record), "loading a program");
    {
        const MutexLock lock(mutex_);
        image_places_.push_back(place);
    }
    if (!loaded) return loaded.take_error();
    RF_TRY(const std::vector<std::string> names, names_of(program.module));
    Module module;
    for (const std::string& name : names) {
        RF_TRY(Kernel kernel, ask_for_kernel(program.module, name));
        KernelParameters parameters{name, {}};
        for (const Parameter& parameter : kernel.parameters)
            parameters.bytes.push_back(parameter.bytes);
        program.kernels.push_back(std::move(parameters));
        module.kernels.emplace(name, std::move(kernel));
    }
    const MutexLock lock(mutex_);
    modules_.emplace(program.module, std::move(module));
    return program;
}

// Freeing memory waits for all work of the session, which loading must not: so it is kept for the next program.
Result<WorkerEngine::ImagePlace> WorkerEngine::take_image_place(std::uint64_t bytes) {
    {
        const MutexLock lock(mutex_);
        for (auto place = image_places_.begin(); place != image_places_.end(); ++place) {
            if (place->bytes < bytes) continue;
            const ImagePlace taken = *place;
            image_places_.erase(place);
            return taken;
        }
    }
    ImagePlace made{0, std::bit_ceil(std::max(bytes, least_image_place))};
    RF_RETURN_IF_ERROR(after(session_->allocate_host(made.bytes, made.address), "making room for a program"));
    return made;
}

// As many names as fit into a reply; further kernels are found when they are launched.
Result<std::vector<std::string>> WorkerEngine::names_of(std::uint64_t module) {
    wire::ListFunctions::Reply reply;
    std::vector<std::byte> text;
    const std::int32_t status = session_->call(wire::ListFunctions{.module = module}, reply, {}, &text);
    RF_RETURN_IF_ERROR(after(status, "listing a program's kernels"));
    std::vector<std::string> names;
    for (auto begin = text.begin(); begin != text.end();) {
        const auto end = std::find(begin, text.end(), std::byte{0});
        if (end == text.end()) break;
        names.emplace_back(reinterpret_cast<const char*>(&*begin), static_cast<std::size_t>(end - begin));
        begin = end + 1;
    }
    return names;
}

Result<WorkerEngine::Kernel> WorkerEngine::ask_for_kernel(std::uint64_t module, std::string_view name) {
    Kernel kernel;
    kernel.function = next_handle(HandleKind::Function);
    wire::FindFunction::Reply info;
    std::vector<std::byte> parameters;
    const wire::FindFunction record{.module = module, .function = kernel.function};
    const std::int32_t status = session_->call(record, info, as_payload(name), &parameters);
    RF_RETURN_IF_ERROR(after(status, "finding a kernel"));
    kernel.parameter_bytes = info.parameter_bytes;
    kernel.static_shared = info.static_shared;
    kernel.most_threads = info.max_threads_per_block;
    const auto shared = static_cast<std::uint32_t>(session_->device().shared_per_block);
    kernel.dynamic_shared = shared - std::min(shared, info.static_shared);
    kernel.parameters.resize(parameters.size() / sizeof(Parameter));
    if (!kernel.parameters.empty()) {
        std::memcpy(kernel.parameters.data(), parameters.data(), kernel.parameters.size() * sizeof(Parameter));
    }
    return kernel;
}

// After loading, only the launching thread adds kernels to a module.
Result<WorkerEngine::Kernel*> WorkerEngine::find_kernel(std::uint64_t module, std::string_view name) {
    Module* known = nullptr;
    {
        const MutexLock lock(mutex_);
        const auto found = modules_.find(module);
        if (found == modules_.end()) return refused(cuda_status::invalid_handle, "the program is not loaded any more");
        known = &found->second;
    }
    if (const auto kernel = known->kernels.find(name); kernel != known->kernels.end()) return &kernel->second;
    RF_TRY(Kernel kernel, ask_for_kernel(module, name));
    return &known->kernels.emplace(name, std::move(kernel)).first->second;
}

void WorkerEngine::unload(std::uint64_t module) {
    (void)session_->call(wire::UnloadModule{.module = module});
    const MutexLock lock(mutex_);
    modules_.erase(module);
}

Result<void> WorkerEngine::copy(Address to, Address from, std::uint64_t bytes) {
    const wire::Copy record{.stream = only_stream, .to = to, .from = from, .bytes = bytes};
    return after(session_->try_submit(record, {}), "a copy");
}

Result<void> WorkerEngine::fill(Address to, std::uint64_t bytes, std::uint8_t value) {
    const wire::Fill record{
        .stream = only_stream, .to = to, .pitch = 0, .count = bytes, .height = 1, .value = value, .width = 1};
    return after(session_->try_submit(record, {}), "a fill");
}

Result<void> WorkerEngine::release(Address address) {
    return after(session_->try_submit(wire::ReleaseAfter{.stream = only_stream, .address = address}, {}), "a release");
}

Result<void> WorkerEngine::check_shape(const LaunchRequest& request, const Kernel& kernel) const {
    const channel::DeviceProperties& device = session_->device();
    if (!fits(request.grid, device.max_grid)) return refused(cuda_status::invalid_value, "a grid of a wrong size");
    if (!fits(request.block, device.max_block)) return refused(cuda_status::invalid_value, "a block of a wrong size");
    const std::uint64_t threads = std::uint64_t{request.block.x} * request.block.y * request.block.z;
    const std::uint32_t most = std::min(device.max_threads_per_block, kernel.most_threads);
    if (threads > most) {
        return refused(cuda_status::invalid_value,
                       fmt::format("a block of {} threads; kernel '{}' has at most {}", threads, request.kernel, most));
    }
    if (request.arguments.size() != kernel.parameters.size()) {
        return refused(cuda_status::invalid_value,
                       fmt::format("{} arguments for kernel '{}', which has {} parameters", request.arguments.size(),
                                   request.kernel, kernel.parameters.size()));
    }
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        if (request.arguments[i].size() == kernel.parameters[i].bytes) continue;
        return refused(cuda_status::invalid_value,
                       fmt::format("argument {} of kernel '{}' has {} bytes; the parameter has {}", i, request.kernel,
                                   request.arguments[i].size(), kernel.parameters[i].bytes));
    }
    return {};
}

Result<void> WorkerEngine::allow_shared(Kernel& kernel, std::uint32_t bytes) {
    if (bytes <= kernel.dynamic_shared) return {};
    if (std::uint64_t{bytes} + kernel.static_shared > session_->device().shared_per_block_optin) {
        return refused(cuda_status::invalid_value,
                       fmt::format("{} bytes of shared memory; a block has at most {}", bytes,
                                   session_->device().shared_per_block_optin - kernel.static_shared));
    }
    const wire::SetFunctionAttribute record{
        .function = kernel.function, .attribute = attribute_dynamic_shared, .value = static_cast<std::int32_t>(bytes)};
    RF_RETURN_IF_ERROR(after(session_->call(record), "allowing shared memory"));
    kernel.dynamic_shared = bytes;
    return {};
}

Result<void> WorkerEngine::launch(const LaunchRequest& request) {
    RF_TRY(Kernel * kernel, find_kernel(request.module, request.kernel));
    RF_RETURN_IF_ERROR(check_shape(request, *kernel));
    RF_RETURN_IF_ERROR(allow_shared(*kernel, request.shared_bytes));
    std::vector<std::byte> space(kernel->parameter_bytes);
    for (std::size_t i = 0; i < kernel->parameters.size(); ++i) {
        const Parameter& parameter = kernel->parameters[i];
        if (parameter.offset > space.size() || parameter.bytes > space.size() - parameter.offset) {
            return refused(cuda_status::unknown, "the worker gave parameters that do not fit the kernel");
        }
        std::copy(request.arguments[i].begin(), request.arguments[i].end(),
                  space.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
    }
    const wire::Launch record{.stream = only_stream,
                              .function = kernel->function,
                              .grid_x = request.grid.x,
                              .grid_y = request.grid.y,
                              .grid_z = request.grid.z,
                              .block_x = request.block.x,
                              .block_y = request.block.y,
                              .block_z = request.block.z,
                              .dynamic_shared = request.shared_bytes,
                              .flags = 0};
    return after(session_->try_submit(record, space), "a launch");
}

Result<Mark> WorkerEngine::mark() {
    std::uint64_t event = 0;
    {
        const MutexLock lock(mutex_);
        if (!free_events_.empty()) {
            event = free_events_.back();
            free_events_.pop_back();
        }
    }
    if (event == 0) {
        event = next_handle(HandleKind::Event);
        session_->submit(wire::CreateEvent{.event = event, .flags = event_without_timing});
    }
    session_->record_event(event, only_stream);
    // The worker answers after handling all earlier records, so a failure belongs to one of these.
    wire::QueryEvent::Reply reply;
    const std::int32_t status = session_->call(wire::QueryEvent{.event = event}, reply);
    const std::string why = session_->channel().untaken_failure_text();
    const std::int32_t failed = session_->take_failure();
    const bool is_done = status == 0 && reply.is_done != 0;
    // If the query itself failed, the event does not exist.
    if (is_done || (status == 0 && failed != 0)) {
        const MutexLock lock(mutex_);
        free_events_.push_back(event);
    }
    if (failed != 0 && !channel::is_sticky(failed) && !why.empty()) return refused(failed, why);
    RF_RETURN_IF_ERROR(after(failed, "the work"));
    RF_RETURN_IF_ERROR(after(status, "the work"));
    return Mark{event, is_done};
}

Result<void> WorkerEngine::wait(const Mark& mark) {
    const std::int32_t status = session_->synchronize_event(mark.number);
    {
        const MutexLock lock(mutex_);
        free_events_.push_back(mark.number);
    }
    RF_RETURN_IF_ERROR(after(status, "the work"));
    // A kernel's violation fails every later call.
    const std::int32_t failed = session_->peek_failure();
    return after(channel::is_sticky(failed) ? failed : 0, "the work");
}

void WorkerEngine::hang_up() {
    session_->hang_up();
}

}  // namespace ringfence::session
