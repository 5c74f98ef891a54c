// cublasLt. Descriptors are plain structs of the program's: nothing of them goes to the worker until a call needs them,
// then they travel by value. Handles are the client's own matter too: the worker has one for the whole session.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "base/mutex.h"
#include "channel/cublaslt_state.h"
#include "client/libraries/cublas_status.h"
#include "client/libraries/library_call.h"

namespace {

using namespace ringfence;
using namespace ringfence::channel::lt;
using client::Library;
using client::LibraryCall;

constexpr int success = 0;
constexpr int not_initialized = 1;
constexpr int alloc_failed = 3;
constexpr int invalid_value = 7;
constexpr int not_supported = 15;
constexpr int version = 130100;
constexpr int cudart_version = 13000;

// The opaque structs of the header are that large; programs may have them on their stacks.
constexpr std::size_t small_bytes = 64;
constexpr std::size_t matmul_bytes = 256;

// The object behind the pointer to a descriptor. The mark distinguishes descriptors of one kind from others, and from
// arbitrary memory.
template <typename Descriptor>
struct Kept {
    std::uint64_t mark = 0;
    Descriptor its;
};
static_assert(sizeof(Kept<MatrixLayout>) <= small_bytes && sizeof(Kept<Preference>) <= small_bytes &&
              sizeof(Kept<TransformDesc>) <= small_bytes && sizeof(Kept<MatmulDesc>) <= matmul_bytes);

template <typename Descriptor>
constexpr std::uint64_t mark_of = 0;
template <>
constexpr std::uint64_t mark_of<MatrixLayout> = 0x7266'6c74'0000'0001;
template <>
constexpr std::uint64_t mark_of<MatmulDesc> = 0x7266'6c74'0000'0002;
template <>
constexpr std::uint64_t mark_of<Preference> = 0x7266'6c74'0000'0003;
template <>
constexpr std::uint64_t mark_of<TransformDesc> = 0x7266'6c74'0000'0004;

template <typename Descriptor>
Descriptor* find(void* descriptor) {
    auto* kept = static_cast<Kept<Descriptor>*>(descriptor);
    return kept != nullptr && kept->mark == mark_of<Descriptor> ? &kept->its : nullptr;
}

template <typename Descriptor>
int init(void* at, std::size_t bytes, std::size_t wanted, const Descriptor& value) {
    if (at == nullptr) return invalid_value;
    if (bytes < wanted) return alloc_failed;
    std::memset(at, 0, wanted);
    auto* kept = new (at) Kept<Descriptor>;
    kept->mark = mark_of<Descriptor>;
    kept->its = value;
    return success;
}

template <typename Descriptor>
int create(void** descriptor, std::size_t bytes, const Descriptor& value) {
    if (descriptor == nullptr) return invalid_value;
    void* made = ::operator new(bytes, std::nothrow);
    if (made == nullptr) return alloc_failed;
    *descriptor = made;
    return init(made, bytes, bytes, value);
}

// As cublasLt does: nothing is no descriptor, and nothing is to be done.
template <typename Descriptor>
int destroy(void* descriptor) {
    if (descriptor == nullptr) return success;
    if (find<Descriptor>(descriptor) == nullptr) return invalid_value;
    static_cast<Kept<Descriptor>*>(descriptor)->mark = 0;
    ::operator delete(descriptor);
    return success;
}

template <typename Descriptor>
int set(void* descriptor, int attribute, const void* from, std::size_t bytes) {
    Descriptor* its = find<Descriptor>(descriptor);
    return its != nullptr && set_attribute(*its, attribute, from, bytes) ? success : invalid_value;
}

template <typename Descriptor>
int get(void* descriptor, int number, void* to, std::size_t bytes, std::size_t* written) {
    const Descriptor* its = find<Descriptor>(descriptor);
    const Attribute* attribute = find_attribute<Descriptor>(number);
    if (its == nullptr || attribute == nullptr) return invalid_value;
    if (bytes == 0 ? written == nullptr : to == nullptr || bytes != attribute->bytes) return invalid_value;
    if (bytes != 0) std::memcpy(to, reinterpret_cast<const std::byte*>(its) + attribute->offset, bytes);
    if (written != nullptr) *written = attribute->bytes;
    return success;
}

bool is_handle(void* handle) {
    return client::find_library_object(Library::CublasLt, reinterpret_cast<std::uint64_t>(handle)) != nullptr;
}

// The session's own handle, which the worker knows. 0: it could not be made, and `status` says why.
std::uint64_t session_handle(int& status) {
    static Mutex lock;  // one thread makes it
    static std::atomic<std::uint64_t> known = 0;
    if (const std::uint64_t bits = known.load(std::memory_order_acquire); bits != 0) return bits;
    const MutexLock guard(lock);
    if (const std::uint64_t bits = known.load(std::memory_order_relaxed); bits != 0) return bits;
    const std::uint64_t bits = client::new_library_object(Library::CublasLt);
    status = not_initialized;
    if (bits == 0) return 0;
    std::vector<std::byte> nothing;
    LibraryCall call(Library::CublasLt, static_cast<std::uint32_t>(Function::Create), reinterpret_cast<void*>(bits));
    status = call.wait(nothing);
    if (status != success) {
        client::drop_library_object(bits);
        return 0;
    }
    known.store(bits, std::memory_order_release);
    return bits;
}

// A call on the session's handle. It is not about the program's: that one is only looked at.
class LtCall : public LibraryCall {
public:
    explicit LtCall(Function function) : LibraryCall(Library::CublasLt, static_cast<std::uint32_t>(function)) {
        const std::uint64_t handle = session_handle(problem_);
        if (handle != 0) problem_ = is_open() ? success : not_initialized;
        add(handle);
    }
    int problem() const { return problem_; }

private:
    int problem_ = success;
};

bool read_problem(void* desc, void* a, void* b, void* c, void* d, Problem& problem) {
    const auto* matmul = find<MatmulDesc>(desc);
    const MatrixLayout* layouts[] = {find<MatrixLayout>(a), find<MatrixLayout>(b), find<MatrixLayout>(c),
                                     find<MatrixLayout>(d)};
    if (matmul == nullptr || std::count(std::begin(layouts), std::end(layouts), nullptr) != 0) return false;
    problem = {*matmul, *layouts[0], *layouts[1], *layouts[2], *layouts[3]};
    return true;
}

// Where a factor lies is the descriptor's to say.
bool add_factor(LibraryCall& call, const void* factor, bool is_host, std::int32_t type) {
    if (!is_host) {
        call.add(factor);
        return true;
    }
    const std::size_t bytes = type_bits(type) / 8;
    if (factor == nullptr || bytes == 0) return false;
    call.add_copy(factor, bytes);
    return true;
}

std::atomic<std::size_t> heuristics_capacity = 8192;

// Capabilities and configuration of an algorithm: the count of bytes comes first, then those.
int get_of_algorithm(Function function, const Algorithm* algorithm, int attribute, void* to, std::size_t bytes,
                     std::size_t* written) {
    if (algorithm == nullptr || (bytes == 0 ? written == nullptr : to == nullptr)) return invalid_value;
    LtCall call(function);
    if (call.problem() != success) return call.problem();
    call.add_copy(algorithm, sizeof *algorithm);
    call.add(attribute);
    call.add(std::min<std::uint64_t>(bytes, most_capability_bytes));
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    std::uint64_t count = 0;
    if (answer.size() < sizeof count) return not_supported;
    std::memcpy(&count, answer.data(), sizeof count);
    if (written != nullptr) *written = count;
    if (bytes != 0) std::memcpy(to, answer.data() + sizeof count, std::min(bytes, answer.size() - sizeof count));
    return success;
}

}  // namespace

