// A small network as textbooks have it (LeNet): convolution, ReLU, pooling, a layer that sees all, softmax. It is
// trained for some steps three times: with descriptors of four and two dimensions, with those of any number of
// dimensions, and by plain loops. All must have the same weights in the end, and the loss must fall.
#include "dnn_classic.h"

namespace {

constexpr double rate = 0.5;
constexpr int steps = 8;

constexpr Shape image = {6, 2, 9, 9};
constexpr Shape window = {4, 2, 3, 3};
constexpr Shape seen = {6, 4, 9, 9};
constexpr Shape small = {6, 4, 4, 4};
constexpr Shape whole = {5, 4, 4, 4};  // the window of the layer that sees all
constexpr Shape classes = {6, 5, 1, 1};

struct Weights {
    Numbers first, first_bias, last, last_bias;
};

// One step's loss, on the way.
struct Result {
    Weights weights;
    Numbers losses;
};

double loss_of(const Numbers& y, const Numbers& truth) {
    double loss = 0;
    for (std::size_t i = 0; i < y.size(); ++i)
        if (truth[i] == 1) loss -= std::log(y[i]) / classes[0];
    return loss;
}

// The products of a convolution with a window that moves by one: visit(x, w, y).
template <class Visit>
void for_each_product(const Shape& x, const Shape& w, const Shape& y, int padding, Visit visit) {
    for (int n = 0; n < y[0]; ++n)
        for (int k = 0; k < y[1]; ++k)
            for (int h = 0; h < y[2]; ++h)
                for (int v = 0; v < y[3]; ++v)
                    for (int c = 0; c < w[1]; ++c)
                        for (int r = 0; r < w[2]; ++r)
                            for (int s = 0; s < w[3]; ++s) {
                                const int row = h + r - padding;
                                const int column = v + s - padding;
                                if (row < 0 || row >= x[2] || column < 0 || column >= x[3]) continue;
                                visit(place(x, n, c, row, column), place(w, k, c, r, s), place(y, n, k, h, v));
                            }
}

void add_bias(const Shape& shape, const Numbers& bias, Numbers& y) {
    const std::size_t plane = count_of({1, 1, shape[2], shape[3]});
    for (std::size_t i = 0; i < y.size(); ++i)
        y[i] += bias[i / plane % bias.size()];
}

void step_down(Numbers& weights, const Numbers& gradient) {
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] -= rate * gradient[i];
}

Numbers bias_gradient(const Shape& shape, const Numbers& dy) {
    const std::size_t plane = count_of({1, 1, shape[2], shape[3]});
    Numbers sums(static_cast<std::size_t>(shape[1]));
    for (std::size_t i = 0; i < dy.size(); ++i)
        sums[i / plane % sums.size()] += dy[i];
    return sums;
}

Numbers softmax(Numbers y) {
    const auto count = static_cast<std::size_t>(classes[1]);
    for (std::size_t n = 0; n < y.size(); n += count) {
        double sum = 0;
        for (std::size_t i = n; i < n + count; ++i)
            sum += std::exp(y[i]);
        for (std::size_t i = n; i < n + count; ++i)
            y[i] = std::exp(y[i]) / sum;
    }
    return y;
}

