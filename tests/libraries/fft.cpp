// cuFFT under Ringfence against a direct Fourier transform: types, ranks, primes, strides, batches, in and out of
// place; then what must be refused.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>

#include "device.h"
#include "dice.h"

extern "C" {
int cufftCreate(int* plan);
int cufftDestroy(int plan);
int cufftPlan1d(int* plan, int nx, int type, int batch);
int cufftPlan2d(int* plan, int nx, int ny, int type);
int cufftPlan3d(int* plan, int nx, int ny, int nz, int type);
int cufftPlanMany(int* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                  int odist, int type, int batch);
int cufftMakePlanMany64(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                        long long* onembed, long long ostride, long long odist, int type, long long batch,
                        std::size_t* work_size);
int cufftXtMakePlanMany(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                        int input, long long* onembed, long long ostride, long long odist, int output, long long batch,
                        std::size_t* work_size, int execution);
int cufftXtExec(int plan, void* from, void* to, int direction);
int cufftSetAutoAllocation(int plan, int allocates);
int cufftSetPlanPropertyInt64(int plan, int property, long long value);
int cufftGetPlanPropertyInt64(int plan, int property, long long* value);
int cufftResetPlanProperty(int plan, int property);
int cufftSetWorkArea(int plan, void* area);
int cufftSetStream(int plan, void* stream);
int cufftGetSize(int plan, std::size_t* bytes);
int cufftEstimate1d(int nx, int type, int batch, std::size_t* bytes);
int cufftExecC2C(int plan, void* from, void* to, int direction);
int cufftExecZ2Z(int plan, void* from, void* to, int direction);
int cufftExecR2C(int plan, void* from, void* to);
int cufftExecC2R(int plan, void* from, void* to);
int cufftExecD2Z(int plan, void* from, void* to);
int cufftExecZ2D(int plan, void* from, void* to);
int cufftGetVersion(int* version);
int cufftXtSetCallback(int plan, void** callback, int type, void** data);
}

namespace {

using Complex = std::complex<double>;

enum Type : int { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };
constexpr int success = 0;
constexpr int invalid_plan = 1;
constexpr int invalid_type = 3;
constexpr int invalid_value = 4;
constexpr int invalid_size = 8;
constexpr int not_supported = 16;

// One axis of a grid after the other, in double precision.
void transform_axis(std::vector<Complex>& grid, const std::array<int, 3>& n, int axis, int direction) {
    std::array<std::size_t, 3> strides = {static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2]),
                                          static_cast<std::size_t>(n[2]), 1};
    const auto length = static_cast<std::size_t>(n[static_cast<std::size_t>(axis)]);
    const std::size_t stride = strides[static_cast<std::size_t>(axis)];
    std::vector<Complex> line(length);
    for (std::size_t start = 0; start < grid.size(); ++start) {
        if (start / stride % length != 0) continue;
        for (std::size_t k = 0; k < length; ++k) {
            Complex sum = 0;
            for (std::size_t j = 0; j < length; ++j) {
                const double turns = static_cast<double>(j * k % length) / static_cast<double>(length);
                sum += grid[start + j * stride] * std::polar(1.0, direction * 2 * std::numbers::pi * turns);
            }
            line[k] = sum;
        }
        for (std::size_t k = 0; k < length; ++k)
            grid[start + k * stride] = line[k];
    }
}

std::vector<Complex> transformed(std::vector<Complex> grid, const std::array<int, 3>& n, int direction) {
    for (int axis = 0; axis < 3; ++axis)
        transform_axis(grid, n, axis, direction);
    return grid;
}

// How a side of a transform lies in memory.
struct Side {
    std::array<int, 3> count = {1, 1, 1};
    std::array<int, 3> embed = {1, 1, 1};
    int stride = 1;
    int distance = 0;

    std::size_t at(int b, int x, int y, int z) const {
        const std::int64_t inner = (std::int64_t{x} * embed[1] + y) * embed[2] + z;
        return static_cast<std::size_t>(std::int64_t{b} * distance + inner * stride);
    }
    std::size_t elements(int batch) const { return at(batch - 1, count[0] - 1, count[1] - 1, count[2] - 1) + 1; }
};

