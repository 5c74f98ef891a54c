#include "adapters/cublas.h"

#include <array>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#include "adapters/call.h"
#include "base/cuda_status.h"
#include "channel/library_functions.h"
#include "channel/library_types.h"
#include "libraries/cublas_numbers.h"

namespace ringfence::adapters {
namespace cublas_calls {

using channel::CublasFunction;
using ringfence::cublas::Number;
using namespace reach;
using channel::compute_scalar_bytes;
using channel::data_type_bytes;

constexpr int success = 0;
constexpr int not_supported = 15;
// The initial workspace of a handle according to NVIDIA's documentation, on the cards with the largest one.
constexpr std::uint64_t default_workspace = std::uint64_t{32} << 20;

struct Workspace {
    backend::Address address = 0;  // 0: the library's own
    std::uint64_t bytes = 0;
};

class Handle final : public Object {
public:
    Handle(void* real, int (*destroy)(void*)) : Object(channel::Library::Cublas), real_(real), destroy_(destroy) {}
    ~Handle() override { (void)destroy_(real_); }

    void* real() const { return real_; }

    void* real_stream = nullptr;
    int pointer_mode = 0;  // as the library begins: scalars lie in host memory

    // `workspace`: as the program has set it (0: the library's own). `real_workspace`: as the library was last given
    // it.
    backend::Address workspace = 0;
    std::uint64_t workspace_bytes = 0;
    backend::Address real_workspace = 0;
    std::uint64_t real_workspace_bytes = 0;
    // Where sessions do not trust each other the program's memory is not used: it could change what lies there.
    std::shared_ptr<DeviceMemory> own_workspace;
    Account::Holding memory;  // what the library takes for the handle

private:
    void* real_;
    int (*destroy_)(void*);
};

struct Row;

class Library {
public:
    explicit Library(const LibraryFile& file);

    bool is_whole() const {
        return create_ != nullptr && destroy_ != nullptr && set_stream_ != nullptr && set_pointer_mode_ != nullptr;
    }
    Result<std::shared_ptr<Object>> create(Caller& caller) const;
    Result<void> set_workspace(Caller& caller, Handle& handle, backend::Address address, std::uint64_t bytes) const;
    int version(channel::LibraryVersion& version) const;

    int set_mode(Object& object, std::uint64_t setting, int value) const {
        if (setting >= settings_.size() || settings_[setting] == nullptr) return not_supported;
        return settings_[setting](static_cast<Handle&>(object).real(), value);
    }

    bool checks_indices() const { return checks_indices_; }

    // The library's handle, ready for work of this call.
    Result<void*> begin(Object& object, Call& call) const;

    template <typename Function, typename... Arguments>
    int invoke(Number number, Arguments... arguments) const {
        auto* function = reinterpret_cast<Function*>(functions_[static_cast<std::size_t>(number)]);
        return function != nullptr ? function(arguments...) : not_supported;
    }

private:
    Result<Workspace> workspace_of(const Handle& handle, Call& call) const;