Result by_loops(const Numbers& x, const Numbers& truth, Weights its) {
    Result result;
    for (int step = 0; step < steps; ++step) {
        Numbers seen_by(count_of(seen));
        for_each_product(image, window, seen, 1,
                         [&](std::size_t i, std::size_t w, std::size_t y) { seen_by[y] += x[i] * its.first[w]; });
        add_bias(seen, its.first_bias, seen_by);
        Numbers most(count_of(small), 0);
        std::vector<std::size_t> from(most.size(), seen_by.size());
        for (int p = 0; p < small[0] * small[1]; ++p)
            for (int i = 0; i < 64; ++i) {
                const int h = i / 8, w = i % 8;
                const std::size_t at = place(seen, p / small[1], p % small[1], h, w);
                const std::size_t to = place(small, p / small[1], p % small[1], h / 2, w / 2);
                if (seen_by[at] <= most[to]) continue;
                most[to] = seen_by[at];
                from[to] = at;
            }
        Numbers scores(count_of(classes));
        for_each_product(small, whole, classes, 0,
                         [&](std::size_t i, std::size_t w, std::size_t y) { scores[y] += most[i] * its.last[w]; });
        add_bias(classes, its.last_bias, scores);
        const Numbers y = softmax(scores);
        result.losses.push_back(loss_of(y, truth));
        Numbers d_scores(y.size()), d_last(its.last.size()), d_most(most.size()), d_seen(seen_by.size()),
            d_first(its.first.size());
        for (std::size_t i = 0; i < y.size(); ++i)
            d_scores[i] = (y[i] - truth[i]) / classes[0];
        for_each_product(small, whole, classes, 0, [&](std::size_t i, std::size_t w, std::size_t o) {
            d_last[w] += most[i] * d_scores[o];
            d_most[i] += its.last[w] * d_scores[o];
        });
        for (std::size_t i = 0; i < most.size(); ++i)
            if (from[i] != seen_by.size()) d_seen[from[i]] += d_most[i];
        for_each_product(image, window, seen, 1,
                         [&](std::size_t i, std::size_t w, std::size_t o) { d_first[w] += x[i] * d_seen[o]; });
        step_down(its.last, d_last);
        step_down(its.last_bias, bias_gradient(classes, d_scores));
        step_down(its.first, d_first);
        step_down(its.first_bias, bias_gradient(seen, d_seen));
    }
    result.weights = its;
    return result;
}

// The same with cuDNN, in either form of its descriptors.
class Network {
public:
    explicit Network(bool is_classic) : is_classic_(is_classic) {
        for (const auto& [tensor, shape] : {std::pair{&image_, image},
                                            {&seen_, seen},
                                            {&small_, small},
                                            {&classes_, classes},
                                            {&first_bias_, Shape{1, 4, 1, 1}},
                                            {&last_bias_, Shape{1, 5, 1, 1}},
                                            {&first_tensor_, window},
                                            {&last_tensor_, whole}})
            set_tensor(tensor->its, shape);
        set_filter(first_.its, window);
        set_filter(last_.its, whole);
        set_convolution(same_.its, 1);
        set_convolution(all_.its, 0);
        set_pooling();
        check_status(cudnnSetActivationDescriptor(relu_.its, 1, 0, 0), dnn_success, "ReLU");
        check_status(cudnnSetOpTensorDescriptor(add_.its, 0, double_type, 0), dnn_success, "addition");
        check_output(same_.its, image_.its, first_.its, seen);
        check_output(all_.its, small_.its, last_.its, classes);
    }

