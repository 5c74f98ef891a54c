// cuDNN's descriptors of graphs. A graph of operations becomes a Program when it is finalized; the descriptors that
// lead from it to a plan carry the program on. There is one engine for each, without a workspace.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>

#include "soft_libraries/dnn/graph.h"

namespace ringfence::soft_libraries::dnn {

namespace {

// cudnnBackendDescriptorType_t.
enum DescriptorType : int {
    pointwise_descriptor = 0,
    convolution_descriptor = 1,
    engine_descriptor = 2,
    engine_config_descriptor = 3,
    heuristic_descriptor = 4,
    plan_descriptor = 5,
    forward_descriptor = 10,
    backward_filter_descriptor = 11,
    backward_data_descriptor = 12,
    operation_pointwise_descriptor = 13,
    graph_descriptor = 15,
    pack_descriptor = 16,
    tensor_descriptor = 17,
    matmul_descriptor = 18,
    operation_matmul_descriptor = 19,
    reduction_descriptor = 21,
    operation_reduction_descriptor = 22,
    attention_descriptor = 41,
};

// cudnnBackendAttributeName_t.
enum Name : int {
    pointwise_mode = 0,
    relu_lower_clip = 3,
    relu_upper_clip = 4,
    relu_lower_slope = 5,
    elu_alpha = 6,
    softplus_beta = 7,
    swish_beta = 8,
    pointwise_axis = 9,
    convolution_mode = 101,
    convolution_dilations = 102,
    convolution_strides = 103,
    convolution_post_paddings = 104,
    convolution_pre_paddings = 105,
    heuristic_graph = 201,
    heuristic_results = 202,
    config_engine = 300,
    config_workspace = 303,
    plan_config = 401,
    plan_workspace = 402,
    forward_alpha = 700,          // beta, convolution, w, x, y
    backward_data_alpha = 706,    // beta, convolution, w, dx, dy
    backward_filter_alpha = 712,  // beta, convolution, dw, x, dy
    operation_pointwise = 750,    // x, b, y, alpha1, alpha2, dx, dy, t
    graph_operations = 801,
    graph_engine_count = 802,
    tensor_type = 901,
    tensor_dimensions = 902,
    tensor_strides = 903,
    tensor_vector_count = 904,
    tensor_number = 906,
    tensor_is_virtual = 907,
    tensor_is_by_value = 908,
    tensor_reordering = 909,
    tensor_ragged_offset = 913,
    pack_numbers = 1000,
    pack_pointers = 1001,
    pack_override_numbers = 1010,
    engine_graph = 1300,
    engine_number = 1301,
    engine_knobs = 1302,
    engine_numerical_notes = 1303,
    engine_behaviour_notes = 1305,
    matmul_a = 1520,
    matmul_b = 1521,
    matmul_c = 1522,
    matmul_m_override = 1525,
    matmul_n_override = 1526,
    matmul_k_override = 1527,
    reduction_operator = 1600,
    reduction_x = 1610,
    reduction_y = 1611,
    reduction_of = 1612,
    attention_q = 2800,  // k, v, o, statistics, scale
    attention_last = 2805,
};

// cudnnBackendAttributeType_t.
enum Type : int {
    type_boolean = 2,
    type_int64 = 3,
    type_float = 4,
    type_double = 5,
    type_pointer = 6,
    type_descriptor = 15,
};

std::size_t element_bytes(int type) {
    switch (type) {
        case 0:
        case type_int64:
        case type_double:
        case type_pointer:
        case type_descriptor: return 8;
        case type_boolean:
        case 24: return 1;
        case 26: return 16;
        default: return 4;
    }
}

struct Attribute {
    int type = 0;
    std::vector<std::byte> bytes;

    std::size_t count() const { return bytes.size() / element_bytes(type); }
    template <class T>
    T at(std::size_t index) const {
        T value{};
        std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
        return value;
    }
};

// The adapter keeps what a descriptor names for as long as the descriptor.
struct Descriptor {
    int type = 0;
    bool is_finalized = false;
    std::map<int, Attribute> attributes;
    std::shared_ptr<const Program> program;

