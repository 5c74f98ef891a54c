// Arithmetic of whole tensors: operations of two, and reductions.
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

namespace {

// cudnnOpTensorOp_t.
enum class Arithmetic : int { Add, Multiply, Least, Most, SquareRoot, Opposite };

// cudnnReduceTensorOp_t.
enum class Fold : int {
    Sum,
    Product,
    Smallest,
    Largest,
    LargestAbsolute,
    Mean,
    SumOfAbsolutes,
    Euclidean,
    ProductOfNonzeros,
};

Arithmetic arithmetic_of(const OpTensor& its) {
    return static_cast<Arithmetic>(its.operation);
}
Fold fold_of(const Reduction& its) {
    return static_cast<Fold>(its.operation);
}

bool takes_one(const OpTensor& its) {
    return arithmetic_of(its) == Arithmetic::SquareRoot || arithmetic_of(its) == Arithmetic::Opposite;
}

// Of two numbers the one that is preferred; a NaN only if those are wanted, or there is nothing else.
template <class IsBetter>
bool replaces(double next, double known, bool propagates_nans, IsBetter is_better) {
    if (std::isnan(next)) return propagates_nans && !std::isnan(known);
    if (std::isnan(known)) return !propagates_nans;
    return is_better(next, known);
}
bool is_less(double a, double b) {
    return a < b;
}
bool is_greater(double a, double b) {
    return a > b;
}

double combined(const OpTensor& its, double a, double b) {
    switch (arithmetic_of(its)) {
        case Arithmetic::Add: return a + b;
        case Arithmetic::Multiply: return a * b;
        case Arithmetic::Least: return replaces(b, a, its.propagates_nans, is_less) ? b : a;
        case Arithmetic::Most: return replaces(b, a, its.propagates_nans, is_greater) ? b : a;
        case Arithmetic::SquareRoot: return std::sqrt(a);
        default: return 1 - a;
    }
}

bool selects(const Reduction& its) {
    return fold_of(its) == Fold::Smallest || fold_of(its) == Fold::Largest;
}

struct Reduced {
    Values values;
    std::vector<std::int32_t> indices;  // of those that were selected, among the elements that became one
};

Values first_values(const Reduction& its, std::size_t count) {
    switch (fold_of(its)) {
        case Fold::Product:
        case Fold::ProductOfNonzeros: return Values(count, 1);
        case Fold::Smallest: return Values(count, std::numeric_limits<double>::infinity());
        case Fold::Largest: return Values(count, -std::numeric_limits<double>::infinity());
        default: return Values(count);
    }
}

bool accumulate(const Reduction& its, double next, double& known, bool is_first) {
    switch (fold_of(its)) {
        case Fold::Sum:
        case Fold::Mean: known += next; return false;
        case Fold::Product: known *= next; return false;
        case Fold::ProductOfNonzeros: known *= next != 0 ? next : 1; return false;
        case Fold::SumOfAbsolutes: known += std::abs(next); return false;
        case Fold::Euclidean: known += next * next; return false;
        case Fold::LargestAbsolute: next = std::abs(next); break;
        default: break;
    }
    const auto is_better = fold_of(its) == Fold::Smallest ? is_less : is_greater;
    const bool is_taken = is_first || replaces(next, known, its.propagates_nans, is_better);
    if (is_taken) known = next;
    return is_taken;
}

Reduced reduce(const Reduction& its, const Tensor& from, const Tensor& to, const Values& values) {
    const auto count = static_cast<std::size_t>(to.elements());
    Values numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    const Values targets = spread(numbers, to, from);  // where each element goes
    Reduced made{first_values(its, count), std::vector<std::int32_t>(count)};
    std::vector<std::int32_t> seen(count);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto target = static_cast<std::size_t>(targets[i]);
        if (accumulate(its, values[i], made.values[target], seen[target] == 0)) made.indices[target] = seen[target];
        ++seen[target];
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (fold_of(its) == Fold::Mean) made.values[i] /= seen[i];
        if (fold_of(its) == Fold::Euclidean) made.values[i] = std::sqrt(made.values[i]);
    }
    return made;
}

int check_reduction(const Reduction* its, const Tensor* a, const Tensor* c) {
    if (its == nullptr) return refuse(null_pointer, "a reduction is missing");
    for (const Tensor* tensor : {a, c}) {
        if (const int status = check_tensor(tensor, "a tensor"); status != success) return status;
    }
    if (!c->spreads_over(*a)) return refuse(bad_shape, "what is reduced keeps a dimension, or has 1 there");
    if (its->gives_indices && selects(*its) && its->index_type != 0) {
        return refuse(not_supported, "indices have 32 bits");  // as in cuDNN
    }
    return success;
}

