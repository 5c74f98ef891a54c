// cuFFT: every way to make a plan becomes one form (channel::PlanShape), which the worker checks and makes.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "channel/library_functions.h"
#include "client/libraries/library_call.h"

namespace {

using namespace ringfence;
using channel::CufftFunction;
using channel::PlanShape;
using channel::PlanTypes;
using client::Library;
using client::LibraryCall;
using client::LibraryObject;

constexpr int success = 0;
constexpr int invalid_plan = 1;
constexpr int invalid_type = 3;
constexpr int invalid_value = 4;
constexpr int internal_error = 5;
constexpr int not_supported = 16;
constexpr int version = 12000;

enum Type : int { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

// In a LibraryObject's settings.
enum Setting : std::size_t { types_of_plan, size_of_work, is_made, brings_area };

// How cuFFT shall compile a plan's kernels. They are kept, and go nowhere: results do not depend on them.
struct Properties {
    long long patient_jit = 0;
    long long max_host_threads = 1;
};

// Plans are small numbers: each stands for one of the session's objects.
class Plans {
public:
    int add(std::uint64_t bits) {
        const MutexLock lock(mutex_);
        plans_.emplace(++last_, Plan{bits, {}});
        return last_;
    }
    std::uint64_t find(int plan) {
        const MutexLock lock(mutex_);
        const auto found = plans_.find(plan);
        return found != plans_.end() ? found->second.bits : 0;
    }
    // Calls `go` with the properties of a plan that is there.
    template <typename Go>
    void with_properties(int plan, Go go) {
        const MutexLock lock(mutex_);
        if (const auto found = plans_.find(plan); found != plans_.end()) go(found->second.properties);
    }
    void drop(int plan) {
        const MutexLock lock(mutex_);
        plans_.erase(plan);
    }

private:
    struct Plan {
        std::uint64_t bits;
        Properties properties;
    };
    Mutex mutex_;
    std::unordered_map<int, Plan> plans_ RF_GUARDED_BY(mutex_);
    int last_ RF_GUARDED_BY(mutex_) = 0;
};

Plans& plans() {
    // Never destroyed: the program's own destructors may still call us, as PyTorch's do.
    static Plans* const all = new Plans();
    return *all;
}

LibraryObject* find(int plan) {
    const std::uint64_t bits = plans().find(plan);
    return bits != 0 ? client::find_library_object(Library::Cufft, bits) : nullptr;
}

enum Property : int { patient_jit = 1, max_host_threads = 2 };

long long& place_of(Properties& properties, int property) {
    return property == patient_jit ? properties.patient_jit : properties.max_host_threads;
}

void* handle_of(const LibraryObject& object) {
    return reinterpret_cast<void*>(object.bits);
}

// As one number of the settings: data types are small.
std::int64_t packed_types(const PlanTypes& types) {
    return (std::int64_t{types.input} << 32) | (std::int64_t{types.output} << 16) | types.execution;
}

PlanShape basic_shape(std::initializer_list<std::int64_t> sizes, int type, std::int64_t batch) {
    PlanShape shape;
    shape.rank = static_cast<std::int32_t>(sizes.size());
    std::size_t i = 0;
    for (const std::int64_t size : sizes)
        shape.n[i++] = size;
    shape.types = channel::plan_types(type);
    shape.batch = batch;
    return shape;
}

// The advanced layout: integers of the program's width.
template <typename Integer>
struct Layout {
    const Integer* embed;
    std::int64_t stride;
    std::int64_t distance;
};

template <typename Integer>
int shape_of(PlanShape& shape, int rank, const Integer* n, Layout<Integer> from, Layout<Integer> to, PlanTypes types,
             std::int64_t batch) {
    if (rank < 1 || rank > 3 || n == nullptr) return invalid_value;
    shape = {};
    shape.rank = rank;
    shape.types = types;
    shape.batch = batch;
    shape.has_inembed = from.embed != nullptr ? 1 : 0;
    shape.has_onembed = to.embed != nullptr ? 1 : 0;
    shape.istride = from.stride;
    shape.idist = from.distance;
    shape.ostride = to.stride;
    shape.odist = to.distance;
    for (int i = 0; i < rank; ++i) {
        shape.n[i] = n[i];
        if (from.embed != nullptr) shape.inembed[i] = from.embed[i];
        if (to.embed != nullptr) shape.onembed[i] = to.embed[i];
    }
    return success;
}

// Gives the size that the answer holds.
int wait_for_size(LibraryCall& call, std::size_t* size) {
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    std::uint64_t bytes = 0;
    if (answer.size() != sizeof bytes) return internal_error;
    std::memcpy(&bytes, answer.data(), sizeof bytes);
    if (size != nullptr) *size = bytes;
    return success;
}

// An object's stream, as the program named it, is told to the worker.
int send_stream(const LibraryObject& object) {
    LibraryCall call(Library::Cufft, static_cast<std::uint32_t>(CufftFunction::SetStream), handle_of(object));
    if (!call.is_open()) return internal_error;
    return call.add_stream(object.stream) ? call.finish() : invalid_value;
}

int make_plan(int plan, PlanShape shape, std::size_t* work_size) {
    LibraryObject* object = find(plan);
    if (object == nullptr || object->settings[is_made] != 0) return invalid_plan;
    shape.has_own_area = static_cast<std::int32_t>(object->settings[brings_area]);
    LibraryCall call(Library::Cufft, static_cast<std::uint32_t>(CufftFunction::MakePlan), handle_of(*object));
    if (!call.is_open()) return internal_error;
    call.add_copy(&shape, sizeof shape);
    std::size_t size = 0;
    if (const int status = wait_for_size(call, &size); status != success) return status;
    object->settings[types_of_plan] = packed_types(shape.types);
    object->settings[size_of_work] = static_cast<std::int64_t>(size);
    object->settings[is_made] = 1;
    if (work_size != nullptr) *work_size = size;
    return object->stream != nullptr ? send_stream(*object) : success;
}

int estimate(const PlanShape& shape, std::size_t* work_size) {
    if (work_size == nullptr) return invalid_value;
    LibraryCall call(Library::Cufft, static_cast<std::uint32_t>(CufftFunction::GetSize));
    if (!call.is_open()) return internal_error;
    call.add_copy(&shape, sizeof shape);
    return wait_for_size(call, work_size);
}

int estimate_for(int plan, const PlanShape& shape, std::size_t* work_size) {
    return find(plan) != nullptr ? estimate(shape, work_size) : invalid_plan;
}

int create(int* plan) {
    if (plan == nullptr) return invalid_value;
    const std::uint64_t bits = client::new_library_object(Library::Cufft);
    if (bits == 0) return internal_error;
    *plan = plans().add(bits);
    return success;
}

int destroy(int plan) {
    const LibraryObject* object = find(plan);
    if (object == nullptr) return invalid_plan;
    int status = success;
    if (object->settings[is_made] != 0) {
        LibraryCall call(Library::Cufft, static_cast<std::uint32_t>(CufftFunction::Destroy), handle_of(*object));
        status = call.is_open() ? call.finish() : internal_error;
    }
    client::drop_library_object(object->bits);
    plans().drop(plan);
    return status;
}

int create_and_make(int* plan, const PlanShape& shape) {
    int made = 0;
    if (plan == nullptr) return invalid_value;
    if (const int status = create(&made); status != success) return status;
    if (const int status = make_plan(made, shape, nullptr); status != success) {
        (void)destroy(made);
        return status;
    }
    *plan = made;
    return success;
}

// The worker's library's; without a worker, that of the toolkit which this shim is like.
channel::LibraryVersion library_version() {
    static const channel::LibraryVersion its =
        client::ask_version(Library::Cufft, static_cast<std::uint32_t>(CufftFunction::Version),
                            {.number = version, .parts = {version / 1000, version / 100 % 10, version % 100}});
    return its;
}

// `type` 0: whichever the plan is for.
int execute(int plan, int type, const void* from, void* to, int direction) {
    const LibraryObject* object = find(plan);
    if (object == nullptr || object->settings[is_made] == 0) return invalid_plan;
    if (type != 0 && object->settings[types_of_plan] != packed_types(channel::plan_types(type))) return invalid_type;
    if (from == nullptr || to == nullptr) return invalid_value;
    if (direction != -1 && direction != 1) return invalid_value;
    LibraryCall call(Library::Cufft, static_cast<std::uint32_t>(CufftFunction::Execute), handle_of(*object));
    if (!call.is_open()) return internal_error;
    call.add(from);
    call.add(to);
    call.add(direction);
    return call.finish();
}

}  // namespace

RF_LIBRARY_FUNCTION(int, cufftCreate)(int* plan) {
    return create(plan);
}
RF_LIBRARY_FUNCTION(int, cufftDestroy)(int plan) {
    return destroy(plan);
}

RF_LIBRARY_FUNCTION(int, cufftPlan1d)(int* plan, int nx, int type, int batch) {
    return create_and_make(plan, basic_shape({nx}, type, batch));
}
RF_LIBRARY_FUNCTION(int, cufftPlan2d)(int* plan, int nx, int ny, int type) {
    return create_and_make(plan, basic_shape({nx, ny}, type, 1));
}
RF_LIBRARY_FUNCTION(int, cufftPlan3d)(int* plan, int nx, int ny, int nz, int type) {
    return create_and_make(plan, basic_shape({nx, ny, nz}, type, 1));
}
RF_LIBRARY_FUNCTION(int, cufftPlanMany)
(int* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, int type,
 int batch) {
    PlanShape shape;
    const int status = shape_of<int>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                     channel::plan_types(type), batch);
    return status == success ? create_and_make(plan, shape) : status;
}

