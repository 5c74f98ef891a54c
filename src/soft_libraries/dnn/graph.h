// A graph of operations, as it is computed: one after the other, on values in memory of the worker's.
//
// Tensors that the program does not see ("virtual") are never stored, and not rounded either.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "soft_libraries/dnn/convolution.h"
#include "soft_libraries/dnn/pointwise.h"

namespace ringfence::soft_libraries::dnn {

struct GraphTensor {
    Tensor tensor;
    std::int64_t number = 0;  // the program's
    bool is_virtual = false;
    bool is_by_value = false;  // in host memory: read when the graph is executed
};

enum class OperationKind {
    ConvolutionForward,
    ConvolutionBackwardData,
    ConvolutionBackwardFilter,
    Pointwise,
    Matmul,
    Reduction,
    Attention,
};

// Inputs and outputs are numbers of tensors.
struct Operation {
    OperationKind kind = OperationKind::Pointwise;
    std::vector<std::int64_t> inputs;
    std::vector<std::int64_t> outputs;
    Scale scale;  // of a convolution; a pointwise operation's alphas are factors of its inputs
    ConvolutionShape convolution;
    Pointwise pointwise;
    int reduction = 0;
};

class Program {
public:
    // Refuses a tensor whose number is another's.
    int add(const GraphTensor& tensor);
    // Refuses what does not go together. Its tensors have been added.
    int add(Operation operation);
    // After all: an order in which everything is there when it is needed.
    int sort();

    const std::map<std::int64_t, GraphTensor>& tensors() const { return tensors_; }
    // `places`: of all tensors that are not virtual. `given`: the values of those in host memory.
    void run(const std::map<std::int64_t, void*>& places, std::map<std::int64_t, Values> given) const;

private:
    const GraphTensor& tensor(std::int64_t number) const { return tensors_.at(number); }
    int check(const Operation& operation) const;

    std::map<std::int64_t, GraphTensor> tensors_;
    std::vector<Operation> operations_;
    std::int64_t virtual_elements_ = 0;
};

}  // namespace ringfence::soft_libraries::dnn
