#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr s32 rows = 700;

struct Matrix {
    std::vector<s32> begins = {0};
    std::vector<s32> columns;
    std::vector<float> values;
};

// Rows of 0 to 79 elements.
Matrix random_matrix() {
    Random random(46);
    Matrix matrix;
    for (s32 row = 0; row < rows; ++row) {
        const u32 count = row % 5 == 0 ? random.below(80) : random.below(9);
        for (u32 i = 0; i < count; ++i) {
            matrix.columns.push_back(static_cast<s32>(random.below(rows)));
            matrix.values.push_back(static_cast<float>(random.unit() - 0.5));
        }
        matrix.begins.push_back(static_cast<s32>(matrix.columns.size()));
    }
    return matrix;
}

void padded_rows(Test& test, const Matrix& matrix, const std::vector<float>& x, const std::vector<double>& expected) {
    s32 width = 0;
    for (s32 row = 0; row < rows; ++row)
        width = std::max(width, matrix.begins[row + 1] - matrix.begins[row]);
    std::vector<s32> columns(rows * width, -1);
    std::vector<float> values(rows * width);
    for (s32 row = 0; row < rows; ++row) {
        for (s32 i = matrix.begins[row]; i < matrix.begins[row + 1]; ++i) {
            columns[(i - matrix.begins[row]) * rows + row] = matrix.columns[i];
            values[(i - matrix.begins[row]) * rows + row] = matrix.values[i];
        }
    }
    const auto y = test.zeros<float>(rows);
    test.launch("ell", {{ceil_div(rows, 64)}, {64}}, test.upload(columns), test.upload(values), test.upload(x), y, rows,
                width);
    test.close("ell", test.download(y), expected, 1e-5);
}

}  // namespace

KERNEL_TEST(spmv) {
    const Matrix matrix = random_matrix();
    const auto x = random_values<float>(rows, -1, 1, 47);
    std::vector<double> expected(rows);
    for (s32 row = 0; row < rows; ++row) {
        for (s32 i = matrix.begins[row]; i < matrix.begins[row + 1]; ++i) {
            expected[row] += double{matrix.values[i]} * x[matrix.columns[i]];
        }
    }
    const auto begins = test.upload(matrix.begins);
    const auto columns = test.upload(matrix.columns);
    const auto values = test.upload(matrix.values);
    const auto vector = test.upload(x);
    const auto y = test.zeros<float>(rows);
    test.launch("csr_scalar", {{ceil_div(rows, 128)}, {128}}, begins, columns, values, vector, y, rows);
    test.close("csr scalar", test.download(y), expected, 1e-5);
    test.launch("csr_vector", {{ceil_div(rows, 4)}, {128}}, begins, columns, values, vector, y, rows);
    test.close("csr vector", test.download(y), expected, 1e-5);
    padded_rows(test, matrix, x, expected);
}
