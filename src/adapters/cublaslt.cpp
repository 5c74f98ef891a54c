#include "adapters/cublaslt.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "adapters/call.h"
#include "adapters/cublaslt_algorithms.h"
#include "adapters/cublaslt_arguments.h"
#include "adapters/cublaslt_library.h"
#include "adapters/cublaslt_reach.h"
#include "base/cuda_status.h"

namespace ringfence::adapters {
namespace lt {

using namespace channel::lt;

template <typename T>
Answer with_bytes(const T* values, std::size_t count) {
    Answer answer;
    answer.bytes.resize(count * sizeof(T));
    if (count != 0) std::memcpy(answer.bytes.data(), values, answer.bytes.size());
    return answer;
}

struct Workspace {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

class CublasLtAdapter final : public Adapter {
public:
    explicit CublasLtAdapter(const LibraryFile& file) : functions_(file) {}

    bool is_whole() const { return functions_.are_whole(); }

    Result<Answer> call(Caller& caller, std::uint32_t function, std::span<const std::byte> bytes) override {
        switch (static_cast<Function>(function)) {
            case Function::Create: return create(caller, bytes);
            case Function::Destroy: return destroy(caller, bytes);
            case Function::Matmul: return matmul(caller, bytes);
            case Function::Heuristic: return heuristic(caller, bytes);
            case Function::GetIds: return get_ids(caller, bytes);
            case Function::Init: return init(caller, bytes);
            case Function::Check: return check(caller, bytes);
            case Function::GetCapability:
                return get_of_algorithm(caller, bytes, functions_.get_capability, "cublasLtMatmulAlgoCapGetAttribute");
            case Function::GetConfiguration:
                return get_of_algorithm(caller, bytes, functions_.get_configuration,
                                        "cublasLtMatmulAlgoConfigGetAttribute");
            case Function::SetConfiguration: return set_configuration(caller, bytes);
            case Function::Transform: return transform(caller, bytes);
        }
        return Error::bad_input(fmt::format("cublasLt has no function {}", function))
            .with_status(cuda_status::invalid_value);
    }

private:
    Result<Answer> create(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 1));
        constexpr std::uint64_t handle_bytes = 1 << 20;  // with the algorithms that are remembered
        RF_TRY(Account::Holding memory, caller.charge(handle_bytes));
        void* real = nullptr;
        if (const int status = functions_.create(&real); status != success) return Answer{.status = status};
        auto session = std::make_shared<Session>(real, functions_.destroy, std::move(memory));
        RF_RETURN_IF_ERROR(caller.insert(arguments.word(0), std::move(session)));
        return Answer{};
    }
    static Result<Answer> destroy(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 1));
        RF_RETURN_IF_ERROR(session_of(caller, arguments, "cublasLtDestroy"));
        (void)caller.remove(arguments.word(0));
        return Answer{};
    }

    static Result<Session*> session_of(Caller& caller, const channel::LibraryArguments& arguments,
                                       const char* function) {
        Call call(caller, function, arguments);
        RF_TRY(Object * object, call.object(0, channel::Library::CublasLt));
        return static_cast<Session*>(object);
    }

    // The client's own where nobody else is; in a domain of many one of the worker's, which no client can write.
    static Result<Workspace> workspace_for(Caller& caller, std::uint64_t stream, Workspace clients,
                                           const Algorithms::Entry* entry) {
        constexpr const char* function = "cublasLtMatmul";
        if (caller.is_alone()) {
            if (clients.address == 0 || clients.bytes == 0) return Workspace{clients.address, 0};
            RF_RETURN_IF_ERROR(check_piece(caller, function,
                                           {"workspace", clients.address, static_cast<reach::Wide>(clients.bytes), 1}));
            return clients;
        }
        const std::uint64_t wanted = entry != nullptr ? entry->workspace : clients.bytes;
        if (wanted == 0) return Workspace{};
        auto lent = caller.workspace(stream, wanted);
        if (lent.ok()) return Workspace{lent.value(), wanted};
        if (entry != nullptr) return lent.take_error();
        return Workspace{};  // the library looks for an algorithm that needs none
    }

    // The algorithm as it may be shown to the library. Null: the library is to choose.
    static Result<const Algorithms::Entry*> check_algorithm(const Caller& caller, const Session& session,
                                                            const Problem& problem, const Algorithm& algorithm,
                                                            const MatmulMemory& memory) {
        if (caller.is_alone()) return static_cast<const Algorithms::Entry*>(nullptr);
        const Algorithms::Entry* entry = session.algorithms.find(problem, algorithm);
        if (entry == nullptr) {
            return refused_call("cublasLtMatmul",
                                "argument algo: cublasLtMatmulAlgoGetHeuristic did not give it for this problem; any "
                                "other is allowed in a private domain only");
        }
        const Alignments there = alignments_of(problem.desc, {memory.a, memory.b, memory.c, memory.d});
        for (std::size_t i = 0; i < there.size(); ++i) {
            if (there[i] < entry->alignments[i]) {
                return refused_call("cublasLtMatmul", "argument algo: it is for memory that is aligned more strictly");
            }
        }
        return entry;
    }

    static Alignments matrix_alignments(const MatmulMemory& memory) {
        return alignments_of({}, {memory.a, memory.b, memory.c, memory.d});
    }
    static bool has_usual_alignment(const MatmulMemory& memory) {
        const Alignments there = matrix_alignments(memory);
        const Preference usual;
        return std::equal(std::begin(usual.alignment), std::end(usual.alignment), there.begin(), std::less_equal<>());
    }

    // Asks the heuristics as cublasLtMatmul does without an algorithm, but with the actual alignment of the memory. The
    // library would assume the usual alignment, and a kernel that finds less ends the context of all who share it.
    // Empty: there is no algorithm.
    std::optional<HeuristicResult> choose(const Session& session, const RealProblem& real, const MatmulMemory& memory,
                                          std::uint64_t most_workspace) const {
        Preference preference{.most_workspace = most_workspace};
        const Alignments there = matrix_alignments(memory);
        std::copy_n(there.begin(), std::size(preference.alignment), std::begin(preference.alignment));
        const auto real_preference = make_real(functions_.create_preference, functions_.destroy_preference);
        real_preference->apply(preference, Preference{}, functions_.set_preference);
        if (real_preference->status() != success) return std::nullopt;
        HeuristicResult result;
        int found = 0;
        const int status =
            functions_.heuristic(session.real, real.desc->get(), real.a->get(), real.b->get(), real.c->get(),
                                 real.d->get(), real_preference->get(), 1, &result, &found);
        if (status != success || found < 1 || result.state != success) return std::nullopt;
        return result;
    }

    Result<Answer> matmul(Caller& caller, std::span<const std::byte> bytes) {
        constexpr const char* function = "cublasLtMatmul";
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, matmul_arguments));
        RF_TRY(Session * session, session_of(caller, arguments, function));
        RF_TRY(Problem problem, read_copy<Problem>(arguments, 2, function));
        drop_unused(problem.desc);
        RF_RETURN_IF_ERROR(check_documented(caller, function, problem));
        if (!is_consistent(problem)) return Answer{.status = invalid_value};

        const std::int32_t mode = problem.desc.pointer_mode;
        MatmulMemory memory{.a = arguments.word(4),
                            .b = arguments.word(5),
                            .c = arguments.word(7),
                            .d = arguments.word(8),
                            .alpha = {},
                            .beta = {}};
        const bool beta_is_host = mode == pointers_host || mode == pointers_alpha_vector_beta_host;
        RF_TRY(memory.alpha, read_factor(arguments, 3, mode == pointers_host, problem.desc.scale_type, function));
        RF_TRY(memory.beta, read_factor(arguments, 6, beta_is_host, problem.desc.scale_type, function));
        memory.beta.is_zero = memory.beta.is_zero || mode == pointers_alpha_vector_beta_zero;
        RF_RETURN_IF_ERROR(check_pieces(caller, function, matmul_pieces(problem, memory, !caller.is_alone())));

        const bool has_algorithm = !arguments.copy(9).empty();
        Algorithm algorithm;
        const Algorithms::Entry* entry = nullptr;
        if (has_algorithm) {
            RF_TRY(algorithm, read_copy<Algorithm>(arguments, 9, function));
            RF_TRY(entry, check_algorithm(caller, *session, problem, algorithm, memory));
        }
        const RealProblem real(functions_, problem);
        if (real.status() != success) return Answer{.status = real.status()};
        Algorithms::Entry chosen;
        if (!has_algorithm && !caller.is_alone() && !has_usual_alignment(memory)) {
            const auto found = choose(*session, real, memory, arguments.word(11));
            if (!found) return Answer{.status = not_supported};
            algorithm = found->algorithm;
            chosen.workspace = found->workspace;
            entry = &chosen;
        }
        const std::uint64_t stream_handle = arguments.word(1);
        RF_TRY(const Workspace workspace,
               workspace_for(caller, stream_handle, {arguments.word(10), arguments.word(11)}, entry));
        RF_TRY(backend::Stream * stream, caller.begin_work(stream_handle));
        const FactorPlace alpha(arguments, 3);
        const FactorPlace beta(arguments, 6);
        const int status = functions_.matmul(
            session->real, real.desc->get(), alpha.get(), place_of(arguments, 4), real.a->get(), place_of(arguments, 5),
            real.b->get(), beta.get(), place_of(arguments, 7), real.c->get(), reinterpret_cast<void*>(memory.d),
            real.d->get(), has_algorithm || entry != nullptr ? &algorithm : nullptr,
            reinterpret_cast<void*>(workspace.address), workspace.bytes, stream->native());
        return Answer{.status = status, .stream = stream_handle};
    }

    Result<Answer> heuristic(Caller& caller, std::span<const std::byte> bytes) {
        constexpr const char* function = "cublasLtMatmulAlgoGetHeuristic";
        constexpr std::uint32_t limited_by_algorithm = 1;
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 5));
        RF_TRY(Session * session, session_of(caller, arguments, function));
        RF_TRY(Problem problem, read_copy<Problem>(arguments, 1, function));
        RF_TRY(const Preference preference, read_copy<Preference>(arguments, 2, function));
        RF_TRY(const Algorithm given, read_copy<Algorithm>(arguments, 4, function));
        drop_unused(problem.desc);
        RF_RETURN_IF_ERROR(check_documented(caller, function, problem));
        RF_RETURN_IF_ERROR(check_documented(caller, function, preference));
        const std::int32_t wanted = arguments.i32(3);
        if (wanted <= 0 || wanted > most_results) return Answer{.status = invalid_value};
        if (preference.search_mode == limited_by_algorithm) {
            RF_RETURN_IF_ERROR(check_known(caller, *session, given, function));
        }
        const RealProblem real(functions_, problem);
        if (real.status() != success) return Answer{.status = real.status()};
        const auto real_preference = make_real(functions_.create_preference, functions_.destroy_preference);
        real_preference->apply(preference, Preference{}, functions_.set_preference);
        if (real_preference->status() != success) return Answer{.status = real_preference->status()};

        std::array<HeuristicResult, most_results> results = {};
        results[0].algorithm = given;
        int found = 0;
        const int status =
            functions_.heuristic(session->real, real.desc->get(), real.a->get(), real.b->get(), real.c->get(),
                                 real.d->get(), real_preference->get(), wanted, results.data(), &found);
        if (status != success) return Answer{.status = status};
        found = std::clamp(found, 0, wanted);
        if (!caller.is_alone())
            remember(*session, problem, preference, {results.data(), static_cast<std::size_t>(found)});
        return with_bytes(results.data(), static_cast<std::size_t>(found));
    }

    static void remember(Session& session, const Problem& problem, const Preference& preference,
                         std::span<const HeuristicResult> results) {
        Alignments alignments = alignments_of(problem.desc, {});
        for (std::size_t i = 0; i < std::size(preference.alignment); ++i)
            alignments[i] = std::clamp<std::uint32_t>(preference.alignment[i], 1, 256);
        for (const HeuristicResult& result : results)
            if (result.state == success)
                session.algorithms.remember(problem, result.algorithm, {alignments, result.workspace});
    }

    static Result<void> check_known(const Caller& caller, const Session& session, const Algorithm& algorithm,
                                    const char* function) {
        if (caller.is_alone() || session.algorithms.is_known(algorithm)) return {};
        return refused_call(function,
                            "argument algo: cublasLtMatmulAlgoGetHeuristic did not give it; any other is allowed in a "
                            "private domain only");
    }

    // The types of a product, as arguments 1 to 6. False: one of them is none.
    static bool read_types(const channel::LibraryArguments& arguments, int (&types)[6]) {
        for (std::size_t i = 0; i < std::size(types); ++i)
            types[i] = arguments.i32(1 + i);
        return types[0] >= 0 && types[0] < 256 &&
               std::all_of(types + 1, types + 6, [](int type) { return type_bits(type) != 0; });
    }

    Result<Answer> get_ids(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 8));
        RF_TRY(Session * session, session_of(caller, arguments, "cublasLtMatmulAlgoGetIds"));
        int types[6];
        const std::int32_t wanted = arguments.i32(7);
        if (!read_types(arguments, types) || wanted <= 0 || wanted > most_ids) return Answer{.status = invalid_value};
        if (functions_.get_ids == nullptr) return Answer{.status = not_supported};
        std::vector<int> ids(static_cast<std::size_t>(wanted));
        int found = 0;
        const int status = functions_.get_ids(session->real, types[0], types[1], types[2], types[3], types[4], types[5],
                                              wanted, ids.data(), &found);
        if (status != success) return Answer{.status = status};
        return with_bytes(ids.data(), static_cast<std::size_t>(std::clamp(found, 0, wanted)));
    }

    Result<Answer> init(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 8));
        RF_TRY(Session * session, session_of(caller, arguments, "cublasLtMatmulAlgoInit"));
        int types[6];
        if (!read_types(arguments, types)) return Answer{.status = invalid_value};
        if (functions_.init == nullptr) return Answer{.status = not_supported};
        Algorithm algorithm;
        const int status = functions_.init(session->real, types[0], types[1], types[2], types[3], types[4], types[5],
                                           arguments.i32(7), &algorithm);
        if (status != success) return Answer{.status = status};
        return with_bytes(&algorithm, 1);
    }

    Result<Answer> check(Caller& caller, std::span<const std::byte> bytes) {
        constexpr const char* function = "cublasLtMatmulAlgoCheck";
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 3));
        RF_TRY(Session * session, session_of(caller, arguments, function));
        RF_TRY(Problem problem, read_copy<Problem>(arguments, 1, function));
        RF_TRY(const Algorithm algorithm, read_copy<Algorithm>(arguments, 2, function));
        drop_unused(problem.desc);
        RF_RETURN_IF_ERROR(check_documented(caller, function, problem));
        RF_RETURN_IF_ERROR(check_known(caller, *session, algorithm, function));
        if (functions_.check == nullptr) return Answer{.status = not_supported};
        const RealProblem real(functions_, problem);
        if (real.status() != success) return Answer{.status = real.status()};
        HeuristicResult result;
        const int status = functions_.check(session->real, real.desc->get(), real.a->get(), real.b->get(),
                                            real.c->get(), real.d->get(), &algorithm, &result);
        if (status != success) return Answer{.status = status};
        return with_bytes(&result, 1);
    }

    static Result<Answer> get_of_algorithm(Caller& caller, std::span<const std::byte> bytes,
                                           Functions::GetOfAlgorithm* get, const char* function) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 4));
        RF_TRY(Session * session, session_of(caller, arguments, function));
        RF_TRY(const Algorithm algorithm, read_copy<Algorithm>(arguments, 1, function));
        RF_RETURN_IF_ERROR(check_known(caller, *session, algorithm, function));
        const std::uint64_t wanted = arguments.word(3);
        if (wanted > most_capability_bytes) return Answer{.status = invalid_value};
        if (get == nullptr) return Answer{.status = not_supported};
        std::uint64_t values[1 + most_capability_bytes / sizeof(std::uint64_t)] = {};
        std::size_t written = 0;
        const int status = get(&algorithm, arguments.i32(2), wanted != 0 ? values + 1 : nullptr, wanted, &written);
        if (status != success) return Answer{.status = status};
        values[0] = written;
        return with_bytes(reinterpret_cast<const std::byte*>(values),
                          sizeof values[0] + std::min<std::uint64_t>(wanted, written));
    }

    Result<Answer> set_configuration(Caller& caller, std::span<const std::byte> bytes) {
        constexpr const char* function = "cublasLtMatmulAlgoConfigSetAttribute";
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 4));
        RF_TRY(Session * session, session_of(caller, arguments, function));
        RF_TRY(Algorithm algorithm, read_copy<Algorithm>(arguments, 1, function));
        RF_RETURN_IF_ERROR(check_known(caller, *session, algorithm, function));
        if (functions_.set_configuration == nullptr) return Answer{.status = not_supported};
        const std::span<const std::byte> value = arguments.copy(3);
        const int status = functions_.set_configuration(&algorithm, arguments.i32(2), value.data(), value.size());
        if (status != success) return Answer{.status = status};
        return with_bytes(&algorithm, 1);
    }

    Result<Answer> transform(Caller& caller, std::span<const std::byte> bytes) {
        constexpr const char* function = "cublasLtMatrixTransform";
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, transform_arguments));
        RF_TRY(Session * session, session_of(caller, arguments, function));
        RF_TRY(const Transform all, read_copy<Transform>(arguments, 2, function));
        RF_RETURN_IF_ERROR(check_documented(caller, function, all));
        if (!is_consistent(all)) return Answer{.status = invalid_value};
        if (functions_.transform == nullptr || functions_.create_transform == nullptr ||
            functions_.set_transform == nullptr || functions_.destroy_transform == nullptr) {
            return Answer{.status = not_supported};
        }
        const bool is_host = all.desc.pointer_mode == pointers_host;
        TransformMemory memory{
            .a = arguments.word(4), .b = arguments.word(6), .c = arguments.word(7), .alpha = {}, .beta = {}};
        RF_TRY(memory.alpha, read_factor(arguments, 3, is_host, all.desc.scale_type, function));
        RF_TRY(memory.beta, read_factor(arguments, 5, is_host, all.desc.scale_type, function));
        RF_RETURN_IF_ERROR(check_pieces(caller, function, transform_pieces(all, memory)));

        const auto desc = make_real([&](void** made) { return functions_.create_transform(made, all.desc.scale_type); },
                                    functions_.destroy_transform);
        desc->apply(all.desc, TransformDesc{.scale_type = all.desc.scale_type}, functions_.set_transform);
        const auto a = real_layout(functions_, all.has_a != 0 ? all.a : all.c);
        const auto b = real_layout(functions_, all.has_b != 0 ? all.b : all.c);
        const auto c = real_layout(functions_, all.c);
        for (const std::unique_ptr<Real>* real : {&desc, &a, &b, &c})
            if ((*real)->status() != success) return Answer{.status = (*real)->status()};
        RF_TRY(backend::Stream * stream, caller.begin_work(arguments.word(1)));
        const bool has_a = all.has_a != 0;
        const bool has_b = all.has_b != 0;
        const FactorPlace alpha(arguments, 3);
        const FactorPlace beta(arguments, 5);
        const int status = functions_.transform(
            session->real, desc->get(), alpha.get(), has_a ? place_of(arguments, 4) : nullptr,
            has_a ? a->get() : nullptr, beta.get(), has_b ? place_of(arguments, 6) : nullptr,
            has_b ? b->get() : nullptr, reinterpret_cast<void*>(memory.c), c->get(), stream->native());
        return Answer{.status = status, .stream = arguments.word(1)};
    }

    Functions functions_;
};

}  // namespace lt

Result<std::unique_ptr<Adapter>> make_cublaslt(const LibraryFile& file) {
    auto adapter = std::make_unique<lt::CublasLtAdapter>(file);
    if (!adapter->is_whole()) return Error::bad_input("this is no cublasLt: it lacks functions that every one has");
    return std::unique_ptr<Adapter>(std::move(adapter));
}

}  // namespace ringfence::adapters
