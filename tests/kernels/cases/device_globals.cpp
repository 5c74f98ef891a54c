#include "../harness.h"

using namespace ringfence::kernels;

namespace {

std::vector<char> letters() {
    std::vector<char> expected(32);
    const std::string_view text = "device text";
    const std::string_view names = std::string_view("red\0greeblue", 12);
    std::copy(text.begin(), text.end(), expected.begin());
    std::copy(names.begin(), names.end(), expected.begin() + 16);
    return expected;
}

}  // namespace

KERNEL_TEST(device_globals) {
    const auto numbers = test.zeros<double>(13);
    const auto text = test.zeros<char>(32);
    std::vector<double> expected = {41, 3.14159265358979, 20, 30, 'm', -9e9, 0.5, 7, 1, 22, 333, 4444, 55555};
    test.launch("read", {{1}, {32}}, numbers, text);
    test.equal("number", test.download(numbers), expected);
    test.equal("letter", test.download(text), letters());

    // A kernel's change stays; the host can change the variable too.
    test.launch("change", {{1}, {32}}, 2);
    test.write(test.variable<double>("pi"), {3.0});
    test.launch("read", {{1}, {32}}, numbers, text);
    expected[0] = 41 + 64;
    expected[1] = 3;
    expected[2] = 32;
    expected[3] = 42;
    expected[7] = 21;
    test.equal("changed number", test.download(numbers), expected);
    test.equal("counter", test.download(test.variable<s32>("counter")), {105});
    test.equal("target", test.download(test.variable<s32>("targets")), {12, 22, 32, 42});
}
