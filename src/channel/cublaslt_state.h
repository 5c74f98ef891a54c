// cublasLt's descriptors as plain structs, and their attributes as a table: the shim stores them, sends them to the
// worker, and the worker makes the library's own descriptors from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace ringfence::channel::lt {

// The numbers of NVIDIA's header. tests/soft_libraries_blas compares them with the header where that is installed.
enum Order : std::int32_t { order_col, order_row, order_col32, order_col4_4r2_8c, order_col32_2r_4r4 };
constexpr std::int32_t order_count = 5;
enum PointerMode : std::int32_t {
    pointers_host,
    pointers_device,
    pointers_device_vector,
    pointers_alpha_vector_beta_zero,
    pointers_alpha_vector_beta_host,
};
constexpr std::int32_t pointer_mode_count = 5;
enum ScaleMode : std::int32_t {
    scale_scalar,
    scale_vec16,
    scale_vec32,
    scale_outer_vector,
    scale_vec128,
    scale_block128,
};
// Bits of an epilogue; not every combination exists.
enum Epilogue : std::uint32_t {
    epilogue_default = 1,
    epilogue_relu = 2,
    epilogue_bias = 4,
    epilogue_drelu = 8,
    epilogue_bgrad = 16,
    epilogue_gelu = 32,
    epilogue_dgelu = 64,
    epilogue_aux = 128,
    epilogue_bgrad_a = 256,
    epilogue_bgrad_b = 512,
};
bool is_epilogue(std::uint32_t epilogue);

struct MatrixLayout {
    std::uint32_t type = 0;  // a cudaDataType
    std::int32_t order = order_col;
    std::uint64_t rows = 0;
    std::uint64_t cols = 0;
    std::int64_t ld = 0;
    std::int32_t batch_count = 1;
    std::uint32_t batch_mode = 0;  // 1: arrays of pointers
    std::int64_t stride = 0;
    std::int64_t plane_offset = 0;  // bytes
};
static_assert(sizeof(MatrixLayout) == 56);  // no padding, since the struct is sent as bytes

struct MatmulDesc {
    std::int32_t compute_type = 0;
    std::int32_t scale_type = 0;
    std::int32_t pointer_mode = pointers_host;
    std::int32_t trans_a = 0;
    std::int32_t trans_b = 0;
    std::int32_t trans_c = 0;
    std::int32_t fill_mode = 2;  // full
    std::uint32_t epilogue = epilogue_default;
    std::int32_t sm_count_target = 0;
    std::int32_t aux_type = -1;
    std::int32_t fast_accumulation = 0;  // its first byte is the attribute
    std::int32_t bias_type = -1;
    std::int32_t a_scale_mode = 0;
    std::int32_t b_scale_mode = 0;
    std::int32_t c_scale_mode = 0;
    std::int32_t d_scale_mode = 0;
    std::int32_t aux_scale_mode = 0;
    std::int32_t d_out_scale_mode = 0;
    std::uint64_t bias = 0;
    std::int64_t bias_stride = 0;
    std::uint64_t aux = 0;
    std::int64_t aux_ld = 0;
    std::int64_t aux_stride = 0;
    std::int64_t alpha_stride = 0;
    std::uint64_t a_scale = 0;
    std::uint64_t b_scale = 0;
    std::uint64_t c_scale = 0;
    std::uint64_t d_scale = 0;
    std::uint64_t d_amax = 0;
    std::uint64_t aux_scale = 0;
    std::uint64_t aux_amax = 0;
    std::uint64_t d_out_scale = 0;
};
static_assert(sizeof(MatmulDesc) == 184);

struct Preference {
    std::uint32_t search_mode = 0;
    std::uint32_t reduction_mask = 7;
    std::uint64_t most_workspace = 0;
    std::uint32_t alignment[4] = {256, 256, 256, 256};  // of A, B, C and D
    std::uint64_t implementation_mask = ~std::uint64_t{0};
    float most_waves = 0;
    std::uint32_t unused = 0;
};
static_assert(sizeof(Preference) == 48);

