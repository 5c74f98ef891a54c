#include "adapters/curand.h"

#include "adapters/declared.h"
#include "libraries/curand_numbers.h"

namespace ringfence::adapters {
namespace curand_calls {

using Library = DeclaredLibrary;
using Row = DeclaredRow;
using ringfence::curand::Number;

#include "libraries/curand_adapter.inc"

constexpr ObjectKind kinds[] = {{"curandCreateGenerator", "curandDestroyGenerator", true}};
constexpr LibraryDeclaration declaration{channel::Library::Curand, "cuRAND", kinds, "curandSetStream"};

}  // namespace curand_calls

std::vector<FunctionSignature> curand_functions() {
    std::vector<FunctionSignature> functions;
    for (const DeclaredRow& row : curand_calls::rows)
        functions.push_back(row.function);
    return functions;
}

Result<std::unique_ptr<Adapter>> make_curand(const LibraryFile& file) {
    return make_declared(file, curand_calls::declaration, curand_calls::rows);
}

}  // namespace ringfence::adapters
