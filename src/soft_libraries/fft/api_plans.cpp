// Plans and the sizes of their work areas.
#include "soft_libraries/fft/library.h"

namespace ringfence::soft_libraries::fft {

namespace {

// The basic layout. The result points into `n`, which must live as long.
Arguments<int> packed(const std::array<int, 3>& n, int rank, Type type, int batch = 1) {
    return {transform_of(type), rank, n.data(), nullptr, 1, 0, nullptr, 1, 0, batch};
}

}  // namespace

State& state() {
    static State only;
    return only;
}

RINGFENCE_CUFFT Status cufftCreate(Handle* plan) {
    if (plan == nullptr) return Status::InvalidValue;
    return guarded([&] { return state().plans.create(*plan); });
}

RINGFENCE_CUFFT Status cufftDestroy(Handle plan) {
    return guarded([&] { return state().plans.destroy(plan); });
}

RINGFENCE_CUFFT Status cufftPlan1d(Handle* plan, int nx, Type type, int batch) {
    return new_plan(plan, packed({nx}, 1, type, batch));
}

RINGFENCE_CUFFT Status cufftPlan2d(Handle* plan, int nx, int ny, Type type) {
    return new_plan(plan, packed({nx, ny}, 2, type));
}

RINGFENCE_CUFFT Status cufftPlan3d(Handle* plan, int nx, int ny, int nz, Type type) {
    return new_plan(plan, packed({nx, ny, nz}, 3, type));
}

RINGFENCE_CUFFT Status cufftPlanMany(Handle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                                     int ostride, int odist, Type type, int batch) {
    return new_plan<int>(plan, {transform_of(type), rank, n, inembed, istride, idist, onembed, ostride, odist, batch});
}

RINGFENCE_CUFFT Status cufftMakePlan1d(Handle plan, int nx, Type type, int batch, std::size_t* work_size) {
    return make_plan(plan, packed({nx}, 1, type, batch), work_size);
}

RINGFENCE_CUFFT Status cufftMakePlan2d(Handle plan, int nx, int ny, Type type, std::size_t* work_size) {
    return make_plan(plan, packed({nx, ny}, 2, type), work_size);
}

RINGFENCE_CUFFT Status cufftMakePlan3d(Handle plan, int nx, int ny, int nz, Type type, std::size_t* work_size) {
    return make_plan(plan, packed({nx, ny, nz}, 3, type), work_size);
}

RINGFENCE_CUFFT Status cufftMakePlanMany(Handle plan, int rank, int* n, int* inembed, int istride, int idist,
                                         int* onembed, int ostride, int odist, Type type, int batch,
                                         std::size_t* work_size) {
    return make_plan<int>(plan, {transform_of(type), rank, n, inembed, istride, idist, onembed, ostride, odist, batch},
                          work_size);
}

RINGFENCE_CUFFT Status cufftMakePlanMany64(Handle plan, int rank, int64* n, int64* inembed, int64 istride, int64 idist,
                                           int64* onembed, int64 ostride, int64 odist, Type type, int64 batch,
                                           std::size_t* work_size) {
    return make_plan<int64>(
        plan, {transform_of(type), rank, n, inembed, istride, idist, onembed, ostride, odist, batch}, work_size);
}

RINGFENCE_CUFFT Status cufftXtMakePlanMany(Handle plan, int rank, int64* n, int64* inembed, int64 istride, int64 idist,
                                           DataType input_type, int64* onembed, int64 ostride, int64 odist,
                                           DataType output_type, int64 batch, std::size_t* work_size,
                                           DataType execution_type) {
    const std::optional<Transform> transform = transform_of(input_type, output_type, execution_type);
    return make_plan<int64>(plan, {transform, rank, n, inembed, istride, idist, onembed, ostride, odist, batch},
                            work_size);
}

RINGFENCE_CUFFT Status cufftEstimate1d(int nx, Type type, int batch, std::size_t* work_size) {
    return estimate(packed({nx}, 1, type, batch), work_size);
}

RINGFENCE_CUFFT Status cufftEstimate2d(int nx, int ny, Type type, std::size_t* work_size) {
    return estimate(packed({nx, ny}, 2, type), work_size);
}

RINGFENCE_CUFFT Status cufftEstimate3d(int nx, int ny, int nz, Type type, std::size_t* work_size) {
    return estimate(packed({nx, ny, nz}, 3, type), work_size);
}

RINGFENCE_CUFFT Status cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                                         int ostride, int odist, Type type, int batch, std::size_t* work_size) {
    return estimate<int>({transform_of(type), rank, n, inembed, istride, idist, onembed, ostride, odist, batch},
                         work_size);
}

RINGFENCE_CUFFT Status cufftGetSize(Handle plan, std::size_t* work_size) {
    if (work_size == nullptr) return Status::InvalidValue;
    return with_plan(plan, [&](Plan& found) { return found.work_size(*work_size); });
}

RINGFENCE_CUFFT Status cufftGetSize1d(Handle plan, int nx, Type type, int batch, std::size_t* work_size) {
    return get_size(plan, packed({nx}, 1, type, batch), work_size);
}

RINGFENCE_CUFFT Status cufftGetSize2d(Handle plan, int nx, int ny, Type type, std::size_t* work_size) {
    return get_size(plan, packed({nx, ny}, 2, type), work_size);
}

RINGFENCE_CUFFT Status cufftGetSize3d(Handle plan, int nx, int ny, int nz, Type type, std::size_t* work_size) {
    return get_size(plan, packed({nx, ny, nz}, 3, type), work_size);
}

RINGFENCE_CUFFT Status cufftGetSizeMany(Handle plan, int rank, int* n, int* inembed, int istride, int idist,
                                        int* onembed, int ostride, int odist, Type type, int batch,
                                        std::size_t* work_size) {
    return get_size<int>(plan, {transform_of(type), rank, n, inembed, istride, idist, onembed, ostride, odist, batch},
                         work_size);
}

RINGFENCE_CUFFT Status cufftGetSizeMany64(Handle plan, int rank, int64* n, int64* inembed, int64 istride, int64 idist,
                                          int64* onembed, int64 ostride, int64 odist, Type type, int64 batch,
                                          std::size_t* work_size) {
    return get_size<int64>(plan, {transform_of(type), rank, n, inembed, istride, idist, onembed, ostride, odist, batch},
                           work_size);
}

RINGFENCE_CUFFT Status cufftXtGetSizeMany(Handle plan, int rank, int64* n, int64* inembed, int64 istride, int64 idist,
                                          DataType input_type, int64* onembed, int64 ostride, int64 odist,
                                          DataType output_type, int64 batch, std::size_t* work_size,
                                          DataType execution_type) {
    const std::optional<Transform> transform = transform_of(input_type, output_type, execution_type);
    return get_size<int64>(plan, {transform, rank, n, inembed, istride, idist, onembed, ostride, odist, batch},
                           work_size);
}

}  // namespace ringfence::soft_libraries::fft