struct TransformDesc {
    std::int32_t scale_type = 0;
    std::int32_t pointer_mode = pointers_host;
    std::int32_t trans_a = 0;
    std::int32_t trans_b = 0;
};
static_assert(sizeof(TransformDesc) == 16);

// A problem for cublasLtMatmul, without the memory.
struct Problem {
    MatmulDesc desc;
    MatrixLayout a, b, c, d;
};
static_assert(sizeof(Problem) == sizeof(MatmulDesc) + 4 * sizeof(MatrixLayout));

struct Transform {
    TransformDesc desc;
    MatrixLayout a, b, c;
    std::int32_t has_a = 0;
    std::int32_t has_b = 0;
};
static_assert(sizeof(Transform) == sizeof(TransformDesc) + 3 * sizeof(MatrixLayout) + 8);

struct Algorithm {
    std::uint64_t data[8] = {};

    friend bool operator==(const Algorithm&, const Algorithm&) = default;
};

struct HeuristicResult {
    Algorithm algorithm;
    std::uint64_t workspace = 0;
    std::int32_t state = 0;
    float waves = 0;
    std::int32_t reserved[4] = {};
};
static_assert(sizeof(HeuristicResult) == 96);

// One attribute of a descriptor: its number, and the offset and size of its value.
struct Attribute {
    std::int32_t number;
    std::uint32_t offset;
    std::uint32_t bytes;
};
template <typename Descriptor>
std::span<const Attribute> attributes();
template <>
std::span<const Attribute> attributes<MatrixLayout>();
template <>
std::span<const Attribute> attributes<MatmulDesc>();
template <>
std::span<const Attribute> attributes<Preference>();
template <>
std::span<const Attribute> attributes<TransformDesc>();

// Null if there is none.
template <typename Descriptor>
const Attribute* find_attribute(int number) {
    for (const Attribute& attribute : attributes<Descriptor>())
        if (attribute.number == number) return &attribute;
    return nullptr;
}

// Fails, like cublasLt, unless the size is the attribute's.
template <typename Descriptor>
bool set_attribute(Descriptor& descriptor, int number, const void* from, std::size_t bytes) {
    const Attribute* attribute = find_attribute<Descriptor>(number);
    if (attribute == nullptr || from == nullptr || bytes != attribute->bytes) return false;
    std::memcpy(reinterpret_cast<std::byte*>(&descriptor) + attribute->offset, from, bytes);
    return true;
}

// The bits of an element of a cudaDataType. 0: unknown type.
std::uint32_t type_bits(std::int64_t type);

// The functions of cublasLt that are sent to the worker. The first argument of each is the session's cublasLt handle.
enum class Function : std::uint32_t {
    Create,
    Destroy,
    Matmul,            // stream, Problem, alpha, A, B, beta, C, D, Algorithm or none, workspace, its bytes
    Heuristic,         // Problem, Preference, how many, Algorithm; gives HeuristicResults
    GetIds,            // compute type, scale type, types of A, B, C, D, how many; gives int32 numbers
    Init,              // the same types, an algorithm's number; gives an Algorithm
    Check,             // Problem, Algorithm; gives a HeuristicResult
    GetCapability,     // Algorithm, attribute, bytes; gives how many were written, and those
    GetConfiguration,  // the same
    SetConfiguration,  // Algorithm, attribute, value; gives an Algorithm
    Transform,         // stream, lt::Transform, alpha, A, beta, B, C
};
constexpr std::size_t matmul_arguments = 12;
constexpr std::size_t transform_arguments = 8;
// Limits, so that results fit into a reply.
constexpr std::int32_t most_results = 32;
constexpr std::int32_t most_ids = 768;
constexpr std::uint64_t most_capability_bytes = 3072;

}  // namespace ringfence::channel::lt