struct Case {
    int rank = 1;
    std::array<int, 3> n = {1, 1, 1};  // those that are missing are in front
    int batch = 1;
    int type = C2C;
    int direction = -1;
    bool is_advanced = false;
    bool is_in_place = false;
    Side input;
    Side output;

    bool is_double() const { return type == D2Z || type == Z2D || type == Z2Z; }
    bool is_real_input() const { return type == R2C || type == D2Z; }
    bool is_real_output() const { return type == C2R || type == Z2D; }

    std::string text() const {
        return "type " + std::to_string(type) + ", n " + std::to_string(n[0]) + "x" + std::to_string(n[1]) + "x" +
               std::to_string(n[2]) + ", batch " + std::to_string(batch) + (is_advanced ? ", advanced" : "") +
               (is_in_place ? ", in place" : "");
    }
};

Side packed(const std::array<int, 3>& count) {
    return {count, count, 1, count[0] * count[1] * count[2]};
}

Side spread(const std::array<int, 3>& count, int rank) {
    Side side{count, count, roll(1, 3), 0};
    for (int i = 3 - rank + 1; i < 3; ++i)
        side.embed[static_cast<std::size_t>(i)] += roll(0, 3);
    side.distance = static_cast<int>(side.elements(1)) + roll(0, 5);
    return side;
}

// In place rows of real numbers end where the complex ones do.
void pad_rows(Case& one, const std::array<int, 3>& complex_count) {
    Side& real = one.is_real_input() ? one.input : one.output;
    real.embed[2] = complex_count[2] * 2;
    real.distance = complex_count[0] * complex_count[1] * complex_count[2] * 2;
}

Case random_case() {
    constexpr std::array<int, 6> types = {C2C, R2C, C2R, Z2Z, D2Z, Z2D};
    constexpr std::array<int, 16> sizes = {1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 31, 32, 64, 97};
    Case one;
    one.rank = roll(1, 3);
    one.type = types[static_cast<std::size_t>(roll(0, 5))];
    const int largest = one.rank == 1 ? 15 : one.rank == 2 ? 10 : 6;
    for (int i = 3 - one.rank; i < 3; ++i)
        one.n[static_cast<std::size_t>(i)] = sizes[static_cast<std::size_t>(roll(0, largest))];
    one.batch = roll(1, 4);
    one.direction = one.is_real_input() ? -1 : one.is_real_output() ? 1 : roll(0, 1) * 2 - 1;
    one.is_advanced = roll(0, 2) == 0;
    one.is_in_place = !one.is_advanced && roll(0, 2) == 0;
    std::array<int, 3> complex_count = one.n;
    if (one.type != C2C && one.type != Z2Z) complex_count[2] = one.n[2] / 2 + 1;
    const std::array<int, 3>& input_count = one.is_real_output() ? complex_count : one.n;
    const std::array<int, 3>& output_count = one.is_real_input() ? complex_count : one.n;
    one.input = one.is_advanced ? spread(input_count, one.rank) : packed(input_count);
    one.output = one.is_advanced ? spread(output_count, one.rank) : packed(output_count);
    if (one.is_in_place && (one.is_real_input() || one.is_real_output())) pad_rows(one, complex_count);
    return one;
}

int make(const Case& one, int& plan) {
    std::array<int, 3> n = {};
    std::array<int, 3> inembed = {};
    std::array<int, 3> onembed = {};
    for (int i = 0; i < one.rank; ++i) {
        const auto from = static_cast<std::size_t>(3 - one.rank + i);
        const auto to = static_cast<std::size_t>(i);
        n[to] = one.n[from];
        inembed[to] = one.input.embed[from];
        onembed[to] = one.output.embed[from];
    }
    if (one.is_advanced) {
        return cufftPlanMany(&plan, one.rank, n.data(), inembed.data(), one.input.stride, one.input.distance,
                             onembed.data(), one.output.stride, one.output.distance, one.type, one.batch);
    }
    if (one.rank == 1) return cufftPlan1d(&plan, n[0], one.type, one.batch);
    if (one.batch == 1 && one.rank == 2) return cufftPlan2d(&plan, n[0], n[1], one.type);
    if (one.batch == 1 && one.rank == 3) return cufftPlan3d(&plan, n[0], n[1], n[2], one.type);
    return cufftPlanMany(&plan, one.rank, n.data(), nullptr, 1, 0, nullptr, 1, 0, one.type, one.batch);
}