    const Attribute* find(int name) const {
        const auto found = attributes.find(name);
        return found != attributes.end() && found->second.count() > 0 ? &found->second : nullptr;
    }
    std::int64_t integer(int name, std::int64_t otherwise = 0) const {
        const Attribute* its = find(name);
        if (its == nullptr) return otherwise;
        switch (element_bytes(its->type)) {
            case 8: return its->at<std::int64_t>(0);
            case 4: return its->at<std::int32_t>(0);
            default: return its->at<std::uint8_t>(0);
        }
    }
    double number(int name, double otherwise) const {
        const Attribute* its = find(name);
        if (its == nullptr) return otherwise;
        if (its->type == type_float) return static_cast<double>(its->at<float>(0));
        return its->type == type_double ? its->at<double>(0) : otherwise;
    }
    // Null: there is none, of this type.
    const Descriptor* descriptor(int name, int wanted) const {
        const Attribute* its = find(name);
        if (its == nullptr || its->type != type_descriptor) return nullptr;
        const auto* other = its->at<const Descriptor*>(0);
        return other != nullptr && other->type == wanted ? other : nullptr;
    }
};

int refuse_missing(const char* what) {
    return refuse(bad_param, std::string("a descriptor lacks ") + what);
}

// The adapter reads the same attributes, and checks memory accordingly: what it would take otherwise than this is
// refused.
int check_types(const Descriptor& its) {
    for (const auto& [name, attribute] : its.attributes) {
        const bool is_flag = name == tensor_is_virtual || name == tensor_is_by_value;
        const bool is_size = name == tensor_dimensions || name == tensor_strides || name == tensor_number;
        if (attribute.count() == 0) return refuse(bad_param, "a tensor's attribute is empty");
        if ((is_flag && attribute.type != type_boolean) || (is_size && attribute.type != type_int64) ||
            (name == tensor_type && element_bytes(attribute.type) != 4)) {
            return refuse(bad_type, "a tensor's attribute has the wrong type");
        }
    }
    return success;
}

int read_tensor(const Descriptor& its, GraphTensor& made) {
    if (const int status = check_types(its); status != success) return status;
    const Attribute* dims = its.find(tensor_dimensions);
    const Attribute* strides = its.find(tensor_strides);
    if (dims == nullptr || strides == nullptr || its.find(tensor_number) == nullptr) {
        return refuse_missing("a tensor's dimensions, strides or number");
    }
    if (dims->count() != strides->count() || dims->count() > most_rank) {
        return refuse(bad_param, "a tensor has 1 to 8 dimensions, and as many strides");
    }
    made.tensor.type = static_cast<int>(its.integer(tensor_type, -1));
    made.tensor.rank = dims->count();
    for (std::size_t i = 0; i < made.tensor.rank; ++i) {
        made.tensor.dims[i] = dims->at<std::int64_t>(i);
        made.tensor.strides[i] = strides->at<std::int64_t>(i);
        if (made.tensor.strides[i] < 0) return refuse(not_supported, "strides are not negative here");
    }
    made.number = its.integer(tensor_number);
    made.is_virtual = its.integer(tensor_is_virtual) != 0;
    made.is_by_value = its.integer(tensor_is_by_value) != 0;
    if (made.is_by_value) {
        made.is_virtual = false;
        made.tensor = packed_tensor(made.tensor.type, made.tensor.rank, made.tensor.dims);
    }
    for (const Name name : {tensor_reordering, tensor_ragged_offset}) {
        if (its.find(name) != nullptr && its.integer(name) != 0) {
            return refuse(not_supported, "the software GPU has no tensors that are reordered or ragged");
        }
    }
    if (its.integer(tensor_vector_count, 1) != 1) return refuse(not_supported, "the software GPU has no vectors");
    return success;
}

// Reads operations into a program.
class Reader {
public:
    int read(const Descriptor& its) {
        Operation made;
        int status = success;
        switch (its.type) {
            case forward_descriptor:
            case backward_data_descriptor:
            case backward_filter_descriptor: status = read_convolution(its, made); break;
            case operation_pointwise_descriptor: status = read_pointwise(its, made); break;
            case operation_matmul_descriptor: status = read_matmul(its, made); break;
            case operation_reduction_descriptor: status = read_reduction(its, made); break;
            case attention_descriptor: status = read_attention(its, made); break;
            default:
                return refuse(unsupported_pattern,
                              "the software GPU's cuDNN has no operation " + std::to_string(its.type) +
                                  ": convolutions, pointwise operations, products, reductions and attention");
        }
        return status == success ? program_->add(std::move(made)) : status;
    }
    int finish() { return program_->sort(); }
    std::shared_ptr<const Program> program() const { return program_; }

private:
    // Adds the tensor of an attribute.
    int add(const Descriptor& its, int name, std::vector<std::int64_t>& to) {
        const Descriptor* tensor = its.descriptor(name, tensor_descriptor);
        if (tensor == nullptr) return refuse_missing("one of its tensors");
        GraphTensor made;
        if (const int status = read_tensor(*tensor, made); status != success) return status;
        to.push_back(made.number);
        return program_->add(made);
    }
    template <class... Names>
    int add_all(const Descriptor& its, std::vector<std::int64_t>& to, Names... names) {
        for (const int name : {static_cast<int>(names)...}) {
            if (const int status = add(its, name, to); status != success) return status;
        }
        return success;
    }
    const Tensor* tensor_of(std::int64_t number) const { return &program_->tensors().at(number).tensor; }

