#include "adapters/cusparse.h"

#include "adapters/cusparse_descriptors.h"
#include "channel/library_types.h"
#include "libraries/cusparse_numbers.h"

namespace ringfence::adapters {
namespace cusparse_calls {

using Library = DeclaredLibrary;
using Row = DeclaredRow;
using ringfence::cusparse::Number;
using namespace reach;
using channel::data_type_bytes;

#include "libraries/cusparse_adapter.inc"

constexpr ObjectKind kinds[] = {
    {"cusparseCreate", "cusparseDestroy"},
    {"cusparseSpSV_createDescr", "cusparseSpSV_destroyDescr"},
    {"cusparseSpSM_createDescr", "cusparseSpSM_destroyDescr"},
    {"cusparseSpGEMM_createDescr", "cusparseSpGEMM_destroyDescr"},
    {"cusparseCreateBsrsv2Info", "cusparseDestroyBsrsv2Info"},
    {"cusparseCreateBsrsm2Info", "cusparseDestroyBsrsm2Info"},
    {"cusparseCreateCsrilu02Info", "cusparseDestroyCsrilu02Info"},
    {"cusparseCreateCsric02Info", "cusparseDestroyCsric02Info"},
};

}  // namespace cusparse_calls

std::vector<FunctionSignature> cusparse_functions() {
    std::vector<FunctionSignature> functions;
    for (const DeclaredRow& row : cusparse_calls::rows)
        functions.push_back(row.function);
    return functions;
}

Result<std::unique_ptr<Adapter>> make_cusparse(const LibraryFile& file) {
    const LibraryDeclaration declaration{.library = channel::Library::Cusparse,
                                         .name = "cuSPARSE",
                                         .kinds = cusparse_calls::kinds,
                                         .set_stream = "cusparseSetStream",
                                         .set_pointer_mode = "cusparseSetPointerMode",
                                         .helpers = cusparse_calls::descriptor_functions(),
                                         .copies = 24,
                                         .can_be_recorded = false};
    return make_declared(file, declaration, cusparse_calls::rows);
}

}  // namespace ringfence::adapters
