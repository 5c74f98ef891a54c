#include "adapters/cublaslt_reach.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ringfence::adapters::lt {
namespace {

using namespace channel::lt;
using reach::Wide;

constexpr Wide bits_of_byte = 8;

constexpr Wide round_up(Wide value, Wide to) {
    return (value + to - 1) / to * to;
}
constexpr Wide parts(Wide value, Wide of) {
    return (value + of - 1) / of;
}
constexpr Wide bytes_of(Wide elements, Wide bits) {
    return elements >= reach::unbounded / bits ? reach::unbounded : (elements * bits + bits_of_byte - 1) / bits_of_byte;
}

// Elements from the first to behind the last; tiles count whole.
std::optional<Wide> matrix_elements(const MatrixLayout& layout) {
    constexpr Wide tile = 32;  // columns
    const Wide rows = layout.rows;
    const Wide cols = layout.cols;
    if (layout.ld < 0) return std::nullopt;
    switch (layout.order) {
        case order_col: return reach::matrix(rows, cols, layout.ld);
        case order_row: return reach::matrix(cols, rows, layout.ld);
        case order_col32: return reach::matrix(rows * tile, parts(cols, tile), layout.ld);
        case order_col4_4r2_8c: return reach::matrix(round_up(rows, 8) * tile, parts(cols, tile), layout.ld);
        case order_col32_2r_4r4: return reach::matrix(round_up(rows, 32) * tile, parts(cols, tile), layout.ld);
        default: return std::nullopt;
    }
}

std::uint32_t alignment_of(std::uint32_t type_bits) {
    return static_cast<std::uint32_t>(reach::alignment_of(std::max<std::size_t>(type_bits / 8, 1)));
}

std::int64_t batch_of(std::initializer_list<const MatrixLayout*> layouts) {
    std::int64_t most = 1;
    for (const MatrixLayout* layout : layouts)
        most = std::max<std::int64_t>(most, layout->batch_count);
    return most;
}

class Collector {
public:
    explicit Collector(Pieces& pieces) : pieces_(pieces) {}