RF_LIBRARY_FUNCTION(int, cufftMakePlan1d)(int plan, int nx, int type, int batch, std::size_t* work_size) {
    return make_plan(plan, basic_shape({nx}, type, batch), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftMakePlan2d)(int plan, int nx, int ny, int type, std::size_t* work_size) {
    return make_plan(plan, basic_shape({nx, ny}, type, 1), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftMakePlan3d)(int plan, int nx, int ny, int nz, int type, std::size_t* work_size) {
    return make_plan(plan, basic_shape({nx, ny, nz}, type, 1), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftMakePlanMany)
(int plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, int type,
 int batch, std::size_t* work_size) {
    PlanShape shape;
    const int status = shape_of<int>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                     channel::plan_types(type), batch);
    return status == success ? make_plan(plan, shape, work_size) : status;
}
RF_LIBRARY_FUNCTION(int, cufftMakePlanMany64)
(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist, long long* onembed,
 long long ostride, long long odist, int type, long long batch, std::size_t* work_size) {
    PlanShape shape;
    const int status = shape_of<long long>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                           channel::plan_types(type), batch);
    return status == success ? make_plan(plan, shape, work_size) : status;
}
RF_LIBRARY_FUNCTION(int, cufftXtMakePlanMany)
(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist, int input,
 long long* onembed, long long ostride, long long odist, int output, long long batch, std::size_t* work_size,
 int execution) {
    PlanShape shape;
    const int status = shape_of<long long>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                           {input, output, execution}, batch);
    return status == success ? make_plan(plan, shape, work_size) : status;
}