int execute(int plan, const Case& one, void* from, void* to) {
    switch (one.type) {
        case C2C: return cufftExecC2C(plan, from, to, one.direction);
        case Z2Z: return cufftExecZ2Z(plan, from, to, one.direction);
        case R2C: return cufftExecR2C(plan, from, to);
        case D2Z: return cufftExecD2Z(plan, from, to);
        case C2R: return cufftExecC2R(plan, from, to);
        default: return cufftExecZ2D(plan, from, to);
    }
}

template <typename Visit>
void for_each(const Side& side, int batch, Visit&& visit) {
    for (int b = 0; b < batch; ++b)
        for (int x = 0; x < side.count[0]; ++x)
            for (int y = 0; y < side.count[1]; ++y)
                for (int z = 0; z < side.count[2]; ++z)
                    visit(b, x, y, z);
}

std::size_t index_in(const std::array<int, 3>& n, int x, int y, int z) {
    return static_cast<std::size_t>((x * n[1] + y) * n[2] + z);
}

// The whole grid of each transform of the batch, in and out: real signals have symmetric spectra.
struct Grids {
    std::vector<std::vector<Complex>> input;
    std::vector<std::vector<Complex>> output;
};

Grids random_grids(const Case& one) {
    Grids grids;
    std::uniform_real_distribution<double> value(-1, 1);
    const auto points =
        static_cast<std::size_t>(one.n[0]) * static_cast<std::size_t>(one.n[1]) * static_cast<std::size_t>(one.n[2]);
    for (int b = 0; b < one.batch; ++b) {
        std::vector<Complex> signal(points);
        const bool is_real = one.is_real_input() || one.is_real_output();
        for (Complex& point : signal)
            point = is_real ? Complex(value(generator), 0) : Complex(value(generator), value(generator));
        std::vector<Complex> spectrum = transformed(signal, one.n, one.is_real_output() ? -1 : one.direction);
        if (one.is_real_output()) {
            // Back to the signal, which is so many times as large then.
            for (Complex& point : signal)
                point *= static_cast<double>(points);
            std::swap(signal, spectrum);
        }
        grids.input.push_back(signal);
        grids.output.push_back(spectrum);
    }
    return grids;
}

template <typename Real>
void run(const Case& one) {
    ++cases;
    const Grids grids = random_grids(one);
    const int in_numbers = one.is_real_input() ? 1 : 2;
    const int out_numbers = one.is_real_output() ? 1 : 2;
    std::size_t in_bytes = one.input.elements(one.batch) * static_cast<std::size_t>(in_numbers);
    std::size_t out_bytes = one.output.elements(one.batch) * static_cast<std::size_t>(out_numbers);
    if (one.is_in_place) in_bytes = out_bytes = std::max(in_bytes, out_bytes);
    std::vector<Real> input(in_bytes, Real{7});
    for_each(one.input, one.batch, [&](int b, int x, int y, int z) {
        const Complex point = grids.input[static_cast<std::size_t>(b)][index_in(one.n, x, y, z)];
        const std::size_t at = one.input.at(b, x, y, z) * static_cast<std::size_t>(in_numbers);
        input[at] = static_cast<Real>(point.real());
        if (in_numbers == 2) input[at + 1] = static_cast<Real>(point.imag());
    });
    int plan = 0;
    check_status(make(one, plan), success, "plan of " + one.text());
    const DeviceVector<Real> from(input);
    const DeviceVector<Real> to(std::vector<Real>(out_bytes, Real{9}));
    void* target = one.is_in_place ? from.data() : to.data();
    check_status(execute(plan, one, from.data(), target), success, "transform of " + one.text());
    const std::vector<Real> output = one.is_in_place ? from.read() : to.read();
    double worst = 0;
    double largest = 1;
    for_each(one.output, one.batch, [&](int b, int x, int y, int z) {
        const Complex wanted = grids.output[static_cast<std::size_t>(b)][index_in(one.n, x, y, z)];
        const std::size_t at = one.output.at(b, x, y, z) * static_cast<std::size_t>(out_numbers);
        const Complex got(output[at], out_numbers == 2 ? output[at + 1] : wanted.imag());
        worst = std::max(worst, std::abs(got - wanted));
        largest = std::max(largest, std::abs(wanted));
    });
    const double allowed = (sizeof(Real) == 4 ? 2e-6 : 1e-13) * largest * 10;
    check(worst <= allowed, one.text() + ": off by " + std::to_string(worst) + " of " + std::to_string(largest));
    check_status(cufftDestroy(plan), success, "destroy");
}

