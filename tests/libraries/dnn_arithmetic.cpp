// Operations of tensors, reductions and dropout against their definitions.
#include <limits>
#include <memory>

#include "dnn_layouts.h"

namespace {

double operated(int operation, double a, double b) {
    switch (operation) {
        case 0: return a + b;
        case 1: return a * b;
        case 2: return std::min(a, b);
        case 3: return std::max(a, b);
        case 4: return std::sqrt(a);
        default: return 1 - a;
    }
}

void check_operation(int operation) {
    const bool has_two = operation < 4;
    const Shape shape = random_shape();
    const Shape part = random_part(shape);
    Numbers a = random_numbers(count_of(shape));
    const Numbers b = random_numbers(count_of(part));
    const Numbers c = random_numbers(a.size());
    const double alpha1 = 0.75, alpha2 = 1.5, beta = 0.25;
    if (operation == 4)
        for (double& number : a)
            number = std::abs(number);
    Numbers wanted(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        wanted[i] = operated(operation, alpha1 * a[i], alpha2 * b[spread_place(part, shape, i)]) + beta * c[i];
    const Descriptor its(cudnnCreateOpTensorDescriptor, cudnnDestroyOpTensorDescriptor);
    check_status(cudnnSetOpTensorDescriptor(its.its, operation, double_type, 0), dnn_success, "operation");
    LaidOut first(random_layout(), shape, a), second(random_layout(), part, b), to(random_layout(), shape, c);
    const std::string name = "operation " + std::to_string(operation);
    check_status(cudnnOpTensor(handle, its.its, &alpha1, first.tensor.its, first.data(), &alpha2,
                               has_two ? second.tensor.its : nullptr, has_two ? second.data() : nullptr, &beta,
                               to.tensor.its, to.data()),
                 dnn_success, name);
    check_close(to.read(), wanted, name);
}

// In place, with numbers that are none.
void check_nans() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Shape shape = {1, 1, 1, 4};
    const Numbers a = {1, nan, 3, nan}, b = {2, 2, nan, nan};
    for (const int propagates : {0, 1}) {
        const Descriptor its(cudnnCreateOpTensorDescriptor, cudnnDestroyOpTensorDescriptor);
        check_status(cudnnSetOpTensorDescriptor(its.its, 3, double_type, propagates), dnn_success, "operation");
        LaidOut first(LaidOut::rows, shape, a), second(LaidOut::rows, shape, b);
        check_status(cudnnOpTensor(handle, its.its, &one, first.tensor.its, first.data(), &one, second.tensor.its,
                                   second.data(), &zero, first.tensor.its, first.data()),
                     dnn_success, "in place");
        const Numbers got = first.read();
        const bool holds = propagates == 1 ? got[0] == 2 && std::isnan(got[1]) && std::isnan(got[2])
                                           : got[0] == 2 && got[1] == 2 && got[2] == 3;
        check(holds && std::isnan(got[3]), "the larger of numbers and NaNs");
        ++cases;
    }
}

double reduced(int reduction, const Numbers& all) {
    double sum = 0, product = 1, nonzeros = 1, least = all[0], most = all[0], far = 0, absolutes = 0, squares = 0;
    for (const double x : all) {
        sum += x;
        product *= x;
        nonzeros *= x != 0 ? x : 1;
        least = std::min(least, x);
        most = std::max(most, x);
        far = std::max(far, std::abs(x));
        absolutes += std::abs(x);
        squares += x * x;
    }
    const double made[] = {
        sum, product, least, most, far, sum / static_cast<double>(all.size()), absolutes, std::sqrt(squares), nonzeros};
    return made[reduction];
}

void check_reduction(int reduction) {
    const Shape shape = random_shape();
    const Shape part = random_part(shape);
    Numbers a = random_numbers(count_of(shape));
    if (roll(0, 2) == 0) a[0] = 0;
    const Numbers c = random_numbers(count_of(part));
    std::vector<Numbers> groups(c.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        groups[spread_place(part, shape, i)].push_back(a[i]);
    const double alpha = -1.5, beta = 0.25;
    const bool selects = reduction == 2 || reduction == 3;
    const bool gives_indices = selects && roll(0, 1) == 0;
    Numbers wanted;
    std::vector<std::int32_t> places;
    for (std::size_t i = 0; i < c.size(); ++i) {
        const double value = reduced(reduction, groups[i]);
        wanted.push_back(alpha * value + beta * c[i]);
        places.push_back(
            static_cast<std::int32_t>(std::find(groups[i].begin(), groups[i].end(), value) - groups[i].begin()));
    }
    const Descriptor its(cudnnCreateReduceTensorDescriptor, cudnnDestroyReduceTensorDescriptor);
    check_status(cudnnSetReduceTensorDescriptor(its.its, reduction, double_type, 0, gives_indices ? 1 : 0, 0),
                 dnn_success, "reduction");
    LaidOut from(random_layout(), shape, a), to(random_layout(), part, c);
    std::size_t index_bytes = 1, bytes = 1;
    check_status(cudnnGetReductionIndicesSize(handle, its.its, from.tensor.its, to.tensor.its, &index_bytes),
                 dnn_success, "the indices' size");
    check_status(cudnnGetReductionWorkspaceSize(handle, its.its, from.tensor.its, to.tensor.its, &bytes), dnn_success,
                 "the workspace's size");
    check(!gives_indices || index_bytes >= c.size() * 4, "there is room for the indices");
    const DeviceVector<std::int32_t> indices(std::vector<std::int32_t>(std::max(index_bytes / 4, c.size()), -1));
    const DeviceVector<std::byte> workspace(std::vector<std::byte>(bytes + 1));
    const std::string name = "reduction " + std::to_string(reduction);
    check_status(cudnnReduceTensor(handle, its.its, indices.data(), index_bytes, workspace.data(), bytes, &alpha,
                                   from.tensor.its, from.data(), &beta, to.tensor.its, to.data()),
                 dnn_success, name);
    check_close(to.read(), wanted, name);
    std::vector<std::int32_t> got = indices.read();
    got.resize(c.size());
    check(!gives_indices || got == places, name + ": where those are that it gives");
}

template <class T>
void check_set(int type, T value) {
    const TensorDescriptor tensor;
    check_status(cudnnSetTensor4dDescriptor(tensor.its, nchw, type, 2, 3, 4, 5), dnn_success, "a tensor");
    const DeviceVector<T> memory(std::vector<T>(121, T{3}));
    check_status(cudnnSetTensor(handle, tensor.its, memory.data(), &value), dnn_success, "set");
    std::vector<T> wanted(121, value);
    wanted[120] = T{3};
    check(memory.read() == wanted, "all elements have the value");
    ++cases;
}

struct Dropping {
    Dropping(float rate, unsigned long long seed) : its(cudnnCreateDropoutDescriptor, cudnnDestroyDropoutDescriptor) {
        check_status(cudnnDropoutGetStatesSize(handle, &bytes), dnn_success, "the size of states");
        states = std::make_unique<DeviceVector<std::byte>>(std::vector<std::byte>(bytes));
        check_status(cudnnSetDropoutDescriptor(its.its, handle, rate, states->data(), bytes, seed), dnn_success,
                     "dropout");
    }
    // What is made of so many ones, and what the mask makes of a gradient of twos.
    Numbers run(int count, Numbers* gradient = nullptr) const {
        const Shape shape = {1, 1, 1, count};
        const auto many = static_cast<std::size_t>(count);
        LaidOut x(LaidOut::gaps, shape, Numbers(many, 1)), y(LaidOut::rows, shape, Numbers(many, 5));
        std::size_t reserve_bytes = 0;
        check_status(cudnnDropoutGetReserveSpaceSize(x.tensor.its, &reserve_bytes), dnn_success, "the reserve's size");
        const DeviceVector<std::byte> reserve((std::vector<std::byte>(reserve_bytes)));
        check_status(cudnnDropoutForward(handle, its.its, x.tensor.its, x.data(), y.tensor.its, y.data(),
                                         reserve.data(), reserve_bytes),
                     dnn_success, "forward");
        if (gradient != nullptr) {
            LaidOut dy(LaidOut::rows, shape, Numbers(many, 2)), dx(LaidOut::gaps, shape, Numbers(many, 5));
            check_status(cudnnDropoutBackward(handle, its.its, dy.tensor.its, dy.data(), dx.tensor.its, dx.data(),
                                              reserve.data(), reserve_bytes),
                         dnn_success, "backward");
            *gradient = dx.read();
        }
        return y.read();
    }

    Descriptor its;
    std::size_t bytes = 0;
    std::unique_ptr<DeviceVector<std::byte>> states;
};

void check_rate(float rate) {
    constexpr int count = 10000;
    Numbers gradient;
    const Numbers made = Dropping(rate, 7).run(count, &gradient);
    const double wide = static_cast<double>(rate);
    Numbers wanted(made.size()), doubled(made.size());
    int kept = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (made[i] == 0) continue;
        ++kept;
        wanted[i] = 1 / (1 - wide);
        doubled[i] = 2 / (1 - wide);
    }
    const std::string name = "dropout of " + std::to_string(rate);
    check_close(made, wanted, name);
    check_close(gradient, doubled, name + ", backwards");
    // Five standard deviations.
    const double off = std::abs(kept - count * (1 - wide));
    check(off <= 5 * std::sqrt(count * wide * (1 - wide)), name + ": " + std::to_string(kept) + " are kept");
}

}  // namespace

