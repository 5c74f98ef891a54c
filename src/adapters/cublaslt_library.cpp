#include "adapters/cublaslt_library.h"

namespace ringfence::adapters::lt {

using namespace channel::lt;

Functions::Functions(const LibraryFile& file)
    : create(file.function<int(void**)>("cublasLtCreate")),
      destroy(file.function<Destroy>("cublasLtDestroy")),
      matmul(file.function<MatmulFunction>("cublasLtMatmul")),
      heuristic(file.function<HeuristicFunction>("cublasLtMatmulAlgoGetHeuristic")),
      create_layout(file.function<CreateLayout>("cublasLtMatrixLayoutCreate")),
      set_layout(file.function<Set>("cublasLtMatrixLayoutSetAttribute")),
      destroy_layout(file.function<Destroy>("cublasLtMatrixLayoutDestroy")),
      create_desc(file.function<int(void**, int, int)>("cublasLtMatmulDescCreate")),
      set_desc(file.function<Set>("cublasLtMatmulDescSetAttribute")),
      destroy_desc(file.function<Destroy>("cublasLtMatmulDescDestroy")),
      create_preference(file.function<int(void**)>("cublasLtMatmulPreferenceCreate")),
      set_preference(file.function<Set>("cublasLtMatmulPreferenceSetAttribute")),
      destroy_preference(file.function<Destroy>("cublasLtMatmulPreferenceDestroy")),
      get_ids(file.function<int(void*, int, int, int, int, int, int, int, int*, int*)>("cublasLtMatmulAlgoGetIds")),
      init(file.function<int(void*, int, int, int, int, int, int, int, Algorithm*)>("cublasLtMatmulAlgoInit")),
      check(file.function<CheckFunction>("cublasLtMatmulAlgoCheck")),
      get_capability(file.function<GetOfAlgorithm>("cublasLtMatmulAlgoCapGetAttribute")),
      get_configuration(file.function<GetOfAlgorithm>("cublasLtMatmulAlgoConfigGetAttribute")),
      set_configuration(
          file.function<int(Algorithm*, int, const void*, std::size_t)>("cublasLtMatmulAlgoConfigSetAttribute")),
      create_transform(file.function<int(void**, int)>("cublasLtMatrixTransformDescCreate")),
      set_transform(file.function<Set>("cublasLtMatrixTransformDescSetAttribute")),
      destroy_transform(file.function<Destroy>("cublasLtMatrixTransformDescDestroy")),
      transform(file.function<TransformFunction>("cublasLtMatrixTransform")) {}

std::unique_ptr<Real> real_layout(const Functions& functions, const MatrixLayout& layout) {
    auto real = make_real(
        [&](void** made) {
            return functions.create_layout(made, static_cast<int>(layout.type), layout.rows, layout.cols, layout.ld);
        },
        functions.destroy_layout);
    const MatrixLayout made{
        .type = layout.type, .order = order_col, .rows = layout.rows, .cols = layout.cols, .ld = layout.ld};
    real->apply(layout, made, functions.set_layout);
    return real;
}

RealProblem::RealProblem(const Functions& functions, const Problem& problem)
    : a(real_layout(functions, problem.a)),
      b(real_layout(functions, problem.b)),
      c(real_layout(functions, problem.c)),
      d(real_layout(functions, problem.d)),
      desc(make_real(
          [&](void** made) { return functions.create_desc(made, problem.desc.compute_type, problem.desc.scale_type); },
          functions.destroy_desc)) {
    const MatmulDesc made{.compute_type = problem.desc.compute_type, .scale_type = problem.desc.scale_type};
    desc->apply(problem.desc, made, functions.set_desc);
}

}  // namespace ringfence::adapters::lt