    void add(const char* name, std::uint64_t address, Wide bytes, std::uint32_t alignment) {
        pieces_.all.push_back({name, address, bytes, alignment});
    }
    void add_matrix(const char* name, std::uint64_t address, const MatrixLayout& layout, std::int64_t batch) {
        const char* why = nullptr;
        const auto bytes = matrix_bytes(layout, batch, &why);
        if (!bytes) {
            cannot_tell(std::string(name) + ", " + why);
            return;
        }
        add(name, address, *bytes, alignment_of(type_bits(layout.type)));
    }
    void add_elements(const char* name, std::uint64_t address, Wide elements, std::int64_t type) {
        const std::uint32_t bits = type_bits(type);
        if (bits == 0) {
            cannot_tell(name);
            return;
        }
        add(name, address, bytes_of(elements, bits), alignment_of(bits));
    }
    void cannot_tell(std::string what) {
        if (pieces_.unknown.empty()) pieces_.unknown = std::move(what);
    }

private:
    Pieces& pieces_;
};

// A matrix that is scaled, as far as its scales depend on it.
struct Scaled {
    const MatrixLayout& layout;
    Wide outer_vector;  // elements of one; negative: it can have none
    std::int64_t batch;
};

void add_number(Collector& to, const char* name, std::uint64_t address, bool is_double) {
    const std::uint32_t bytes = is_double ? 8 : 4;
    to.add(name, address, bytes, bytes);
}

void add_scale(Collector& to, const char* name, std::uint64_t address, std::int32_t mode, const Scaled& matrix,
               bool padded) {
    if (address == 0) return;
    constexpr Wide float_bytes = 4;
    const bool by_rows = matrix.layout.order == order_row;
    const Wide inner = by_rows ? matrix.layout.cols : matrix.layout.rows;
    const Wide outer = by_rows ? matrix.layout.rows : matrix.layout.cols;
    const Wide batch = padded ? matrix.batch : 1;
    const auto pad = [&](Wide value, Wide multiple) { return padded ? round_up(value, multiple) : value; };
    const auto blocks = [&](Wide size) { return pad(outer, 128) * pad(parts(inner, size), 4) * batch; };
    switch (mode) {
        case scale_scalar: add_number(to, name, address, type_bits(matrix.layout.type) >= 64); return;
        case scale_vec16: to.add(name, address, reach::bounded(blocks(16)), 1); return;
        case scale_vec32: to.add(name, address, reach::bounded(blocks(32)), 1); return;
        case scale_outer_vector:
            if (matrix.outer_vector < 0) break;
            to.add(name, address, reach::bounded(matrix.outer_vector * batch * float_bytes), 4);
            return;
        case scale_vec128:
            to.add(name, address, reach::bounded(pad(outer, 4) * pad(parts(inner, 128), 4) * batch * float_bytes), 4);
            return;
        case scale_block128:
            to.add(name, address,
                   reach::bounded(pad(parts(outer, 128), 4) * pad(parts(inner, 128), 4) * batch * float_bytes), 4);
            return;
        default: break;
    }
    to.cannot_tell(std::string(name) + ", in its scale mode");
}

// One number, of float or, for those who compute with double, of that.
void add_single(Collector& to, const char* name, std::uint64_t address, const Problem& problem) {
    if (address != 0) add_number(to, name, address, type_bits(problem.desc.scale_type) >= 64);
}

// Where the descriptor does not say it, some kinds of products have another type than D's: the widest of them.
std::int64_t bias_type_of(const Problem& problem) {
    constexpr std::int64_t float32 = 0;
    constexpr std::int64_t half = 2;
    if (problem.desc.bias_type != -1) return problem.desc.bias_type;
    const bool is_integer = problem.d.type == 3 || problem.d.type == 8;
    if (is_integer) return float32;
    return type_bits(problem.d.type) < 16 ? half : static_cast<std::int64_t>(problem.d.type);
}

void add_epilogue(Collector& to, const Problem& problem, std::int64_t batch) {
    const MatmulDesc& desc = problem.desc;
    const Wide rows = problem.d.rows;
    const Wide cols = problem.d.cols;
    if (desc.bias != 0 || (desc.epilogue & (epilogue_bias | epilogue_bgrad | epilogue_bgrad_a | epilogue_bgrad_b))) {
        const Wide length = (desc.epilogue & epilogue_bgrad_b) != 0 ? cols : rows;
        to.add_elements("CUBLASLT_MATMUL_DESC_BIAS_POINTER", desc.bias, reach::strided(length, desc.bias_stride, batch),
                        bias_type_of(problem));
    }
    if ((desc.epilogue & epilogue_aux) == 0) return;
    constexpr const char* name = "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER";
    const bool is_mask = (desc.epilogue & (epilogue_relu | epilogue_drelu)) != 0;
    constexpr Wide mask_step = 128;  // bits: rows of a mask are a multiple of it long
    const Wide length = is_mask ? round_up(rows, mask_step) : rows;
    Wide elements = desc.aux_ld < 0 ? reach::unbounded : reach::matrix(length, cols, desc.aux_ld);
    if (problem.d.order != order_col) {
        const Wide across = is_mask ? round_up(cols, mask_step) : cols;
        elements = std::max(elements, desc.aux_ld < 0 ? reach::unbounded : reach::matrix(across, rows, desc.aux_ld));
    }
    elements = reach::strided(elements, desc.aux_stride, batch);
    if (is_mask) {
        to.add(name, desc.aux, bytes_of(elements, 1), 1);
    } else {
        to.add_elements(name, desc.aux, elements,
                        desc.aux_type != -1 ? desc.aux_type : static_cast<std::int64_t>(problem.d.type));
    }
}

void add_factors(Collector& to, const Problem& problem, const MatmulMemory& memory, std::int64_t batch) {
    const MatmulDesc& desc = problem.desc;
    const bool is_vector = desc.pointer_mode >= pointers_device_vector;
    const Wide count = is_vector ? reach::strided(problem.d.rows, desc.alpha_stride, batch) : Wide{1};
    if (!memory.alpha.is_host) to.add_elements("alpha", memory.alpha.address, count, desc.scale_type);
    if (!memory.beta.is_host && desc.pointer_mode != pointers_alpha_vector_beta_zero)
        to.add_elements("beta", memory.beta.address, count, desc.scale_type);
}

bool is_transpose(std::int32_t value) {
    return value >= 0 && value <= 2;
}

// A layout's sizes as op() turns them.
struct Sizes {
    std::uint64_t rows;
    std::uint64_t cols;