RF_LIBRARY_FUNCTION(int, cublasLtCreate)(void** handle) {
    if (handle == nullptr) return invalid_value;
    int status = success;
    if (session_handle(status) == 0) return status;
    const std::uint64_t bits = client::new_library_object(Library::CublasLt);
    if (bits == 0) return alloc_failed;
    *handle = reinterpret_cast<void*>(bits);
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasLtDestroy)(void* handle) {
    const auto bits = reinterpret_cast<std::uint64_t>(handle);
    const client::LibraryObject* object = client::find_library_object(Library::CublasLt, bits);
    if (object == nullptr || object->library != Library::CublasLt) return not_initialized;
    client::drop_library_object(bits);
    return success;
}

RF_LIBRARY_FUNCTION(std::size_t, cublasLtGetVersion)() {
    return version;
}
RF_LIBRARY_FUNCTION(std::size_t, cublasLtGetCudartVersion)() {
    return cudart_version;
}
RF_LIBRARY_FUNCTION(int, cublasLtGetProperty)(int type, int* value) {
    if (value == nullptr || type < 0 || type > 2) return invalid_value;
    const int parts[] = {version / 10000, version / 100 % 100, version % 100};
    *value = parts[type];
    return success;
}
RF_LIBRARY_FUNCTION(const char*, cublasLtGetStatusName)(int status) {
    return ringfence::client::cublas_status_name(status);
}
RF_LIBRARY_FUNCTION(const char*, cublasLtGetStatusString)(int status) {
    return ringfence::client::cublas_status_name(status);
}