void check_arithmetic() {
    for (int i = 0; i < 60; ++i)
        check_operation(i % 6);
    check_nans();
    for (int i = 0; i < 180; ++i)
        check_reduction(i % 9);
    check_set<float>(float_type, 2.5F);
    check_set<double>(double_type, -7.25);
    check_set<std::uint16_t>(half_type, 0x4200);
}

void check_dropout() {
    for (const float rate : {0.0F, 0.25F, 0.9F, 1.0F})
        check_rate(rate);
    const Dropping first(0.5F, 11), same(0.5F, 11), other(0.5F, 12);
    const Numbers made = first.run(500);
    check(made == same.run(500), "a seed gives the same numbers again");
    check(made != other.run(500), "another seed gives others");
    const Numbers next = first.run(500);
    check(made != next, "the next numbers are others");
    // The same states, named by another descriptor, go on where they are.
    const Descriptor restored(cudnnCreateDropoutDescriptor, cudnnDestroyDropoutDescriptor);
    check_status(cudnnRestoreDropoutDescriptor(restored.its, handle, 0.25F, same.states->data(), same.bytes, 11),
                 dnn_success, "restore");
    float rate = 0;
    void* states = nullptr;
    unsigned long long seed = 0;
    check_status(cudnnGetDropoutDescriptor(restored.its, handle, &rate, &states, &seed), dnn_success, "get");
    check(rate == 0.25F && states == same.states->data() && seed == 11, "a dropout tells what it was told");
    check(next == same.run(500), "two runs from one seed");
    check_status(cudnnSetDropoutDescriptor(restored.its, handle, 1.5F, same.states->data(), same.bytes, 11), bad_param,
                 "a rate above 1");
    cases += 5;
}