std::size_t index_bytes(const Reduction& its, const Tensor& c) {
    return its.gives_indices && selects(its) ? static_cast<std::size_t>(c.elements()) * sizeof(std::int32_t) : 0;
}

}  // namespace

// c = operation(alpha1 * a, alpha2 * b) + beta * c, where b has 1 in some dimensions.
RF_CUDNN_FUNCTION(cudnnOpTensor)
(Handle* handle, const OpTensor* operation, const void* alpha1, const Tensor* a_tensor, const void* a,
 const void* alpha2, const Tensor* b_tensor, const void* b, const void* beta, const Tensor* c_tensor, void* c) {
    if (operation == nullptr) return refuse(null_pointer, "an operation is missing");
    if (const int status = check_alike({a_tensor, c_tensor}); status != success) return status;
    if (const int status = check_memory({a, c}); status != success) return status;
    const bool has_two = !takes_one(*operation);
    if (has_two) {
        if (const int status = check_tensor(b_tensor, "b"); status != success) return status;
        if (const int status = check_memory({b}); status != success) return status;
        if (!b_tensor->spreads_over(*c_tensor)) return refuse(bad_shape, "b has other dimensions than a");
    }
    const Tensor second = has_two ? *b_tensor : Tensor{};
    const double factor = scalar_of(alpha1, a_tensor->type);
    const double second_factor = scalar_of(alpha2, a_tensor->type);
    const double kept = scalar_of(beta, a_tensor->type);
    return enqueue(handle, [=, its = *operation, first = *a_tensor, to = *c_tensor] {
        Values values = load(first, a);
        const Values others = has_two ? spread(load(second, b), second, to) : Values(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = combined(its, factor * values[i], second_factor * others[i]);
        store(to, c, values, 1, kept);
    });
}

// c = alpha * reduction(a) + beta * c, where c has 1 in the dimensions that are reduced.
RF_CUDNN_FUNCTION(cudnnReduceTensor)
(Handle* handle, const Reduction* reduction, void* indices, std::size_t bytes_of_indices, void*, std::size_t,
 const void* alpha, const Tensor* a_tensor, const void* a, const void* beta, const Tensor* c_tensor, void* c) {
    if (const int status = check_reduction(reduction, a_tensor, c_tensor); status != success) return status;
    if (const int status = check_memory({a, c}); status != success) return status;
    const std::size_t bytes = index_bytes(*reduction, *c_tensor);
    if (bytes != 0 && indices == nullptr) return refuse(null_pointer, "memory for the indices is missing");
    if (bytes > bytes_of_indices) return refuse(bad_param, "the memory for the indices is too small");
    const Scale scale = scale_of(alpha, beta, a_tensor->type);
    return enqueue(handle, [=, its = *reduction, from = *a_tensor, to = *c_tensor] {
        const Reduced made = reduce(its, from, to, load(from, a));
        store(to, c, made.values, scale.alpha, scale.beta);
        if (bytes != 0) std::memcpy(indices, made.indices.data(), bytes);
    });
}
RF_CUDNN_FUNCTION(cudnnGetReductionIndicesSize)
(Handle*, const Reduction* reduction, const Tensor* a, const Tensor* c, std::size_t* bytes) {
    if (const int status = check_reduction(reduction, a, c); status != success) return status;
    if (bytes == nullptr) return refuse(null_pointer, "nowhere to put the size");
    *bytes = index_bytes(*reduction, *c);
    return success;
}
RF_CUDNN_FUNCTION(cudnnGetReductionWorkspaceSize)
(Handle*, const Reduction* reduction, const Tensor* a, const Tensor* c, std::size_t* bytes) {
    if (const int status = check_reduction(reduction, a, c); status != success) return status;
    if (bytes == nullptr) return refuse(null_pointer, "nowhere to put the size");
    *bytes = 0;
    return success;
}

// All elements become one value of their type.
RF_CUDNN_FUNCTION(cudnnSetTensor)(Handle* handle, const Tensor* y_tensor, void* y, const void* value) {
    if (const int status = check_tensor(y_tensor, "a tensor"); status != success) return status;
    if (const int status = check_memory({y, value}); status != success) return status;
    const double number = load(packed_tensor(y_tensor->type, 1, {1}), value)[0];
    return enqueue(handle,
                   [=, to = *y_tensor] { store(to, y, Values(static_cast<std::size_t>(to.elements()), number)); });
}

}  // namespace ringfence::soft_libraries::dnn