    static int read_window(const Descriptor& its, Convolution& made) {
        struct Part {
            int name;
            std::int64_t lowest;
            Spatial* to;
        };
        made.is_cross_correlation = its.integer(convolution_mode, 1) == 1;
        for (const Part& part :
             {Part{convolution_pre_paddings, 0, &made.before}, Part{convolution_post_paddings, 0, &made.after},
              Part{convolution_strides, 1, &made.stride}, Part{convolution_dilations, 1, &made.dilation}}) {
            const Attribute* sizes = its.find(part.name);
            if (sizes == nullptr || sizes->type != type_int64) return refuse_missing("a convolution's sizes");
            if (sizes->count() > most_spatial || (made.rank != 0 && made.rank != sizes->count())) {
                return refuse(not_supported, "the software GPU convolves in 1 to 3 dimensions");
            }
            made.rank = sizes->count();
            for (std::size_t i = 0; i < made.rank; ++i) {
                const auto size = sizes->at<std::int64_t>(i);
                if (size < part.lowest || size > most_elements) return refuse(bad_param, "a convolution's sizes");
                (*part.to)[most_spatial - made.rank + i] = size;
            }
        }
        return success;
    }

    int read_convolution(const Descriptor& its, Operation& made) {
        const bool is_forward = its.type == forward_descriptor;
        const bool is_data = its.type == backward_data_descriptor;
        const int first = is_forward ? forward_alpha : is_data ? backward_data_alpha : backward_filter_alpha;
        const int filter = first + 3;
        const int input = first + 4;
        const int output = first + 5;
        const Descriptor* window = its.descriptor(first + 2, convolution_descriptor);
        if (window == nullptr) return refuse_missing("its convolution");
        Convolution convolution;
        if (const int status = read_window(*window, convolution); status != success) return status;
        made.scale = {its.number(first, 1), its.number(first + 1, 0)};
        int status = success;
        if (is_forward) {
            made.kind = OperationKind::ConvolutionForward;
            status = add_all(its, made.inputs, input, filter);
            if (status == success) status = add(its, output, made.outputs);
        } else if (is_data) {
            made.kind = OperationKind::ConvolutionBackwardData;
            status = add_all(its, made.inputs, filter, output);
            if (status == success) status = add(its, input, made.outputs);
        } else {
            made.kind = OperationKind::ConvolutionBackwardFilter;
            status = add_all(its, made.inputs, input, output);
            if (status == success) status = add(its, filter, made.outputs);
        }
        if (status != success) return status;
        const Tensor* x = tensor_of(is_data ? made.outputs[0] : made.inputs[0]);
        const Tensor* w = tensor_of(is_forward ? made.inputs[1] : is_data ? made.inputs[0] : made.outputs[0]);
        const Tensor* y = tensor_of(is_forward ? made.outputs[0] : made.inputs[1]);
        // Groups are not named: the filter has the channels of one.
        if (x->rank >= 2 && w->rank >= 2 && w->dims[1] > 0)
            convolution.groups = std::max<std::int64_t>(x->dims[1] / w->dims[1], 1);
        return shape_of(x, w, y, &convolution, made.convolution);
    }

