// cublasLt: products with epilogues, and changes of layout. Tile by tile, elements of any type and order are brought
// into dense tiles of the type that is computed with, multiplied by OpenBLAS, and written with their epilogue.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "channel/cublaslt_state.h"
#include "soft_libraries/blas/export.h"
#include "soft_libraries/blas/product.h"

namespace ringfence::soft_libraries::blas::lt {

using namespace channel::lt;

constexpr std::uint64_t algorithm_mark = 0x6c74'736f'6674'0001;  // the one algorithm there is
constexpr int algorithm_id = 1;
constexpr Size tile = 512;

Size offset_of(const MatrixLayout& layout, Size row, Size col) {
    switch (layout.order) {
        case order_row: return row * layout.ld + col;
        case order_col32: return col / 32 * layout.ld + row * 32 + col % 32;
        case order_col32_2r_4r4: {
            const Size r = row % 32;
            return col / 32 * layout.ld + row / 32 * 1024 + ((r % 8 / 2 * 4 + r / 8) * 2 + r % 2) * 32 + col % 32;
        }
        default: return col * layout.ld + row;
    }
}

bool is_layout(const MatrixLayout& layout) {
    const auto rows = static_cast<Size>(layout.rows);
    const auto cols = static_cast<Size>(layout.cols);
    if (layout.rows > largest_size || layout.cols > largest_size || layout.ld < 0 || layout.ld > Size{1} << 40 ||
        layout.stride < 0 || layout.stride > Size{1} << 40 || layout.plane_offset != 0 || layout.batch_mode != 0 ||
        layout.batch_count < 0) {
        return false;
    }
    switch (layout.order) {
        case order_col: return layout.ld >= rows;
        case order_row: return layout.ld >= cols;
        case order_col32: return layout.ld >= rows * 32;
        case order_col32_2r_4r4: return layout.ld >= (rows + 31) / 32 * 1024;
        default: return false;
    }
}

// Elements are read and written as the type that is computed with.
template <class W>
W read(const void* from, std::uint32_t type, Size index) {
    switch (type) {
        case cublas::r16f: return W(static_cast<float>(static_cast<const Half*>(from)[index]));
        case cublas::r16bf: return W(static_cast<float>(static_cast<const BFloat16*>(from)[index]));
        case cublas::r8i: return W(static_cast<Real<W>>(static_cast<const std::int8_t*>(from)[index]));
        case cublas::r32i: return W(static_cast<Real<W>>(static_cast<const std::int32_t*>(from)[index]));
        case cublas::r32f: return W(static_cast<Real<W>>(static_cast<const float*>(from)[index]));
        case cublas::r64f: return W(static_cast<Real<W>>(static_cast<const double*>(from)[index]));
        default: break;
    }
    if constexpr (is_complex<W>) return static_cast<const W*>(from)[index];
    return W{};
}

template <class W>
void write(void* to, std::uint32_t type, Size index, W value) {
    if constexpr (is_complex<W>) {
        static_cast<W*>(to)[index] = value;
    } else {
        switch (type) {
            case cublas::r16f: static_cast<Half*>(to)[index] = Half(static_cast<float>(value)); break;
            case cublas::r16bf: static_cast<BFloat16*>(to)[index] = BFloat16(static_cast<float>(value)); break;
            case cublas::r8i: {
                const double rounded = std::nearbyint(static_cast<double>(value));
                static_cast<std::int8_t*>(to)[index] =
                    std::isnan(rounded) ? std::int8_t{0} : static_cast<std::int8_t>(std::clamp(rounded, -128.0, 127.0));
                break;
            }
            case cublas::r32i: {
                // Sums of integers wrap.
                const double whole = std::fmod(std::nearbyint(static_cast<double>(value)), 0x1p32);
                static_cast<std::int32_t*>(to)[index] =
                    std::isfinite(whole) ? static_cast<std::int32_t>(static_cast<std::int64_t>(whole)) : 0;
                break;
            }
            case cublas::r32f: static_cast<float*>(to)[index] = static_cast<float>(value); break;
            case cublas::r64f: static_cast<double*>(to)[index] = static_cast<double>(value); break;
            default: break;
        }
    }
}

// The type to compute with, by the type of the factors; 0 to 3: float, double, complex, double complex. -1: not
// supported.
int kind_of(const Problem& p) {
    using namespace cublas;
    const auto in = p.a.type;
    const auto out = p.d.type;
    if (p.b.type != in || p.c.type != out) return -1;
    const std::int32_t compute = p.desc.compute_type;
    const std::int32_t scale = p.desc.scale_type;
    const bool is_float = compute == compute_32f || compute == compute_32f_pedantic ||
                          (compute >= compute_32f_fast_16f && compute <= compute_32f_emulated_16bfx9);
    const bool is_double = compute == compute_64f || compute == compute_64f_pedantic;
    const bool is_integer = compute == compute_32i || compute == compute_32i_pedantic;
    const bool is_half = compute == compute_16f || compute == compute_16f_pedantic;
    if (is_float && scale == r32f) {
        const bool takes = in == r32f || in == r16f || in == r16bf;
        return takes && (out == in || out == r32f) ? 0 : -1;
    }
    if (is_half && scale == r16f) return in == r16f && out == r16f ? 0 : -1;
    if (is_integer && in == r8i) return (out == r32i && scale == r32i) || (out == r8i && scale == r32f) ? 1 : -1;
    if (is_double && scale == r64f) return in == r64f && out == r64f ? 1 : -1;
    if (is_float && scale == c32f) return in == c32f && out == c32f ? 2 : -1;
    if (is_double && scale == c64f) return in == c64f && out == c64f ? 3 : -1;
    return -1;
}

int refusal_of(const Problem& p) {
    for (const MatrixLayout* layout : {&p.a, &p.b, &p.c, &p.d})
        if (!is_layout(*layout)) return cublas::invalid_value;
    const MatmulDesc& desc = p.desc;
    const auto rows = [](const MatrixLayout& l, int trans) { return trans == 0 ? l.rows : l.cols; };
    const auto cols = [](const MatrixLayout& l, int trans) { return trans == 0 ? l.cols : l.rows; };
    const bool fits = is_operation(desc.trans_a) && is_operation(desc.trans_b) && desc.trans_c == 0 &&
                      rows(p.a, desc.trans_a) == p.d.rows && cols(p.b, desc.trans_b) == p.d.cols &&
                      cols(p.a, desc.trans_a) == rows(p.b, desc.trans_b) && p.c.rows == p.d.rows &&
                      p.c.cols == p.d.cols;
    const int batch = p.d.batch_count;
    if (!fits || p.a.batch_count != batch || p.b.batch_count != batch || p.c.batch_count != batch ||
        !is_epilogue(desc.epilogue)) {
        return cublas::invalid_value;
    }
    if ((desc.epilogue & epilogue_aux) != 0) {
        const bool is_mask = (desc.epilogue & (epilogue_relu | epilogue_drelu)) != 0;
        const Size step = is_mask ? 128 : 8;
        if (desc.aux_ld % step != 0 || desc.aux_ld < static_cast<Size>(p.d.rows) || desc.aux_stride % step != 0)
            return cublas::invalid_value;
    }
    const int kind = kind_of(p);
    const bool has_scales = (desc.a_scale | desc.b_scale | desc.c_scale | desc.d_scale | desc.d_amax | desc.aux_scale |
                             desc.aux_amax | desc.d_out_scale) != 0;
    const auto is_plain = [&](std::int32_t type) {
        return type == -1 || type == static_cast<std::int32_t>(p.d.type) || type == cublas::r32f;
    };
    const bool is_real = kind == 0 || kind == 1;
    if (kind < 0 || has_scales || desc.pointer_mode < 0 || desc.pointer_mode >= pointer_mode_count ||
        desc.fill_mode != 2 || !is_plain(desc.bias_type) || !is_plain(desc.aux_type) ||
        (desc.epilogue != epilogue_default && !is_real)) {
        return cublas::not_supported;
    }
    if (desc.epilogue != epilogue_default && p.d.order != order_col) return cublas::not_supported;
    return cublas::success;
}

std::uint32_t bias_type_of(const Problem& p) {
    if (p.desc.bias_type != -1) return static_cast<std::uint32_t>(p.desc.bias_type);
    return p.d.type == cublas::r8i ? static_cast<std::uint32_t>(cublas::r32f) : p.d.type;
}
std::uint32_t aux_type_of(const Problem& p) {
    return p.desc.aux_type != -1 ? static_cast<std::uint32_t>(p.desc.aux_type) : p.d.type;
}

// The approximation with tanh, as cublasLt has it.
constexpr double gelu_root = 0.7978845608028654;
constexpr double gelu_cube = 0.044715;
double gelu(double x) {
    return 0.5 * x * (1 + std::tanh(gelu_root * (x + gelu_cube * x * x * x)));
}
double gelu_slope(double x) {
    const double t = std::tanh(gelu_root * (x + gelu_cube * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * gelu_root * (1 + 3 * gelu_cube * x * x);
}

// alpha and beta: in host memory read when the call is made, in device memory when the work runs.
struct Factors {
    const void* alpha = nullptr;
    const void* beta = nullptr;
    std::uint64_t host_alpha[2] = {};
    std::uint64_t host_beta[2] = {};
};

struct Work {
    Problem p;
    const std::byte* a;
    const std::byte* b;
    const std::byte* c;
    std::byte* d;
    Factors factors;
};

template <class W>
class Multiplier {
public:
    explicit Multiplier(const Work& work) : w_(work), p_(work.p) {}

    void run() {
        for (Size batch = 0; batch < p_.d.batch_count; ++batch) {
            if (batch != 0 && is_time_to_ask(batch) && !may_go_on()) return;
            if (!run_one(batch)) return;
        }
    }

private:
    static const std::byte* at(const std::byte* base, const MatrixLayout& layout, Size batch) {
        return base + batch * layout.stride * static_cast<Size>(type_bits(layout.type) / 8);
    }

    W factor(const void* device, const std::uint64_t* host, bool is_host, Size row, Size batch) const {
        const MatmulDesc& desc = p_.desc;
        const auto type = static_cast<std::uint32_t>(desc.scale_type);
        if (is_host) return read<W>(host, type, 0);
        const bool is_vector = desc.pointer_mode >= pointers_device_vector;
        return read<W>(device, type, is_vector ? row + batch * desc.alpha_stride : 0);
    }
    W alpha(Size row, Size batch) const {
        return factor(w_.factors.alpha, w_.factors.host_alpha, p_.desc.pointer_mode == pointers_host, row, batch);
    }
    W beta(Size row, Size batch) const {
        const std::int32_t mode = p_.desc.pointer_mode;
        if (mode == pointers_alpha_vector_beta_zero) return W{};
        const bool is_host = mode == pointers_host || mode == pointers_alpha_vector_beta_host;
        return factor(w_.factors.beta, w_.factors.host_beta, is_host, row, batch);
    }

    // Dense, column by column, as op() turns it.
    static void load(std::vector<W>& to, const std::byte* from, const MatrixLayout& layout, int trans, Size row,
                     Size col, Size rows, Size cols) {
        to.resize(static_cast<std::size_t>(rows * cols));
        for (Size j = 0; j < cols; ++j)
            for (Size i = 0; i < rows; ++i) {
                const Size index =
                    trans == cublas::op_n ? offset_of(layout, row + i, col + j) : offset_of(layout, col + j, row + i);
                const W value = read<W>(from, layout.type, index);
                to[static_cast<std::size_t>(j * rows + i)] = trans == cublas::op_c ? conjugate(value) : value;
            }
    }

    bool run_one(Size batch) {
        const auto m = static_cast<Size>(p_.d.rows);
        const auto n = static_cast<Size>(p_.d.cols);
        const auto k = static_cast<Size>(p_.desc.trans_a == cublas::op_n ? p_.a.cols : p_.a.rows);
        sums_of_rows_.assign((p_.desc.epilogue & epilogue_bgrad) != 0 ? static_cast<std::size_t>(m) : 0, 0);
        for (Size col = 0; col < n; col += tile)
            for (Size row = 0; row < m; row += tile) {
                if (row + col != 0 && !may_go_on()) return false;
                if (!run_tile(batch, row, col, std::min(tile, m - row), std::min(tile, n - col), k)) return false;
            }
        for (std::size_t i = 0; i < sums_of_rows_.size(); ++i)
            put_bias(batch, static_cast<Size>(i), sums_of_rows_[i]);
        if ((p_.desc.epilogue & epilogue_bgrad_a) != 0) sum_input(batch, m, k, true);
        if ((p_.desc.epilogue & epilogue_bgrad_b) != 0) sum_input(batch, n, k, false);
        return true;
    }

    bool run_tile(Size batch, Size row, Size col, Size rows, Size cols, Size k) {
        sums_.assign(static_cast<std::size_t>(rows * cols), W{});
        for (Size step = 0; step < k; step += tile) {
            if (step != 0 && step % (tile * tile) == 0 && !may_go_on()) return false;
            const Size steps = std::min(tile, k - step);
            load(left_, at(w_.a, p_.a, batch), p_.a, p_.desc.trans_a, row, step, rows, steps);
            load(right_, at(w_.b, p_.b, batch), p_.b, p_.desc.trans_b, step, col, steps, cols);
            const Product dense = {cublas::op_n, cublas::op_n, rows, cols, steps, rows, steps, rows};
            multiply<W>(dense, W(1), left_.data(), right_.data(), step == 0 ? W{} : W(1), sums_.data());
        }
        const std::byte* c = w_.c != nullptr ? at(w_.c, p_.c, batch) : nullptr;
        auto* d = const_cast<std::byte*>(at(w_.d, p_.d, batch));
        for (Size j = 0; j < cols; ++j)
            for (Size i = 0; i < rows; ++i) {
                const W by = alpha(row + i, batch);
                const W keep = beta(row + i, batch);
                W value = by == W{} ? W{} : by * sums_[static_cast<std::size_t>(j * rows + i)];
                if (keep != W{} && c != nullptr)
                    value += keep * read<W>(c, p_.c.type, offset_of(p_.c, row + i, col + j));
                if constexpr (!is_complex<W>) value = epilogue(value, batch, row + i, col + j);
                write(d, p_.d.type, offset_of(p_.d, row + i, col + j), value);
            }
        return true;
    }

    W epilogue(W value, Size batch, Size row, Size col) {
        const MatmulDesc& desc = p_.desc;
        const std::uint32_t its = desc.epilogue;
        const Size place = batch * desc.aux_stride + col * desc.aux_ld + row;
        auto* aux = reinterpret_cast<std::uint8_t*>(desc.aux);
        const auto bit = static_cast<std::uint8_t>(1U << (place % 8));
        if ((its & epilogue_bias) != 0)
            value +=
                read<W>(reinterpret_cast<const void*>(desc.bias), bias_type_of(p_), batch * desc.bias_stride + row);
        if ((its & epilogue_relu) != 0) {
            const bool is_kept = value > W{};
            if ((its & epilogue_aux) != 0)
                aux[place / 8] = static_cast<std::uint8_t>(is_kept ? aux[place / 8] | bit : aux[place / 8] & ~bit);
            if (!is_kept) value = std::isnan(value) ? value : W{};
        }
        if ((its & epilogue_drelu) != 0 && (aux[place / 8] & bit) == 0) value = W{};
        if ((its & epilogue_gelu) != 0) {
            if ((its & epilogue_aux) != 0) write(aux, aux_type_of(p_), place, value);
            value = static_cast<W>(gelu(static_cast<double>(value)));
        }
        if ((its & epilogue_dgelu) != 0)
            value *= static_cast<W>(gelu_slope(static_cast<double>(read<W>(aux, aux_type_of(p_), place))));
        if ((its & epilogue_bgrad) != 0) sums_of_rows_[static_cast<std::size_t>(row)] += static_cast<double>(value);
        return value;
    }

    void put_bias(Size batch, Size index, double value) {
        if constexpr (!is_complex<W>)
            write(reinterpret_cast<void*>(p_.desc.bias), bias_type_of(p_), batch * p_.desc.bias_stride + index,
                  static_cast<W>(value));
    }

    // The gradient of a bias: an input, summed over what is summed over in the product.
    void sum_input(Size batch, Size count, Size k, bool of_a) {
        if constexpr (!is_complex<W>) {
            const MatrixLayout& layout = of_a ? p_.a : p_.b;
            const std::byte* from = at(of_a ? w_.a : w_.b, layout, batch);
            const bool index_is_row = of_a ? p_.desc.trans_a == cublas::op_n : p_.desc.trans_b != cublas::op_n;
            for (Size i = 0; i < count; ++i) {
                if (i != 0 && i % 1024 == 0 && !may_go_on()) return;
                double sum = 0;
                for (Size l = 0; l < k; ++l)
                    sum += static_cast<double>(
                        read<W>(from, layout.type, index_is_row ? offset_of(layout, i, l) : offset_of(layout, l, i)));
                put_bias(batch, i, sum);
            }
        }
    }

    Work w_;
    const Problem& p_ = w_.p;
    std::vector<W> left_, right_, sums_;
    std::vector<double> sums_of_rows_;
};

int matmul(Handle* h, Work work, const void* alpha, const void* beta, void* stream) {
    if (!h || !host()) return cublas::not_initialized;
    if (const int status = refusal_of(work.p)) return status;
    const MatmulDesc& desc = work.p.desc;
    const std::size_t bytes = type_bits(desc.scale_type) / 8;
    const bool host_alpha = desc.pointer_mode == pointers_host;
    const bool host_beta = host_alpha || desc.pointer_mode == pointers_alpha_vector_beta_host;
    if (!alpha || (!beta && desc.pointer_mode != pointers_alpha_vector_beta_zero)) return cublas::invalid_value;
    work.factors.alpha = alpha;
    work.factors.beta = beta;
    if (host_alpha) std::memcpy(work.factors.host_alpha, alpha, bytes);
    if (host_beta) std::memcpy(work.factors.host_beta, beta, bytes);
    Handle on = *h;
    on.stream = stream;
    switch (kind_of(work.p)) {
        case 0: return submit(&on, [work] { Multiplier<float>(work).run(); });
        case 1: return submit(&on, [work] { Multiplier<double>(work).run(); });
        case 2: return submit(&on, [work] { Multiplier<Complex>(work).run(); });
        default: return submit(&on, [work] { Multiplier<DoubleComplex>(work).run(); });
    }
}

HeuristicResult the_result() {
    HeuristicResult result;
    result.algorithm.data[0] = algorithm_mark;
    result.waves = 1;
    return result;
}

// C = alpha op(A) + beta op(B), in the type of the factors.
template <class W>
void transform(const Transform& t, const std::byte* a, const std::byte* b, std::byte* c, W alpha, W beta) {
    const auto element = [](const std::byte* from, const MatrixLayout& layout, int trans, Size batch, Size i, Size j) {
        const Size index = trans == cublas::op_n ? offset_of(layout, i, j) : offset_of(layout, j, i);
        const W value = read<W>(from, layout.type, batch * layout.stride + index);
        return trans == cublas::op_c ? conjugate(value) : value;
    };
    constexpr Size columns_between_looks = 16;
    Size columns = 0;  // of all batches: there may be many small ones
    for (Size batch = 0; batch < t.c.batch_count; ++batch)
        for (Size j = 0; j < static_cast<Size>(t.c.cols); ++j) {
            if (++columns % columns_between_looks == 0 && !may_go_on()) return;
            for (Size i = 0; i < static_cast<Size>(t.c.rows); ++i) {
                W value{};
                if (t.has_a != 0) value += alpha * element(a, t.a, t.desc.trans_a, batch, i, j);
                if (t.has_b != 0) value += beta * element(b, t.b, t.desc.trans_b, batch, i, j);
                write(c, t.c.type, batch * t.c.stride + offset_of(t.c, i, j), value);
            }
        }
}

int start_transform(Handle* h, const Transform& t, const void* alpha, const std::byte* a, const void* beta,
                    const std::byte* b, std::byte* c, void* stream) {
    if (!h || !host()) return cublas::not_initialized;
    const auto is_usable = [&](const MatrixLayout& layout, int trans) {
        return is_layout(layout) && is_operation(trans) && layout.batch_count == t.c.batch_count &&
               (trans == 0 ? layout.rows : layout.cols) == t.c.rows &&
               (trans == 0 ? layout.cols : layout.rows) == t.c.cols;
    };
    if (!is_usable(t.c, 0) || (t.has_a != 0 && (!is_usable(t.a, t.desc.trans_a) || !alpha)) ||
        (t.has_b != 0 && (!is_usable(t.b, t.desc.trans_b) || !beta))) {
        return cublas::invalid_value;
    }
    const auto is_real = [](std::uint32_t type) {
        return type == cublas::r16f || type == cublas::r16bf || type == cublas::r32f || type == cublas::r8i ||
               type == cublas::r32i;
    };
    if (t.desc.scale_type != cublas::r32f || t.desc.pointer_mode != pointers_host || !is_real(t.c.type) ||
        (t.has_a != 0 && !is_real(t.a.type)) || (t.has_b != 0 && !is_real(t.b.type))) {
        return cublas::not_supported;
    }
    const float by = t.has_a != 0 ? *static_cast<const float*>(alpha) : 0;
    const float and_by = t.has_b != 0 ? *static_cast<const float*>(beta) : 0;
    Handle on = *h;
    on.stream = stream;
    return submit(&on, [=] { transform<float>(t, a, b, c, by, and_by); });
}

template <class Descriptor>
int make(Descriptor** made, const Descriptor& value) {
    if (!made) return cublas::invalid_value;
    *made = std::make_unique<Descriptor>(value).release();
    return cublas::success;
}
template <class Descriptor>
int drop(Descriptor* descriptor) {
    const std::unique_ptr<Descriptor> owner(descriptor);
    return cublas::success;
}
template <class Descriptor>
int set(Descriptor* descriptor, int attribute, const void* from, std::size_t bytes) {
    return descriptor && set_attribute(*descriptor, attribute, from, bytes) ? cublas::success : cublas::invalid_value;
}

}  // namespace ringfence::soft_libraries::blas::lt

using namespace ringfence::soft_libraries::blas;      // NOLINT(google-build-using-namespace)
using namespace ringfence::soft_libraries::blas::lt;  // NOLINT(google-build-using-namespace)
namespace status_of = ringfence::soft_libraries::cublas;

// NVIDIA's names.
// NOLINTBEGIN(readability-identifier-naming)
RINGFENCE_CUBLAS_EXPORT int cublasLtCreate(Handle** h) {
    return make(h, Handle{});
}
RINGFENCE_CUBLAS_EXPORT int cublasLtDestroy(Handle* h) {
    return drop(h);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatrixLayoutCreate(MatrixLayout** layout, std::uint32_t type, std::uint64_t rows,
                                                       std::uint64_t cols, std::int64_t ld) {
    return make(layout, {.type = type, .order = order_col, .rows = rows, .cols = cols, .ld = ld});
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatrixLayoutSetAttribute(MatrixLayout* layout, int attribute, const void* from,
                                                             std::size_t bytes) {
    return lt::set(layout, attribute, from, bytes);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatrixLayoutDestroy(MatrixLayout* layout) {
    return drop(layout);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulDescCreate(MatmulDesc** desc, int compute_type, int scale_type) {
    return make(desc, {.compute_type = compute_type, .scale_type = scale_type});
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulDescSetAttribute(MatmulDesc* desc, int attribute, const void* from,
                                                           std::size_t bytes) {
    return lt::set(desc, attribute, from, bytes);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulDescDestroy(MatmulDesc* desc) {
    return drop(desc);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulPreferenceCreate(Preference** preference) {
    return make(preference, Preference{});
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulPreferenceSetAttribute(Preference* preference, int attribute,
                                                                 const void* from, std::size_t bytes) {
    return lt::set(preference, attribute, from, bytes);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulPreferenceDestroy(Preference* preference) {
    return drop(preference);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatrixTransformDescCreate(TransformDesc** desc, int scale_type) {
    return make(desc, {.scale_type = scale_type});
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatrixTransformDescSetAttribute(TransformDesc* desc, int attribute,
                                                                    const void* from, std::size_t bytes) {
    return lt::set(desc, attribute, from, bytes);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatrixTransformDescDestroy(TransformDesc* desc) {
    return drop(desc);
}

RINGFENCE_CUBLAS_EXPORT int cublasLtMatmul(Handle* h, const MatmulDesc* desc, const void* alpha, const std::byte* a,
                                           const MatrixLayout* a_layout, const std::byte* b,
                                           const MatrixLayout* b_layout, const void* beta, const std::byte* c,
                                           const MatrixLayout* c_layout, std::byte* d, const MatrixLayout* d_layout,
                                           const Algorithm* algorithm, void*, std::size_t, void* stream) {
    if (!desc || !a_layout || !b_layout || !c_layout || !d_layout) return status_of::invalid_value;
    if (algorithm && algorithm->data[0] != algorithm_mark) return status_of::invalid_value;
    return matmul(h, {{*desc, *a_layout, *b_layout, *c_layout, *d_layout}, a, b, c, d, {}}, alpha, beta, stream);
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulAlgoGetHeuristic(Handle* h, const MatmulDesc* desc, const MatrixLayout* a,
                                                           const MatrixLayout* b, const MatrixLayout* c,
                                                           const MatrixLayout* d, const Preference* preference,
                                                           int wanted, HeuristicResult* results, int* found) {
    if (!h) return status_of::not_initialized;
    if (!desc || !a || !b || !c || !d || !preference || wanted <= 0 || !results || !found)
        return status_of::invalid_value;
    *found = 0;
    if (const int status = refusal_of({*desc, *a, *b, *c, *d})) return status;
    results[0] = the_result();
    *found = 1;
    return status_of::success;
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulAlgoGetIds(Handle*, int, int, int, int, int, int, int wanted, int* ids,
                                                     int* found) {
    if (wanted <= 0 || !ids || !found) return status_of::invalid_value;
    ids[0] = algorithm_id;
    *found = 1;
    return status_of::success;
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulAlgoInit(Handle*, int, int, int, int, int, int, int id,
                                                   Algorithm* algorithm) {
    if (id != algorithm_id || !algorithm) return status_of::invalid_value;
    *algorithm = the_result().algorithm;
    return status_of::success;
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatmulAlgoCheck(Handle*, const MatmulDesc* desc, const MatrixLayout* a,
                                                    const MatrixLayout* b, const MatrixLayout* c, const MatrixLayout* d,
                                                    const Algorithm* algorithm, HeuristicResult* result) {
    if (!desc || !a || !b || !c || !d || !algorithm || !result || algorithm->data[0] != algorithm_mark)
        return status_of::invalid_value;
    *result = the_result();
    return refusal_of({*desc, *a, *b, *c, *d});
}
RINGFENCE_CUBLAS_EXPORT int cublasLtMatrixTransform(Handle* h, const TransformDesc* desc, const void* alpha,
                                                    const std::byte* a, const MatrixLayout* a_layout, const void* beta,
                                                    const std::byte* b, const MatrixLayout* b_layout, std::byte* c,
                                                    const MatrixLayout* c_layout, void* stream) {
    if (!desc || !c_layout || (a && !a_layout) || (b && !b_layout)) return status_of::invalid_value;
    const Transform all{.desc = *desc,
                        .a = a ? *a_layout : MatrixLayout{},
                        .b = b ? *b_layout : MatrixLayout{},
                        .c = *c_layout,
                        .has_a = a ? 1 : 0,
                        .has_b = b ? 1 : 0};
    return start_transform(h, all, alpha, a, beta, b, c, stream);
}
// NOLINTEND(readability-identifier-naming)
