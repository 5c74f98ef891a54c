#include "fft_case.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <sstream>

#include <gtest/gtest.h>

#include "fft_library.h"
#include "fft_reference.h"
#include "softgpu/math/number.h"

namespace ringfence::soft_libraries::fft {

using adapters::FftKind;
using adapters::FftPlan;
using adapters::FftSizes;

namespace {

namespace math = softgpu::math;

bool is_real_side(const FftPlan& plan, bool input) {
    return plan.type.kind == (input ? FftKind::RealToComplex : FftKind::ComplexToReal);
}

// In three dimensions.
FftSizes three_sizes(const FftPlan& plan) {
    FftSizes sizes = {1, 1, 1};
    const auto rank = static_cast<std::size_t>(plan.rank);
    for (std::size_t i = 0; i < rank; ++i)
        sizes[3 - rank + i] = plan.n[i];
    return sizes;
}

FftSizes counts(const FftPlan& plan, bool input) {
    FftSizes sizes = three_sizes(plan);
    if (plan.type.kind != FftKind::ComplexToComplex && !is_real_side(plan, input)) sizes[2] = sizes[2] / 2 + 1;
    return sizes;
}

// Numbers as they lie in memory.
class Format {
public:
    explicit Format(const Case& c) : bytes_(c.plan.type.number_bytes), bfloat_(c.bfloat) {}

    std::size_t bytes() const { return bytes_; }
    long double epsilon() const {
        if (bytes_ == 8) return std::ldexp(1.0L, -52);
        if (bytes_ == 4) return std::ldexp(1.0L, -23);
        return std::ldexp(1.0L, bfloat_ ? -7 : -10);
    }
    long double load(const std::byte* from) const {
        if (bytes_ == 8) return load_as<double>(from);
        if (bytes_ == 4) return load_as<float>(from);
        const math::Number number = math::unpack(load_as<std::uint16_t>(from), narrow());
        return std::bit_cast<float>(static_cast<std::uint32_t>(math::pack(number, math::f32, {})));
    }
    void store(long double value, std::byte* to) const {
        if (bytes_ == 8) return store_as(static_cast<double>(value), to);
        if (bytes_ == 4) return store_as(static_cast<float>(value), to);
        const math::Number number = math::unpack(std::bit_cast<std::uint32_t>(static_cast<float>(value)), math::f32);
        store_as(static_cast<std::uint16_t>(math::pack(number, narrow(), {})), to);
    }

private:
    template <class T>
    static T load_as(const std::byte* from) {
        T value;
        std::memcpy(&value, from, sizeof value);
        return value;
    }
    template <class T>
    static void store_as(T value, std::byte* to) {
        std::memcpy(to, &value, sizeof value);
    }
    const math::Format& narrow() const { return bfloat_ ? math::bf16 : math::f16; }

    std::size_t bytes_;
    bool bfloat_;
};

// The elements of one side in memory.
class SideInMemory {
public:
    SideInMemory(const Case& c, bool input, std::byte* memory)
        : format_(c),
          numbers_(is_real_side(c.plan, input) ? 1 : 2),
          offsets_(elements(c.plan, input, c.in_place)),
          memory_(memory) {}

    std::size_t count() const { return offsets_.size(); }
    std::size_t element_bytes() const { return format_.bytes() * numbers_; }
    std::byte* at(std::size_t i) const { return memory_ + offsets_[i] * static_cast<std::int64_t>(element_bytes()); }
    Exact load(std::size_t i) const {
        return {format_.load(at(i)), numbers_ == 2 ? format_.load(at(i) + format_.bytes()) : 0};
    }
    void store(std::size_t i, const Exact& value) const {
        format_.store(value.real(), at(i));
        if (numbers_ == 2) format_.store(value.imag(), at(i) + format_.bytes());
    }

private:
    Format format_;
    std::size_t numbers_;
    std::vector<std::int64_t> offsets_;
    std::byte* memory_;
};

// Random input for a transform of the batch. The spectrum of real values is that of some real values.
std::vector<Exact> random_values(const FftPlan& plan, std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    const FftSizes n = three_sizes(plan);
    const bool complex = plan.type.kind == FftKind::ComplexToComplex;
    std::vector<Exact> values(static_cast<std::size_t>(n[0] * n[1] * n[2]));
    for (Exact& value : values)
        value = {uniform(random), complex ? uniform(random) : 0};
    if (plan.type.kind != FftKind::ComplexToReal) return values;
    transform_by_definition(values, n, forward);
    std::vector<Exact> half;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (static_cast<std::int64_t>(i) % n[2] <= n[2] / 2) half.push_back(values[i]);
    }
    return half;
}

std::vector<Exact> expected_of(const Case& c, const std::vector<Exact>& input) {
    const FftSizes n = three_sizes(c.plan);
    std::vector<Exact> values = c.plan.type.kind == FftKind::ComplexToReal ? whole_spectrum(input, n) : input;
    const int sign = c.plan.type.kind == FftKind::RealToComplex   ? forward
                     : c.plan.type.kind == FftKind::ComplexToReal ? inverse
                                                                  : c.direction;
    transform_by_definition(values, n, sign);
    if (c.plan.type.kind != FftKind::RealToComplex) return values;
    std::vector<Exact> half;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (static_cast<std::int64_t>(i) % n[2] <= n[2] / 2) half.push_back(values[i]);
    }
    return half;
}

