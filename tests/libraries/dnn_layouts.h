// Tensors of the same numbers that lie in memory in several ways: NCHW, NHWC, and with gaps.
#pragma once

#include "dnn_classic.h"

// A tensor in device memory. What lies in its gaps must stay as it is.
class LaidOut {
public:
    enum Layout : int { rows, channels, gaps, layout_count };

    LaidOut(Layout layout, const Shape& sizes, const Numbers& numbers)
        : sizes_(sizes), strides_(strides_of(layout, sizes)), memory_(scattered(numbers)) {
        const int status =
            layout == gaps ? cudnnSetTensor4dDescriptorEx(tensor.its, double_type, sizes[0], sizes[1], sizes[2],
                                                          sizes[3], strides_[0], strides_[1], strides_[2], strides_[3])
                           : cudnnSetTensor4dDescriptor(tensor.its, layout == channels ? nhwc : nchw, double_type,
                                                        sizes[0], sizes[1], sizes[2], sizes[3]);
        check_status(status, dnn_success, "describe a tensor");
        std::size_t bytes = 0;
        check_status(cudnnGetTensorSizeInBytes(tensor.its, &bytes), dnn_success, "its size");
        check_status(static_cast<int>(bytes / sizeof(double)), last(sizes, strides_) + 1, "its size is its reach");
    }

    double* data() const { return memory_.data(); }
    Numbers read() const {
        Numbers all = memory_.read();
        Numbers numbers;
        visit([&](std::size_t at) {
            numbers.push_back(all[at]);
            all[at] = untouched;
        });
        check(all == Numbers(all.size(), untouched), "nothing is written between a tensor's elements");
        return numbers;
    }

    TensorDescriptor tensor;

private:
    static constexpr double untouched = 77;

    static Shape strides_of(Layout layout, const Shape& s) {
        if (layout == channels) return {s[1] * s[2] * s[3], 1, s[1] * s[3], s[1]};
        const int gap = layout == gaps ? 1 : 0;
        const int row = (s[3] + gap) * (1 + gap);
        const int plane = s[2] * row + gap;
        return {s[1] * plane + gap, plane, row, 1 + gap};
    }
    static int last(const Shape& sizes, const Shape& strides) {
        int all = 0;
        for (std::size_t i = 0; i < 4; ++i)
            all += (sizes[i] - 1) * strides[i];
        return all;
    }
    template <class Visit>
    void visit(Visit visit) const {
        for (int n = 0; n < sizes_[0]; ++n)
            for (int c = 0; c < sizes_[1]; ++c)
                for (int h = 0; h < sizes_[2]; ++h)
                    for (int w = 0; w < sizes_[3]; ++w)
                        visit(static_cast<std::size_t>(n * strides_[0] + c * strides_[1] + h * strides_[2] +
                                                       w * strides_[3]));
    }
    Numbers scattered(const Numbers& numbers) const {
        Numbers all(static_cast<std::size_t>(last(sizes_, strides_)) + 1, untouched);
        std::size_t next = 0;
        visit([&](std::size_t at) { all[at] = numbers[next++]; });
        return all;
    }

    Shape sizes_;
    Shape strides_;
    DeviceVector<double> memory_;
};

inline LaidOut::Layout random_layout() {
    return static_cast<LaidOut::Layout>(roll(0, LaidOut::layout_count - 1));
}
inline Shape random_shape() {
    return {roll(1, 3), roll(1, 5), roll(1, 4), roll(1, 5)};
}
// Where the element of a tensor lies that has 1 in some dimensions, for each element of the other.
inline std::size_t spread_place(const Shape& small, const Shape& large, std::size_t at) {
    Shape index = {};
    for (std::size_t d = 4; d-- > 0;) {
        index[d] = static_cast<int>(at) % large[d];
        at /= static_cast<std::size_t>(large[d]);
        if (small[d] == 1) index[d] = 0;
    }
    return place(small, index[0], index[1], index[2], index[3]);
}
inline Shape random_part(const Shape& shape) {
    Shape part = shape;
    for (int& size : part)
        if (roll(0, 1) == 0) size = 1;
    return part;
}
