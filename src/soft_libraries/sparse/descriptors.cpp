// Handles and descriptors of the software GPU's cuSPARSE.
#include "soft_libraries/sparse/library.h"

namespace ringfence::soft_libraries::sparse {

Host*& host() {
    static Host* the_worker = nullptr;
    return the_worker;
}

int submit(const Handle* h, std::function<void()> work) {
    const auto unless_unwanted = [work = std::move(work)] {
        if (!host()->is_unwanted()) work();
    };
    return host()->enqueue(h->stream, unless_unwanted) ? success : execution_failed;
}

namespace {

template <class T>
int make(T** place, T value) {
    if (place == nullptr || host() == nullptr) return not_initialized;
    *place = std::make_unique<T>(std::move(value)).release();
    return success;
}
template <class T>
int destroy(T* one) {
    const std::unique_ptr<T> owner(one);
    return one != nullptr ? success : not_initialized;
}

std::uint64_t bits(const void* address) {
    return reinterpret_cast<std::uint64_t>(address);
}

int make_matrix(SparseMatrix** place, const Matrix& its) {
    return is_complex_type(its.type) || its.type >= 0 ? make(place, SparseMatrix{its, nullptr, nullptr})
                                                      : invalid_value;
}

Matrix compressed(int format, Size rows, Size columns, Size nonzeros, const void* offsets, const void* indices,
                  const void* values) {
    Matrix its;
    its.format = format;
    its.rows = rows;
    its.columns = columns;
    its.nonzeros = nonzeros;
    its.offsets = bits(offsets);
    its.indices = bits(indices);
    its.values = bits(values);
    return its;
}

}  // namespace

RF_SPARSE(cusparseCreate)(Handle** h) {
    return make(h, Handle{});
}
RF_SPARSE(cusparseDestroy)(Handle* h) {
    return destroy(h);
}
RF_SPARSE(cusparseSetStream)(Handle* h, void* stream) {
    if (h == nullptr) return not_initialized;
    h->stream = stream;
    return success;
}
RF_SPARSE(cusparseSetPointerMode)(Handle* h, int mode) {
    if (h == nullptr) return not_initialized;
    h->pointer_mode = mode;
    return success;
}

RF_SPARSE(cusparseSpSV_createDescr)(Info** info) {
    return make(info, Info{});
}
RF_SPARSE(cusparseSpSV_destroyDescr)(Info* info) {
    return destroy(info);
}
RF_SPARSE(cusparseSpSM_createDescr)(Info** info) {
    return make(info, Info{});
}
RF_SPARSE(cusparseSpSM_destroyDescr)(Info* info) {
    return destroy(info);
}
RF_SPARSE(cusparseSpGEMM_createDescr)(Info** info) {
    return make(info, Info{});
}
RF_SPARSE(cusparseSpGEMM_destroyDescr)(Info* info) {
    return destroy(info);
}
RF_SPARSE(cusparseCreateBsrsv2Info)(Info** info) {
    return make(info, Info{});
}
RF_SPARSE(cusparseDestroyBsrsv2Info)(Info* info) {
    return destroy(info);
}
RF_SPARSE(cusparseCreateBsrsm2Info)(Info** info) {
    return make(info, Info{});
}
RF_SPARSE(cusparseDestroyBsrsm2Info)(Info* info) {
    return destroy(info);
}
RF_SPARSE(cusparseCreateCsrilu02Info)(Info** info) {
    return make(info, Info{});
}
RF_SPARSE(cusparseDestroyCsrilu02Info)(Info* info) {
    return destroy(info);
}
RF_SPARSE(cusparseCreateCsric02Info)(Info** info) {
    return make(info, Info{});
}
RF_SPARSE(cusparseDestroyCsric02Info)(Info* info) {
    return destroy(info);
}

RF_SPARSE(cusparseCreateCsr)
(SparseMatrix** place, Size rows, Size columns, Size nonzeros, void* offsets, void* indices, void* values,
 int offsets_type, int indices_type, int base, int type) {
    Matrix its = compressed(format_csr, rows, columns, nonzeros, offsets, indices, values);
    its.offsets_type = offsets_type;
    its.indices_type = indices_type;
    its.base = base;
    its.type = type;
    return make_matrix(place, its);
}
RF_SPARSE(cusparseCreateCsc)
(SparseMatrix** place, Size rows, Size columns, Size nonzeros, void* offsets, void* indices, void* values,
 int offsets_type, int indices_type, int base, int type) {
    Matrix its = compressed(format_csc, rows, columns, nonzeros, offsets, indices, values);
    its.offsets_type = offsets_type;
    its.indices_type = indices_type;
    its.base = base;
    its.type = type;
    return make_matrix(place, its);
}
RF_SPARSE(cusparseCreateCoo)
(SparseMatrix** place, Size rows, Size columns, Size nonzeros, void* row_indices, void* indices, void* values,
 int indices_type, int base, int type) {
    Matrix its = compressed(format_coo, rows, columns, nonzeros, row_indices, indices, values);
    its.offsets_type = its.indices_type = indices_type;
    its.base = base;
    its.type = type;
    return make_matrix(place, its);
}
RF_SPARSE(cusparseCreateBsr)
(SparseMatrix** place, Size rows, Size columns, Size nonzeros, Size block_rows, Size block_columns, void* offsets,
 void* indices, void* values, int offsets_type, int indices_type, int base, int type, int order) {
    Matrix its = compressed(format_bsr, rows, columns, nonzeros, offsets, indices, values);
    its.block_rows = block_rows;
    its.block_columns = block_columns;
    its.offsets_type = offsets_type;
    its.indices_type = indices_type;
    its.base = base;
    its.type = type;
    its.order = order;
    return make_matrix(place, its);
}
RF_SPARSE(cusparseCsrSetPointers)(SparseMatrix* a, void* offsets, void* indices, void* values) {
    a->its.offsets = bits(offsets);
    a->its.indices = bits(indices);
    a->its.values = bits(values);
    return success;
}
RF_SPARSE(cusparseCscSetPointers)(SparseMatrix* a, void* offsets, void* indices, void* values) {
    return cusparseCsrSetPointers(a, offsets, indices, values);
}
RF_SPARSE(cusparseCooSetPointers)(SparseMatrix* a, void* row_indices, void* indices, void* values) {
    return cusparseCsrSetPointers(a, row_indices, indices, values);
}
RF_SPARSE(cusparseBsrSetStridedBatch)
(SparseMatrix* a, int count, Size offsets_stride, Size indices_stride, Size values_stride) {
    a->its.batch_count = count;
    a->its.offsets_stride = offsets_stride;
    a->its.indices_stride = indices_stride;
    a->its.values_stride = values_stride;
    return success;
}
RF_SPARSE(cusparseCsrSetStridedBatch)(SparseMatrix* a, int count, Size offsets_stride, Size stride) {
    return cusparseBsrSetStridedBatch(a, count, offsets_stride, stride, stride);
}
RF_SPARSE(cusparseCooSetStridedBatch)(SparseMatrix* a, int count, Size stride) {
    return cusparseBsrSetStridedBatch(a, count, stride, stride, stride);
}
RF_SPARSE(cusparseSpMatSetAttribute)(SparseMatrix* a, int attribute, const std::int32_t* data, std::size_t bytes) {
    if (bytes != sizeof *data) return invalid_value;
    (attribute == fill_mode_attribute ? a->its.fill_mode : a->its.diagonal) = *data;
    return success;
}
// Nonzeros that work in progress counts are written when the stream comes there.
RF_SPARSE(cusparseSpMatGetSize)(SparseMatrix* a, Size* rows, Size* columns, Size* nonzeros) {
    *rows = a->its.rows * a->its.block_rows;
    *columns = a->its.columns * a->its.block_columns;
    *nonzeros = a->its.nonzeros;
    if (a->count == nullptr) return success;
    const Handle on{a->stream, 0};
    return submit(&on, [count = a->count, nonzeros] { *nonzeros = count->number; });
}
RF_SPARSE(cusparseDestroySpMat)(SparseMatrix* a) {
    return destroy(a);
}

RF_SPARSE(cusparseCreateDnMat)
(DenseMatrix** place, Size rows, Size columns, Size leading, void* values, int type, int order) {
    DenseMatrix its;
    its.rows = rows;
    its.columns = columns;
    its.leading = leading;
    its.values = bits(values);
    its.type = type;
    its.order = order;
    return make(place, its);
}
RF_SPARSE(cusparseDnMatSetStridedBatch)(DenseMatrix* a, int count, Size stride) {
    a->batch_count = count;
    a->stride = stride;
    return success;
}
RF_SPARSE(cusparseDestroyDnMat)(DenseMatrix* a) {
    return destroy(a);
}
RF_SPARSE(cusparseCreateDnVec)(DenseVector** place, Size size, void* values, int type) {
    DenseVector its;
    its.size = size;
    its.values = bits(values);
    its.type = type;
    return make(place, its);
}
RF_SPARSE(cusparseDestroyDnVec)(DenseVector* x) {
    return destroy(x);
}
RF_SPARSE(cusparseCreateSpVec)
(channel::sparse::Vector** place, Size size, Size nonzeros, void* indices, void* values, int indices_type, int base,
 int type) {
    channel::sparse::Vector its;
    its.size = size;
    its.nonzeros = nonzeros;
    its.indices = bits(indices);
    its.values = bits(values);
    its.indices_type = indices_type;
    its.base = base;
    its.type = type;
    return make(place, its);
}
RF_SPARSE(cusparseDestroySpVec)(channel::sparse::Vector* x) {
    return destroy(x);
}

RF_SPARSE(cusparseCreateMatDescr)(MatrixType** place) {
    return make(place, MatrixType{});
}
RF_SPARSE(cusparseDestroyMatDescr)(MatrixType* its) {
    return destroy(its);
}
RF_SPARSE(cusparseSetMatType)(MatrixType* its, int type) {
    its->type = type;
    return success;
}
RF_SPARSE(cusparseSetMatFillMode)(MatrixType* its, int mode) {
    its->fill_mode = mode;
    return success;
}
RF_SPARSE(cusparseSetMatDiagType)(MatrixType* its, int type) {
    its->diagonal = type;
    return success;
}
RF_SPARSE(cusparseSetMatIndexBase)(MatrixType* its, int base) {
    its->base = base;
    return success;
}

}  // namespace ringfence::soft_libraries::sparse

extern "C" __attribute__((visibility("default"))) void ringfence_soft_library_begin(
    ringfence::soft_libraries::Host* host) {
    ringfence::soft_libraries::sparse::host() = host;
}