void expect_near(const Case& c, const SideInMemory& output, std::size_t first, const std::vector<Exact>& expected) {
    long double largest = 1;
    for (const Exact& value : expected)
        largest = std::max(largest, std::abs(value));
    const bool real = is_real_side(c.plan, false);
    const FftSizes n = three_sizes(c.plan);
    const long double steps = 2 + std::log2(static_cast<long double>(n[0] * n[1] * n[2]));
    const long double bound = 4 * Format(c).epsilon() * steps * largest;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Exact exact = real ? Exact(expected[i].real(), 0) : expected[i];
        const Exact got = output.load(first + i);
        ASSERT_LE(std::abs(got - exact), bound)
            << describe(c) << "\nelement " << i << ": " << got << " instead of " << exact;
    }
}

template <class Int>
std::vector<Int> as_numbers(const FftSizes& sizes) {
    return {static_cast<Int>(sizes[0]), static_cast<Int>(sizes[1]), static_cast<Int>(sizes[2])};
}

Type type_of(const FftPlan& plan) {
    const bool wide = plan.type.number_bytes == 8;
    switch (plan.type.kind) {
        case FftKind::RealToComplex: return wide ? Type::D2Z : Type::R2C;
        case FftKind::ComplexToReal: return wide ? Type::Z2D : Type::C2R;
        case FftKind::ComplexToComplex: break;
    }
    return wide ? Type::Z2Z : Type::C2C;
}

DataType data_type(const Case& c, bool real) {
    if (c.plan.type.number_bytes == 8) return real ? DataType::Real64 : DataType::Complex64;
    if (c.plan.type.number_bytes == 4) return real ? DataType::Real32 : DataType::Complex32;
    if (c.bfloat) return real ? DataType::RealBf16 : DataType::ComplexBf16;
    return real ? DataType::Real16 : DataType::Complex16;
}

Status plan_basic(const FftPlan& plan, Handle& handle) {
    const auto n = as_numbers<int>(plan.n);
    const Type type = type_of(plan);
    if (plan.rank == 1) return library().cufftPlan1d(&handle, n[0], type, static_cast<int>(plan.batch));
    if (plan.rank == 2) return library().cufftPlan2d(&handle, n[0], n[1], type);
    return library().cufftPlan3d(&handle, n[0], n[1], n[2], type);
}

Status make_basic(const FftPlan& plan, Handle handle, std::size_t& size) {
    const auto n = as_numbers<int>(plan.n);
    const Type type = type_of(plan);
    if (plan.rank == 1) return library().cufftMakePlan1d(handle, n[0], type, static_cast<int>(plan.batch), &size);
    if (plan.rank == 2) return library().cufftMakePlan2d(handle, n[0], n[1], type, &size);
    return library().cufftMakePlan3d(handle, n[0], n[1], n[2], type, &size);
}