    Result train(const Numbers& x, const Numbers& truth, const Weights& weights) const {
        const DeviceVector<double> xs(x), truths(truth), first(weights.first), first_bias(weights.first_bias),
            last(weights.last), last_bias(weights.last_bias);
        const DeviceVector<double> sums(Numbers(count_of(seen))), lit(Numbers(count_of(seen))),
            most(Numbers(count_of(small))), scores(Numbers(count_of(classes))), y(Numbers(count_of(classes)));
        const DeviceVector<double> d_scores(Numbers(count_of(classes))), d_most(Numbers(count_of(small))),
            d_lit(Numbers(count_of(seen))), d_sums(Numbers(count_of(seen))), d_first(weights.first),
            d_first_bias(weights.first_bias), d_last(weights.last), d_last_bias(weights.last_bias);
        Result result;
        for (int step = 0; step < steps; ++step) {
            convolve(image_, xs, first_, first, same_, seen_, sums);
            add(first_bias_, first_bias, one, seen_, sums);
            check_status(
                cudnnActivationForward(handle, relu_.its, &one, seen_.its, sums.data(), &zero, seen_.its, lit.data()),
                dnn_success, "ReLU");
            check_status(
                cudnnPoolingForward(handle, pooling_.its, &one, seen_.its, lit.data(), &zero, small_.its, most.data()),
                dnn_success, "pooling");
            convolve(small_, most, last_, last, all_, classes_, scores);
            add(last_bias_, last_bias, one, classes_, scores);
            check_status(
                cudnnSoftmaxForward(handle, 1, 0, &one, classes_.its, scores.data(), &zero, classes_.its, y.data()),
                dnn_success, "softmax");
            result.losses.push_back(loss_of(y.read(), truth));

            const double share = 1.0 / classes[0], minus = -share;
            check_status(cudnnOpTensor(handle, add_.its, &share, classes_.its, y.data(), &minus, classes_.its,
                                       truths.data(), &zero, classes_.its, d_scores.data()),
                         dnn_success, "the loss's gradient");
            gradients(small_, most, last_, d_last, all_, classes_, d_scores, last_bias_, d_last_bias);
            check_status(
                cudnnConvolutionBackwardData(handle, &one, last_.its, last.data(), classes_.its, d_scores.data(),
                                             all_.its, 1, nullptr, 0, &zero, small_.its, d_most.data()),
                dnn_success, "backward to the data");
            check_status(cudnnPoolingBackward(handle, pooling_.its, &one, small_.its, most.data(), small_.its,
                                              d_most.data(), seen_.its, lit.data(), &zero, seen_.its, d_lit.data()),
                         dnn_success, "pooling backwards");
            check_status(cudnnActivationBackward(handle, relu_.its, &one, seen_.its, lit.data(), seen_.its,
                                                 d_lit.data(), seen_.its, sums.data(), &zero, seen_.its, d_sums.data()),
                         dnn_success, "ReLU backwards");
            gradients(image_, xs, first_, d_first, same_, seen_, d_sums, first_bias_, d_first_bias);

            add(last_tensor_, d_last, -rate, last_tensor_, last);
            add(last_bias_, d_last_bias, -rate, last_bias_, last_bias);
            add(first_tensor_, d_first, -rate, first_tensor_, first);
            add(first_bias_, d_first_bias, -rate, first_bias_, first_bias);
        }
        result.weights = {first.read(), first_bias.read(), last.read(), last_bias.read()};
        return result;
    }

private:
    void set_tensor(void* tensor, const Shape& s) const {
        const int strides[] = {s[1] * s[2] * s[3], s[2] * s[3], s[3], 1};
        const int status = is_classic_ ? cudnnSetTensor4dDescriptor(tensor, nchw, double_type, s[0], s[1], s[2], s[3])
                                       : cudnnSetTensorNdDescriptor(tensor, double_type, 4, s.data(), strides);
        check_status(status, dnn_success, "a tensor");
    }
    void set_filter(void* filter, const Shape& s) const {
        const int status = is_classic_ ? cudnnSetFilter4dDescriptor(filter, double_type, nchw, s[0], s[1], s[2], s[3])
                                       : cudnnSetFilterNdDescriptor(filter, double_type, nchw, 4, s.data());
        check_status(status, dnn_success, "a filter");
    }
    void set_convolution(void* convolution, int padding) const {
        const int paddings[] = {padding, padding}, ones[] = {1, 1};
        const int status =
            is_classic_ ? cudnnSetConvolution2dDescriptor(convolution, padding, padding, 1, 1, 1, 1, 1, double_type)
                        : cudnnSetConvolutionNdDescriptor(convolution, 2, paddings, ones, ones, 1, double_type);
        check_status(status, dnn_success, "a convolution");
    }
    void set_pooling() const {
        const int twos[] = {2, 2}, none[] = {0, 0};
        const int status = is_classic_ ? cudnnSetPooling2dDescriptor(pooling_.its, 0, 0, 2, 2, 0, 0, 2, 2)
                                       : cudnnSetPoolingNdDescriptor(pooling_.its, 0, 0, 2, twos, none, twos);
        check_status(status, dnn_success, "a pooling");
        Shape got = {};
        check_status(cudnnGetPoolingNdForwardOutputDim(pooling_.its, seen_.its, 4, got.data()), dnn_success, "sizes");
        check(got == small, "the sizes of a pooling's result");
    }
    static void check_output(void* convolution, void* x, void* w, const Shape& wanted) {
        Shape got = {};
        check_status(cudnnGetConvolution2dForwardOutputDim(convolution, x, w, &got[0], &got[1], &got[2], &got[3]),
                     dnn_success, "sizes");
        check(got == wanted, "the sizes of a convolution's result");
    }
    static void add(const TensorDescriptor& from, const DeviceVector<double>& a, double factor,
                    const TensorDescriptor& to, const DeviceVector<double>& c) {
        check_status(cudnnAddTensor(handle, &factor, from.its, a.data(), &one, to.its, c.data()), dnn_success, "add");
    }
    // As programs do: the algorithm that cuDNN proposes, with the workspace that it needs.
    static void convolve(const TensorDescriptor& x_tensor, const DeviceVector<double>& x,
                         const FilterDescriptor& filter, const DeviceVector<double>& w,
                         const ConvolutionDescriptor& convolution, const TensorDescriptor& y_tensor,
                         const DeviceVector<double>& y) {
        struct Performance {
            int algorithm, status;
            float milliseconds;
            std::size_t memory;
            int is_deterministic, math_type, reserved[3];
        };
        int count = 1;
        check_status(cudnnGetConvolutionForwardAlgorithmMaxCount(handle, &count), dnn_success, "how many algorithms");
        std::vector<Performance> found(static_cast<std::size_t>(count));
        int given = 0;
        check_status(cudnnFindConvolutionForwardAlgorithm(handle, x_tensor.its, filter.its, convolution.its,
                                                          y_tensor.its, count, &given, found.data()),
                     dnn_success, "find an algorithm");
        check(given >= 1 && found[0].status == dnn_success, "one was found");
        std::size_t bytes = 0;
        check_status(cudnnGetConvolutionForwardWorkspaceSize(handle, x_tensor.its, filter.its, convolution.its,
                                                             y_tensor.its, found[0].algorithm, &bytes),
                     dnn_success, "its workspace");
        const DeviceVector<std::byte> workspace(std::vector<std::byte>(bytes + 1));
        check_status(
            cudnnConvolutionForward(handle, &one, x_tensor.its, x.data(), filter.its, w.data(), convolution.its,
                                    found[0].algorithm, workspace.data(), bytes, &zero, y_tensor.its, y.data()),
            dnn_success, "convolution");
    }
    static void gradients(const TensorDescriptor& x_tensor, const DeviceVector<double>& x,
                          const FilterDescriptor& filter, const DeviceVector<double>& dw,
                          const ConvolutionDescriptor& convolution, const TensorDescriptor& y_tensor,
                          const DeviceVector<double>& dy, const TensorDescriptor& bias_tensor,
                          const DeviceVector<double>& db) {
        check_status(cudnnConvolutionBackwardFilter(handle, &one, x_tensor.its, x.data(), y_tensor.its, dy.data(),
                                                    convolution.its, 1, nullptr, 0, &zero, filter.its, dw.data()),
                     dnn_success, "backward to the filter");
        check_status(
            cudnnConvolutionBackwardBias(handle, &one, y_tensor.its, dy.data(), &zero, bias_tensor.its, db.data()),
            dnn_success, "backward to the bias");
    }