    friend bool operator==(const Sizes&, const Sizes&) = default;
};
Sizes turned(const MatrixLayout& layout, std::int32_t transpose) {
    return transpose == 0 ? Sizes{layout.rows, layout.cols} : Sizes{layout.cols, layout.rows};
}

const char* undocumented(const MatrixLayout& layout) {
    constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t most_stride = std::int64_t{1} << 48;
    if (type_bits(layout.type) == 0) return "CUBLASLT_MATRIX_LAYOUT_TYPE";
    if (layout.order < 0 || layout.order >= order_count) return "CUBLASLT_MATRIX_LAYOUT_ORDER";
    if (layout.rows > most) return "CUBLASLT_MATRIX_LAYOUT_ROWS";
    if (layout.cols > most) return "CUBLASLT_MATRIX_LAYOUT_COLS";
    if (layout.ld < 0 || layout.ld > most_stride) return "CUBLASLT_MATRIX_LAYOUT_LD";
    if (layout.batch_count < 0) return "CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT";
    if (layout.batch_mode != 0) return "CUBLASLT_MATRIX_LAYOUT_BATCH_MODE";
    if (layout.stride < 0 || layout.stride > most_stride) return "CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET";
    if (layout.plane_offset != 0) return "CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET";
    return nullptr;
}

bool is_stride(std::int64_t value) {
    return value >= 0 && value <= std::int64_t{1} << 48;
}

bool is_compute_type(std::int32_t type) {
    return type >= 64 && type <= 79;
}
bool is_type(std::int32_t type) {
    return type_bits(type) != 0;
}
bool is_scale_mode(std::int32_t mode) {
    return mode >= 0 && mode <= scale_block128;
}

}  // namespace

std::optional<Wide> matrix_bytes(const MatrixLayout& layout, std::int64_t batch, const char** why) {
    const std::uint32_t bits = type_bits(layout.type);
    *why = "CUBLASLT_MATRIX_LAYOUT_TYPE";
    if (bits == 0) return std::nullopt;
    *why = "CUBLASLT_MATRIX_LAYOUT_BATCH_MODE";
    if (layout.batch_mode != 0) return std::nullopt;
    *why = "CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET";
    if (layout.plane_offset != 0) return std::nullopt;
    *why = layout.ld < 0 ? "CUBLASLT_MATRIX_LAYOUT_LD" : "CUBLASLT_MATRIX_LAYOUT_ORDER";
    const auto elements = matrix_elements(layout);
    if (!elements) return std::nullopt;
    *why = "CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET";
    if (batch > 1 && layout.stride < 0) return std::nullopt;
    return bytes_of(reach::strided(*elements, layout.stride, batch), bits);
}

bool is_consistent(const Problem& problem) {
    const MatmulDesc& desc = problem.desc;
    if (!is_transpose(desc.trans_a) || !is_transpose(desc.trans_b) || desc.trans_c != 0) return false;
    const Sizes a = turned(problem.a, desc.trans_a);
    const Sizes b = turned(problem.b, desc.trans_b);
    const Sizes d = turned(problem.d, 0);
    return a.cols == b.rows && a.rows == d.rows && b.cols == d.cols && turned(problem.c, 0) == d;
}

bool is_consistent(const Transform& transform) {
    const Sizes c = turned(transform.c, 0);
    return is_transpose(transform.desc.trans_a) && is_transpose(transform.desc.trans_b) &&
           (transform.has_a == 0 || turned(transform.a, transform.desc.trans_a) == c) &&
           (transform.has_b == 0 || turned(transform.b, transform.desc.trans_b) == c);
}

void drop_unused(MatmulDesc& desc) {
    constexpr std::uint32_t with_bias = epilogue_bias | epilogue_bgrad | epilogue_bgrad_a | epilogue_bgrad_b;
    if ((desc.epilogue & with_bias) == 0) desc.bias = 0;
    if ((desc.epilogue & epilogue_aux) == 0) desc.aux = desc.aux_scale = desc.aux_amax = 0;
}

Pieces matmul_pieces(const Problem& problem, const MatmulMemory& memory, bool padded) {
    Pieces pieces;
    Collector to(pieces);
    const MatmulDesc& desc = problem.desc;
    const std::int64_t batch = batch_of({&problem.a, &problem.b, &problem.c, &problem.d});
    to.add_matrix("A", memory.a, problem.a, batch);
    to.add_matrix("B", memory.b, problem.b, batch);
    if (memory.c != 0 || !memory.beta.is_zero) to.add_matrix("C", memory.c, problem.c, batch);
    to.add_matrix("D", memory.d, problem.d, batch);
    add_factors(to, problem, memory, batch);
    add_epilogue(to, problem, batch);
    constexpr Wide none = -1;
    const Scaled a{problem.a, problem.d.rows, batch};
    const Scaled b{problem.b, problem.d.cols, batch};
    const Scaled c{problem.c, none, batch};
    const Scaled d{problem.d, none, batch};
    add_scale(to, "CUBLASLT_MATMUL_DESC_A_SCALE_POINTER", desc.a_scale, desc.a_scale_mode, a, padded);
    add_scale(to, "CUBLASLT_MATMUL_DESC_B_SCALE_POINTER", desc.b_scale, desc.b_scale_mode, b, padded);
    add_scale(to, "CUBLASLT_MATMUL_DESC_C_SCALE_POINTER", desc.c_scale, desc.c_scale_mode, c, padded);
    add_scale(to, "CUBLASLT_MATMUL_DESC_D_SCALE_POINTER", desc.d_scale, desc.d_scale_mode, d, padded);
    add_scale(to, "CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER", desc.d_out_scale, desc.d_out_scale_mode, d, padded);
    add_scale(to, "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER", desc.aux_scale, desc.aux_scale_mode, d, padded);
    add_single(to, "CUBLASLT_MATMUL_DESC_AMAX_D_POINTER", desc.d_amax, problem);
    add_single(to, "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER", desc.aux_amax, problem);
    return pieces;
}

