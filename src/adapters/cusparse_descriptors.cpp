#include "adapters/cusparse_descriptors.h"

#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "channel/library_types.h"

namespace ringfence::adapters::cusparse_calls {
namespace {

using namespace channel::sparse;
using channel::data_type_bytes;

enum Helper : std::size_t {
    create_csr,
    create_csc,
    create_coo,
    create_bsr,
    set_csr_pointers,
    set_csc_pointers,
    set_coo_pointers,
    set_csr_batch,
    set_coo_batch,
    set_bsr_batch,
    set_attribute,
    get_size,
    destroy_matrix,
    create_dense_matrix,
    set_dense_batch,
    destroy_dense_matrix,
    create_dense_vector,
    destroy_dense_vector,
    create_vector,
    destroy_vector,
    create_matrix_type,
    set_matrix_type,
    set_matrix_fill,
    set_matrix_diagonal,
    set_matrix_base,
    destroy_matrix_type,
    helper_count,
};
constexpr std::array<const char*, helper_count> helper_names = {
    "cusparseCreateCsr",          "cusparseCreateCsc",          "cusparseCreateCoo",
    "cusparseCreateBsr",          "cusparseCsrSetPointers",     "cusparseCscSetPointers",
    "cusparseCooSetPointers",     "cusparseCsrSetStridedBatch", "cusparseCooSetStridedBatch",
    "cusparseBsrSetStridedBatch", "cusparseSpMatSetAttribute",  "cusparseSpMatGetSize",
    "cusparseDestroySpMat",       "cusparseCreateDnMat",        "cusparseDnMatSetStridedBatch",
    "cusparseDestroyDnMat",       "cusparseCreateDnVec",        "cusparseDestroyDnVec",
    "cusparseCreateSpVec",        "cusparseDestroySpVec",       "cusparseCreateMatDescr",
    "cusparseSetMatType",         "cusparseSetMatFillMode",     "cusparseSetMatDiagType",
    "cusparseSetMatIndexBase",    "cusparseDestroyMatDescr",
};

constexpr int not_supported = 10;
constexpr std::size_t most_kept_descriptors = 1024;  // of a handle; those used longest ago go first
constexpr std::uint64_t descriptors_bytes = most_kept_descriptors * 1024;

using Destroy = int(void*);
using SetPointers = int(void*, void*, void*, void*);
using GetSize = int(void*, std::int64_t*, std::int64_t*, std::int64_t*);

// One of the library's.
class Real {
public:
    Real(void* its, Destroy* destroy) : its_(its), destroy_(destroy) {}
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;
    ~Real() {
        if (its_ != nullptr && destroy_ != nullptr) (void)destroy_(its_);
    }
    void* get() const { return its_; }

private:
    void* its_;
    Destroy* destroy_;
};

struct Entry {
    std::vector<std::byte> state;  // as it was sent
    std::shared_ptr<Real> real;
    std::uint64_t last_use = 0;
    bool is_open = false;  // the library may have changed its nonzeros
};

// The descriptors of one handle, by kind and by the program's descriptor.
struct Descriptors {
    using Key = std::pair<Kind, std::uint64_t>;
    explicit Descriptors(Account::Holding its_memory) : memory(std::move(its_memory)) {}

    std::map<Key, Entry> entries;
    std::uint64_t uses = 0;
    Account::Holding memory;

    void forget_oldest() {
        auto oldest = entries.begin();
        for (auto one = entries.begin(); one != entries.end(); ++one)
            if (one->second.last_use < oldest->second.last_use) oldest = one;
        if (oldest != entries.end()) entries.erase(oldest);
    }
};

void* at(std::uint64_t address) {
    return reinterpret_cast<void*>(address);
}

template <typename Function, typename... Arguments>
int invoke(const DeclaredLibrary& library, Helper helper, Arguments... arguments) {
    Function* function = library.helper<Function>(helper);
    return function != nullptr ? function(arguments...) : not_supported;
}

std::shared_ptr<Real> own(const DeclaredLibrary& library, void* made, Helper destroy) {
    return std::make_shared<Real>(made, library.helper<Destroy>(destroy));
}

// Checks the memory of a descriptor. The names are the program's: "matA.values".
class MemoryCheck {
public:
    MemoryCheck(Call& call, const char* name) : call_(call), name_(name) {}