// The library logs in the worker, if anywhere.
RF_LIBRARY_FUNCTION(int, cublasLtLoggerSetCallback)(void*) {
    return success;
}
RF_LIBRARY_FUNCTION(int, cublasLtLoggerSetFile)(void*) {
    return success;
}
RF_LIBRARY_FUNCTION(int, cublasLtLoggerOpenFile)(const char*) {
    return success;
}
RF_LIBRARY_FUNCTION(int, cublasLtLoggerSetLevel)(int level) {
    return level >= 0 && level <= 5 ? success : invalid_value;
}
RF_LIBRARY_FUNCTION(int, cublasLtLoggerSetMask)(int) {
    return success;
}
RF_LIBRARY_FUNCTION(int, cublasLtLoggerForceDisable)() {
    return success;
}

// The cache is the worker's library's: what it holds changes no result.
RF_LIBRARY_FUNCTION(int, cublasLtHeuristicsCacheGetCapacity)(std::size_t* capacity) {
    if (capacity == nullptr) return invalid_value;
    *capacity = heuristics_capacity;
    return success;
}
RF_LIBRARY_FUNCTION(int, cublasLtHeuristicsCacheSetCapacity)(std::size_t capacity) {
    heuristics_capacity = capacity;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasLtMatrixLayoutInit_internal)
(void* layout, std::size_t bytes, int type, std::uint64_t rows, std::uint64_t cols, std::int64_t ld) {
    return init<MatrixLayout>(
        layout, bytes, small_bytes,
        {.type = static_cast<std::uint32_t>(type), .order = order_col, .rows = rows, .cols = cols, .ld = ld});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixLayoutCreate)
(void** layout, int type, std::uint64_t rows, std::uint64_t cols, std::int64_t ld) {
    return create<MatrixLayout>(
        layout, small_bytes,
        {.type = static_cast<std::uint32_t>(type), .order = order_col, .rows = rows, .cols = cols, .ld = ld});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixLayoutDestroy)(void* layout) {
    return destroy<MatrixLayout>(layout);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixLayoutSetAttribute)
(void* layout, int attribute, const void* from, std::size_t bytes) {
    return set<MatrixLayout>(layout, attribute, from, bytes);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixLayoutGetAttribute)
(void* layout, int attribute, void* to, std::size_t bytes, std::size_t* written) {
    return get<MatrixLayout>(layout, attribute, to, bytes, written);
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmulDescInit_internal)
(void* desc, std::size_t bytes, int compute_type, int scale_type) {
    return init<MatmulDesc>(desc, bytes, matmul_bytes, {.compute_type = compute_type, .scale_type = scale_type});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulDescCreate)(void** desc, int compute_type, int scale_type) {
    return create<MatmulDesc>(desc, matmul_bytes, {.compute_type = compute_type, .scale_type = scale_type});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulDescDestroy)(void* desc) {
    return destroy<MatmulDesc>(desc);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulDescSetAttribute)
(void* desc, int attribute, const void* from, std::size_t bytes) {
    constexpr int emulation_descriptor = 38;  // there are none here, so none can be set
    if (attribute == emulation_descriptor && from != nullptr && bytes == sizeof(void*)) {
        void* set_to = nullptr;
        std::memcpy(&set_to, from, sizeof set_to);
        return set_to == nullptr ? success : not_supported;
    }
    return set<MatmulDesc>(desc, attribute, from, bytes);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulDescGetAttribute)
(void* desc, int attribute, void* to, std::size_t bytes, std::size_t* written) {
    return get<MatmulDesc>(desc, attribute, to, bytes, written);
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmulPreferenceInit_internal)(void* preference, std::size_t bytes) {
    return init<Preference>(preference, bytes, small_bytes, {});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulPreferenceCreate)(void** preference) {
    return create<Preference>(preference, small_bytes, {});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulPreferenceDestroy)(void* preference) {
    return destroy<Preference>(preference);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulPreferenceSetAttribute)