    int read_pointwise(const Descriptor& its, Operation& made) {
        const Descriptor* mode = its.descriptor(operation_pointwise, pointwise_descriptor);
        if (mode == nullptr) return refuse_missing("its mode");
        made.kind = OperationKind::Pointwise;
        Pointwise& how = made.pointwise;
        how.mode = static_cast<int>(mode->integer(pointwise_mode, -1));
        how.lower_clip = mode->number(relu_lower_clip, 0);
        how.has_upper_clip = mode->find(relu_upper_clip) != nullptr;
        how.upper_clip = mode->number(relu_upper_clip, 0);
        how.lower_slope = mode->number(relu_lower_slope, 0);
        how.elu_alpha = mode->number(elu_alpha, 1);
        how.softplus_beta = mode->number(softplus_beta, 1);
        how.swish_beta = mode->number(swish_beta, 1);
        how.axis = mode->integer(pointwise_axis, -1);
        constexpr int x = operation_pointwise + 1;
        constexpr int b = operation_pointwise + 2;
        constexpr int y = operation_pointwise + 3;
        constexpr int dx = operation_pointwise + 6;
        constexpr int dy = operation_pointwise + 7;
        constexpr int chosen = operation_pointwise + 8;
        made.scale = {its.number(operation_pointwise + 4, 1), its.number(operation_pointwise + 5, 1)};
        int status = success;
        int result = y;
        switch (kind_of(how.mode)) {
            case PointwiseKind::Unary: status = add(its, x, made.inputs); break;
            case PointwiseKind::Binary: status = add_all(its, made.inputs, x, b); break;
            case PointwiseKind::Select: status = add_all(its, made.inputs, x, b, chosen); break;
            case PointwiseKind::Backward:
                status = add_all(its, made.inputs, dy, x);
                result = dx;
                break;
            case PointwiseKind::Index: break;
            case PointwiseKind::Unknown:
                return refuse(unsupported_pattern,
                              "the software GPU's cuDNN has no pointwise mode " + std::to_string(how.mode));
        }
        return status == success ? add(its, result, made.outputs) : status;
    }

    int read_matmul(const Descriptor& its, Operation& made) {
        for (const Name name : {matmul_m_override, matmul_n_override, matmul_k_override}) {
            if (its.find(name) != nullptr)
                return refuse(not_supported, "products of the software GPU have fixed sizes");
        }
        made.kind = OperationKind::Matmul;
        const int status = add_all(its, made.inputs, matmul_a, matmul_b);
        return status == success ? add(its, matmul_c, made.outputs) : status;
    }

    int read_reduction(const Descriptor& its, Operation& made) {
        const Descriptor* how = its.descriptor(reduction_of, reduction_descriptor);
        if (how == nullptr) return refuse_missing("its operator");
        made.kind = OperationKind::Reduction;
        made.reduction = static_cast<int>(how->integer(reduction_operator, -1));
        constexpr int last = 7;
        if (made.reduction < 0 || made.reduction > last) {
            return refuse(unsupported_pattern, "the software GPU's cuDNN has no such reduction");
        }
        const int status = add(its, reduction_x, made.inputs);
        return status == success ? add(its, reduction_y, made.outputs) : status;
    }