Status make_many(const Case& c, Handle& handle, std::size_t& size) {
    const FftPlan& plan = c.plan;
    auto n = as_numbers<int>(plan.n);
    auto inembed = as_numbers<int>(plan.inembed.value_or(FftSizes{}));
    auto onembed = as_numbers<int>(plan.onembed.value_or(FftSizes{}));
    int* in = plan.inembed ? inembed.data() : nullptr;
    int* out = plan.onembed ? onembed.data() : nullptr;
    const auto istride = static_cast<int>(plan.istride), idist = static_cast<int>(plan.idist);
    const auto ostride = static_cast<int>(plan.ostride), odist = static_cast<int>(plan.odist);
    const auto batch = static_cast<int>(plan.batch);
    if (c.entry == Entry::PlanMany) {
        return library().cufftPlanMany(&handle, plan.rank, n.data(), in, istride, idist, out, ostride, odist,
                                       type_of(plan), batch);
    }
    return library().cufftMakePlanMany(handle, plan.rank, n.data(), in, istride, idist, out, ostride, odist,
                                       type_of(plan), batch, &size);
}

Status make_many64(const Case& c, Handle handle, std::size_t& size) {
    const FftPlan& plan = c.plan;
    auto n = as_numbers<int64>(plan.n);
    auto inembed = as_numbers<int64>(plan.inembed.value_or(FftSizes{}));
    auto onembed = as_numbers<int64>(plan.onembed.value_or(FftSizes{}));
    int64* in = plan.inembed ? inembed.data() : nullptr;
    int64* out = plan.onembed ? onembed.data() : nullptr;
    if (c.entry == Entry::XtMakeMany) {
        return library().cufftXtMakePlanMany(
            handle, plan.rank, n.data(), in, plan.istride, plan.idist, data_type(c, is_real_side(plan, true)), out,
            plan.ostride, plan.odist, data_type(c, is_real_side(plan, false)), plan.batch, &size, data_type(c, false));
    }
    return library().cufftMakePlanMany64(handle, plan.rank, n.data(), in, plan.istride, plan.idist, out, plan.ostride,
                                         plan.odist, type_of(plan), plan.batch, &size);
}

std::ostream& operator<<(std::ostream& out, const FftSizes& sizes) {
    return out << "{" << sizes[0] << "," << sizes[1] << "," << sizes[2] << "}";
}

}  // namespace

GuardedMemory::GuardedMemory(std::size_t size) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    mapped_ = (size + page - 1) / page * page + page;  // at least a page in front
    void* memory = mmap(nullptr, mapped_ + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    start_ = static_cast<std::byte*>(memory);
    if (mprotect(start_ + mapped_, page, PROT_NONE) != 0) std::abort();
    std::memset(start_, 0xa5, mapped_);
    data_ = start_ + mapped_ - size;
}

