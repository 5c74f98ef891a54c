#include "adapters/cusolver.h"

#include "adapters/declared.h"
#include "channel/library_types.h"
#include "libraries/cusolver_numbers.h"

namespace ringfence::adapters {
namespace cusolver_calls {

using Library = DeclaredLibrary;
using Row = DeclaredRow;
using ringfence::cusolver::Number;
using namespace reach;
using channel::data_type_bytes;

#include "libraries/cusolver_adapter.inc"

constexpr ObjectKind kinds[] = {
    {"cusolverDnCreate", "cusolverDnDestroy"},
    {"cusolverDnCreateSyevjInfo", "cusolverDnDestroySyevjInfo"},
    {"cusolverDnCreateGesvdjInfo", "cusolverDnDestroyGesvdjInfo"},
    {"cusolverDnCreateParams", "cusolverDnDestroyParams"},
};
constexpr LibraryDeclaration declaration{.library = channel::Library::Cusolver,
                                         .name = "cuSOLVER",
                                         .kinds = kinds,
                                         .set_stream = "cusolverDnSetStream",
                                         .copies = 4};

}  // namespace cusolver_calls

std::vector<FunctionSignature> cusolver_functions() {
    std::vector<FunctionSignature> functions;
    for (const DeclaredRow& row : cusolver_calls::rows)
        functions.push_back(row.function);
    return functions;
}

Result<std::unique_ptr<Adapter>> make_cusolver(const LibraryFile& file) {
    return make_declared(file, cusolver_calls::declaration, cusolver_calls::rows);
}

}  // namespace ringfence::adapters