// A 16-bit floating-point number with so many bits of fraction: 10 (half) or 7 (bfloat16). Good for what is used here,
// no infinities and no subnormals.
std::uint16_t to_short(double value, int fraction) {
    if (value == 0) return 0;
    int exponent = 0;
    const double mantissa = std::frexp(std::abs(value), &exponent);  // in [0.5, 1)
    const int bias = fraction == 10 ? 14 : 126;
    const auto rounded = static_cast<int>(std::nearbyint(std::ldexp(mantissa, fraction + 1)));
    const int bits = ((exponent + bias - 1) << fraction) + rounded;  // the leading one is a one of the exponent
    return static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | std::max(bits, 0));
}

double from_short(std::uint16_t bits, int fraction) {
    const int exponent = (bits & 0x7fff) >> fraction;
    const int bias = fraction == 10 ? 15 : 127;
    const int mantissa = bits & ((1 << fraction) - 1);
    const double size = exponent == 0 ? std::ldexp(mantissa, 1 - bias - fraction)
                                      : std::ldexp(mantissa + (1 << fraction), exponent - bias - fraction);
    return (bits & 0x8000) != 0 ? -size : size;
}

// Strides on the real side are not supported, says cuFFT's documentation. Rows begin where a complex number could.
Side spread_short(const std::array<int, 3>& count, int rank, bool is_real) {
    Side side = spread(count, rank);
    if (!is_real) return side;
    side.stride = 1;
    side.embed[2] += side.embed[2] % 2;
    side.distance = static_cast<int>(side.elements(1)) + 4;
    side.distance += side.distance % 2;
    return side;
}

enum class Place { Packed, InPlace, Spread };

// Half precision and bfloat16, which cuFFT knows by data types only, for sizes that are powers of two.
Case short_case(int rank, const std::array<int, 3>& n, int type, int direction, Place place) {
    Case one;
    one.rank = rank;
    one.n = n;
    one.batch = 3;
    one.type = type;
    one.direction = direction;
    one.is_advanced = place == Place::Spread;
    one.is_in_place = place == Place::InPlace;
    std::array<int, 3> complex_count = n;
    if (type != C2C) complex_count[2] = n[2] / 2 + 1;
    const std::array<int, 3>& input_count = one.is_real_output() ? complex_count : n;
    const std::array<int, 3>& output_count = one.is_real_input() ? complex_count : n;
    one.input = one.is_advanced ? spread_short(input_count, rank, one.is_real_input()) : packed(input_count);
    one.output = one.is_advanced ? spread_short(output_count, rank, one.is_real_output()) : packed(output_count);
    if (one.is_in_place && type != C2C) pad_rows(one, complex_count);
    return one;
}

struct ShortTypes {
    int input, output, execution;
};

ShortTypes short_types(int fraction, int type) {
    const int real = fraction == 10 ? 2 : 14;
    const int complex = fraction == 10 ? 6 : 15;
    return {type == R2C ? real : complex, type == C2R ? real : complex, complex};
}

