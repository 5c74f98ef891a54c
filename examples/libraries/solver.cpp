// A solver: the electric potential around two charged discs and an earthed bar in an earthed box. Laplace's equation on
// a grid is a linear system, positive definite: cuSOLVER factors and solves it (Cholesky), cuBLAS tells how well. The
// picture shows the potential, and lines along which it is the same.
//
//     solver PICTURE.png
#include <cmath>
#include <string>

#include "libraries/colours.h"
#include "libraries/cuda.h"

extern "C" {
int cusolverDnCreate(void** handle);
int cusolverDnDestroy(void* handle);
int cusolverDnDpotrf_bufferSize(void* handle, int uplo, int n, double* a, int lda, int* elements);
int cusolverDnDpotrf(void* handle, int uplo, int n, double* a, int lda, double* work, int elements, int* info);
int cusolverDnDpotrs(void* handle, int uplo, int n, int nrhs, const double* a, int lda, double* b, int ldb, int* info);
int cublasCreate_v2(void** handle);
int cublasDestroy_v2(void* handle);
int cublasDsymv_v2(void* handle, int uplo, int n, const double* alpha, const double* a, int lda, const double* x,
                   int incx, const double* beta, double* y, int incy);
int cublasDnrm2_v2(void* handle, int n, const double* x, int incx, double* result);
}

namespace {

using namespace ringfence::example;

constexpr int lower = 0;
constexpr int width = 56, height = 36;  // of the grid inside the box
constexpr int enlarged = 18;            // pixels from one point of the grid to the next

bool is_in_disc(int x, int y, int centre_x, int centre_y, int radius) {
    return (x - centre_x) * (x - centre_x) + (y - centre_y) * (y - centre_y) <= radius * radius;
}

// True if the point is held at a potential; `potential` then has it.
bool is_held(int x, int y, double& potential) {
    potential = 0;
    if (x < 0 || y < 0 || x >= width || y >= height) return true;  // the box
    if (x >= 25 && x <= 27 && y >= 14 && y < height) return true;  // the bar, which stands on it
    if (is_in_disc(x, y, 13, 22, 4)) potential = 1;
    if (is_in_disc(x, y, 43, 13, 5)) potential = -1;
    return potential != 0;
}

constexpr std::size_t place(int x, int y) {
    return static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
}

// One unknown for each point that is free: the mean of its four neighbours.
struct System {
    std::vector<int> unknown_at = std::vector<int>(std::size_t{width} * height, -1);  // -1: it is held
    int unknowns = 0;
    std::vector<double> matrix;  // by columns
    std::vector<double> right;

    int& at(int x, int y) { return unknown_at[place(x, y)]; }
    int at(int x, int y) const { return unknown_at[place(x, y)]; }
};

void add_neighbour(System& system, int row, int x, int y) {
    double potential = 0;
    if (is_held(x, y, potential)) {
        system.right[static_cast<std::size_t>(row)] += potential;
    } else {
        const auto n = static_cast<std::size_t>(system.unknowns);
        system.matrix[static_cast<std::size_t>(system.at(x, y)) * n + static_cast<std::size_t>(row)] = -1;
    }
}

System make_system() {
    System system;
    double potential = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (!is_held(x, y, potential)) system.at(x, y) = system.unknowns++;
    const auto n = static_cast<std::size_t>(system.unknowns);
    system.matrix.resize(n * n);
    system.right.resize(n);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const int row = system.at(x, y);
            if (row < 0) continue;
            system.matrix[static_cast<std::size_t>(row) * (n + 1)] = 4;
            add_neighbour(system, row, x - 1, y);
            add_neighbour(system, row, x + 1, y);
            add_neighbour(system, row, x, y - 1);
            add_neighbour(system, row, x, y + 1);
        }
    }
    return system;
}