    int (*create_)(void**);
    int (*destroy_)(void*);
    int (*set_stream_)(void*, void*);
    int (*set_pointer_mode_)(void*, int);
    int (*set_workspace_)(void*, void*, std::size_t);
    int (*get_property_)(int, int*);
    bool is_for_card_;
    std::array<int (*)(void*, int), channel::cublas_setting_count> settings_;
    std::array<void*, ringfence::cublas::number_count> functions_ = {};
    bool checks_indices_;
};

struct Row {
    FunctionSignature function;
    Result<Answer> (*call)(Library&, Call&);
};

#include "libraries/cublas_adapter.inc"

Library::Library(const LibraryFile& file)
    : create_(file.function<int(void**)>("cublasCreate_v2")),
      destroy_(file.function<int(void*)>("cublasDestroy_v2")),
      set_stream_(file.function<int(void*, void*)>("cublasSetStream_v2")),
      set_pointer_mode_(file.function<int(void*, int)>("cublasSetPointerMode_v2")),
      set_workspace_(file.function<int(void*, void*, std::size_t)>("cublasSetWorkspace_v2")),
      get_property_(file.function<int(int, int*)>("cublasGetProperty")),
      is_for_card_(file.is_for_card()),
      settings_{file.function<int(void*, int)>("cublasSetMathMode"),
                file.function<int(void*, int)>("cublasSetAtomicsMode"),
                file.function<int(void*, int)>("cublasSetSmCountTarget")},
      checks_indices_(file.is_of_software_gpu()) {
    for (std::size_t i = 0; i < functions_.size(); ++i)
        functions_[i] = file.find(rows[i].function.name);
}

Result<std::shared_ptr<Object>> Library::create(Caller& caller) const {
    Account::Holding memory;
    if (is_for_card_) {
        RF_TRY(memory, caller.charge(default_workspace));
    }
    void* real = nullptr;
    if (const int status = create_(&real); status != success) {
        return Error::internal(fmt::format("cublasCreate gives {}", status)).with_status(cuda_status::out_of_memory);
    }
    auto handle = std::make_shared<Handle>(real, destroy_);
    handle->memory = std::move(memory);
    return std::shared_ptr<Object>(std::move(handle));
}

// In a private worker the program's own workspace is used: the library's choice of an algorithm depends on its size.
Result<void> Library::set_workspace(Caller& caller, Handle& handle, backend::Address address,
                                    std::uint64_t bytes) const {
    if (!is_for_card_ || set_workspace_ == nullptr) return {};
    if (bytes == 0) address = 0;
    if (address != 0 && !caller.is_alone()) {
        if (!handle.own_workspace || handle.own_workspace->bytes != bytes) {
            RF_TRY(std::shared_ptr<DeviceMemory> memory, caller.device_memory(bytes));
            caller.retire(std::exchange(handle.own_workspace, std::move(memory)));
        }
        address = handle.own_workspace->address;
    }
    handle.workspace = address;
    handle.workspace_bytes = bytes;
    return {};
}

int Library::version(channel::LibraryVersion& version) const {
    if (get_property_ == nullptr) return not_supported;
    for (int i = 0; i < 3; ++i) {
        if (const int status = get_property_(i, &version.parts[i]); status != success) return status;
    }
    version.number = version.parts[0] * 10000 + version.parts[1] * 100 + version.parts[2];
    return success;
}

// In a captured call the library would have the graph allocate its workspace, which no part of a graph can do. So it
// gets one, as large as its own.
Result<Workspace> Library::workspace_of(const Handle& handle, Call& call) const {
    if (handle.workspace == 0) {
        if (!call.caller().is_recording() || !is_for_card_ || set_workspace_ == nullptr) return Workspace{};
        RF_TRY(const backend::Address address, call.caller().workspace(handle.stream, default_workspace));
        return Workspace{address, default_workspace};
    }
    if (handle.own_workspace) {
        call.caller().uses(handle.own_workspace);
    } else if (const auto checked = call.caller().check(handle.workspace, handle.workspace_bytes); !checked.ok()) {
        return call.refused("workspace", checked.error().message);
    }
    return Workspace{handle.workspace, handle.workspace_bytes};
}

Result<void*> Library::begin(Object& object, Call& call) const {
    auto& handle = static_cast<Handle&>(object);
    RF_TRY(const Workspace workspace, workspace_of(handle, call));
    RF_TRY(backend::Stream * begun, call.caller().begin_work(handle.stream));
    void* const stream = begun->native();
    // A new stream takes the workspace away, and nothing else does.
    if (stream != handle.real_stream || (workspace.address == 0 && handle.real_workspace != 0)) {
        (void)set_stream_(handle.real(), stream);
        handle.real_stream = stream;
        handle.real_workspace = 0;
        handle.real_workspace_bytes = 0;
    }
    if (workspace.address != 0 &&
        (workspace.address != handle.real_workspace || workspace.bytes != handle.real_workspace_bytes)) {
        (void)set_workspace_(handle.real(), reinterpret_cast<void*>(workspace.address), workspace.bytes);
        handle.real_workspace = workspace.address;
        handle.real_workspace_bytes = workspace.bytes;
    }
    const int mode = call.has_device_scalars() ? 1 : 0;
    if (mode != handle.pointer_mode) {
        (void)set_pointer_mode_(handle.real(), mode);
        handle.pointer_mode = mode;
    }
    return handle.real();
}

class CublasAdapter final : public Adapter {
public:
    explicit CublasAdapter(const LibraryFile& file) : library_(file) {}