Pieces transform_pieces(const Transform& transform, const TransformMemory& memory) {
    Pieces pieces;
    Collector to(pieces);
    const std::int64_t batch = batch_of({&transform.c, transform.has_a != 0 ? &transform.a : &transform.c,
                                         transform.has_b != 0 ? &transform.b : &transform.c});
    if (transform.has_a != 0) to.add_matrix("A", memory.a, transform.a, batch);
    if (transform.has_b != 0) to.add_matrix("B", memory.b, transform.b, batch);
    to.add_matrix("C", memory.c, transform.c, batch);
    if (transform.has_a != 0 && !memory.alpha.is_host)
        to.add_elements("alpha", memory.alpha.address, 1, transform.desc.scale_type);
    if (transform.has_b != 0 && !memory.beta.is_host)
        to.add_elements("beta", memory.beta.address, 1, transform.desc.scale_type);
    return pieces;
}

const char* undocumented(const Problem& problem) {
    const MatmulDesc& desc = problem.desc;
    for (const MatrixLayout* layout : {&problem.a, &problem.b, &problem.c, &problem.d})
        if (const char* name = undocumented(*layout)) return name;
    if (!is_compute_type(desc.compute_type)) return "CUBLASLT_MATMUL_DESC_COMPUTE_TYPE";
    if (!is_type(desc.scale_type)) return "CUBLASLT_MATMUL_DESC_SCALE_TYPE";
    if (desc.pointer_mode < 0 || desc.pointer_mode >= pointer_mode_count) return "CUBLASLT_MATMUL_DESC_POINTER_MODE";
    if (!is_transpose(desc.trans_a)) return "CUBLASLT_MATMUL_DESC_TRANSA";
    if (!is_transpose(desc.trans_b)) return "CUBLASLT_MATMUL_DESC_TRANSB";
    if (desc.trans_c != 0) return "CUBLASLT_MATMUL_DESC_TRANSC";
    if (desc.fill_mode < 0 || desc.fill_mode > 2) return "CUBLASLT_MATMUL_DESC_FILL_MODE";
    if (!is_epilogue(desc.epilogue)) return "CUBLASLT_MATMUL_DESC_EPILOGUE";
    if (desc.sm_count_target < 0) return "CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET";
    if (desc.aux_type != -1 && !is_type(desc.aux_type)) return "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE";
    if (desc.bias_type != -1 && !is_type(desc.bias_type)) return "CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE";
    if (!is_stride(desc.bias_stride)) return "CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE";
    if (!is_stride(desc.aux_ld)) return "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD";
    if (!is_stride(desc.aux_stride)) return "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE";
    if (!is_stride(desc.alpha_stride)) return "CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE";
    if (!is_scale_mode(desc.a_scale_mode)) return "CUBLASLT_MATMUL_DESC_A_SCALE_MODE";
    if (!is_scale_mode(desc.b_scale_mode)) return "CUBLASLT_MATMUL_DESC_B_SCALE_MODE";
    if (!is_scale_mode(desc.c_scale_mode)) return "CUBLASLT_MATMUL_DESC_C_SCALE_MODE";
    if (!is_scale_mode(desc.d_scale_mode)) return "CUBLASLT_MATMUL_DESC_D_SCALE_MODE";
    if (!is_scale_mode(desc.aux_scale_mode)) return "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE";
    if (!is_scale_mode(desc.d_out_scale_mode)) return "CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE";
    return nullptr;
}

const char* undocumented(const Preference& preference) {
    if (preference.search_mode > 1) return "CUBLASLT_MATMUL_PREF_SEARCH_MODE";
    if (preference.reduction_mask > 7) return "CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK";
    return nullptr;
}

const char* undocumented(const Transform& transform) {
    if (transform.has_a != 0)
        if (const char* name = undocumented(transform.a)) return name;
    if (transform.has_b != 0)
        if (const char* name = undocumented(transform.b)) return name;
    if (const char* name = undocumented(transform.c)) return name;
    if (!is_type(transform.desc.scale_type)) return "CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE";
    if (transform.desc.pointer_mode < 0 || transform.desc.pointer_mode > pointers_device)
        return "CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE";
    return nullptr;
}

}  // namespace ringfence::adapters::lt
