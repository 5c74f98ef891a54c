#include "adapters/cudnn.h"

#include <utility>

#include <fmt/core.h>

#include "adapters/cudnn_call.h"
#include "adapters/cudnn_graph.h"
#include "adapters/cudnn_library.h"
#include "base/cuda_status.h"
#include "channel/library_functions.h"

namespace ringfence::adapters {
namespace cudnn_calls {

using channel::LibraryArguments;
using channel::cudnn::Function;

// The memory of a handle, with the descriptors that are kept for it.
constexpr std::uint64_t handle_bytes = 16 << 20;

Result<CudnnObject*> find_part(Caller& caller, std::uint64_t bits, Part part) {
    Object* object = caller.find(bits);
    if (object == nullptr || object->library != channel::Library::Cudnn ||
        static_cast<CudnnObject*>(object)->part != part) {
        return Error::bad_input(fmt::format("cuDNN: there is no handle {:#x}", bits))
            .with_status(cuda_status::invalid_handle);
    }
    return static_cast<CudnnObject*>(object);
}
Result<CudnnHandle*> find_handle(Caller& caller, std::uint64_t bits) {
    RF_TRY(CudnnObject * object, find_part(caller, bits, Part::Handle));
    return static_cast<CudnnHandle*>(object);
}
Result<GraphSession*> find_session(Caller& caller, std::uint64_t bits) {
    RF_TRY(CudnnObject * object, find_part(caller, bits, Part::Session));
    return static_cast<GraphSession*>(object);
}

class CudnnAdapter final : public Adapter {
public:
    explicit CudnnAdapter(const LibraryFile& file) : library_(file) {}

    bool is_whole() const { return library_.is_whole(); }

    Result<Answer> call(Caller& caller, std::uint32_t function, std::span<const std::byte> bytes) override {
        if (!caller.is_alone()) {
            return Error::bad_input(
                       "cuDNN: how far its work reaches cannot be told, so it is not for sessions that share a "
                       "context. "
                       "Run the program with --isolation private")
                .with_status(cuda_status::not_supported);
        }
        if (function >= channel::first_declared_function) {
            return declared(caller, function - channel::first_declared_function, bytes);
        }
        switch (static_cast<Function>(function)) {
            case Function::Begin: return begin_session(caller, bytes);
            case Function::Create: return create(caller, bytes);
            case Function::Destroy: return destroy(caller, bytes);
            case Function::SetStream: return set_stream(caller, bytes);
            case Function::Finalize: return finalize(caller, bytes);
            case Function::GetAttribute: return get_attribute(caller, bytes);
            case Function::Drop: return drop(caller, bytes);
            case Function::Execute: return execute(caller, bytes);
            case Function::InitializeDropout: return dropout(caller, bytes);
            case Function::GetWeightParams: return weight_params(caller, bytes);
        }
        return refused("cuDNN", fmt::format("has no function {}", function));
    }

private:
    Result<Answer> begin_session(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 1));
        RF_RETURN_IF_ERROR(caller.insert(arguments.word(0), std::make_shared<GraphSession>(library_)));
        const channel::cudnn::Versions versions = library_.versions();
        const auto given = std::as_bytes(std::span(&versions, 1));
        Answer answer;
        answer.bytes.assign(given.begin(), given.end());
        return answer;
    }
    Result<Answer> create(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 1));
        RF_TRY(Account::Holding memory, caller.charge(handle_bytes));
        void* real = nullptr;
        if (const int status = library_.create(&real); status != success) return Answer{.status = status};
        auto handle = std::make_shared<CudnnHandle>(std::make_shared<RealHandle>(library_, real, std::move(memory)));
        RF_RETURN_IF_ERROR(caller.insert(arguments.word(0), std::move(handle)));
        return Answer{};
    }
    static Result<Answer> destroy(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 1));
        RF_RETURN_IF_ERROR(find_handle(caller, arguments.word(0)));
        (void)caller.remove(arguments.word(0));
        return Answer{};
    }
    static Result<Answer> set_stream(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 2));
        RF_TRY(CudnnHandle * handle, find_handle(caller, arguments.word(0)));
        handle->stream = arguments.word(1);
        return Answer{};
    }
    static Result<Answer> finalize(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 4));
        RF_TRY(GraphSession * session, find_session(caller, arguments.word(0)));
        return session->finalize(caller, arguments.word(1), arguments.i64(2), arguments.copy(3));
    }
    static Result<Answer> get_attribute(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 7));
        RF_TRY(GraphSession * session, find_session(caller, arguments.word(0)));
        return session->get_attribute(caller, arguments.word(1), arguments.i64(2), arguments.i64(3), arguments.i64(4),
                                      arguments.copy(5), arguments.word(6));
    }
    static Result<Answer> drop(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 2));
        RF_TRY(GraphSession * session, find_session(caller, arguments.word(0)));
        session->drop(arguments.word(1));
        return Answer{};
    }
    static Result<Answer> execute(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 5));
        RF_TRY(CudnnHandle * handle, find_handle(caller, arguments.word(0)));
        RF_TRY(GraphSession * session, find_session(caller, arguments.word(1)));
        return session->execute(caller, *handle, arguments.word(2), arguments.copy(3), arguments.copy(4));
    }
    Result<Answer> dropout(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 2));
        RF_TRY(CudnnHandle * handle, find_handle(caller, arguments.word(0)));
        return initialize_dropout(library_, caller, *handle, arguments.copy(1));
    }
    Result<Answer> weight_params(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 2));
        RF_TRY(CudnnHandle * handle, find_handle(caller, arguments.word(0)));
        return get_weight_params(library_, caller, *handle, arguments.copy(1));
    }
    Result<Answer> declared(Caller& caller, std::uint32_t number, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, LibraryArguments::read(bytes, 2));
        RF_TRY(CudnnHandle * handle, find_handle(caller, arguments.word(0)));
        return call_declared(library_, caller, *handle, number, arguments.copy(1));
    }

    CudnnLibrary library_;
};

}  // namespace cudnn_calls

Result<std::unique_ptr<Adapter>> make_cudnn(const LibraryFile& file) {
    auto adapter = std::make_unique<cudnn_calls::CudnnAdapter>(file);
    if (!adapter->is_whole()) return Error::bad_input("this is no cuDNN: it lacks functions that every one has");
    return std::unique_ptr<Adapter>(std::move(adapter));
}

}  // namespace ringfence::adapters