int make_short(int fraction, const Case& one, int& plan) {
    std::array<long long, 3> n = {};
    std::array<long long, 3> inembed = {};
    std::array<long long, 3> onembed = {};
    for (int i = 0; i < one.rank; ++i) {
        const auto from = static_cast<std::size_t>(3 - one.rank + i);
        const auto to = static_cast<std::size_t>(i);
        n[to] = one.n[from];
        inembed[to] = one.input.embed[from];
        onembed[to] = one.output.embed[from];
    }
    const ShortTypes types = short_types(fraction, one.type);
    std::size_t work = 0;
    check_status(cufftCreate(&plan), success, "create");
    if (one.is_advanced) {
        return cufftXtMakePlanMany(plan, one.rank, n.data(), inembed.data(), one.input.stride, one.input.distance,
                                   types.input, onembed.data(), one.output.stride, one.output.distance, types.output,
                                   one.batch, &work, types.execution);
    }
    return cufftXtMakePlanMany(plan, one.rank, n.data(), nullptr, 1, 1, types.input, nullptr, 1, 1, types.output,
                               one.batch, &work, types.execution);
}

void run_short(int fraction, const Case& one) {
    ++cases;
    const Grids grids = random_grids(one);
    const auto in_numbers = static_cast<std::size_t>(one.is_real_input() ? 1 : 2);
    const auto out_numbers = static_cast<std::size_t>(one.is_real_output() ? 1 : 2);
    std::size_t in_count = one.input.elements(one.batch) * in_numbers;
    std::size_t out_count = one.output.elements(one.batch) * out_numbers;
    if (one.is_in_place) in_count = out_count = std::max(in_count, out_count);
    std::vector<std::uint16_t> input(in_count);
    // The signal of a backward transform was made larger: small enough for half precision again.
    const double scale = one.type == C2R ? 1.0 / (one.n[0] * one.n[1] * one.n[2]) : 1;
    for_each(one.input, one.batch, [&](int b, int x, int y, int z) {
        const Complex point = grids.input[static_cast<std::size_t>(b)][index_in(one.n, x, y, z)] * scale;
        const std::size_t at = one.input.at(b, x, y, z) * in_numbers;
        input[at] = to_short(point.real(), fraction);
        if (in_numbers == 2) input[at + 1] = to_short(point.imag(), fraction);
    });
    int plan = 0;
    const std::string name = (fraction == 10 ? "half, " : "bfloat16, ") + one.text();
    check_status(make_short(fraction, one, plan), success, "plan of " + name);
    const DeviceVector<std::uint16_t> from(input);
    const DeviceVector<std::uint16_t> to(std::vector<std::uint16_t>(out_count, std::uint16_t{0x1234}));
    void* target = one.is_in_place ? from.data() : to.data();
    check_status(cufftXtExec(plan, from.data(), target, one.direction), success, "transform of " + name);
    const std::vector<std::uint16_t> output = one.is_in_place ? from.read() : to.read();
    double worst = 0;
    double largest = 1;
    for_each(one.output, one.batch, [&](int b, int x, int y, int z) {
        const Complex wanted = grids.output[static_cast<std::size_t>(b)][index_in(one.n, x, y, z)] * scale;
        const std::size_t at = one.output.at(b, x, y, z) * out_numbers;
        const Complex got(from_short(output[at], fraction),
                          out_numbers == 2 ? from_short(output[at + 1], fraction) : wanted.imag());
        worst = std::max(worst, std::abs(got - wanted));
        largest = std::max(largest, std::abs(wanted));
    });
    check(worst <= std::ldexp(largest, 3 - fraction), name + ": off by " + std::to_string(worst));
    check_status(cufftDestroy(plan), success, "destroy");
}

void run_all_short() {
    for (const int fraction : {10, 7}) {
        for (const Place place : {Place::Packed, Place::InPlace, Place::Spread}) {
            const auto run_sizes = [&](int rank, const std::array<int, 3>& n) {
                run_short(fraction, short_case(rank, n, C2C, -1, place));
                run_short(fraction, short_case(rank, n, C2C, 1, place));
                run_short(fraction, short_case(rank, n, R2C, -1, place));
                run_short(fraction, short_case(rank, n, C2R, 1, place));
            };
            for (const int length : {2, 8, 64, 256})
                run_sizes(1, {1, 1, length});
            run_sizes(2, {1, 4, 16});
            run_sizes(2, {1, 32, 8});
            run_sizes(3, {8, 2, 4});
        }
    }
}

