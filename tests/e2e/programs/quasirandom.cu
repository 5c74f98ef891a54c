// cuRAND's generators by name, in the library and in kernels: pi from each of them, and Sobol's direction vectors.
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>

#include "check.h"

constexpr double pi = 3.14159265358979323846;

template <typename State>
__global__ void count_inside(unsigned* inside, int each) {
    State state;
    curand_init(1234, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned mine = 0;
    for (int i = 0; i < each; ++i) {
        const float x = curand_uniform(&state);
        const float y = curand_uniform(&state);
        mine += x * x + y * y <= 1;
    }
    atomicAdd(inside, mine);
}

__global__ void count_inside_sobol(curandDirectionVectors32_t* directions, unsigned* inside, int each) {
    const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    curandStateSobol32 x_state, y_state;
    curand_init(directions[0], first, &x_state);
    curand_init(directions[1], first, &y_state);
    unsigned mine = 0;
    for (int i = 0; i < each; ++i) {
        const float x = curand_uniform(&x_state);
        const float y = curand_uniform(&y_state);
        mine += x * x + y * y <= 1;
    }
    atomicAdd(inside, mine);
}

void expect_pi(const char* what, double got, double room) {
    EXPECT(std::fabs(got - pi) < room, "%s: %.5f", what, got);
}

template <typename State>
void check_in_kernel(const char* what) {
    constexpr int threads = 256, each = 128;
    unsigned* inside = e2e::device_copy(std::vector<unsigned>{0});
    count_inside<State><<<4, threads / 4>>>(inside, each);
    expect_pi(what, 4.0 * e2e::fetch(inside, 1)[0] / (threads * each), 0.05);
}

void check_in_library(curandRngType_t type, double room) {
    constexpr std::size_t points = 16384;
    curandGenerator_t generator;
    CHECK(curandCreateGenerator(&generator, type));
    const bool is_quasi = type >= CURAND_RNG_QUASI_DEFAULT;
    if (is_quasi)
        CHECK(curandSetQuasiRandomGeneratorDimensions(generator, 2));
    else
        CHECK(curandSetPseudoRandomGeneratorSeed(generator, 42));
    float* values = e2e::device_array<float>(2 * points);
    CHECK(curandGenerateUniform(generator, values, 2 * points));
    const std::vector<float> got = e2e::fetch(values, 2 * points);
    unsigned inside = 0;
    for (std::size_t i = 0; i < points; ++i)  // all x, then all y
        inside += got[i] * got[i] + got[points + i] * got[points + i] <= 1;
    expect_pi(is_quasi ? "quasi" : "pseudo", 4.0 * inside / points, room);
    CHECK(curandGenerateNormal(generator, values, 2 * points, 3, 0.5));
    double sum = 0;
    for (const float value : e2e::fetch(values, 2 * points))
        sum += value;
    EXPECT(std::fabs(sum / (2 * points) - 3) < 0.02, "type %d: mean %g", int(type), sum / (2 * points));
    CHECK(curandDestroyGenerator(generator));
}

int main() {
    check_in_kernel<curandStateXORWOW>("xorwow");
    check_in_kernel<curandStateMRG32k3a>("mrg32k3a");
    check_in_kernel<curandStatePhilox4_32_10_t>("philox");

    curandDirectionVectors32_t* host_vectors = nullptr;
    CHECK(curandGetDirectionVectors32(&host_vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    void* vectors = e2e::device_array<unsigned>(2 * 32);
    CHECK(cudaMemcpy(vectors, host_vectors, 2 * sizeof *host_vectors, cudaMemcpyHostToDevice));
    unsigned* inside = e2e::device_copy(std::vector<unsigned>{0});
    count_inside_sobol<<<2, 64>>>(static_cast<curandDirectionVectors32_t*>(vectors), inside, 128);
    expect_pi("sobol in a kernel", 4.0 * e2e::fetch(inside, 1)[0] / (128 * 128), 0.005);

    for (const auto type : {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                            CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10})
        check_in_library(type, 0.05);
    for (const auto type : {CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32})
        check_in_library(type, 0.005);
    return e2e::passed();
}
