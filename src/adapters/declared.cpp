#include "adapters/declared.h"

#include <cstring>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "channel/library_functions.h"

namespace ringfence::adapters {
namespace {

using channel::ObjectFunction;

// The status that each library has for "not supported".
int not_supported_by(channel::Library library) {
    switch (library) {
        case channel::Library::Cusolver: return 9;
        case channel::Library::Cusparse: return 10;
        default: return 999;  // cuRAND: an internal error
    }
}

constexpr reach::Wide most_host_work = reach::Wide{4} << 30;
// The charge for a handle or generator on a card. The real size is not documented: we assume that of cuBLAS, which
// cuSOLVER contains.
constexpr std::uint64_t handle_bytes = std::uint64_t{32} << 20;

}  // namespace

Result<void*> DeclaredObject::host_work(Call& call, const char* name, reach::Wide bytes) {
    if (bytes <= 0) return static_cast<void*>(nullptr);
    if (bytes > most_host_work) return call.refused(name, "is more host memory than a call may have");
    const auto size = static_cast<std::size_t>(bytes);
    if (!host_work_ || size > host_work_->bytes.size()) {
        auto larger = std::make_shared<HostWork>();
        RF_TRY(larger->charge, call.caller().charge(size));
        larger->bytes.resize(size);
        host_work_ = std::move(larger);
    }
    call.caller().uses(host_work_);
    return static_cast<void*>(host_work_->bytes.data());
}

DeclaredLibrary::DeclaredLibrary(const LibraryFile& file, const LibraryDeclaration& declaration,
                                 std::span<const char* const> names)
    : declaration_(declaration),
      set_stream_(file.function<int(void*, void*)>(declaration.set_stream)),
      checks_indices_(file.is_of_software_gpu()),
      not_supported_(not_supported_by(declaration.library)) {
    for (const ObjectKind& kind : declaration.kinds)
        makers_.push_back({file.find(kind.create), file.function<int(void*)>(kind.destroy)});
    if (declaration.set_pointer_mode != nullptr)
        set_pointer_mode_ = file.function<int(void*, int)>(declaration.set_pointer_mode);
    for (const char* name : declaration.helpers)
        helpers_.push_back(file.find(name));
    for (const char* name : names)
        functions_.push_back(file.find(name));
}

bool DeclaredLibrary::is_whole() const {
    return makers_[0].create != nullptr && makers_[0].destroy != nullptr && set_stream_ != nullptr;
}

Result<std::shared_ptr<Object>> DeclaredLibrary::create(Caller& caller, std::uint32_t kind, int argument) const {
    if (kind >= makers_.size() || makers_[kind].create == nullptr || makers_[kind].destroy == nullptr) {
        return Error::bad_input(fmt::format("{} has no objects of kind {}", declaration_.name, kind))
            .with_status(cuda_status::not_supported);
    }
    Account::Holding memory;
    if (kind == 0 && !checks_indices_) {
        RF_TRY(memory, caller.charge(handle_bytes));
    }
    void* real = nullptr;
    const int status = declaration_.kinds[kind].has_argument
                           ? reinterpret_cast<int (*)(void**, int)>(makers_[kind].create)(&real, argument)
                           : reinterpret_cast<int (*)(void**)>(makers_[kind].create)(&real);
    if (status != 0) {
        return Error::bad_input(fmt::format("{} gives {}", declaration_.kinds[kind].create, status))
            .with_status(declaration_.kinds[kind].has_argument ? cuda_status::not_supported
                                                               : cuda_status::out_of_memory);
    }
    auto object = std::make_shared<DeclaredObject>(declaration_.library, kind, real, makers_[kind].destroy);
    object->memory = std::move(memory);
    return std::shared_ptr<Object>(std::move(object));
}

Result<DeclaredObject*> DeclaredLibrary::object(Call& call, std::size_t index, std::uint32_t kind) const {
    RF_TRY(Object * found, call.object(index, declaration_.library));
    auto* object = static_cast<DeclaredObject*>(found);
    if (object->kind != kind) {
        return Error::bad_input(fmt::format("{}: an object of {} is of another kind", declaration_.name, index))
            .with_status(cuda_status::invalid_handle);
    }
    return object;
}

Result<void*> DeclaredLibrary::work_area(const DeclaredObject& object, Call& call, std::size_t index, const char* name,
                                         reach::Wide elements, std::size_t element_bytes) const {
    RF_RETURN_IF_ERROR(call.reaches(index, name, elements, element_bytes));
    if (checks_indices_ || call.caller().is_alone() || elements <= 0) return call.pointer(index);
    const auto bytes = static_cast<std::uint64_t>(elements) * element_bytes;
    RF_TRY(const backend::Address area, call.caller().workspace(object.stream, bytes));
    return reinterpret_cast<void*>(area);
}

Result<void> DeclaredLibrary::aligned(Call& call, std::size_t index, const char* name, std::size_t alignment) const {
    if (checks_indices_ || call.caller().is_alone()) return {};
    return call.aligned(index, name, alignment);
}

void DeclaredLibrary::set_pointer_mode(DeclaredObject& object, const Call& call) const {
    const int mode = call.has_device_scalars() ? 1 : 0;
    if (object.kind != 0 || set_pointer_mode_ == nullptr || mode == object.real_pointer_mode) return;
    (void)set_pointer_mode_(object.real(), mode);
    object.real_pointer_mode = mode;
}

Result<void> DeclaredLibrary::begin(DeclaredObject& object, Call& call) const {
    if (object.kind != 0) return {};  // it has no stream: only settings are called so
    set_pointer_mode(object, call);
    if (checks_indices_) RF_RETURN_IF_ERROR(call.charge_until_done(object.stream, declaration_.copies));
    RF_TRY(backend::Stream * begun, call.caller().begin_work(object.stream));
    // Memory of its own, which later calls may make it free: what was recorded before would still use it.
    const bool is_captured = call.caller().is_recording() && !call.caller().is_alone();
    if (!checks_indices_ && (begun->is_recording() || is_captured)) {
        return Error::bad_input(fmt::format("{}: on a stream that waits for the program or captures a graph, where "
                                            "sessions share a card",
                                            call.function()))
            .with_remedy("use it on a stream that does not, or ringfence run --isolation private")
            .with_status(cuda_status::not_supported);
    }
    call.goes_to(*begun);
    void* const stream = begun->native();
    if (stream != object.real_stream) {
        (void)set_stream_(object.real(), stream);
        object.real_stream = stream;
    }
    return {};
}

namespace {

class DeclaredAdapter final : public Adapter {
public:
    DeclaredAdapter(const LibraryFile& file, const LibraryDeclaration& declaration, std::span<const DeclaredRow> rows)
        : rows_(rows), library_(file, declaration, names_of(rows)) {}