(void* preference, int attribute, const void* from, std::size_t bytes) {
    return set<Preference>(preference, attribute, from, bytes);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulPreferenceGetAttribute)
(void* preference, int attribute, void* to, std::size_t bytes, std::size_t* written) {
    return get<Preference>(preference, attribute, to, bytes, written);
}

RF_LIBRARY_FUNCTION(int, cublasLtMatrixTransformDescInit_internal)(void* desc, std::size_t bytes, int scale_type) {
    return init<TransformDesc>(desc, bytes, small_bytes, {.scale_type = scale_type});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixTransformDescCreate)(void** desc, int scale_type) {
    return create<TransformDesc>(desc, small_bytes, {.scale_type = scale_type});
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixTransformDescDestroy)(void* desc) {
    return destroy<TransformDesc>(desc);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixTransformDescSetAttribute)
(void* desc, int attribute, const void* from, std::size_t bytes) {
    return set<TransformDesc>(desc, attribute, from, bytes);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatrixTransformDescGetAttribute)
(void* desc, int attribute, void* to, std::size_t bytes, std::size_t* written) {
    return get<TransformDesc>(desc, attribute, to, bytes, written);
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmul)
(void* handle, void* desc, const void* alpha, const void* a, void* a_layout, const void* b, void* b_layout,
 const void* beta, const void* c, void* c_layout, void* d, void* d_layout, const Algorithm* algorithm, void* workspace,
 std::size_t workspace_bytes, void* stream) {
    if (!is_handle(handle)) return not_initialized;
    Problem problem;
    if (!read_problem(desc, a_layout, b_layout, c_layout, d_layout, problem)) return invalid_value;
    LtCall call(Function::Matmul);
    if (call.problem() != success) return call.problem();
    if (!call.add_work_stream(stream)) return invalid_value;
    const std::int32_t mode = problem.desc.pointer_mode;
    call.add_copy(&problem, sizeof problem);
    if (!add_factor(call, alpha, mode == pointers_host, problem.desc.scale_type)) return invalid_value;
    call.add(a);
    call.add(b);
    const bool is_host = mode == pointers_host || mode == pointers_alpha_vector_beta_host;
    if (!add_factor(call, beta, is_host, problem.desc.scale_type)) return invalid_value;
    call.add(c);
    call.add(d);
    call.add_copy(algorithm, algorithm != nullptr ? sizeof *algorithm : 0);
    call.add(workspace);
    call.add(static_cast<std::uint64_t>(workspace_bytes));
    if (algorithm != nullptr) return call.finish();
    // The library decides whether it has an algorithm; programs try another way if it has none.
    std::vector<std::byte> nothing;
    return call.wait(nothing);
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmulAlgoGetHeuristic)
(void* handle, void* desc, void* a, void* b, void* c, void* d, void* preference, int wanted, HeuristicResult* results,
 int* found) {
    if (!is_handle(handle)) return not_initialized;
    Problem problem;
    const auto* preferred = find<Preference>(preference);
    if (!read_problem(desc, a, b, c, d, problem) || preferred == nullptr || wanted <= 0 || results == nullptr ||
        found == nullptr) {
        return invalid_value;
    }
    LtCall call(Function::Heuristic);
    if (call.problem() != success) return call.problem();
    constexpr std::uint32_t limited_by_algorithm = 1;
    const Algorithm none;
    call.add_copy(&problem, sizeof problem);
    call.add_copy(preferred, sizeof *preferred);
    call.add(std::min(wanted, most_results));
    call.add_copy(preferred->search_mode == limited_by_algorithm ? &results[0].algorithm : &none, sizeof none);
    *found = 0;
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    const std::size_t count = std::min(answer.size() / sizeof *results, static_cast<std::size_t>(wanted));
    if (count != 0) std::memcpy(results, answer.data(), count * sizeof *results);
    *found = static_cast<int>(count);
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmulAlgoGetIds)
(void* handle, int compute_type, int scale_type, int a, int b, int c, int d, int wanted, int* ids, int* found) {
    if (!is_handle(handle)) return not_initialized;
    if (wanted <= 0 || ids == nullptr || found == nullptr) return invalid_value;
    LtCall call(Function::GetIds);
    if (call.problem() != success) return call.problem();
    for (const int value : {compute_type, scale_type, a, b, c, d, std::min(wanted, most_ids)})
        call.add(value);
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    const std::size_t count = std::min(answer.size() / sizeof *ids, static_cast<std::size_t>(wanted));
    if (count != 0) std::memcpy(ids, answer.data(), count * sizeof *ids);
    *found = static_cast<int>(count);
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmulAlgoInit)
(void* handle, int compute_type, int scale_type, int a, int b, int c, int d, int id, Algorithm* algorithm) {
    if (!is_handle(handle)) return not_initialized;
    if (algorithm == nullptr) return invalid_value;
    LtCall call(Function::Init);
    if (call.problem() != success) return call.problem();
    for (const int value : {compute_type, scale_type, a, b, c, d, id})
        call.add(value);
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    if (answer.size() < sizeof *algorithm) return not_supported;
    std::memcpy(algorithm, answer.data(), sizeof *algorithm);
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmulAlgoCheck)
(void* handle, void* desc, void* a, void* b, void* c, void* d, const Algorithm* algorithm, HeuristicResult* result) {
    if (!is_handle(handle)) return not_initialized;
    Problem problem;
    if (!read_problem(desc, a, b, c, d, problem) || algorithm == nullptr || result == nullptr) return invalid_value;
    LtCall call(Function::Check);
    if (call.problem() != success) return call.problem();
    call.add_copy(&problem, sizeof problem);
    call.add_copy(algorithm, sizeof *algorithm);
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    HeuristicResult checked;
    if (answer.size() < sizeof checked) return not_supported;
    std::memcpy(&checked, answer.data(), sizeof checked);
    checked.algorithm = *algorithm;  // it is never changed
    *result = checked;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasLtMatmulAlgoCapGetAttribute)
(const Algorithm* algorithm, int attribute, void* to, std::size_t bytes, std::size_t* written) {
    return get_of_algorithm(Function::GetCapability, algorithm, attribute, to, bytes, written);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulAlgoConfigGetAttribute)
(const Algorithm* algorithm, int attribute, void* to, std::size_t bytes, std::size_t* written) {
    return get_of_algorithm(Function::GetConfiguration, algorithm, attribute, to, bytes, written);
}
RF_LIBRARY_FUNCTION(int, cublasLtMatmulAlgoConfigSetAttribute)
(Algorithm* algorithm, int attribute, const void* from, std::size_t bytes) {
    constexpr std::size_t largest = 8;
    if (algorithm == nullptr || from == nullptr || bytes == 0 || bytes > largest) return invalid_value;
    LtCall call(Function::SetConfiguration);
    if (call.problem() != success) return call.problem();
    call.add_copy(algorithm, sizeof *algorithm);
    call.add(attribute);
    call.add_copy(from, bytes);
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    if (answer.size() < sizeof *algorithm) return not_supported;
    std::memcpy(algorithm, answer.data(), sizeof *algorithm);
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasLtMatrixTransform)
(void* handle, void* desc, const void* alpha, const void* a, void* a_layout, const void* beta, const void* b,
 void* b_layout, void* c, void* c_layout, void* stream) {
    if (!is_handle(handle)) return not_initialized;
    const auto* transform = find<TransformDesc>(desc);
    const auto* first = find<MatrixLayout>(a_layout);
    const auto* second = find<MatrixLayout>(b_layout);
    const auto* result = find<MatrixLayout>(c_layout);
    if (transform == nullptr || result == nullptr || (a != nullptr && first == nullptr) ||
        (b != nullptr && second == nullptr)) {
        return invalid_value;
    }
    Transform all;
    all.desc = *transform;
    if (first != nullptr) all.a = *first;
    if (second != nullptr) all.b = *second;
    all.c = *result;
    all.has_a = a != nullptr ? 1 : 0;
    all.has_b = b != nullptr ? 1 : 0;
    LtCall call(Function::Transform);
    if (call.problem() != success) return call.problem();
    if (!call.add_work_stream(stream)) return invalid_value;
    call.add_copy(&all, sizeof all);
    // A factor of a matrix that is not there may be missing too.
    const bool is_host = transform->pointer_mode == pointers_host;
    constexpr std::byte zeros[16] = {};
    const auto factor_of = [&](const void* factor, bool is_used) {
        return is_used || factor != nullptr || !is_host ? factor : zeros;
    };
    if (!add_factor(call, factor_of(alpha, a != nullptr), is_host, transform->scale_type)) return invalid_value;
    call.add(a);
    if (!add_factor(call, factor_of(beta, b != nullptr), is_host, transform->scale_type)) return invalid_value;
    call.add(b);
    call.add(c);
    return call.finish();
}