    Result<void> array(const char* part, std::uint64_t address, reach::Wide elements, std::size_t bytes) {
        const std::string path = fmt::format("{}.{}", name_, part);
        if (address == 0) {
            if (bytes == 0) return call_.refused(path.c_str(), "has elements of a type that is not known");
            return {};
        }
        return call_.reaches_from(address, path.c_str(), elements, bytes);
    }
    Error refused(const char* why) const { return call_.refused(name_, why); }

private:
    Call& call_;
    const char* name_;
};

constexpr std::int64_t most_batches = std::numeric_limits<std::int32_t>::max();

Result<void> check(MemoryCheck memory, const Matrix& matrix) {
    if (matrix.format != format_csr && matrix.format != format_csc && matrix.format != format_coo &&
        matrix.format != format_bsr) {
        return memory.refused("has a format that is not known");
    }
    if (matrix.rows < 0 || matrix.columns < 0 || matrix.nonzeros < 0 || matrix.block_rows < 1 ||
        matrix.block_columns < 1 || matrix.batch_count < 1 || matrix.batch_count > most_batches) {
        return memory.refused("has a size that is negative");
    }
    const bool has_blocks = matrix.format == format_bsr;
    if (!has_blocks && (matrix.block_rows != 1 || matrix.block_columns != 1))
        return memory.refused("has blocks, which its format has not");
    const bool has_two_strides = matrix.format == format_csr && matrix.indices_stride != matrix.values_stride;
    const bool has_three_strides = matrix.format == format_coo && (matrix.indices_stride != matrix.values_stride ||
                                                                   matrix.indices_stride != matrix.offsets_stride);
    if (has_two_strides || has_three_strides || (matrix.format == format_csc && matrix.batch_count != 1))
        return memory.refused("has strides that its format has not");
    const MatrixReach reach = reach_of(matrix);
    const std::int32_t offsets_type = matrix.format == format_coo ? matrix.indices_type : matrix.offsets_type;
    RF_RETURN_IF_ERROR(memory.array(matrix.format == format_coo ? "rows" : "offsets", matrix.offsets, reach.offsets,
                                    index_bytes(offsets_type)));
    RF_RETURN_IF_ERROR(memory.array("indices", matrix.indices, reach.indices, index_bytes(matrix.indices_type)));
    return memory.array("values", matrix.values, reach.values, data_type_bytes(matrix.type));
}

Result<void> check(MemoryCheck memory, const DenseMatrix& matrix) {
    const bool is_columns = matrix.order == order_column;
    if (!is_columns && matrix.order != order_row) return memory.refused("has an order that is not known");
    if (matrix.rows < 0 || matrix.columns < 0 || matrix.leading < (is_columns ? matrix.rows : matrix.columns) ||
        matrix.batch_count < 1 || matrix.batch_count > most_batches) {
        return memory.refused("has a size that is negative, or a leading dimension that is too small");
    }
    return memory.array("values", matrix.values, reach_of(matrix), data_type_bytes(matrix.type));
}

Result<void> check(MemoryCheck memory, const DenseVector& vector) {
    if (vector.size < 0) return memory.refused("has a negative size");
    return memory.array("values", vector.values, vector.size, data_type_bytes(vector.type));
}

Result<void> check(MemoryCheck memory, const Vector& vector) {
    if (vector.size < 0 || vector.nonzeros < 0) return memory.refused("has a negative size");
    RF_RETURN_IF_ERROR(memory.array("indices", vector.indices, vector.nonzeros, index_bytes(vector.indices_type)));
    return memory.array("values", vector.values, vector.nonzeros, data_type_bytes(vector.type));
}

Result<void> check(MemoryCheck memory, const MatrixType& type) {
    const auto is_below = [](std::int32_t value, std::int32_t end) { return value >= 0 && value < end; };
    if (!is_below(type.type, 4) || !is_below(type.fill_mode, 2) || !is_below(type.diagonal, 2) ||
        !is_below(type.base, 2))
        return memory.refused("has a setting that is not known");
    return {};
}

int make(const DeclaredLibrary& library, const Matrix& its, std::shared_ptr<Real>& real) {
    void* made = nullptr;
    int status = 0;
    if (its.format == format_coo) {
        status = invoke<int(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int, int)>(
            library, create_coo, &made, its.rows, its.columns, its.nonzeros, at(its.offsets), at(its.indices),
            at(its.values), its.indices_type, its.base, its.type);
    } else if (its.format == format_bsr) {
        status = invoke<int(void**, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, void*, void*,
                            void*, int, int, int, int, int)>(
            library, create_bsr, &made, its.rows, its.columns, its.nonzeros, its.block_rows, its.block_columns,
            at(its.offsets), at(its.indices), at(its.values), its.offsets_type, its.indices_type, its.base, its.type,
            its.order);
    } else {
        status = invoke<int(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int, int, int)>(
            library, its.format == format_csr ? create_csr : create_csc, &made, its.rows, its.columns, its.nonzeros,
            at(its.offsets), at(its.indices), at(its.values), its.offsets_type, its.indices_type, its.base, its.type);
    }
    if (status != 0) return status;
    real = own(library, made, destroy_matrix);
    const auto batches = static_cast<int>(its.batch_count);
    const bool has_batches = batches != 1 || its.offsets_stride != 0 || its.values_stride != 0;
    if (has_batches && its.format == format_csr) {
        status = invoke<int(void*, int, std::int64_t, std::int64_t)>(library, set_csr_batch, made, batches,
                                                                     its.offsets_stride, its.values_stride);
    } else if (has_batches && its.format == format_coo) {
        status = invoke<int(void*, int, std::int64_t)>(library, set_coo_batch, made, batches, its.values_stride);
    } else if (has_batches && its.format == format_bsr) {
        status = invoke<int(void*, int, std::int64_t, std::int64_t, std::int64_t)>(
            library, set_bsr_batch, made, batches, its.offsets_stride, its.indices_stride, its.values_stride);
    }
    for (const auto& [attribute, value] :
         {std::pair{fill_mode_attribute, its.fill_mode}, std::pair{diagonal_attribute, its.diagonal}}) {
        if (status != 0 || value == not_set) continue;
        std::int32_t copied = value;
        status = invoke<int(void*, int, void*, std::size_t)>(library, set_attribute, made, int{attribute},
                                                             static_cast<void*>(&copied), sizeof copied);
    }
    return status;
}

int make(const DeclaredLibrary& library, const DenseMatrix& its, std::shared_ptr<Real>& real) {
    void* made = nullptr;
    const int status = invoke<int(void**, std::int64_t, std::int64_t, std::int64_t, void*, int, int)>(
        library, create_dense_matrix, &made, its.rows, its.columns, its.leading, at(its.values), its.type, its.order);
    if (status != 0) return status;
    real = own(library, made, destroy_dense_matrix);
    if (its.batch_count == 1 && its.stride == 0) return 0;
    return invoke<int(void*, int, std::int64_t)>(library, set_dense_batch, made, static_cast<int>(its.batch_count),
                                                 its.stride);
}

int make(const DeclaredLibrary& library, const DenseVector& its, std::shared_ptr<Real>& real) {
    void* made = nullptr;
    const int status = invoke<int(void**, std::int64_t, void*, int)>(library, create_dense_vector, &made, its.size,
                                                                     at(its.values), static_cast<int>(its.type));
    if (status == 0) real = own(library, made, destroy_dense_vector);
    return status;
}

int make(const DeclaredLibrary& library, const Vector& its, std::shared_ptr<Real>& real) {
    void* made = nullptr;
    const int status = invoke<int(void**, std::int64_t, std::int64_t, void*, void*, int, int, int)>(
        library, create_vector, &made, its.size, its.nonzeros, at(its.indices), at(its.values), its.indices_type,
        its.base, static_cast<int>(its.type));
    if (status == 0) real = own(library, made, destroy_vector);
    return status;
}

int make(const DeclaredLibrary& library, const MatrixType& its, std::shared_ptr<Real>& real) {
    void* made = nullptr;
    int status = invoke<int(void**)>(library, create_matrix_type, &made);
    if (status != 0) return status;
    real = own(library, made, destroy_matrix_type);
    for (const auto& [set, value] :
         {std::pair{set_matrix_type, its.type}, std::pair{set_matrix_fill, its.fill_mode},
          std::pair{set_matrix_diagonal, its.diagonal}, std::pair{set_matrix_base, its.base}})
        if (status == 0) status = invoke<int(void*, int)>(library, set, made, int{value});
    return status;
}

template <typename State>
State read(std::span<const std::byte> bytes) {
    State state;
    std::memcpy(&state, bytes.data(), sizeof state);
    return state;
}

// The same matrix with other pointers, and, where the library itself has counted them, as many nonzeros as it says.
// Then the library's descriptor is told, and keeps what else it knows.
bool may_be_told(const DeclaredLibrary& library, const Entry& entry, const Matrix& matrix) {
    auto before = read<Matrix>(entry.state);
    if (entry.is_open) {
        // The software GPU's library counts when the stream comes there: it knows nothing yet, and keeps nothing.
        if (library.checks_indices()) return false;
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        std::int64_t nonzeros = -1;
        if (invoke<GetSize>(library, get_size, entry.real->get(), &rows, &columns, &nonzeros) != 0) return false;
        before.nonzeros = nonzeros;
    }
    before.offsets = matrix.offsets;
    before.indices = matrix.indices;
    before.values = matrix.values;
    return std::memcmp(&before, &matrix, sizeof matrix) == 0;
}

bool tell_pointers(const DeclaredLibrary& library, const Entry& entry, const Matrix& matrix) {
    if (!may_be_told(library, entry, matrix)) return false;
    switch (matrix.format) {
        case format_csr:
            return invoke<SetPointers>(library, set_csr_pointers, entry.real->get(), at(matrix.offsets),
                                       at(matrix.indices), at(matrix.values)) == 0;
        case format_csc:
            return invoke<SetPointers>(library, set_csc_pointers, entry.real->get(), at(matrix.offsets),
                                       at(matrix.indices), at(matrix.values)) == 0;
        case format_coo:
            return invoke<SetPointers>(library, set_coo_pointers, entry.real->get(), at(matrix.offsets),
                                       at(matrix.indices), at(matrix.values)) == 0;
        default: return false;
    }
}

template <typename State>
std::uint64_t id_of(const State& state) {
    if constexpr (std::is_same_v<State, MatrixType>) {
        const std::int32_t all = ((state.type * 2 + state.fill_mode) * 2 + state.diagonal) * 2 + state.base;
        return std::uint64_t{static_cast<std::uint32_t>(all)};
    } else {
        return state.id;
    }
}

template <typename State>
Result<void*> find_or_make(const DeclaredLibrary& library, Descriptors& descriptors, Call& call, std::size_t index,
                           const char* name, Kind kind) {
    const std::span<const std::byte> bytes = call.copy(index);
    if (bytes.size() != sizeof(State)) return call.refused(name, "is no such descriptor");
    const auto state = read<State>(bytes);
    RF_RETURN_IF_ERROR(check(MemoryCheck(call, name), state));
    const Descriptors::Key key(kind, id_of(state));
    auto found = descriptors.entries.find(key);
    bool is_same = false;
    if (found != descriptors.entries.end()) {
        const bool has_changed =
            found->second.is_open || std::memcmp(found->second.state.data(), bytes.data(), sizeof(State)) != 0;
        is_same = !has_changed;
        if constexpr (std::is_same_v<State, Matrix>) is_same = is_same || tell_pointers(library, found->second, state);
    }
    if (!is_same) {
        if (found != descriptors.entries.end()) descriptors.entries.erase(found);
        if (descriptors.entries.size() >= most_kept_descriptors) descriptors.forget_oldest();
        Entry entry;
        if (const int status = make(library, state, entry.real); status != 0) {
            return call.refused(name, fmt::format("the library makes no such descriptor, and gives {}", status));
        }
        found = descriptors.entries.emplace(key, std::move(entry)).first;
    }
    Entry& entry = found->second;
    entry.state.assign(bytes.begin(), bytes.end());
    entry.is_open = false;
    entry.last_use = ++descriptors.uses;
    call.keep(entry.real);
    return entry.real->get();
}

}  // namespace

std::span<const char* const> descriptor_functions() {
    return helper_names;
}

Result<void*> descriptor(const DeclaredLibrary& library, DeclaredObject& handle, Call& call, std::size_t index,
                         const char* name, Kind kind) {
    if (handle.attached == nullptr) {
        RF_TRY(Account::Holding memory, call.caller().charge(descriptors_bytes));
        handle.attached = std::make_shared<Descriptors>(std::move(memory));
    }
    auto& descriptors = *static_cast<Descriptors*>(handle.attached.get());
    switch (kind) {
        case Kind::Matrix: return find_or_make<Matrix>(library, descriptors, call, index, name, kind);
        case Kind::DenseMatrix: return find_or_make<DenseMatrix>(library, descriptors, call, index, name, kind);
        case Kind::DenseVector: return find_or_make<DenseVector>(library, descriptors, call, index, name, kind);
        case Kind::Vector: return find_or_make<Vector>(library, descriptors, call, index, name, kind);
        case Kind::MatrixType: return find_or_make<MatrixType>(library, descriptors, call, index, name, kind);
    }
    return call.refused(name, "is no descriptor");
}

std::size_t scalar_bytes(const Call& call, std::size_t index) {
    const std::span<const std::byte> bytes = call.copy(index);
    return bytes.size() == sizeof(Vector) ? channel::sparse::scalar_bytes(read<Vector>(bytes)) : 0;
}

void tell_size(const DeclaredLibrary& library, const DeclaredObject& handle, void* real, void* place) {
    auto& descriptors = *static_cast<Descriptors*>(handle.attached.get());
    for (auto& [key, entry] : descriptors.entries)
        if (entry.real->get() == real) entry.is_open = true;
    auto* sizes = static_cast<std::int64_t*>(place);
    (void)invoke<GetSize>(library, get_size, real, sizes, sizes + 1, sizes + 2);
}

}  // namespace ringfence::adapters::cusparse_calls
