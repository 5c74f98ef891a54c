#include "soft_libraries/dnn/graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace ringfence::soft_libraries::dnn {
namespace {

// They are kept until all is done.
constexpr std::int64_t most_virtual_elements = std::int64_t{1} << 26;

enum class Reduction : int {
    Sum = 0,
    Product = 1,
    Least = 2,
    Largest = 3,
    LargestAmount = 4,
    Mean = 5,
    Norm1 = 6,
    Norm2 = 7,
};

// Everything that one execution has computed so far.
class Memory {
public:
    Memory(const Program& program, const std::map<std::int64_t, void*>& places, std::map<std::int64_t, Values> given)
        : program_(program), places_(places), values_(std::move(given)) {}

    const Tensor& tensor(std::int64_t number) const { return program_.tensors().at(number).tensor; }
    // A stored value is read back as it was rounded.
    Values get(std::int64_t number) const {
        if (const auto known = values_.find(number); known != values_.end()) return known->second;
        const auto place = places_.find(number);
        // Work that nobody wants any more leaves results out.
        if (place == places_.end()) return Values(static_cast<std::size_t>(tensor(number).elements()));
        return load(tensor(number), place->second);
    }
    void put(std::int64_t number, Values values, const Scale& scale = {}) {
        if (program_.tensors().at(number).is_virtual) {
            for (double& value : values)
                value *= scale.alpha;
            values_[number] = std::move(values);
        } else {
            store(tensor(number), places_.at(number), values, scale.alpha, scale.beta);
        }
    }

private:
    const Program& program_;
    const std::map<std::int64_t, void*>& places_;
    std::map<std::int64_t, Values> values_;
};

void run_pointwise(const Operation& its, Memory& memory) {
    const Tensor& out = memory.tensor(its.outputs[0]);
    const auto input = [&](std::size_t i) {
        return spread(memory.get(its.inputs[i]), memory.tensor(its.inputs[i]), out);
    };
    Values made(static_cast<std::size_t>(out.elements()));
    switch (kind_of(its.pointwise.mode)) {
        case PointwiseKind::Unary: {
            made = input(0);
            for (double& value : made)
                value = unary(its.pointwise, its.scale.alpha * value);
            break;
        }
        case PointwiseKind::Binary: {
            const Values x = input(0);
            const Values b = input(1);
            for (std::size_t i = 0; i < made.size(); ++i)
                made[i] = binary(its.pointwise, its.scale.alpha * x[i], its.scale.beta * b[i]);
            break;
        }
        case PointwiseKind::Backward: {
            const Values dy = input(0);
            const Values x = input(1);
            for (std::size_t i = 0; i < made.size(); ++i)
                made[i] = backward(its.pointwise, dy[i], x[i]);
            break;
        }
        case PointwiseKind::Select: {
            const Values x = input(0);
            const Values b = input(1);
            const Values chosen = input(2);
            for (std::size_t i = 0; i < made.size(); ++i)
                made[i] = chosen[i] != 0 ? x[i] : b[i];
            break;
        }
        case PointwiseKind::Index: {
            const auto axis = static_cast<std::size_t>(its.pointwise.axis);
            const std::int64_t inner = out.elements_from(axis + 1);
            for (std::size_t i = 0; i < made.size(); ++i)
                made[i] = static_cast<double>(static_cast<std::int64_t>(i) / inner % out.dims[axis]);
            break;
        }
        case PointwiseKind::Unknown: break;
    }
    memory.put(its.outputs[0], std::move(made));
}

// Which of a factor's matrices each of the result's is made of: where a dimension of the factor is 1, the same ones.
Values matrices_of(Tensor factor, Tensor result) {
    for (Tensor* tensor : {&factor, &result})
        tensor->dims[tensor->rank - 2] = tensor->dims[tensor->rank - 1] = 1;
    Values numbers(static_cast<std::size_t>(factor.elements()));
    std::iota(numbers.begin(), numbers.end(), 0);
    return spread(numbers, factor, result);
}

void run_matmul(const Operation& its, Memory& memory) {
    const Tensor& c = memory.tensor(its.outputs[0]);
    const Tensor& a_tensor = memory.tensor(its.inputs[0]);
    const Values a = memory.get(its.inputs[0]);
    const Values b = memory.get(its.inputs[1]);
    const Values of_a = matrices_of(a_tensor, c);
    const Values of_b = matrices_of(memory.tensor(its.inputs[1]), c);
    const auto rows = static_cast<std::size_t>(c.dims[c.rank - 2]);
    const auto columns = static_cast<std::size_t>(c.dims[c.rank - 1]);
    const auto depth = static_cast<std::size_t>(a_tensor.dims[c.rank - 1]);
    Values made(static_cast<std::size_t>(c.elements()));
    for (std::size_t row = 0; row < made.size() / columns; ++row) {
        if (host()->is_unwanted()) return;
        const std::size_t batch = row / rows;
        const std::size_t a_row = static_cast<std::size_t>(of_a[batch]) * rows + row % rows;
        const std::size_t b_matrix = static_cast<std::size_t>(of_b[batch]);
        for (std::size_t k = 0; k < depth; ++k) {
            const double factor = a[a_row * depth + k];
            const double* from = b.data() + (b_matrix * depth + k) * columns;
            for (std::size_t column = 0; column < columns; ++column)
                made[row * columns + column] += factor * from[column];
        }
    }
    memory.put(its.outputs[0], std::move(made));
}

double begin_of(Reduction reduction) {
    switch (reduction) {
        case Reduction::Product: return 1;
        case Reduction::Least: return std::numeric_limits<double>::infinity();
        case Reduction::Largest: return -std::numeric_limits<double>::infinity();
        default: return 0;
    }
}
double reduced(Reduction reduction, double so_far, double value) {
    switch (reduction) {
        case Reduction::Product: return so_far * value;
        case Reduction::Least: return value < so_far || std::isnan(value) ? value : so_far;
        case Reduction::Largest: return value > so_far || std::isnan(value) ? value : so_far;
        case Reduction::LargestAmount: return std::max(so_far, std::abs(value));
        case Reduction::Norm1: return so_far + std::abs(value);
        case Reduction::Norm2: return so_far + value * value;
        default: return so_far + value;
    }
}

void run_reduction(const Operation& its, Memory& memory) {
    const Tensor& from = memory.tensor(its.inputs[0]);
    const Tensor& to = memory.tensor(its.outputs[0]);
    const Values values = memory.get(its.inputs[0]);
    Values numbers(static_cast<std::size_t>(to.elements()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<double>(i);
    const Values place = spread(numbers, to, from);  // where each element goes
    const auto how = static_cast<Reduction>(its.reduction);
    Values made(numbers.size(), begin_of(how));
    for (std::size_t i = 0; i < values.size(); ++i) {
        double& one = made[static_cast<std::size_t>(place[i])];
        one = reduced(how, one, values[i]);
    }
    for (double& one : made) {
        if (how == Reduction::Mean) one *= static_cast<double>(made.size()) / static_cast<double>(values.size());
        if (how == Reduction::Norm2) one = std::sqrt(one);
    }
    memory.put(its.outputs[0], std::move(made));
}

// softmax(scale * Q K^T) V, one row after the other. Heads of K and V may be shared by several of Q's.
void run_attention(const Operation& its, Memory& memory) {
    const Tensor& q_tensor = memory.tensor(its.inputs[0]);
    const Tensor& k_tensor = memory.tensor(its.inputs[1]);
    const Tensor& v_tensor = memory.tensor(its.inputs[2]);
    const Values q = memory.get(its.inputs[0]);
    const Values k = memory.get(its.inputs[1]);
    const Values v = memory.get(its.inputs[2]);
    const double factor = its.inputs.size() > 3 ? memory.get(its.inputs[3])[0] : 1;
    const auto heads = static_cast<std::size_t>(q_tensor.dims[1]);
    const auto key_heads = static_cast<std::size_t>(k_tensor.dims[1]);
    const auto rows = static_cast<std::size_t>(q_tensor.dims[2]);
    const auto keys = static_cast<std::size_t>(k_tensor.dims[2]);
    const auto depth = static_cast<std::size_t>(q_tensor.dims[3]);
    const auto width = static_cast<std::size_t>(v_tensor.dims[3]);
    Values out(static_cast<std::size_t>(memory.tensor(its.outputs[0]).elements()));
    Values statistics(out.size() / width);
    Values weights(keys);
    for (std::size_t row = 0; row < statistics.size(); ++row) {
        if (host()->is_unwanted()) return;
        const std::size_t head = row / rows % heads;
        const std::size_t image = row / rows / heads;
        const std::size_t key_head = image * key_heads + head / (heads / key_heads);
        double highest = -std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < keys; ++j) {
            weights[j] = 0;
            for (std::size_t d = 0; d < depth; ++d)
                weights[j] += q[row * depth + d] * k[(key_head * keys + j) * depth + d];
            weights[j] *= factor;
            highest = std::max(highest, weights[j]);
        }
        double all = 0;
        for (double& weight : weights)
            all += weight = std::exp(weight - highest);
        for (std::size_t j = 0; j < keys; ++j)
            for (std::size_t d = 0; d < width; ++d)
                out[row * width + d] += weights[j] / all * v[(key_head * keys + j) * width + d];
        statistics[row] = highest + std::log(all);
    }
    memory.put(its.outputs[0], std::move(out));
    if (its.outputs.size() > 1) memory.put(its.outputs[1], std::move(statistics));
}

void run_operation(const Operation& its, Memory& memory) {
    const auto input = [&](std::size_t i) { return memory.get(its.inputs[i]); };
    switch (its.kind) {
        case OperationKind::ConvolutionForward:
            return memory.put(its.outputs[0], forward(its.convolution, input(0), input(1)), its.scale);
        case OperationKind::ConvolutionBackwardData:
            return memory.put(its.outputs[0], backward_data(its.convolution, input(0), input(1)), its.scale);
        case OperationKind::ConvolutionBackwardFilter:
            return memory.put(its.outputs[0], backward_filter(its.convolution, input(0), input(1)), its.scale);
        case OperationKind::Pointwise: return run_pointwise(its, memory);
        case OperationKind::Matmul: return run_matmul(its, memory);
        case OperationKind::Reduction: return run_reduction(its, memory);
        case OperationKind::Attention: return run_attention(its, memory);
    }
}

bool is_matmul(const Tensor& a, const Tensor& b, const Tensor& c) {
    if (a.rank < 2 || a.rank != c.rank || b.rank != c.rank) return false;
    const std::size_t last = c.rank - 1;
    for (std::size_t i = 0; i + 2 < c.rank; ++i) {
        for (const Tensor* factor : {&a, &b}) {
            if (factor->dims[i] != 1 && factor->dims[i] != c.dims[i]) return false;
        }
    }
    return a.dims[last - 1] == c.dims[last - 1] && b.dims[last] == c.dims[last] && a.dims[last] == b.dims[last - 1];
}

bool is_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& o) {
    for (const Tensor* tensor : {&q, &k, &v, &o}) {
        if (tensor->rank != 4 || tensor->dims[0] != q.dims[0]) return false;
    }
    return k.dims[3] == q.dims[3] && v.dims[2] == k.dims[2] && v.dims[1] == k.dims[1] && q.dims[1] % k.dims[1] == 0 &&
           o.dims[1] == q.dims[1] && o.dims[2] == q.dims[2] && o.dims[3] == v.dims[3];
}

}  // namespace