    int read_attention(const Descriptor& its, Operation& made) {
        for (const auto& [name, attribute] : its.attributes) {
            if (name < attention_q || name > attention_last) {
                return refuse(unsupported_pattern,
                              "the software GPU's attention has no masks, pages or sequences of different lengths");
            }
        }
        made.kind = OperationKind::Attention;
        if (const int status = add_all(its, made.inputs, attention_q, attention_q + 1, attention_q + 2);
            status != success) {
            return status;
        }
        if (its.find(attention_last) != nullptr) {
            if (const int status = add(its, attention_last, made.inputs); status != success) return status;
        }
        if (const int status = add(its, attention_q + 3, made.outputs); status != success) return status;
        return its.find(attention_q + 4) != nullptr ? add(its, attention_q + 4, made.outputs) : success;
    }

    std::shared_ptr<Program> program_ = std::make_shared<Program>();
};

int finalize_graph(Descriptor& its) {
    const Attribute* operations = its.find(graph_operations);
    if (operations == nullptr || operations->type != type_descriptor) return refuse_missing("its operations");
    Reader reader;
    for (std::size_t i = 0; i < operations->count(); ++i) {
        const auto* operation = operations->at<const Descriptor*>(i);
        if (operation == nullptr) return refuse(null_pointer, "an operation is missing");
        if (const int status = reader.read(*operation); status != success) return status;
    }
    if (const int status = reader.finish(); status != success) return status;
    its.program = reader.program();
    return success;
}

// The program of the descriptor that it is made from.
int carry_on(Descriptor& its, int name, int from) {
    const Descriptor* before = its.descriptor(name, from);
    if (before == nullptr || before->program == nullptr) return refuse_missing("what it is made from");
    its.program = before->program;
    return success;
}

int give_integer(std::int64_t value, int type, std::int64_t wanted, std::int64_t* given, void* to) {
    if (type != type_int64) return refuse(bad_type, "this is a 64-bit integer");
    if (given != nullptr) *given = 1;
    if (wanted > 0 && to != nullptr) std::memcpy(to, &value, sizeof value);
    return success;
}

// One engine, or one configuration, of the same program.
int give_descriptor(const Descriptor& its, int kind, std::int64_t wanted, std::int64_t* given, void* to) {
    if (given != nullptr) *given = 1;
    if (wanted < 1 || to == nullptr) return success;
    auto* target = static_cast<Descriptor**>(to)[0];
    if (target == nullptr || target->type != kind) return refuse(bad_param, "the result is of another type");
    target->program = its.program;
    target->is_finalized = true;
    return success;
}

// The pointers of a pack by their tensors' numbers.
int read_pack(const Descriptor& pack, const Program& program, std::map<std::int64_t, void*>& places,
              std::map<std::int64_t, Values>& given) {
    const Attribute* numbers = pack.find(pack_numbers);
    const Attribute* pointers = pack.find(pack_pointers);
    if (numbers == nullptr || pointers == nullptr || numbers->count() != pointers->count()) {
        return refuse(bad_param, "a pack has as many pointers as numbers");
    }
    if (numbers->type != type_int64 || pointers->type != type_pointer) {
        return refuse(bad_type, "a pack's numbers or pointers have the wrong type");
    }
    if (pack.find(pack_override_numbers) != nullptr) return refuse(not_supported, "shapes cannot be overridden here");
    for (std::size_t i = 0; i < numbers->count(); ++i) {
        auto* place = pointers->at<void*>(i);
        const auto tensor = program.tensors().find(numbers->at<std::int64_t>(i));
        if (tensor == program.tensors().end() || place == nullptr) continue;
        if (tensor->second.is_by_value) {
            given[tensor->first] = load(tensor->second.tensor, place);
        } else {
            places[tensor->first] = place;
        }
    }
    for (const auto& [number, tensor] : program.tensors()) {
        const bool is_there = tensor.is_virtual || places.count(number) != 0 || given.count(number) != 0;
        if (!is_there) return refuse(null_pointer, "a pack lacks tensor " + std::to_string(number));
    }
    return success;
}

}  // namespace

RF_CUDNN_FUNCTION(cudnnBackendCreateDescriptor)(int type, void** made) {
    constexpr int types = 44;
    if (made == nullptr) return refuse(null_pointer, "nowhere to put the descriptor");
    if (type < 0 || type >= types) return refuse(not_supported, "no such descriptor");
    auto descriptor = std::make_unique<Descriptor>();
    descriptor->type = type;
    *made = descriptor.release();
    return success;
}
RF_CUDNN_FUNCTION(cudnnBackendDestroyDescriptor)(void* descriptor) {
    const std::unique_ptr<Descriptor> owner(static_cast<Descriptor*>(descriptor));
    return success;
}
RF_CUDNN_FUNCTION(cudnnBackendSetAttribute)
(Descriptor* its, int name, int type, std::int64_t count, const void* elements) {
    if (its == nullptr || its->is_finalized) return refuse(bad_param, "a descriptor is set before it is finalized");
    if (count < 0 || (count > 0 && elements == nullptr)) return refuse(null_pointer, "an attribute's elements");
    Attribute attribute{type, {}};
    attribute.bytes.resize(static_cast<std::size_t>(count) * element_bytes(type));
    if (!attribute.bytes.empty()) std::memcpy(attribute.bytes.data(), elements, attribute.bytes.size());
    its->attributes[name] = std::move(attribute);
    return success;
}
RF_CUDNN_FUNCTION(cudnnBackendFinalize)(Descriptor* its) {
    if (its == nullptr) return refuse(null_pointer, "no descriptor");
    int status = success;
    GraphTensor tensor;
    switch (its->type) {
        case tensor_descriptor: status = read_tensor(*its, tensor); break;
        case graph_descriptor: status = finalize_graph(*its); break;
        case heuristic_descriptor: status = carry_on(*its, heuristic_graph, graph_descriptor); break;
        case engine_descriptor:
            status = its->integer(engine_number) == 0 ? carry_on(*its, engine_graph, graph_descriptor)
                                                      : refuse(not_supported, "there is one engine");
            break;
        case engine_config_descriptor: status = carry_on(*its, config_engine, engine_descriptor); break;
        case plan_descriptor: status = carry_on(*its, plan_config, engine_config_descriptor); break;
        default: break;
    }
    its->is_finalized = status == success;
    return status;
}
RF_CUDNN_FUNCTION(cudnnBackendGetAttribute)
(Descriptor* its, int name, int type, std::int64_t wanted, std::int64_t* given, void* to) {
    if (its == nullptr || !its->is_finalized) return refuse(not_finalized, "the descriptor is not finalized");
    switch (name) {
        case graph_engine_count: return give_integer(1, type, wanted, given, to);
        case engine_number:
        case config_workspace:
        case plan_workspace: return give_integer(0, type, wanted, given, to);
        case heuristic_results: return give_descriptor(*its, engine_config_descriptor, wanted, given, to);
        case config_engine: return give_descriptor(*its, engine_descriptor, wanted, given, to);
        case engine_knobs:
        case engine_numerical_notes:
        case engine_behaviour_notes:
            if (given != nullptr) *given = 0;
            return success;
        default: break;
    }
    const Attribute* its_own = its->find(name);
    if (its_own == nullptr) return refuse(not_supported, "the descriptor has no such attribute");
    if (its_own->type != type || type == type_descriptor) return refuse(bad_type, "the attribute has another type");
    if (given != nullptr) *given = static_cast<std::int64_t>(its_own->count());
    const std::size_t count = std::min(its_own->count(), static_cast<std::size_t>(std::max<std::int64_t>(wanted, 0)));
    if (count > 0 && to != nullptr) std::memcpy(to, its_own->bytes.data(), count * element_bytes(type));
    return success;
}
RF_CUDNN_FUNCTION(cudnnBackendExecute)(Handle* handle, Descriptor* plan, Descriptor* pack) {
    if (plan == nullptr || pack == nullptr || plan->type != plan_descriptor || pack->type != pack_descriptor) {
        return refuse(bad_param, "a plan and a pack are needed");
    }
    if (plan->program == nullptr) return refuse(not_finalized, "the plan is not finalized");
    std::map<std::int64_t, void*> places;
    std::map<std::int64_t, Values> given;
    if (const int status = read_pack(*pack, *plan->program, places, given); status != success) return status;
    return enqueue(handle, [program = plan->program, places, given] { program->run(places, given); });
}

}  // namespace ringfence::soft_libraries::dnn
