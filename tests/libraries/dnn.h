// What the programs that test cuDNN share: numbers and their shapes, descriptors, and the comparison of results.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "device.h"
#include "dice.h"

constexpr int dnn_success = 0;
inline void* handle = nullptr;

using Numbers = std::vector<double>;
using Shape = std::array<int, 4>;  // images, channels, rows, columns

inline std::size_t count_of(const Shape& shape) {
    std::size_t all = 1;
    for (const int size : shape)
        all *= static_cast<std::size_t>(size);
    return all;
}
inline std::size_t place(const Shape& s, int n, int c, int h, int w) {
    return static_cast<std::size_t>(((n * s[1] + c) * s[2] + h) * s[3] + w);
}

inline Numbers random_numbers(std::size_t count) {
    std::uniform_real_distribution<float> value(-1, 1);
    Numbers numbers(count);
    for (double& number : numbers)
        number = static_cast<double>(value(generator));
    return numbers;
}

template <class T>
std::vector<T> rounded(const Numbers& numbers) {
    return std::vector<T>(numbers.begin(), numbers.end());
}

template <class T>
constexpr int type_of = sizeof(T) == 8 ? 1 : 0;

// A descriptor of the library's, destroyed with this.
class Descriptor {
public:
    Descriptor(int (*create)(void**), int (*destroy)(void*)) : destroy_(destroy) {
        check_status(create(&its), dnn_success, "create a descriptor");
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { check_status(destroy_(its), dnn_success, "destroy a descriptor"); }
    void* its = nullptr;

private:
    int (*destroy_)(void*);
};

template <class T>
void check_close(const std::vector<T>& got, const Numbers& wanted, const std::string& what) {
    ++cases;
    double worst = 0;
    double largest = 1;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double off = std::abs(static_cast<double>(got[i]) - wanted[i]);
        worst = std::max(worst, std::isnan(off) ? std::numeric_limits<double>::infinity() : off);
        largest = std::max(largest, std::abs(wanted[i]));
    }
    check(got.size() == wanted.size() && worst <= (sizeof(T) == 8 ? 1e-12 : 2e-5) * largest,
          what + ": off by " + std::to_string(worst));
}