int Program::add(const GraphTensor& tensor) {
    const auto [place, is_new] = tensors_.emplace(tensor.number, tensor);
    const GraphTensor& known = place->second;
    if (!is_new && (!known.tensor.has_shape_of(tensor.tensor) || known.tensor.type != tensor.tensor.type ||
                    known.tensor.strides != tensor.tensor.strides || known.is_virtual != tensor.is_virtual ||
                    known.is_by_value != tensor.is_by_value)) {
        return refuse(bad_param, "two different tensors have one number");
    }
    if (bytes_of(tensor.tensor.type) == 0) {
        return refuse(unsupported_type,
                      "the software GPU's cuDNN has no tensors of type " + std::to_string(tensor.tensor.type));
    }
    if (tensor.tensor.elements() == 0) {
        return refuse(unsupported_shape, "the software GPU's cuDNN takes up to 2^24 elements");
    }
    if (is_new && tensor.is_virtual) virtual_elements_ += tensor.tensor.elements();
    return virtual_elements_ <= most_virtual_elements
               ? success
               : refuse(unsupported_shape, "the tensors between the operations have more than 2^26 elements");
}

int Program::check(const Operation& its) const {
    const auto input = [&](std::size_t i) -> const Tensor& { return tensor(its.inputs[i]).tensor; };
    const Tensor& output = tensor(its.outputs[0]).tensor;
    for (const std::int64_t number : its.outputs) {
        if (tensor(number).is_by_value) return refuse(bad_param, "a result cannot be passed by value");
    }
    switch (its.kind) {
        case OperationKind::Pointwise: {
            for (std::size_t i = 0; i < its.inputs.size(); ++i) {
                if (!input(i).spreads_over(output)) return refuse(bad_shape, "a pointwise operation's shapes differ");
            }
            if (kind_of(its.pointwise.mode) != PointwiseKind::Index) return success;
            const bool is_axis = its.pointwise.axis >= 0 && its.pointwise.axis < static_cast<std::int64_t>(output.rank);
            return is_axis ? success : refuse(bad_param, "an index along no dimension");
        }
        case OperationKind::Matmul:
            return is_matmul(input(0), input(1), output) ? success
                                                         : refuse(bad_shape, "a product's matrices do not fit");
        case OperationKind::Reduction:
            return output.spreads_over(input(0)) ? success : refuse(bad_shape, "a reduction's shapes do not fit");
        case OperationKind::Attention: {
            const bool fits = is_attention(input(0), input(1), input(2), output) &&
                              (its.inputs.size() < 4 || input(3).elements() == 1);
            const bool has_room = its.outputs.size() < 2 || tensor(its.outputs[1]).tensor.elements() ==
                                                                output.elements() / output.dims[output.rank - 1];
            return fits && has_room ? success : refuse(bad_shape, "the tensors of an attention do not fit");
        }
        default: return success;  // convolutions have been checked with their shapes
    }
}

