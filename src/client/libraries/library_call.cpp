#include "client/libraries/library_call.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "base/cuda_status.h"
#include "channel/client_channel.h"
#include "channel/cudnn_wire.h"
#include "channel/library_functions.h"
#include "client/driver/capture.h"
#include "client/driver/library_record.h"
#include "client/driver/state.h"
#include "client/session/tell.h"
#include "client/trace/unsupported.h"

namespace ringfence::client {
namespace {

constexpr std::array<LibraryStatus, channel::library_count> statuses = {{
    {.bad_handle = 1, .out_of_memory = 2, .invalid_value = 4, .failed = 6, .not_supported = 16},   // cuFFT
    {.bad_handle = 1, .out_of_memory = 3, .invalid_value = 7, .failed = 13, .not_supported = 15},  // cuBLAS
    {.bad_handle = 1, .out_of_memory = 3, .invalid_value = 7, .failed = 13, .not_supported = 15},  // cublasLt
    {.bad_handle = 1, .out_of_memory = 2, .invalid_value = 3, .failed = 6, .not_supported = 9},    // cuSOLVER
    {.bad_handle = 1, .out_of_memory = 2, .invalid_value = 3, .failed = 6, .not_supported = 10},   // cuSPARSE
    {.bad_handle = 101,
     .out_of_memory = 102,
     .invalid_value = 104,
     .failed = 201,
     .not_supported = 999,
     .has_not_supported = false},  // cuRAND
    {.bad_handle = 1001, .out_of_memory = 4003, .invalid_value = 2000, .failed = 5000, .not_supported = 3000},  // cuDNN
    {.bad_handle = 4, .out_of_memory = 2, .invalid_value = 4, .failed = 1, .not_supported = 5},                 // NCCL
    {.bad_handle = 5001,
     .out_of_memory = 5001,
     .invalid_value = 5001,
     .failed = 5001,
     .not_supported = 5007},                                                                         // cuFile
    {.bad_handle = 2, .out_of_memory = 999, .invalid_value = 2, .failed = 999, .not_supported = 3},  // NVML
}};

constexpr std::size_t scalar_alignment = 16;  // as the worker lays results out (adapters/call.cpp)

bool has_context() {
    return driver::enter_primary() == CUDA_SUCCESS;
}

// Prints the worker's reason for a call that it could not make, since the library's status says little. A refusal by
// the library itself is an ordinary answer and is not printed.
void tell_why() {
    const std::string& why = channel::ClientChannel::last_failure_text();
    if (!why.empty()) client::tell(why);
}

}  // namespace

const LibraryStatus& status_of(Library library) {
    return statuses[static_cast<std::size_t>(library)];
}

std::uint64_t new_library_object(Library library) {
    const CallGate gate;
    if (!has_context()) return 0;
    auto object = std::make_unique<LibraryObject>();
    LibraryObject* made = object.get();
    made->library = library;
    const Handle handle = driver::tables().library_objects.insert(std::move(object));
    if (handle.bits != 0) made->bits = handle.bits;
    return handle.bits;
}

LibraryObject* find_library_object(Library library, std::uint64_t bits) {
    LibraryObject* object = driver::tables().library_objects.find({bits});
    if (object == nullptr) return nullptr;
    const bool is_cast = library == Library::CublasLt && object->library == Library::Cublas;
    return object->library == library || is_cast ? object : nullptr;
}

void drop_library_object(std::uint64_t bits) {
    (void)driver::tables().library_objects.erase({bits});
}

int unsupported_function(Library library, const char* name) {
    count_unsupported_function(name);
    const LibraryStatus& status = status_of(library);
    if (!status.has_not_supported) client::tell(std::string(name) + " is not supported");
    return status.not_supported;
}

channel::LibraryVersion ask_version(Library library, std::uint32_t function, const channel::LibraryVersion& otherwise) {
    LibraryCall call(library, function);
    std::vector<std::byte> answer;
    channel::LibraryVersion version;
    if (!call.is_open() || call.wait(answer) != 0 || answer.size() != sizeof version) return otherwise;
    std::memcpy(&version, answer.data(), sizeof version);
    return version;
}

LibraryCall::LibraryCall(Library library, std::uint32_t function)
    : library_(library), function_(function), is_open_(has_context()) {}

LibraryCall::LibraryCall(Library library, std::uint32_t number, void* handle)
    : library_(library),
      function_(number),
      object_(find_library_object(library, reinterpret_cast<std::uint64_t>(handle))) {
    is_open_ = object_ != nullptr && has_context();
    frame_.add(handle);
}

LibraryCall::~LibraryCall() = default;

LibraryCall& LibraryCall::add_scalar(void* place, std::size_t bytes, bool gives) {
    if (object_->has_device_scalars) {
        frame_.add(place);
        return *this;
    }
    if (place == nullptr) problem_ = status_of(library_).invalid_value;
    if (bytes == 0) problem_ = status_of(library_).not_supported;
    if (problem_ != 0) return *this;
    frame_.add_copy(place, bytes);
    scalars_.push_back({place, bytes, gives, true});
    gives_ = gives_ || gives;
    gives_scalars_ = gives_scalars_ || gives;
    return *this;
}

LibraryCall& LibraryCall::add_host_result(void* place, reach::Wide bytes, bool optional) {
    if (place == nullptr && optional) {
        frame_.add(place);
        return *this;
    }
    constexpr reach::Wide most = 2000;  // as the worker has it (adapters/call.cpp)
    if (place == nullptr) problem_ = status_of(library_).invalid_value;
    if (bytes > most) problem_ = status_of(library_).not_supported;
    if (problem_ != 0) return *this;
    // Nothing of it is read: its size is what the worker wants to know.
    const std::vector<std::byte> nothing(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    frame_.add_copy(nothing.data(), nothing.size());
    scalars_.push_back({place, nothing.size(), true});
    gives_ = asks_ = true;
    return *this;
}

LibraryCall& LibraryCall::add_object(void* object, std::uint32_t kind) {
    const LibraryObject* found = find_library_object(library_, reinterpret_cast<std::uint64_t>(object));
    if (found == nullptr || found->kind != kind) problem_ = status_of(library_).invalid_value;
    frame_.add(object);
    return *this;
}

LibraryCall& LibraryCall::add_pointers(const void* array, reach::Wide count) {
    constexpr reach::Wide most = 32768;  // so that they fit into a record
    if (count > most) problem_ = status_of(library_).not_supported;
    if (problem_ != 0) return *this;
    if (is_captured()) {
        frame_.add(array);
        return *this;
    }
    std::vector<std::byte> pointers(count > 0 ? static_cast<std::size_t>(count) * sizeof(void*) : 0);
    if (read_device(driver::address_of(array), pointers)) frame_.add_copy(pointers.data(), pointers.size());
    return *this;
}

bool LibraryCall::read_device(std::uint64_t address, std::span<std::byte> to) {
    constexpr std::size_t most_at_once = 4000;
    driver::Stream* stream = nullptr;
    if (driver::find_stream(static_cast<CUstream>(object_->stream), stream) != CUDA_SUCCESS) {
        problem_ = status_of(library_).failed;
        return false;
    }
    for (std::size_t at = 0; at < to.size(); at += most_at_once) {
        const std::size_t bytes = std::min(most_at_once, to.size() - at);
        std::vector<std::byte> part;
        const wire::Read read{.stream = stream->wire(), .from = address + at, .bytes = bytes};
        wire::Read::Reply reply;
        if (const std::int32_t status = driver::session().call(read, reply, {}, &part); status != 0) {
            problem_ = library_status(status);
            return false;
        }
        std::memcpy(to.data() + at, part.data(), std::min(bytes, part.size()));
    }
    return true;
}

LibraryCall& LibraryCall::add_host_update(void* place, std::size_t bytes) {
    if (place == nullptr) problem_ = status_of(library_).invalid_value;
    if (problem_ != 0) return *this;
    frame_.add_copy(place, bytes);
    scalars_.push_back({place, bytes, true});
    gives_ = true;
    return *this;
}

LibraryCall& LibraryCall::add_state(std::span<const std::byte> state) {
    if (state.empty()) problem_ = status_of(library_).invalid_value;
    if (problem_ == 0) frame_.add_copy(state.data(), state.size());
    return *this;
}

LibraryCall& LibraryCall::add_distance(const void* offsets, reach::Wide last) {
    if (problem_ != 0) return *this;
    if (is_captured()) return add(std::int64_t{0});  // the worker refuses the call
    std::int32_t ends[2] = {};
    const std::uint64_t begin = driver::address_of(offsets);
    const std::uint64_t end = begin + static_cast<std::uint64_t>(last) * sizeof ends[0];
    if (read_device(begin, std::as_writable_bytes(std::span(ends, 1))) &&
        read_device(end, std::as_writable_bytes(std::span(ends + 1, 1)))) {
        frame_.add(std::int64_t{ends[1]} - ends[0]);
    }
    return *this;
}

bool find_wire_stream(void* stream, std::uint64_t& handle) {
    driver::Stream* found = nullptr;
    if (driver::find_stream(static_cast<CUstream>(stream), found) != CUDA_SUCCESS) return false;
    handle = found->wire();
    return true;
}

bool LibraryCall::add_stream(void* stream) {
    std::uint64_t handle = 0;
    if (!find_wire_stream(stream, handle)) return false;
    frame_.add(handle);
    return true;
}

bool LibraryCall::add_work_stream(void* stream) {
    work_stream_ = stream;
    return add_stream(stream);
}

bool LibraryCall::may_work() const {
    if (work_stream_ || function_ >= channel::first_declared_function) return true;
    switch (library_) {
        case Library::Cufft: return function_ == static_cast<std::uint32_t>(channel::CufftFunction::Execute);
        case Library::Cudnn:
            return function_ == static_cast<std::uint32_t>(channel::cudnn::Function::Execute) ||
                   function_ == static_cast<std::uint32_t>(channel::cudnn::Function::InitializeDropout);
        default: return false;
    }
}

// Null: none.
driver::Stream* LibraryCall::its_stream() const {
    if (object_ == nullptr && !work_stream_) return nullptr;
    driver::Stream* stream = nullptr;
    void* const named = work_stream_ ? *work_stream_ : object_->stream;
    return driver::find_stream(static_cast<CUstream>(named), stream) == CUDA_SUCCESS ? stream : nullptr;
}

bool LibraryCall::is_captured() const {
    if (!driver::captures_under_way() || !may_work()) return false;
    driver::Stream* const stream = its_stream();
    return stream != nullptr && driver::capture_info(*stream).status != CU_STREAM_CAPTURE_STATUS_NONE;
}

bool LibraryCall::is_implicitly_captured() const {
    // A call that only returns something to the host is a query, as a rule.
    if (!driver::captures_under_way() || !may_work() || asks_) return false;
    driver::Stream* const stream = its_stream();
    return stream != nullptr && stream->is_legacy() && driver::refuse_while_capturing(*stream) != CUDA_SUCCESS;
}

int LibraryCall::record(std::vector<std::byte>& answer) {
    driver::Stream* const stream = its_stream();
    if (stream == nullptr) return status_of(library_).failed;
    const driver::CaptureInfo capture = driver::capture_info(*stream);
    if (capture.status != CU_STREAM_CAPTURE_STATUS_ACTIVE) return status_of(library_).failed;
    const std::shared_ptr<driver::LibraryRecord> record = driver::LibraryRecord::create();
    if (record == nullptr) return status_of(library_).out_of_memory;
    const wire::RecordLibrary call{.record = record->wire(),
                                   .capture = capture.id,
                                   .library = static_cast<std::uint32_t>(library_),
                                   .function = function_};
    wire::RecordLibrary::Reply reply;
    const std::int32_t status = driver::session().call(call, reply, frame_.bytes(), &answer);
    if (status != 0) {
        // A graph without it would compute something else.
        (void)driver::refuse_while_capturing(*stream);
        tell_why();
        return library_status(status);
    }
    if (reply.status != 0 || reply.nodes == 0) return reply.status;
    record->note_kept();
    bool is_captured = false;
    const CUresult captured = driver::capture_work(*stream, driver::LibraryWork{record}, is_captured);
    return captured == CUDA_SUCCESS && is_captured ? 0 : status_of(library_).failed;
}

int LibraryCall::tell_news() {
    if (object_ == nullptr || object_->send_news == nullptr) return 0;
    return std::exchange(object_->send_news, nullptr)(*object_);
}

int LibraryCall::finish() {
    if (problem_ != 0) return problem_;
    if (const int status = tell_news(); status != 0) return status;
    if (gives_) {
        std::vector<std::byte> answer;
        const int status = wait(answer);
        if (status == 0) copy_results(answer);
        return status;
    }
    if (is_captured()) {
        std::vector<std::byte> nothing;
        return record(nothing);
    }
    if (is_implicitly_captured()) return status_of(library_).failed;
    const wire::SubmitLibrary record{.library = static_cast<std::uint32_t>(library_), .function = function_};
    return library_status(driver::session().try_submit(record, frame_.bytes()));
}

int LibraryCall::wait(std::vector<std::byte>& answer) {
    if (problem_ != 0) return problem_;
    if (const int status = tell_news(); status != 0) return status;
    if (is_captured()) return record(answer);
    if (is_implicitly_captured()) return status_of(library_).failed;
    const wire::CallLibrary record{.library = static_cast<std::uint32_t>(library_), .function = function_};
    wire::CallLibrary::Reply reply;
    const std::int32_t status = driver::session().call(record, reply, frame_.bytes(), &answer);
    if (status == 0) return reply.status;
    tell_why();
    return library_status(status);
}

int LibraryCall::library_status(std::int32_t status) const {
    const LibraryStatus& its = status_of(library_);
    switch (status) {
        case 0: return 0;
        case cuda_status::invalid_value: return its.invalid_value;
        case cuda_status::out_of_memory: return its.out_of_memory;
        case cuda_status::not_supported: return its.not_supported;
        case cuda_status::invalid_handle: return its.bad_handle;
        default: return its.failed;
    }
}

void LibraryCall::copy_results(std::span<const std::byte> answer) const {
    std::size_t at = 0;
    for (const Scalar& scalar : scalars_) {
        if (scalar.follows_pointer_mode && !gives_scalars_) continue;
        at = (at + scalar_alignment - 1) / scalar_alignment * scalar_alignment;
        if (at + scalar.bytes > answer.size()) return;
        if (scalar.gives) std::memcpy(scalar.place, answer.data() + at, scalar.bytes);
        at += scalar.bytes;
    }
}

}  // namespace ringfence::client