    bool is_whole() const { return library_.is_whole(); }

    Result<Answer> call(Caller& caller, std::uint32_t function, std::span<const std::byte> bytes) override {
        switch (static_cast<ObjectFunction>(function)) {
            case ObjectFunction::Create: return create(caller, bytes);
            case ObjectFunction::Destroy: return destroy(caller, bytes);
            case ObjectFunction::SetStream: return set_stream(caller, bytes);
        }
        const std::uint32_t number = function - channel::first_declared_function;
        if (number >= rows_.size()) {
            return Error::bad_input(fmt::format("{} has no function {}", library_.declaration().name, function))
                .with_status(cuda_status::invalid_value);
        }
        const DeclaredRow& row = rows_[number];
        if (caller.is_recording() && !library_.declaration().can_be_recorded) {
            return Error::bad_input(fmt::format("{}: calls of {} are not captured into graphs", row.function.name,
                                                library_.declaration().name))
                .with_remedy("call it before the capture, or on a stream that does not capture")
                .with_status(cuda_status::capture_unsupported);
        }
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, std::strlen(row.function.parameters)));
        Call call(caller, row.function.name, arguments);
        Result<Answer> answer = row.call(library_, call);
        RF_RETURN_IF_ERROR(call.keep_charge());
        return answer;
    }

private:
    static std::vector<const char*> names_of(std::span<const DeclaredRow> rows) {
        std::vector<const char*> names;
        for (const DeclaredRow& row : rows)
            names.push_back(row.function.name);
        return names;
    }

    Result<Answer> create(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 3));
        const std::uint64_t kind = arguments.word(1);
        RF_TRY(auto object,
               library_.create(caller, static_cast<std::uint32_t>(std::min<std::uint64_t>(kind, UINT32_MAX)),
                               arguments.i32(2)));
        RF_RETURN_IF_ERROR(caller.insert(arguments.word(0), std::move(object)));
        return Answer{};
    }
    Result<Answer> destroy(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 1));
        Call call(caller, "destroy", arguments);
        RF_RETURN_IF_ERROR(call.object(0, library_.declaration().library));
        (void)caller.remove(arguments.word(0));
        return Answer{};
    }
    Result<Answer> set_stream(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 2));
        Call call(caller, library_.declaration().set_stream, arguments);
        RF_TRY(DeclaredObject * object, library_.object(call, 0, 0));
        object->stream = arguments.word(1);
        return Answer{};
    }

    std::span<const DeclaredRow> rows_;
    DeclaredLibrary library_;
};

}  // namespace

Result<std::unique_ptr<Adapter>> make_declared(const LibraryFile& file, const LibraryDeclaration& declaration,
                                               std::span<const DeclaredRow> rows) {
    auto adapter = std::make_unique<DeclaredAdapter>(file, declaration, rows);
    if (!adapter->is_whole()) {
        return Error::bad_input(fmt::format("this is no {}: it lacks functions that every one has", declaration.name));
    }
    return std::unique_ptr<Adapter>(std::move(adapter));
}

}  // namespace ringfence::adapters