int Program::add(Operation operation) {
    if (const int status = check(operation); status != success) return status;
    operations_.push_back(std::move(operation));
    return success;
}

int Program::sort() {
    std::set<std::int64_t> is_there;
    std::vector<Operation> sorted;
    std::vector<Operation> left = std::move(operations_);
    for (const Operation& operation : left) {
        for (const std::int64_t number : operation.outputs) {
            if (!is_there.insert(number).second) return refuse(bad_param, "two operations have one result");
        }
    }
    // Tensors that no operation produces exist already.
    std::set<std::int64_t> made = std::move(is_there);
    is_there.clear();
    const auto is_ready = [&](const Operation& operation) {
        return std::all_of(operation.inputs.begin(), operation.inputs.end(), [&](std::int64_t number) {
            return is_there.count(number) != 0 || (made.count(number) == 0 && !tensor(number).is_virtual);
        });
    };
    while (!left.empty()) {
        const auto next = std::find_if(left.begin(), left.end(), is_ready);
        if (next == left.end()) return refuse(unsupported_pattern, "a tensor is needed that nothing makes");
        is_there.insert(next->outputs.begin(), next->outputs.end());
        sorted.push_back(std::move(*next));
        left.erase(next);
    }
    operations_ = std::move(sorted);
    return success;
}

void Program::run(const std::map<std::int64_t, void*>& places, std::map<std::int64_t, Values> given) const {
    Memory memory(*this, places, std::move(given));
    for (const Operation& operation : operations_) {
        if (host()->is_unwanted()) return;
        run_operation(operation, memory);
    }
}

}  // namespace ringfence::soft_libraries::dnn