GuardedMemory::~GuardedMemory() {
    munmap(start_, mapped_ + static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
}

std::string describe(const Case& c) {
    const FftPlan& plan = c.plan;
    std::ostringstream out;
    out << "kind " << static_cast<int>(plan.type.kind) << " bytes " << static_cast<int>(plan.type.number_bytes)
        << (c.bfloat ? " bfloat" : "") << " rank " << plan.rank << " n " << plan.n;
    if (plan.inembed) {
        out << " inembed " << *plan.inembed << " istride " << plan.istride << " idist " << plan.idist << " onembed "
            << *plan.onembed << " ostride " << plan.ostride << " odist " << plan.odist;
    }
    out << " batch " << plan.batch << " direction " << c.direction << (c.in_place ? " in place" : "") << " entry "
        << static_cast<int>(c.entry);
    return out.str();
}

Status make(const Case& c, Handle& handle) {
    if (c.entry == Entry::PlanBasic) return plan_basic(c.plan, handle);
    std::size_t size = 0;
    if (c.entry == Entry::PlanMany) return make_many(c, handle, size);
    if (const Status status = library().cufftCreate(&handle); status != Status::Success) return status;
    switch (c.entry) {
        case Entry::MakeBasic: return make_basic(c.plan, handle, size);
        case Entry::MakeMany: return make_many(c, handle, size);
        default: return make_many64(c, handle, size);
    }
}

Status execute(const Case& c, Handle handle, void* input, void* output) {
    if (c.entry == Entry::XtMakeMany) return library().cufftXtExec(handle, input, output, c.direction);
    switch (type_of(c.plan)) {
        case Type::C2C: return library().cufftExecC2C(handle, input, output, c.direction);
        case Type::R2C: return library().cufftExecR2C(handle, input, output);
        case Type::C2R: return library().cufftExecC2R(handle, input, output);
        case Type::Z2Z: return library().cufftExecZ2Z(handle, input, output, c.direction);
        case Type::D2Z: return library().cufftExecD2Z(handle, input, output);
        case Type::Z2D: return library().cufftExecZ2D(handle, input, output);
    }
    return Status::InternalError;
}

std::vector<std::int64_t> elements(const FftPlan& plan, bool input, bool in_place) {
    const FftSizes count = counts(plan, input);
    FftSizes embed = count;
    if (in_place && is_real_side(plan, input)) embed[2] = 2 * (count[2] / 2 + 1);
    std::int64_t stride = 1;
    std::int64_t distance = embed[0] * embed[1] * embed[2];
    if (plan.inembed) {
        const FftSizes& given = input ? *plan.inembed : *plan.onembed;
        const auto rank = static_cast<std::size_t>(plan.rank);
        for (std::size_t i = 1; i < rank; ++i)
            embed[3 - rank + i] = given[i];
        stride = input ? plan.istride : plan.ostride;
        distance = input ? plan.idist : plan.odist;
    }
    std::vector<std::int64_t> offsets;
    for (std::int64_t b = 0; b < plan.batch; ++b) {
        for (std::int64_t x = 0; x < count[0]; ++x) {
            for (std::int64_t y = 0; y < count[1]; ++y) {
                for (std::int64_t z = 0; z < count[2]; ++z) {
                    offsets.push_back(b * distance + ((x * embed[1] + y) * embed[2] + z) * stride);
                }
            }
        }
    }
    return offsets;
}

void run(const Case& c, std::mt19937_64& random, Look look) {
    const std::optional<adapters::FftExtent> extent = adapters::fft_extent(c.plan, c.in_place);
    ASSERT_TRUE(extent) << describe(c);
    const GuardedMemory input_memory(c.in_place ? std::max(extent->input, extent->output) : extent->input);
    const GuardedMemory separate(extent->output);
    const GuardedMemory& output_memory = c.in_place ? input_memory : separate;
    const SideInMemory input(c, true, input_memory.data());
    const SideInMemory output(c, false, output_memory.data());

    const auto batch = static_cast<std::size_t>(c.plan.batch);
    const std::size_t per_transform = input.count() / batch;
    if (look == Look::AtAll) {
        for (std::size_t b = 0; b < batch; ++b) {
            const std::vector<Exact> values = random_values(c.plan, random);
            for (std::size_t i = 0; i < per_transform; ++i)
                input.store(b * per_transform + i, values[i]);
        }
    }
    // As rounded, and where elements of two transforms are the same, as they are.
    std::vector<Exact> given;
    for (std::size_t i = 0; i < input.count(); ++i)
        given.push_back(input.load(i));
    const std::vector<std::byte> input_before(input_memory.all().begin(), input_memory.all().end());
    const std::vector<std::byte> output_before(output_memory.all().begin(), output_memory.all().end());

    Handle handle = null_handle;
    ASSERT_EQ(make(c, handle), Status::Success) << describe(c);
    ASSERT_EQ(execute(c, handle, input_memory.data(), output_memory.data()), Status::Success) << describe(c);
    ASSERT_EQ(library().cufftDestroy(handle), Status::Success);

    if (look == Look::AtAll) {
        for (std::size_t b = 0; b < batch; ++b) {
            const auto first = given.begin() + static_cast<std::ptrdiff_t>(b * per_transform);
            const auto last = first + static_cast<std::ptrdiff_t>(per_transform);
            const std::vector<Exact> expected = expected_of(c, std::vector<Exact>(first, last));
            expect_near(c, output, b * (output.count() / batch), expected);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
    // All that is not an element of the output is as it was: the result is put back there, and nothing must be left.
    for (std::size_t i = 0; i < output.count(); ++i) {
        const std::ptrdiff_t offset = output.at(i) - output_memory.all().data();
        std::memcpy(output.at(i), output_before.data() + offset, output.element_bytes());
    }
    ASSERT_EQ(std::memcmp(output_memory.all().data(), output_before.data(), output_before.size()), 0) << describe(c);
    ASSERT_EQ(std::memcmp(input_memory.all().data(), input_before.data(), input_before.size()), 0) << describe(c);
}

}  // namespace ringfence::soft_libraries::fft