// As PyTorch makes its plans.
void check_torch_like_plan() {
    ++cases;
    int plan = 0;
    std::size_t work = 1;
    long long n[] = {12};
    check_status(cufftCreate(&plan), success, "create");
    check_status(cufftSetAutoAllocation(plan, 0), success, "auto allocation");
    check_status(cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 1, 4, nullptr, 1, 1, 4, 3, &work, 4), success, "xt plan");
    void* stream = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "stream");
    check_status(cufftSetStream(plan, stream), success, "set stream");
    const DeviceVector<std::complex<float>> data(std::vector<std::complex<float>>(36, 1.0F));
    check_status(cufftSetWorkArea(plan, data.data()), success, "work area");
    check_status(cufftXtExec(plan, data.data(), data.data(), -1), success, "xt exec");
    check_status(cudaStreamSynchronize(stream), 0, "synchronize");
    const auto result = data.read();
    check(std::abs(result[0] - 12.0F) < 1e-5F && std::abs(result[1]) < 1e-5F, "three transforms of ones");
    check_status(cufftDestroy(plan), success, "destroy");
    check_status(cudaStreamDestroy(stream), 0, "destroy stream");
}

// Properties are set before a plan is made, and read at any time.
void check_properties() {
    ++cases;
    constexpr int patient_jit = 1;
    int plan = 0;
    long long value = 77;
    check_status(cufftCreate(&plan), success, "create");
    check_status(cufftGetPlanPropertyInt64(plan, patient_jit, &value), success, "get a property");
    check(value == 0, "a property's default");
    check_status(cufftSetPlanPropertyInt64(plan, patient_jit, 1), success, "set a property");
    check_status(cufftGetPlanPropertyInt64(plan, patient_jit, &value), success, "get a property");
    check(value == 1, "a property is kept");
    check_status(cufftResetPlanProperty(plan, patient_jit), success, "reset a property");
    check_status(cufftGetPlanPropertyInt64(plan, patient_jit, &value), success, "get a property");
    check(value == 0, "a property is reset");
    check(cufftSetPlanPropertyInt64(plan, 99, 1) != success, "there is no such property");
    check_status(cufftDestroy(plan), success, "destroy");
    check(cufftGetPlanPropertyInt64(plan, patient_jit, &value) != success, "a property of no plan");
}

void check_refusals() {
    int plan = 0;
    std::size_t bytes = 0;
    const DeviceVector<std::complex<float>> data(std::vector<std::complex<float>>(16));
    check_status(cufftExecC2C(77, data.data(), data.data(), -1), invalid_plan, "a plan that was never made");
    check_status(cufftPlan1d(&plan, 0, C2C, 1), invalid_size, "no points");
    check_status(cufftPlan1d(&plan, -5, C2C, 1), invalid_size, "fewer than none");
    check_status(cufftPlan1d(&plan, 8, 99, 1), invalid_type, "no type");
    check_status(cufftPlan1d(nullptr, 8, C2C, 1), invalid_value, "no place");
    check_status(cufftPlan1d(&plan, 16, C2C, 1), success, "plan");
    check_status(cufftExecC2C(plan, nullptr, data.data(), -1), invalid_value, "from nowhere");
    check_status(cufftExecR2C(plan, data.data(), data.data()), invalid_type, "a plan for something else");
    check_status(cufftXtSetCallback(plan, nullptr, 0, nullptr), not_supported, "callbacks");
    check_status(cufftGetSize(plan, &bytes), success, "size");
    check_status(cufftEstimate1d(1024, C2C, 2, &bytes), success, "estimate");
    cases += 10;

    // One element beyond the allocation: the worker refuses it, the session goes on.
    check_status(cufftExecC2C(plan, data.data() + 1, data.data(), -1), success, "is told later");
    check(cudaDeviceSynchronize() != 0, "a transform that leaves its memory is refused");
    check_status(cufftExecC2C(plan, data.data(), data.data(), -1), success, "and the next one works");
    check_status(cudaDeviceSynchronize(), 0, "and is done");
    cases += 2;

    void* stream = nullptr;
    void* graph = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "stream");
    check_status(cufftSetStream(plan, stream), success, "set stream");
    check_status(cudaStreamBeginCapture(stream, 2), 0, "capture");
    check_status(cufftExecC2C(plan, data.data(), data.data(), -1), success, "in a captured stream");
    check_status(cudaStreamEndCapture(stream, &graph), 0, "the end of the capture");
    check_status(cudaStreamDestroy(stream), 0, "destroy stream");
    check_status(cufftExecC2C(plan, data.data(), data.data(), -1), success, "on a stream that is gone: told later");
    check(cudaDeviceSynchronize() != 0, "and refused");
    cases += 2;
    check_status(cufftDestroy(plan), success, "destroy");
    check_status(cufftDestroy(plan), invalid_plan, "destroy twice");
}

