// Errors, handles, lifetimes, streams and settings of cuFFT's interface on FFTW.
#include <array>
#include <complex>
#include <limits>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "fft_case.h"
#include "fft_library.h"

namespace ringfence::soft_libraries::fft {
namespace {

using Values = std::vector<std::complex<float>>;

// A handle that is destroyed if the test did not do it.
class OwnPlan {
public:
    OwnPlan() { EXPECT_EQ(library().cufftCreate(&handle), Status::Success); }
    OwnPlan(int n, Type type, int batch = 1) {
        EXPECT_EQ(library().cufftPlan1d(&handle, n, type, batch), Status::Success);
    }
    OwnPlan(const OwnPlan&) = delete;
    OwnPlan& operator=(const OwnPlan&) = delete;
    ~OwnPlan() { library().cufftDestroy(handle); }

    Handle handle = null_handle;
};

constexpr auto bad_type = static_cast<Type>(0x30);
constexpr Handle no_such_plan = 987654321;

TEST(FftApi, SaysWhichVersionItIs) {
    int value = 0;
    EXPECT_EQ(library().cufftGetVersion(&value), Status::Success);
    EXPECT_EQ(value, 12000);
    EXPECT_EQ(library().cufftGetVersion(nullptr), Status::Success);
    EXPECT_EQ(library().cufftGetProperty(LibraryProperty::Major, &value), Status::Success);
    EXPECT_EQ(value, 12);
    EXPECT_EQ(library().cufftGetProperty(LibraryProperty::Minor, &value), Status::Success);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(library().cufftGetProperty(LibraryProperty::Patch, &value), Status::Success);
    EXPECT_EQ(library().cufftGetProperty(static_cast<LibraryProperty>(3), &value), Status::InvalidType);
    EXPECT_EQ(library().cufftGetProperty(LibraryProperty::Major, nullptr), Status::InvalidValue);
}

TEST(FftApi, RefusesBadSizes) {
    Handle plan = 99;
    EXPECT_EQ(library().cufftPlan1d(&plan, 0, Type::C2C, 1), Status::InvalidSize);
    EXPECT_EQ(library().cufftPlan1d(&plan, -8, Type::C2C, 1), Status::InvalidSize);
    EXPECT_EQ(library().cufftPlan1d(&plan, 8, Type::C2C, 0), Status::InvalidSize);
    EXPECT_EQ(library().cufftPlan1d(&plan, 8, Type::C2C, -1), Status::InvalidSize);
    EXPECT_EQ(library().cufftPlan2d(&plan, 8, 0, Type::R2C), Status::InvalidSize);
    EXPECT_EQ(library().cufftPlan3d(&plan, 8, 8, -1, Type::Z2D), Status::InvalidSize);
    EXPECT_EQ(library().cufftPlan1d(&plan, 8, bad_type, 1), Status::InvalidType);
    EXPECT_EQ(library().cufftPlan1d(nullptr, 8, Type::C2C, 1), Status::InvalidValue);
    EXPECT_EQ(plan, 99);  // none was made
    std::size_t size = 77;
    EXPECT_EQ(library().cufftEstimate1d(0, Type::C2C, 1, &size), Status::InvalidSize);
    EXPECT_EQ(library().cufftEstimate2d(3, 0, Type::C2C, &size), Status::InvalidSize);
    EXPECT_EQ(library().cufftEstimate3d(3, 3, 0, Type::C2C, &size), Status::InvalidSize);
    EXPECT_EQ(size, 77U);
}

TEST(FftApi, RefusesBadLayouts) {
    std::array<int, 3> n = {4, 4, 4};
    std::array<int, 3> zero = {4, 0, 4};
    std::array<int, 3> ignored = {0, 4, 4};
    std::size_t size = 0;
    const auto estimate = [&](int rank, int* sizes, int* inembed, int istride, int idist, int* onembed, int ostride,
                              int odist, int batch = 2) {
        return library().cufftEstimateMany(rank, sizes, inembed, istride, idist, onembed, ostride, odist, Type::C2C,
                                           batch, &size);
    };
    EXPECT_EQ(estimate(3, n.data(), n.data(), 1, 64, n.data(), 1, 64), Status::Success);
    EXPECT_EQ(estimate(3, n.data(), ignored.data(), 1, 64, ignored.data(), 1, 64), Status::Success);
    EXPECT_EQ(estimate(3, n.data(), nullptr, -1, -1, nullptr, 0, 0), Status::Success);
    EXPECT_EQ(estimate(3, n.data(), nullptr, -1, -1, n.data(), 0, 0), Status::Success);  // as documented: basic
    EXPECT_EQ(estimate(0, n.data(), nullptr, 1, 1, nullptr, 1, 1), Status::InvalidValue);
    EXPECT_EQ(estimate(4, n.data(), nullptr, 1, 1, nullptr, 1, 1), Status::InvalidValue);
    EXPECT_EQ(estimate(-1, n.data(), nullptr, 1, 1, nullptr, 1, 1), Status::InvalidValue);
    EXPECT_EQ(estimate(3, nullptr, nullptr, 1, 1, nullptr, 1, 1), Status::InvalidValue);
    EXPECT_EQ(estimate(3, n.data(), zero.data(), 1, 64, n.data(), 1, 64), Status::InvalidValue);
    EXPECT_EQ(estimate(3, n.data(), n.data(), 1, 64, zero.data(), 1, 64), Status::InvalidValue);
    EXPECT_EQ(estimate(3, n.data(), n.data(), 0, 64, n.data(), 1, 64), Status::InvalidValue);
    EXPECT_EQ(estimate(3, n.data(), n.data(), 1, 64, n.data(), -1, 64), Status::InvalidValue);
    EXPECT_EQ(estimate(3, n.data(), n.data(), 1, -64, n.data(), 1, 64), Status::InvalidValue);
    EXPECT_EQ(estimate(3, n.data(), n.data(), 1, 64, n.data(), 1, 0), Status::InvalidValue);
    EXPECT_EQ(estimate(3, n.data(), n.data(), 1, 64, n.data(), 1, 0, 1), Status::Success);
    EXPECT_EQ(estimate(3, n.data(), n.data(), 1, 64, n.data(), 1, 64, 0), Status::InvalidSize);
}

TEST(FftApi, RefusesWhatOverflows) {
    constexpr int64 large = std::numeric_limits<int64>::max();
    std::array<int64, 3> n = {1 << 21, 1 << 21, 1 << 21};
    const OwnPlan plan;
    std::size_t size = 0;
    const auto make = [&](int rank, int64* sizes, int64* embed, int64 stride, int64 dist, int64 batch) {
        return library().cufftMakePlanMany64(plan.handle, rank, sizes, embed, stride, dist, embed, stride, dist,
                                             Type::R2C, batch, &size);
    };
    EXPECT_EQ(make(3, n.data(), nullptr, 1, 1, 1), Status::InvalidSize);
    for (std::size_t i = 0; i < 3; ++i) {
        std::array<int64, 3> one = {2, 2, 2};
        one[i] = large;
        EXPECT_EQ(make(3, one.data(), nullptr, 1, 1, 1), Status::InvalidSize);
    }
    std::array<int64, 1> small = {4};
    EXPECT_EQ(make(1, small.data(), nullptr, 1, 1, large), Status::InvalidSize);
    EXPECT_EQ(make(1, small.data(), small.data(), large, 1, 1), Status::InvalidSize);
    EXPECT_EQ(make(1, small.data(), small.data(), 1, large, 2), Status::InvalidSize);
    std::array<int64, 3> sizes = {4, 4, 4};
    std::array<int64, 3> embed = {4, large, 4};
    EXPECT_EQ(make(3, sizes.data(), embed.data(), 1, 64, 1), Status::InvalidSize);
    // No overflow, but no machine has it.
    std::array<int64, 1> terabytes = {1LL << 44};
    EXPECT_EQ(make(1, terabytes.data(), nullptr, 1, 1, 1), Status::AllocFailed);
    // The handle can still be used.
    EXPECT_EQ(make(1, small.data(), nullptr, 1, 1, 1), Status::Success);
}

TEST(FftApi, ChecksHandles) {
    std::size_t size = 0;
    int64 value = 0;
    std::array<void*, 1> areas = {nullptr};
    EXPECT_EQ(library().cufftCreate(nullptr), Status::InvalidValue);
    EXPECT_EQ(library().cufftDestroy(null_handle), Status::Success);
    EXPECT_EQ(library().cufftDestroy(no_such_plan), Status::InvalidPlan);
    EXPECT_EQ(library().cufftDestroy(0), Status::InvalidPlan);
    EXPECT_EQ(library().cufftSetStream(no_such_plan, nullptr), Status::InvalidPlan);
    EXPECT_EQ(library().cufftSetWorkArea(no_such_plan, nullptr), Status::InvalidPlan);
    EXPECT_EQ(library().cufftXtSetWorkArea(no_such_plan, areas.data()), Status::InvalidPlan);
    EXPECT_EQ(library().cufftSetAutoAllocation(no_such_plan, 0), Status::InvalidPlan);
    EXPECT_EQ(library().cufftXtSetWorkAreaPolicy(no_such_plan, WorkAreaPolicy::Minimal, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftGetSize(no_such_plan, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftGetSize1d(no_such_plan, 8, Type::C2C, 1, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftMakePlan1d(no_such_plan, 8, Type::C2C, 1, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftMakePlan1d(no_such_plan, 0, Type::C2C, 1, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftMakePlan1d(no_such_plan, 8, Type::C2C, 1, nullptr), Status::InvalidValue);
    EXPECT_EQ(library().cufftMakePlan1d(no_such_plan, 8, bad_type, 1, &size), Status::InvalidType);
    EXPECT_EQ(library().cufftExecC2C(no_such_plan, &size, &size, forward), Status::InvalidPlan);
    EXPECT_EQ(library().cufftXtExec(no_such_plan, &size, &size, forward), Status::InvalidPlan);
    EXPECT_EQ(library().cufftGetPlanPropertyInt64(no_such_plan, PlanProperty::PatientJit, &value), Status::InvalidPlan);

    Handle first = 0;
    Handle second = 0;
    ASSERT_EQ(library().cufftCreate(&first), Status::Success);
    ASSERT_EQ(library().cufftCreate(&second), Status::Success);
    EXPECT_NE(first, second);
    EXPECT_GE(first, 0);
    EXPECT_EQ(library().cufftDestroy(first), Status::Success);
    EXPECT_EQ(library().cufftDestroy(first), Status::InvalidPlan);
    EXPECT_EQ(library().cufftDestroy(second), Status::Success);
}

TEST(FftApi, MakesAPlanOnce) {
    const OwnPlan plan;
    std::size_t size = 0;
    Values values(8);
    EXPECT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::InvalidPlan);
    EXPECT_EQ(library().cufftGetSize(plan.handle, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftMakePlan1d(plan.handle, 8, Type::C2C, 1, &size), Status::Success);
    EXPECT_GT(size, 0U);
    EXPECT_EQ(library().cufftMakePlan1d(plan.handle, 8, Type::C2C, 1, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftMakePlan2d(plan.handle, 4, 4, Type::C2C, &size), Status::InvalidPlan);
    EXPECT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::Success);
}

TEST(FftApi, ExecutesWhatThePlanIsFor) {
    std::vector<double> memory(64);
    void* data = memory.data();
    const OwnPlan c2c(8, Type::C2C);
    EXPECT_EQ(library().cufftExecR2C(c2c.handle, data, data), Status::InvalidType);
    EXPECT_EQ(library().cufftExecC2R(c2c.handle, data, data), Status::InvalidType);
    EXPECT_EQ(library().cufftExecZ2Z(c2c.handle, data, data, forward), Status::InvalidType);
    EXPECT_EQ(library().cufftExecC2C(c2c.handle, data, data, 0), Status::InvalidValue);
    EXPECT_EQ(library().cufftExecC2C(c2c.handle, data, data, 2), Status::InvalidValue);
    EXPECT_EQ(library().cufftExecC2C(c2c.handle, nullptr, data, forward), Status::InvalidValue);
    EXPECT_EQ(library().cufftExecC2C(c2c.handle, data, nullptr, forward), Status::InvalidValue);
    EXPECT_EQ(library().cufftXtExec(c2c.handle, data, data, 0), Status::InvalidValue);
    EXPECT_EQ(library().cufftXtExec(c2c.handle, data, data, inverse), Status::Success);
    const OwnPlan d2z(8, Type::D2Z);
    EXPECT_EQ(library().cufftExecZ2D(d2z.handle, data, data), Status::InvalidType);
    EXPECT_EQ(library().cufftExecR2C(d2z.handle, data, data), Status::InvalidType);
    EXPECT_EQ(library().cufftXtExec(d2z.handle, data, data, 0), Status::Success);  // has one direction
    EXPECT_EQ(library().cufftExecD2Z(d2z.handle, data, data), Status::Success);
}

TEST(FftApi, KnowsTheTypesOfXt) {
    std::array<int64, 1> n = {12};
    std::size_t size = 0;
    const OwnPlan plan;
    const auto get_size = [&](DataType input, DataType output, DataType execution) {
        return library().cufftXtGetSizeMany(plan.handle, 1, n.data(), nullptr, 1, 1, input, nullptr, 1, 1, output, 1,
                                            &size, execution);
    };
    using D = DataType;
    EXPECT_EQ(get_size(D::Complex32, D::Complex32, D::Complex32), Status::Success);
    EXPECT_EQ(get_size(D::Real64, D::Complex64, D::Complex64), Status::Success);
    EXPECT_EQ(get_size(D::Complex64, D::Real64, D::Complex64), Status::Success);
    EXPECT_EQ(get_size(D::Real32, D::Real32, D::Complex32), Status::InvalidType);
    EXPECT_EQ(get_size(D::Real32, D::Complex32, D::Real32), Status::InvalidType);
    EXPECT_EQ(get_size(D::Complex32, D::Complex64, D::Complex64), Status::InvalidType);
    EXPECT_EQ(get_size(static_cast<D>(3), D::Complex32, D::Complex32), Status::InvalidType);
    EXPECT_EQ(get_size(D::Complex16, D::Complex16, D::Complex16), Status::NotSupported);  // no power of two
    n[0] = 16;
    EXPECT_EQ(get_size(D::Complex16, D::Complex16, D::Complex16), Status::Success);
    EXPECT_EQ(get_size(D::RealBf16, D::ComplexBf16, D::ComplexBf16), Status::Success);
}

TEST(FftApi, SixteenBitNumbersHaveCufftsLimits) {
    std::array<int64, 2> n = {4, 16};
    std::array<int64, 2> embed = {4, 20};
    std::size_t size = 0;
    const OwnPlan plan;
    const auto get_size = [&](DataType input, int64 istride, DataType output, int64 ostride, DataType execution) {
        return library().cufftXtGetSizeMany(plan.handle, 2, n.data(), embed.data(), istride, 200, input, embed.data(),
                                            ostride, 200, output, 1, &size, execution);
    };
    using D = DataType;
    EXPECT_EQ(get_size(D::Complex16, 2, D::Complex16, 3, D::Complex16), Status::Success);
    EXPECT_EQ(get_size(D::Real16, 1, D::Complex16, 2, D::Complex16), Status::Success);
    EXPECT_EQ(get_size(D::Real16, 2, D::Complex16, 1, D::Complex16), Status::NotSupported);
    EXPECT_EQ(get_size(D::Complex16, 2, D::Real16, 1, D::Complex16), Status::Success);
    EXPECT_EQ(get_size(D::ComplexBf16, 1, D::RealBf16, 2, D::ComplexBf16), Status::NotSupported);
    EXPECT_EQ(get_size(D::Real32, 2, D::Complex32, 1, D::Complex32), Status::Success);
    n = {int64{1} << 30, 4};  // one element more than 32 bits count
    EXPECT_EQ(get_size(D::Complex16, 1, D::Complex16, 1, D::Complex16), Status::NotSupported);
    n = {int64{1} << 62, int64{1} << 62};
    EXPECT_EQ(get_size(D::ComplexBf16, 1, D::ComplexBf16, 1, D::ComplexBf16), Status::NotSupported);
}

TEST(FftApi, SizesAgree) {
    std::array<int, 2> n = {6, 10};
    std::array<int64, 2> n64 = {6, 10};
    std::array<std::size_t, 7> sizes = {};
    const OwnPlan plan;
    const OwnPlan other;
    const auto type = Type::D2Z;
    EXPECT_EQ(library().cufftMakePlan2d(plan.handle, 6, 10, type, &sizes[0]), Status::Success);
    EXPECT_EQ(library().cufftGetSize(plan.handle, &sizes[1]), Status::Success);
    EXPECT_EQ(library().cufftEstimate2d(6, 10, type, &sizes[2]), Status::Success);
    EXPECT_EQ(library().cufftGetSize2d(other.handle, 6, 10, type, &sizes[3]), Status::Success);
    EXPECT_EQ(library().cufftGetSizeMany(other.handle, 2, n.data(), nullptr, 1, 1, nullptr, 1, 1, type, 1, &sizes[4]),
              Status::Success);
    EXPECT_EQ(
        library().cufftGetSizeMany64(other.handle, 2, n64.data(), nullptr, 1, 1, nullptr, 1, 1, type, 1, &sizes[5]),
        Status::Success);
    EXPECT_EQ(library().cufftXtGetSizeMany(other.handle, 2, n64.data(), nullptr, 1, 1, DataType::Real64, nullptr, 1, 1,
                                           DataType::Complex64, 1, &sizes[6], DataType::Complex64),
              Status::Success);
    for (const std::size_t size : sizes)
        EXPECT_EQ(size, sizes[0]);
    EXPECT_GE(sizes[0], 36 * sizeof(std::complex<double>));  // six rows of six
    std::size_t size = 0;
    EXPECT_EQ(library().cufftGetSize1d(other.handle, 8, type, 2, &size), Status::Success);
    EXPECT_EQ(library().cufftGetSize3d(other.handle, 8, 8, 8, type, &size), Status::Success);
    EXPECT_EQ(library().cufftEstimate3d(8, 8, 8, type, &size), Status::Success);
    EXPECT_EQ(library().cufftGetSize(plan.handle, nullptr), Status::InvalidValue);
}

TEST(FftApi, WorksInTheApplicationsWorkArea) {
    const OwnPlan plan;
    std::size_t size = 0;
    ASSERT_EQ(library().cufftSetAutoAllocation(plan.handle, 0), Status::Success);
    ASSERT_EQ(library().cufftMakePlan1d(plan.handle, 1000, Type::C2C, 2, &size), Status::Success);
    Values values(2000, 1);
    EXPECT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::NoWorkspace);
    // It ends where memory ends, and its size makes it begin anywhere.
    const GuardedMemory area(size + 1);
    const std::vector<std::byte> before(area.all().begin(), area.all().end());
    ASSERT_EQ(library().cufftSetWorkArea(plan.handle, area.data() + 1), Status::Success);
    EXPECT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::Success);
    EXPECT_EQ(values[0], 1000.0F);
    EXPECT_EQ(values[1000], 1000.0F);
    EXPECT_EQ(*area.data(), before[static_cast<std::size_t>(area.data() - area.all().data())]);
    EXPECT_NE(std::vector<std::byte>(area.all().begin(), area.all().end()), before);

    std::array<void*, 1> areas = {nullptr};
    EXPECT_EQ(library().cufftXtSetWorkArea(plan.handle, nullptr), Status::InvalidValue);
    EXPECT_EQ(library().cufftXtSetWorkArea(plan.handle, areas.data()), Status::Success);
    EXPECT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::NoWorkspace);
}

TEST(FftApi, HasPolicies) {
    const OwnPlan plan(64, Type::C2C);
    std::size_t needed = 0;
    ASSERT_EQ(library().cufftGetSize(plan.handle, &needed), Status::Success);
    std::size_t size = 1;
    EXPECT_EQ(library().cufftXtSetWorkAreaPolicy(plan.handle, WorkAreaPolicy::Minimal, &size), Status::Success);
    EXPECT_EQ(size, needed);
    EXPECT_EQ(library().cufftXtSetWorkAreaPolicy(plan.handle, WorkAreaPolicy::User, &size), Status::Success);
    size = needed - 1;
    EXPECT_EQ(library().cufftXtSetWorkAreaPolicy(plan.handle, WorkAreaPolicy::User, &size), Status::InvalidSize);
    EXPECT_EQ(library().cufftXtSetWorkAreaPolicy(plan.handle, WorkAreaPolicy::User, nullptr), Status::InvalidValue);
    EXPECT_EQ(library().cufftXtSetWorkAreaPolicy(plan.handle, WorkAreaPolicy::Performance, nullptr), Status::Success);
    EXPECT_EQ(library().cufftXtSetWorkAreaPolicy(plan.handle, static_cast<WorkAreaPolicy>(3), &size),
              Status::InvalidValue);
}

TEST(FftApi, KeepsProperties) {
    const OwnPlan plan;
    int64 value = -1;
    EXPECT_EQ(library().cufftGetPlanPropertyInt64(plan.handle, PlanProperty::PatientJit, &value), Status::Success);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(library().cufftSetPlanPropertyInt64(plan.handle, PlanProperty::PatientJit, 1), Status::Success);
    EXPECT_EQ(library().cufftSetPlanPropertyInt64(plan.handle, PlanProperty::PatientJit, 2), Status::InvalidValue);
    EXPECT_EQ(library().cufftGetPlanPropertyInt64(plan.handle, PlanProperty::PatientJit, &value), Status::Success);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(library().cufftResetPlanProperty(plan.handle, PlanProperty::PatientJit), Status::Success);
    EXPECT_EQ(library().cufftGetPlanPropertyInt64(plan.handle, PlanProperty::PatientJit, &value), Status::Success);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(library().cufftSetPlanPropertyInt64(plan.handle, PlanProperty::MaxHostThreads, 4), Status::Success);
    EXPECT_EQ(library().cufftSetPlanPropertyInt64(plan.handle, PlanProperty::MaxHostThreads, 0), Status::InvalidValue);
    EXPECT_EQ(library().cufftSetPlanPropertyInt64(plan.handle, static_cast<PlanProperty>(9), 0), Status::NotSupported);
    EXPECT_EQ(library().cufftGetPlanPropertyInt64(plan.handle, PlanProperty::PatientJit, nullptr),
              Status::InvalidValue);
    const OwnPlan made(8, Type::C2C);
    EXPECT_EQ(library().cufftSetPlanPropertyInt64(made.handle, PlanProperty::PatientJit, 1), Status::InvalidPlan);
}

TEST(FftApi, RefusesCallbacksAndSeveralGpus) {
    const OwnPlan plan(8, Type::C2C);
    Values values(8);
    void* data = values.data();
    int device = 0;
    EXPECT_EQ(library().cufftXtSetCallback(plan.handle, &data, CallbackType::LoadComplex, &data),
              Status::NotImplemented);
    EXPECT_EQ(library().cufftXtClearCallback(plan.handle, CallbackType::LoadComplex), Status::NotImplemented);
    EXPECT_EQ(library().cufftXtSetCallbackSharedSize(plan.handle, CallbackType::LoadComplex, 0),
              Status::NotImplemented);
    EXPECT_EQ(library().cufftXtSetJITCallback(plan.handle, "f", data, 8, CallbackType::LoadComplex, &data),
              Status::NotSupported);
    EXPECT_EQ(library().cufftXtExecDescriptor(plan.handle, data, data, forward), Status::NotSupported);
    EXPECT_EQ(library().cufftXtExecDescriptorC2C(plan.handle, data, data, forward), Status::NotSupported);
    EXPECT_EQ(library().cufftXtSetGPUs(plan.handle, 1, &device), Status::NotSupported);
    EXPECT_EQ(library().cufftXtMalloc(plan.handle, &data, SubFormat::Input), Status::NotSupported);
    EXPECT_EQ(library().cufftXtFree(data), Status::NotSupported);
    EXPECT_EQ(values, Values(8));
}

class FftStreams : public testing::Test {
protected:
    FftStreams() { host().keep_work(true); }
    ~FftStreams() override {
        host().keep_work(false);
        host().drop(stream_);
        host().drop(other_);
    }

    int places_[2] = {};
    void* stream_ = &places_[0];
    void* other_ = &places_[1];
};

TEST_F(FftStreams, WorkWaitsForItsStream) {
    const OwnPlan plan(4, Type::C2C);
    Values values(4, 1);
    ASSERT_EQ(library().cufftSetStream(plan.handle, stream_), Status::Success);
    ASSERT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::Success);
    ASSERT_EQ(library().cufftSetStream(plan.handle, other_), Status::Success);
    ASSERT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::Success);
    EXPECT_EQ(host().waiting(stream_), 1U);
    EXPECT_EQ(host().waiting(other_), 1U);
    EXPECT_EQ(values, Values(4, 1));
    host().synchronize(stream_);
    EXPECT_EQ(values, (Values{4, 0, 0, 0}));
    host().synchronize(other_);
    EXPECT_EQ(values, Values(4, 4));
}

TEST_F(FftStreams, ADestroyedPlanLivesUntilItsWorkIsDone) {
    Handle plan = null_handle;
    ASSERT_EQ(library().cufftPlan1d(&plan, 4, Type::C2C, 1), Status::Success);
    Values values(4, 1);
    library().cufftSetStream(plan, stream_);
    ASSERT_EQ(library().cufftExecC2C(plan, values.data(), values.data(), forward), Status::Success);
    ASSERT_EQ(library().cufftExecC2C(plan, values.data(), values.data(), inverse), Status::Success);
    ASSERT_EQ(library().cufftDestroy(plan), Status::Success);
    EXPECT_EQ(library().cufftExecC2C(plan, values.data(), values.data(), inverse), Status::InvalidPlan);
    host().run_first(stream_);
    EXPECT_EQ(values, (Values{4, 0, 0, 0}));
    host().drop(stream_);  // and what is not called is only destroyed
    EXPECT_EQ(values, (Values{4, 0, 0, 0}));
}

TEST_F(FftStreams, ArgumentsAreThoseOfTheCall) {
    const OwnPlan plan;
    std::size_t size = 0;
    library().cufftSetAutoAllocation(plan.handle, 0);
    ASSERT_EQ(library().cufftMakePlan1d(plan.handle, 4, Type::C2C, 1, &size), Status::Success);
    std::vector<std::byte> area(size);
    library().cufftSetWorkArea(plan.handle, area.data());
    library().cufftSetStream(plan.handle, stream_);
    Values values(4, 1);
    ASSERT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::Success);
    library().cufftSetWorkArea(plan.handle, nullptr);  // concerns the next call
    library().cufftSetStream(plan.handle, nullptr);
    host().synchronize(stream_);
    EXPECT_EQ(values, (Values{4, 0, 0, 0}));
}

TEST_F(FftStreams, AStreamThatTakesNoMoreIsAnError) {
    const OwnPlan plan(4, Type::C2C);
    Values values(4, 1);
    host().refuse_work(true);
    EXPECT_EQ(library().cufftExecC2C(plan.handle, values.data(), values.data(), forward), Status::ExecFailed);
    host().refuse_work(false);
    EXPECT_EQ(values, Values(4, 1));
}

TEST(FftThreads, PlanAndExecuteAtOnce) {
    const OwnPlan shared(60, Type::C2C);
    constexpr int thread_count = 4;
    std::vector<std::thread> threads;
    threads.reserve(thread_count);
    for (int t = 0; t < thread_count; ++t) {
        threads.emplace_back([&shared, t] {
            for (int i = 0; i < 40; ++i) {
                const int n = 16 + 7 * t + i;
                Handle plan = null_handle;
                ASSERT_EQ(library().cufftPlan1d(&plan, n, Type::C2C, 1), Status::Success);
                Values values(static_cast<std::size_t>(n), 1);
                ASSERT_EQ(library().cufftExecC2C(plan, values.data(), values.data(), forward), Status::Success);
                ASSERT_NEAR(values[0].real(), n, 1e-3);
                ASSERT_EQ(library().cufftDestroy(plan), Status::Success);
                Values others(60, 1);
                ASSERT_EQ(library().cufftExecC2C(shared.handle, others.data(), others.data(), forward),
                          Status::Success);
                ASSERT_NEAR(others[0].real(), 60, 1e-3);
                ASSERT_NEAR(std::abs(others[7]), 0, 1e-3);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

}  // namespace
}  // namespace ringfence::soft_libraries::fft