    bool is_whole() const { return library_.is_whole(); }

    Result<Answer> call(Caller& caller, std::uint32_t function, std::span<const std::byte> bytes) override {
        switch (static_cast<CublasFunction>(function)) {
            case CublasFunction::Create: return create(caller, bytes);
            case CublasFunction::Destroy: return destroy(caller, bytes);
            case CublasFunction::SetStream: return set_stream(caller, bytes);
            case CublasFunction::Set: return set(caller, bytes);
            case CublasFunction::SetWorkspace: return set_workspace(caller, bytes);
            case CublasFunction::Version: return version(bytes);
        }
        const std::uint32_t number = function - channel::first_declared_function;
        if (number >= ringfence::cublas::number_count) {
            return Error::bad_input(fmt::format("cuBLAS has no function {}", function))
                .with_status(cuda_status::invalid_value);
        }
        const Row& row = rows[number];
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, std::strlen(row.function.parameters)));
        Call call(caller, row.function.name, arguments);
        return row.call(library_, call);
    }

private:
    Result<Answer> create(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 1));
        RF_TRY(auto object, library_.create(caller));
        RF_RETURN_IF_ERROR(caller.insert(arguments.word(0), std::move(object)));
        return Answer{};
    }
    static Result<Answer> destroy(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 1));
        Call call(caller, "cublasDestroy_v2", arguments);
        RF_RETURN_IF_ERROR(call.object(0, channel::Library::Cublas));
        (void)caller.remove(arguments.word(0));
        return Answer{};
    }
    static Result<Answer> set_stream(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 2));
        Call call(caller, "cublasSetStream_v2", arguments);
        RF_TRY(Object * object, call.object(0, channel::Library::Cublas));
        auto& handle = static_cast<Handle&>(*object);
        caller.retire(std::exchange(handle.own_workspace, nullptr));
        handle.stream = arguments.word(1);
        handle.workspace = 0;
        return Answer{};
    }
    Result<Answer> set_workspace(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 3));
        Call call(caller, "cublasSetWorkspace_v2", arguments);
        RF_TRY(Object * object, call.object(0, channel::Library::Cublas));
        const std::uint64_t size = arguments.word(2);
        if (size != 0 && arguments.word(1) != 0) {
            RF_RETURN_IF_ERROR(call.reaches(1, "workspace", static_cast<reach::Wide>(size), 1));
        }
        RF_RETURN_IF_ERROR(library_.set_workspace(caller, static_cast<Handle&>(*object), arguments.word(1), size));
        return Answer{};
    }
    Result<Answer> version(std::span<const std::byte> bytes) {
        RF_RETURN_IF_ERROR(channel::LibraryArguments::read(bytes, 0));
        channel::LibraryVersion version;
        Answer answer{.status = library_.version(version)};
        answer.bytes.resize(sizeof version);
        std::memcpy(answer.bytes.data(), &version, sizeof version);
        return answer;
    }
    Result<Answer> set(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 3));
        Call call(caller, "cublasSet…", arguments);
        RF_TRY(Object * object, call.object(0, channel::Library::Cublas));
        return Answer{.status = library_.set_mode(*object, arguments.word(1), arguments.i32(2))};
    }

    Library library_;
};

}  // namespace cublas_calls

std::vector<FunctionSignature> cublas_functions() {
    std::vector<FunctionSignature> functions;
    for (const cublas_calls::Row& row : cublas_calls::rows)
        functions.push_back(row.function);
    return functions;
}

Result<std::unique_ptr<Adapter>> make_cublas(const LibraryFile& file) {
    auto adapter = std::make_unique<cublas_calls::CublasAdapter>(file);
    if (!adapter->is_whole()) return Error::bad_input("this is no cuBLAS: it lacks functions that every one has");
    return std::unique_ptr<Adapter>(std::move(adapter));
}

}  // namespace ringfence::adapters