RF_LIBRARY_FUNCTION(int, cufftEstimate1d)(int nx, int type, int batch, std::size_t* work_size) {
    return estimate(basic_shape({nx}, type, batch), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftEstimate2d)(int nx, int ny, int type, std::size_t* work_size) {
    return estimate(basic_shape({nx, ny}, type, 1), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftEstimate3d)(int nx, int ny, int nz, int type, std::size_t* work_size) {
    return estimate(basic_shape({nx, ny, nz}, type, 1), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftEstimateMany)
(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, int type, int batch,
 std::size_t* work_size) {
    PlanShape shape;
    const int status = shape_of<int>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                     channel::plan_types(type), batch);
    return status == success ? estimate(shape, work_size) : status;
}

RF_LIBRARY_FUNCTION(int, cufftGetSize1d)(int plan, int nx, int type, int batch, std::size_t* work_size) {
    return estimate_for(plan, basic_shape({nx}, type, batch), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftGetSize2d)(int plan, int nx, int ny, int type, std::size_t* work_size) {
    return estimate_for(plan, basic_shape({nx, ny}, type, 1), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftGetSize3d)(int plan, int nx, int ny, int nz, int type, std::size_t* work_size) {
    return estimate_for(plan, basic_shape({nx, ny, nz}, type, 1), work_size);
}
RF_LIBRARY_FUNCTION(int, cufftGetSizeMany)
(int plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, int type,
 int batch, std::size_t* work_size) {
    PlanShape shape;
    const int status = shape_of<int>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                     channel::plan_types(type), batch);
    return status == success ? estimate_for(plan, shape, work_size) : status;
}
RF_LIBRARY_FUNCTION(int, cufftGetSizeMany64)
(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist, long long* onembed,
 long long ostride, long long odist, int type, long long batch, std::size_t* work_size) {
    PlanShape shape;
    const int status = shape_of<long long>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                           channel::plan_types(type), batch);
    return status == success ? estimate_for(plan, shape, work_size) : status;
}
RF_LIBRARY_FUNCTION(int, cufftXtGetSizeMany)
(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist, int input,
 long long* onembed, long long ostride, long long odist, int output, long long batch, std::size_t* work_size,
 int execution) {
    PlanShape shape;
    const int status = shape_of<long long>(shape, rank, n, {inembed, istride, idist}, {onembed, ostride, odist},
                                           {input, output, execution}, batch);
    return status == success ? estimate_for(plan, shape, work_size) : status;
}
RF_LIBRARY_FUNCTION(int, cufftGetSize)(int plan, std::size_t* work_size) {
    const LibraryObject* object = find(plan);
    if (object == nullptr || object->settings[is_made] == 0) return invalid_plan;
    if (work_size == nullptr) return invalid_value;
    *work_size = static_cast<std::size_t>(object->settings[size_of_work]);
    return success;
}

// The worker uses it if the program has a context of its own; where others share it, the worker gives plans its own.
RF_LIBRARY_FUNCTION(int, cufftSetWorkArea)(int plan, void* area) {
    const LibraryObject* object = find(plan);
    if (object == nullptr || object->settings[is_made] == 0) return invalid_plan;
    LibraryCall call(Library::Cufft, static_cast<std::uint32_t>(CufftFunction::SetWorkArea), handle_of(*object));
    if (!call.is_open()) return internal_error;
    call.add(area);
    return call.finish();
}
RF_LIBRARY_FUNCTION(int, cufftXtSetWorkArea)(int plan, void** areas) {
    if (areas == nullptr) return invalid_value;
    return cufftSetWorkArea(plan, areas[0]);
}
RF_LIBRARY_FUNCTION(int, cufftSetAutoAllocation)(int plan, int allocates) {
    LibraryObject* object = find(plan);
    if (object == nullptr) return invalid_plan;
    object->settings[brings_area] = allocates == 0 ? 1 : 0;
    return success;
}
RF_LIBRARY_FUNCTION(int, cufftSetPlanPropertyInt64)(int plan, int property, long long value) {
    const LibraryObject* object = find(plan);
    if (object == nullptr || object->settings[is_made] != 0) return invalid_plan;
    if (property != patient_jit && property != max_host_threads) return not_supported;
    if (property == patient_jit ? value != 0 && value != 1 : value < 1) return invalid_value;
    plans().with_properties(plan, [&](Properties& its) { place_of(its, property) = value; });
    return success;
}
RF_LIBRARY_FUNCTION(int, cufftGetPlanPropertyInt64)(int plan, int property, long long* value) {
    if (find(plan) == nullptr) return invalid_plan;
    if (value == nullptr) return invalid_value;
    if (property != patient_jit && property != max_host_threads) return not_supported;
    plans().with_properties(plan, [&](Properties& its) { *value = place_of(its, property); });
    return success;
}
RF_LIBRARY_FUNCTION(int, cufftResetPlanProperty)(int plan, int property) {
    const LibraryObject* object = find(plan);
    if (object == nullptr || object->settings[is_made] != 0) return invalid_plan;
    if (property != patient_jit && property != max_host_threads) return not_supported;
    Properties defaults;
    plans().with_properties(plan, [&](Properties& its) { place_of(its, property) = place_of(defaults, property); });
    return success;
}
RF_LIBRARY_FUNCTION(int, cufftXtSetWorkAreaPolicy)(int plan, int policy, std::size_t*) {
    if (find(plan) == nullptr) return invalid_plan;
    return policy >= 0 && policy <= 2 ? success : invalid_value;
}

RF_LIBRARY_FUNCTION(int, cufftSetStream)(int plan, void* stream) {
    LibraryObject* object = find(plan);
    if (object == nullptr) return invalid_plan;
    object->stream = stream;
    return object->settings[is_made] != 0 ? send_stream(*object) : success;
}

RF_LIBRARY_FUNCTION(int, cufftExecC2C)(int plan, void* from, void* to, int direction) {
    return execute(plan, C2C, from, to, direction);
}
RF_LIBRARY_FUNCTION(int, cufftExecR2C)(int plan, void* from, void* to) {
    return execute(plan, R2C, from, to, -1);
}
RF_LIBRARY_FUNCTION(int, cufftExecC2R)(int plan, void* from, void* to) {
    return execute(plan, C2R, from, to, 1);
}
RF_LIBRARY_FUNCTION(int, cufftExecZ2Z)(int plan, void* from, void* to, int direction) {
    return execute(plan, Z2Z, from, to, direction);
}
RF_LIBRARY_FUNCTION(int, cufftExecD2Z)(int plan, void* from, void* to) {
    return execute(plan, D2Z, from, to, -1);
}
RF_LIBRARY_FUNCTION(int, cufftExecZ2D)(int plan, void* from, void* to) {
    return execute(plan, Z2D, from, to, 1);
}
RF_LIBRARY_FUNCTION(int, cufftXtExec)(int plan, void* from, void* to, int direction) {
    return execute(plan, 0, from, to, direction);
}

RF_LIBRARY_FUNCTION(int, cufftGetVersion)(int* its_version) {
    if (its_version == nullptr) return invalid_value;
    *its_version = library_version().number;
    return success;
}
RF_LIBRARY_FUNCTION(int, cufftGetProperty)(int type, int* value) {
    if (value == nullptr || type < 0 || type > 2) return invalid_value;
    *value = library_version().parts[type];
    return success;
}