// One number less than the plan reaches: told with the next call that waits, and nothing is written.
void check_short_reach(int fraction, int type, bool is_input) {
    ++cases;
    const Case one = short_case(1, {1, 1, 64}, type, type == C2R ? 1 : -1, Place::Packed);
    const std::size_t in_count = one.input.elements(one.batch) * (one.is_real_input() ? 1 : 2);
    const std::size_t out_count = one.output.elements(one.batch) * (one.is_real_output() ? 1 : 2);
    const std::string name = (fraction == 10 ? "half, " : "bfloat16, ") + one.text();
    int plan = 0;
    check_status(make_short(fraction, one, plan), success, "plan of " + name);
    const DeviceVector<std::uint16_t> from(std::vector<std::uint16_t>(in_count - (is_input ? 1 : 0)));
    const std::vector<std::uint16_t> before(out_count - (is_input ? 0 : 1), std::uint16_t{0x1234});
    const DeviceVector<std::uint16_t> to(before);
    check_status(cufftXtExec(plan, from.data(), to.data(), one.direction), success, "is told later");
    check(cudaDeviceSynchronize() != 0, name + (is_input ? ": its input" : ": its output") + " is a number too short");
    check(to.read() == before, name + ": nothing is written");
    check_status(cufftDestroy(plan), success, "destroy");
}

void check_short_refusals() {
    for (const int fraction : {10, 7}) {
        for (const int type : {C2C, R2C, C2R}) {
            check_short_reach(fraction, type, true);
            check_short_reach(fraction, type, false);
        }
        int plan = 0;
        for (const int length : {3, 12, 100}) {
            ++cases;
            const Case odd = short_case(1, {1, 1, length}, C2C, -1, Place::Packed);
            check_status(make_short(fraction, odd, plan), not_supported, "no power of two");
            check_status(cufftDestroy(plan), success, "destroy");
        }
        Case strided = short_case(1, {1, 1, 16}, R2C, -1, Place::Spread);
        strided.input.stride = 2;
        ++cases;
        check_status(make_short(fraction, strided, plan), not_supported, "a stride on the real side");
        check_status(cufftDestroy(plan), success, "destroy");
    }
    // Types that do not go together.
    long long n[] = {16};
    std::size_t work = 0;
    int plan = 0;
    check_status(cufftCreate(&plan), success, "create");
    check_status(cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 1, 2, nullptr, 1, 1, 15, 1, &work, 15), invalid_type,
                 "half to bfloat16");
    check_status(cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 1, 6, nullptr, 1, 1, 6, 1, &work, 4), invalid_type,
                 "half computed in single precision");
    check_status(cufftDestroy(plan), success, "destroy");
    cases += 2;
}

}  // namespace

int main() {
    generator.seed(14);
    int version = 0;
    check_status(cufftGetVersion(&version), success, "version");
    for (int i = 0; i < 300; ++i) {
        const Case one = random_case();
        if (one.is_double()) {
            run<double>(one);
        } else {
            run<float>(one);
        }
    }
    run_all_short();
    check_torch_like_plan();
    if (!is_native()) {
        check_properties();
        check_refusals();
        check_short_refusals();
    }
    return finish("cuFFT");
}
