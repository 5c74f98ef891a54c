#include "soft_libraries/fft/packed.h"

#include <fftw3.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "base/mutex.h"
#include "soft_libraries/fft/elements.h"

namespace ringfence::soft_libraries::fft {

namespace {

// FFTW's planner is not thread-safe, and its single and double versions are two libraries. One lock for both is enough.
Mutex& planner_lock() {
    static Mutex lock;  // of the planner
    return lock;
}

// The same names for both of FFTW's libraries.
template <class Real>
struct Library;

template <>
struct Library<float> {
    using Plan = fftwf_plan;
    using Complex = fftwf_complex;
    using Dimension = fftwf_iodim64;
    static constexpr auto plan_complex = fftwf_plan_guru64_dft;
    static constexpr auto plan_from_real = fftwf_plan_guru64_dft_r2c;
    static constexpr auto plan_to_real = fftwf_plan_guru64_dft_c2r;
    static constexpr auto run_complex = fftwf_execute_dft;
    static constexpr auto run_from_real = fftwf_execute_dft_r2c;
    static constexpr auto run_to_real = fftwf_execute_dft_c2r;
    static constexpr auto destroy = fftwf_destroy_plan;
    static constexpr auto forget = fftwf_forget_wisdom;
};

template <>
struct Library<double> {
    using Plan = fftw_plan;
    using Complex = fftw_complex;
    using Dimension = fftw_iodim64;
    static constexpr auto plan_complex = fftw_plan_guru64_dft;
    static constexpr auto plan_from_real = fftw_plan_guru64_dft_r2c;
    static constexpr auto plan_to_real = fftw_plan_guru64_dft_c2r;
    static constexpr auto run_complex = fftw_execute_dft;
    static constexpr auto run_from_real = fftw_execute_dft_r2c;
    static constexpr auto run_to_real = fftw_execute_dft_c2r;
    static constexpr auto destroy = fftw_destroy_plan;
    static constexpr auto forget = fftw_forget_wisdom;
};

template <class Real>
class FftwTransform final : public PackedTransform {
    using L = Library<Real>;

public:
    FftwTransform(const Transform& transform, const Extents& n) : kind_(transform.kind) {
        // Strides count elements: of real numbers twice as many fit into a row.
        const std::int64_t row = complex_row(transform, n[2]);
        const std::int64_t input_row = kind_ == Kind::RealToComplex ? 2 * row : row;
        const std::int64_t output_row = kind_ == Kind::ComplexToReal ? 2 * row : row;
        const std::array<typename L::Dimension, 3> dimensions = {{
            {n[0], n[1] * input_row, n[1] * output_row},
            {n[1], input_row, output_row},
            {n[2], 1, 1},
        }};
        const MutexLock lock(planner_lock());
        // To estimate, FFTW looks at the addresses and not at what is there.
        alignas(buffer_alignment) std::array<std::byte, buffer_alignment> nothing;
        auto* real = reinterpret_cast<Real*>(nothing.data());
        auto* complex = reinterpret_cast<typename L::Complex*>(nothing.data());
        switch (kind_) {
            case Kind::ComplexToComplex:
                plan_ =
                    L::plan_complex(3, dimensions.data(), 0, nullptr, complex, complex, FFTW_FORWARD, FFTW_ESTIMATE);
                inverse_ =
                    L::plan_complex(3, dimensions.data(), 0, nullptr, complex, complex, FFTW_BACKWARD, FFTW_ESTIMATE);
                break;
            case Kind::RealToComplex:
                plan_ = L::plan_from_real(3, dimensions.data(), 0, nullptr, real, complex, FFTW_ESTIMATE);
                break;
            case Kind::ComplexToReal:
                plan_ = L::plan_to_real(3, dimensions.data(), 0, nullptr, complex, real, FFTW_ESTIMATE);
                break;
        }
        // FFTW never forgets its wisdom by itself, and it grows with every size that a client comes up with.
        L::forget();
    }
    FftwTransform(const FftwTransform&) = delete;
    FftwTransform& operator=(const FftwTransform&) = delete;

    ~FftwTransform() override {
        const MutexLock lock(planner_lock());
        if (plan_ != nullptr) L::destroy(plan_);
        if (inverse_ != nullptr) L::destroy(inverse_);
    }

    bool is_planned() const { return plan_ != nullptr && (kind_ != Kind::ComplexToComplex || inverse_ != nullptr); }

    void run(void* buffer, int direction) const override {
        auto* real = static_cast<Real*>(buffer);
        auto* complex = static_cast<typename L::Complex*>(buffer);
        switch (kind_) {
            case Kind::ComplexToComplex:
                L::run_complex(direction == forward ? plan_ : inverse_, complex, complex);
                break;
            case Kind::RealToComplex: L::run_from_real(plan_, real, complex); break;
            case Kind::ComplexToReal: L::run_to_real(plan_, complex, real); break;
        }
    }

private:
    Kind kind_;
    typename L::Plan plan_ = nullptr;  // forward where there are two
    typename L::Plan inverse_ = nullptr;
};

template <class Real>
std::unique_ptr<PackedTransform> plan_with(const Transform& transform, const Extents& n) {
    auto planned = std::make_unique<FftwTransform<Real>>(transform, n);
    if (!planned->is_planned()) return nullptr;
    return planned;
}

Side packed_as(const Problem& problem, const Side& side) {
    const std::int64_t row = complex_row(problem.transform, problem.n[2]) * (2 / side.numbers);
    return {side.count, {problem.n[1] * row, row, 1}, 0, side.numbers};
}

}  // namespace

std::unique_ptr<PackedTransform> plan_packed(const Transform& transform, const Extents& n) {
    return transform.number == Number::Double ? plan_with<double>(transform, n) : plan_with<float>(transform, n);
}

std::size_t packed_bytes(const Problem& problem) {
    const std::int64_t elements = problem.n[0] * problem.n[1] * complex_row(problem.transform, problem.n[2]);
    return static_cast<std::size_t>(elements) * 2 * packed_bytes_of(problem.transform.number);
}

Side packed_input(const Problem& problem) {
    return packed_as(problem, problem.input);
}

Side packed_output(const Problem& problem) {
    return packed_as(problem, problem.output);
}

bool fftw_has_memory_for(std::size_t bytes) {
    // For a large prime: tables for each direction and a buffer, each up to the power of two above twice the size.
    constexpr std::size_t times = 16;
    const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    if (bytes / page > pages / times) return false;
    // The process may be limited to less. Memory that is allocated and not touched costs nothing.
    const std::unique_ptr<void, decltype(&std::free)> probe(std::malloc(bytes * times), &std::free);
    return probe != nullptr;
}

}  // namespace ringfence::soft_libraries::fft