    const bool is_classic_;
    TensorDescriptor image_, seen_, small_, classes_, first_bias_, last_bias_, first_tensor_, last_tensor_;
    FilterDescriptor first_, last_;
    ConvolutionDescriptor same_, all_;
    PoolingDescriptor pooling_;
    ActivationDescriptor relu_;
    Descriptor add_{cudnnCreateOpTensorDescriptor, cudnnDestroyOpTensorDescriptor};
};

}  // namespace

void check_network() {
    const Numbers x = random_numbers(count_of(image));
    Numbers truth(count_of(classes));
    for (int n = 0; n < classes[0]; ++n)
        truth[place(classes, n, n % classes[1], 0, 0)] = 1;
    const Weights weights = {random_numbers(count_of(window)), random_numbers(4), random_numbers(count_of(whole)),
                             random_numbers(5)};
    const Result wanted = by_loops(x, truth, weights);
    const Result classic = Network(true).train(x, truth, weights);
    const Result any = Network(false).train(x, truth, weights);
    check_close(classic.weights.first, wanted.weights.first, "the first layer's weights");
    check_close(classic.weights.first_bias, wanted.weights.first_bias, "the first layer's biases");
    check_close(classic.weights.last, wanted.weights.last, "the last layer's weights");
    check_close(classic.weights.last_bias, wanted.weights.last_bias, "the last layer's biases");
    check_close(classic.losses, wanted.losses, "the losses");
    check(classic.losses == any.losses && classic.weights.first == any.weights.first &&
              classic.weights.last == any.weights.last,
          "descriptors of any number of dimensions give the same bits");
    check(classic.losses.back() < classic.losses.front() / 2, "the loss falls");
    ++cases;
}