void solve(const System& system, const DeviceArray<double>& solution) {
    const int n = system.unknowns;
    const DeviceArray<double> factors(system.matrix);
    const DeviceArray<int> info(1);
    void* handle = nullptr;
    int elements = 0;
    check(cusolverDnCreate(&handle), "cusolverDnCreate");
    check(cusolverDnDpotrf_bufferSize(handle, lower, n, factors.data(), n, &elements), "cusolverDnDpotrf_bufferSize");
    const DeviceArray<double> work(static_cast<std::size_t>(std::max(elements, 1)));
    check(cusolverDnDpotrf(handle, lower, n, factors.data(), n, work.data(), elements, info.data()),
          "cusolverDnDpotrf");
    expect(info.fetch()[0] == 0, "the matrix is positive definite");
    check(cusolverDnDpotrs(handle, lower, n, 1, factors.data(), n, solution.data(), n, info.data()),
          "cusolverDnDpotrs");
    expect(info.fetch()[0] == 0, "the system is solved");
    check(cusolverDnDestroy(handle), "cusolverDnDestroy");
}

// How far matrix times solution is from the right side, beside the right side.
double error_of(const System& system, const DeviceArray<double>& solution) {
    const int n = system.unknowns;
    const DeviceArray<double> matrix(system.matrix), rest(system.right);
    const double one = 1, minus_one = -1;
    double before = 0, after = 0;
    void* handle = nullptr;
    check(cublasCreate_v2(&handle), "cublasCreate");
    check(cublasDnrm2_v2(handle, n, rest.data(), 1, &before), "cublasDnrm2");
    check(cublasDsymv_v2(handle, lower, n, &minus_one, matrix.data(), n, solution.data(), 1, &one, rest.data(), 1),
          "cublasDsymv");
    check(cublasDnrm2_v2(handle, n, rest.data(), 1, &after), "cublasDnrm2");
    check(cublasDestroy_v2(handle), "cublasDestroy");
    return after / before;
}

class Field {
public:
    Field(System system, std::vector<double> solution) : system_(std::move(system)), solution_(std::move(solution)) {}

    double at(int x, int y) const {
        double potential = 0;
        if (is_held(x, y, potential)) return potential;
        return solution_[static_cast<std::size_t>(system_.at(x, y))];
    }
    // Between points of the grid.
    double between(double x, double y) const {
        const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
        const double right_part = x - left, lower_part = y - top;
        return (1 - lower_part) * ((1 - right_part) * at(left, top) + right_part * at(left + 1, top)) +
               lower_part * ((1 - right_part) * at(left, top + 1) + right_part * at(left + 1, top + 1));
    }

private:
    System system_;
    std::vector<double> solution_;
};

// Small potentials far from the discs are worth seeing too.
double shown(double potential) {
    return 0.5 + 0.5 * std::copysign(std::sqrt(std::abs(potential)), potential);
}

void draw(const Field& field, const std::string& path) {
    constexpr int lines = 24;
    Picture picture{(width + 1) * enlarged, (height + 1) * enlarged};
    const auto value = [&](std::uint32_t x, std::uint32_t y) {
        return shown(field.between(static_cast<double>(x) / enlarged - 1, static_cast<double>(y) / enlarged - 1));
    };
    for (std::uint32_t y = 0; y < picture.height; ++y) {
        for (std::uint32_t x = 0; x < picture.width; ++x) {
            const double here = value(x, y);
            // No line where much is the same: at the potentials of the discs and of the earth.
            const auto band = [](double potential) { return static_cast<int>(potential * lines + 0.25); };
            const bool is_line = band(here) != band(value(x + 1, y)) || band(here) != band(value(x, y + 1));
            picture.at(x, y) = colour(is_line ? here + 0.12 : here * 0.85);
        }
    }
    picture.write(path);
}

void print_row(const Field& field) {
    std::printf("the potential along a line between the discs:");
    for (int x = 1; x < width; x += 6)
        std::printf(" %.3f", field.at(x, 17) + 0.0);
    std::printf("\n");
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fputs("usage: solver PICTURE.png\n", stderr);
        return 2;
    }
    System system = make_system();
    std::printf("a grid of %d x %d, %d unknowns\n", width, height, system.unknowns);
    const DeviceArray<double> solution(system.right);
    solve(system, solution);
    expect(error_of(system, solution) < 1e-12, "what was found solves the system");
    std::printf("solved: the error is below 1e-12\n");
    std::vector<double> potentials = solution.fetch();
    for (const double potential : potentials)
        expect(potential > -1 && potential < 1, "free points lie between those that are held");
    const Field field(std::move(system), std::move(potentials));
    print_row(field);
    draw(field, arguments[1]);
}
