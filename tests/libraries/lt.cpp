// cublasLt under Ringfence against plain loops: types, transposes, orders, odd leading dimensions, batches, epilogues,
// pointer modes, changes of layout; PyTorch's sequence of calls on a handle of cuBLAS's; then what must be refused.
//
// With --checksums it prints one line for each case instead, with a checksum of all that was written: natively and
// under Ringfence these must be the same on one card.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>

#include "device.h"
#include "dice.h"

extern "C" {
int cublasCreate_v2(void** handle);
int cublasDestroy_v2(void* handle);
int cublasLtCreate(void** handle);
int cublasLtDestroy(void* handle);
std::size_t cublasLtGetVersion();
int cublasLtMatrixLayoutCreate(void** layout, int type, std::uint64_t rows, std::uint64_t cols, std::int64_t ld);
int cublasLtMatrixLayoutInit_internal(void* layout, std::size_t bytes, int type, std::uint64_t rows, std::uint64_t cols,
                                      std::int64_t ld);
int cublasLtMatrixLayoutSetAttribute(void* layout, int attribute, const void* from, std::size_t bytes);
int cublasLtMatrixLayoutGetAttribute(void* layout, int attribute, void* to, std::size_t bytes, std::size_t* written);
int cublasLtMatrixLayoutDestroy(void* layout);
int cublasLtMatmulDescCreate(void** desc, int compute, int scale);
int cublasLtMatmulDescSetAttribute(void* desc, int attribute, const void* from, std::size_t bytes);
int cublasLtMatmulDescDestroy(void* desc);
int cublasLtMatmulPreferenceCreate(void** preference);
int cublasLtMatmulPreferenceSetAttribute(void* preference, int attribute, const void* from, std::size_t bytes);
int cublasLtMatmulPreferenceDestroy(void* preference);
int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int, void*, int*);
int cublasLtMatmul(void*, void*, const void*, const void*, void*, const void*, void*, const void*, const void*, void*,
                   void*, void*, const void*, void*, std::size_t, void*);
int cublasLtMatrixTransformDescCreate(void** desc, int scale);
int cublasLtMatrixTransformDescDestroy(void* desc);
int cublasLtMatrixTransform(void*, void*, const void*, const void*, void*, const void*, const void*, void*, void*,
                            void*, void*);
}

namespace {

constexpr int success = 0;
constexpr int not_initialized = 1;
constexpr int invalid_value = 7;

constexpr int r32f = 0, r64f = 1, r16f = 2, r8i = 3, c32f = 4, c64f = 5, r32i = 10, r16bf = 14;

using Number = std::complex<double>;

bool only_checksums = false;
void* handle = nullptr;

std::size_t bytes_of(int type) {
    return type == c64f                    ? 16
           : type == r64f || type == c32f  ? 8
           : type == r8i                   ? 1
           : type == r16f || type == r16bf ? 2
                                           : 4;
}

// Halves of small whole numbers and their quarters: exact in every type here.
float half_to_float(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const double fraction = bits & 1023;
    const double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return static_cast<float>((bits & 0x8000) != 0 ? -value : value);
}
std::uint16_t float_to_half(double value) {
    if (value == 0) return 0;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    const auto bits = static_cast<std::uint16_t>((exponent + 14) << 10 | (static_cast<int>(fraction * 2048) & 1023));
    return static_cast<std::uint16_t>(value < 0 ? bits | 0x8000 : bits);
}

// Device memory's contents, of any type.
class Buffer {
public:
    Buffer(int type, std::size_t count) : type_(type), bytes_(std::max<std::size_t>(count, 1) * bytes_of(type)) {}

    std::size_t count() const { return bytes_.size() / bytes_of(type_); }
    void put(std::size_t index, Number value) {
        const auto real = static_cast<float>(value.real());
        switch (type_) {
            case r32f: put_as(index, real); break;
            case r64f: put_as(index, value.real()); break;
            case c32f: put_as(index, std::complex<float>(value)); break;
            case c64f: put_as(index, value); break;
            case r16f: put_as(index, float_to_half(real)); break;
            case r16bf: {
                std::uint32_t word = 0;
                std::memcpy(&word, &real, sizeof word);
                put_as(index, static_cast<std::uint16_t>(word >> 16));
                break;
            }
            case r8i: put_as(index, static_cast<std::int8_t>(real)); break;
            default: put_as(index, static_cast<std::int32_t>(real));
        }
    }
    Number get(std::size_t index) const {
        switch (type_) {
            case r32f: return {get_as<float>(index), 0};
            case r64f: return {get_as<double>(index), 0};
            case c32f: return get_as<std::complex<float>>(index);
            case c64f: return get_as<Number>(index);
            case r16f: return {half_to_float(get_as<std::uint16_t>(index)), 0};
            case r16bf: {
                const std::uint32_t word = std::uint32_t{get_as<std::uint16_t>(index)} << 16;
                float value = 0;
                std::memcpy(&value, &word, sizeof value);
                return {value, 0};
            }
            case r8i: return {static_cast<double>(get_as<std::int8_t>(index)), 0};
            default: return {static_cast<double>(get_as<std::int32_t>(index)), 0};
        }
    }
    void fill_randomly() {
        const bool is_integer = type_ == r8i || type_ == r32i;
        const bool is_complex = type_ == c32f || type_ == c64f;
        for (std::size_t i = 0; i < count(); ++i) {
            const double scale = is_integer ? 1 : 0.25;
            put(i, {roll(-4, 4) * scale, is_complex ? roll(-4, 4) * scale : 0});
        }
    }
    std::vector<std::uint8_t>& bytes() { return bytes_; }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
    template <typename T>
    void put_as(std::size_t index, T value) {
        std::memcpy(bytes_.data() + index * sizeof value, &value, sizeof value);
    }
    template <typename T>
    T get_as(std::size_t index) const {
        T value;
        std::memcpy(&value, bytes_.data() + index * sizeof value, sizeof value);
        return value;
    }
    int type_;
    std::vector<std::uint8_t> bytes_;
};

// A layout here and there.
struct Layout {
    int type, rows, cols;
    std::int64_t ld;
    int order = 0;
    int batch = 1;
    std::int64_t stride = 0;

    std::size_t at(int row, int col, int item) const {
        const std::int64_t in = order == 0 ? col * ld + row : row * ld + col;
        return static_cast<std::size_t>(item * stride + in);
    }
    std::size_t count() const {
        return static_cast<std::size_t>((order == 0 ? cols : rows) * ld + (batch - 1) * stride);
    }
    void* make() const {
        void* made = nullptr;
        check_status(cublasLtMatrixLayoutCreate(&made, type, static_cast<std::uint64_t>(rows),
                                                static_cast<std::uint64_t>(cols), ld),
                     success, "layout");
        if (order != 0) check_status(cublasLtMatrixLayoutSetAttribute(made, 1, &order, 4), success, "order");
        if (batch != 1) {
            check_status(cublasLtMatrixLayoutSetAttribute(made, 5, &batch, 4), success, "batch");
            check_status(cublasLtMatrixLayoutSetAttribute(made, 6, &stride, 8), success, "stride");
        }
        return made;
    }
};

struct Case {
    int in, out, scale, compute;
    int m, n, k;
    int trans_a = 0, trans_b = 0;
    int order = 0;
    int batch = 1;
    std::uint32_t epilogue = 1;
    bool has_beta = false;
    int pad = 0;
};

Layout layout_of(int type, int rows, int cols, const Case& its) {
    Layout layout{type, rows, cols, (its.order == 0 ? rows : cols) + its.pad, its.order, its.batch};
    layout.stride = static_cast<std::int64_t>((its.order == 0 ? cols : rows) * layout.ld + its.pad);
    return layout;
}

double gelu(double x) {
    return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
double gelu_slope(double x) {
    const double step = 1e-5;
    return (gelu(x + step) - gelu(x - step)) / (2 * step);
}

std::uint64_t checksum(std::uint64_t from, const std::vector<std::uint8_t>& bytes) {
    for (const std::uint8_t byte : bytes)
        from = (from ^ byte) * 0x100000001b3;
    return from;
}

struct HeuristicResult {
    std::uint64_t algorithm[8];
    std::size_t workspace;
    int state;
    float waves;
    int reserved[4];
};

// One product: the library's against plain loops. `on`: the handle to use.
void run(const Case& its, void* on) {
    const Layout a = its.trans_a == 0 ? layout_of(its.in, its.m, its.k, its) : layout_of(its.in, its.k, its.m, its);
    const Layout b = its.trans_b == 0 ? layout_of(its.in, its.k, its.n, its) : layout_of(its.in, its.n, its.k, its);
    const Layout c = layout_of(its.out, its.m, its.n, its);
    const bool is_mask = (its.epilogue & 10) != 0;
    const std::int64_t aux_ld = is_mask ? (its.m + 127) / 128 * 128 : (its.m + 7) / 8 * 8;
    Buffer host_a(its.in, a.count()), host_b(its.in, b.count()), host_c(its.out, c.count()), host_d(its.out, c.count());
    Buffer bias(its.out, static_cast<std::size_t>(std::max(its.m, its.n)));
    Buffer aux(is_mask ? r8i : its.out, static_cast<std::size_t>(aux_ld * its.n) / (is_mask ? 8 : 1));
    for (Buffer* buffer : {&host_a, &host_b, &host_c, &host_d, &bias, &aux})
        buffer->fill_randomly();
    const DeviceVector<std::uint8_t> on_a(host_a.bytes()), on_b(host_b.bytes()), on_c(host_c.bytes()),
        on_d(host_d.bytes()), on_bias(bias.bytes()), on_aux(aux.bytes());
    constexpr std::size_t workspace_bytes = 1 << 20;
    const DeviceVector<std::uint8_t> workspace(std::vector<std::uint8_t>(workspace_bytes, 0));

    void* desc = nullptr;
    void* preference = nullptr;
    check_status(cublasLtMatmulDescCreate(&desc, its.compute, its.scale), success, "desc");
    check_status(cublasLtMatmulDescSetAttribute(desc, 3, &its.trans_a, 4), success, "transa");
    check_status(cublasLtMatmulDescSetAttribute(desc, 4, &its.trans_b, 4), success, "transb");
    void* const bias_pointer = on_bias.data();
    void* const aux_pointer = on_aux.data();
    if (its.epilogue != 1) {
        check_status(cublasLtMatmulDescSetAttribute(desc, 7, &its.epilogue, 4), success, "epilogue");
        if ((its.epilogue & (4 | 16 | 256 | 512)) != 0)
            check_status(cublasLtMatmulDescSetAttribute(desc, 8, &bias_pointer, 8), success, "bias");
        if ((its.epilogue & 128) != 0) {
            check_status(cublasLtMatmulDescSetAttribute(desc, 11, &aux_pointer, 8), success, "aux");
            check_status(cublasLtMatmulDescSetAttribute(desc, 12, &aux_ld, 8), success, "aux ld");
        }
    }
    check_status(cublasLtMatmulPreferenceCreate(&preference), success, "preference");
    check_status(cublasLtMatmulPreferenceSetAttribute(preference, 1, &workspace_bytes, 8), success, "workspace");
    void* layouts[] = {a.make(), b.make(), c.make(), c.make()};
    HeuristicResult result = {};
    int found = 0;
    int status = cublasLtMatmulAlgoGetHeuristic(on, desc, layouts[0], layouts[1], layouts[2], layouts[3], preference, 1,
                                                &result, &found);
    const Number alpha(2, 0), beta(its.has_beta ? 3 : 0, 0);
    Buffer host_alpha(its.scale, 1), host_beta(its.scale, 1);
    host_alpha.put(0, alpha);
    host_beta.put(0, beta);
    if (status == success && found == 1) {
        status = cublasLtMatmul(on, desc, host_alpha.bytes().data(), on_a.data(), layouts[0], on_b.data(), layouts[1],
                                host_beta.bytes().data(), on_c.data(), layouts[2], on_d.data(), layouts[3],
                                result.algorithm, workspace.data(), workspace_bytes, nullptr);
    }
    const int finished = cudaDeviceSynchronize();
    for (void* layout : layouts)
        check_status(cublasLtMatrixLayoutDestroy(layout), success, "destroy a layout");
    check_status(cublasLtMatmulPreferenceDestroy(preference), success, "destroy the preference");
    check_status(cublasLtMatmulDescDestroy(desc), success, "destroy the descriptor");
    ++cases;

    char name[160];
    std::snprintf(name, sizeof name,
                  "%d->%d compute %d: %dx%dx%d trans %d%d order %d batch %d epilogue %u beta %d pad %d", its.in,
                  its.out, its.compute, its.m, its.n, its.k, its.trans_a, its.trans_b, its.order, its.batch,
                  its.epilogue, its.has_beta ? 1 : 0, its.pad);
    if (only_checksums) {
        std::uint64_t sum = 0xcbf29ce484222325;
        sum = checksum(checksum(checksum(sum, on_d.read()), on_bias.read()), on_aux.read());
        std::printf("%s: status %d/%d found %d: %016llx\n", name, status, finished, found,
                    static_cast<unsigned long long>(sum));
        return;
    }
    check_status(status, success, name);
    check_status(finished, success, name);
    host_d.bytes() = on_d.read();
    Buffer bias_after = bias;
    Buffer aux_after = aux;
    bias_after.bytes() = on_bias.read();
    aux_after.bytes() = on_aux.read();
    double worst = 0;
    const auto compare = [&](Number got, Number wanted) {
        worst = std::max(worst, std::abs(got - wanted) / std::max(1.0, std::abs(wanted)));
    };
    std::vector<double> gradient(static_cast<std::size_t>(its.m), 0.0);
    const auto a_of = [&](int i, int l, int item) {
        const Number value = host_a.get(its.trans_a == 0 ? a.at(i, l, item) : a.at(l, i, item));
        return its.trans_a == 2 ? std::conj(value) : value;
    };
    const auto b_of = [&](int l, int j, int item) {
        const Number value = host_b.get(its.trans_b == 0 ? b.at(l, j, item) : b.at(j, l, item));
        return its.trans_b == 2 ? std::conj(value) : value;
    };
    for (int item = 0; item < its.batch; ++item)
        for (int j = 0; j < its.n; ++j)
            for (int i = 0; i < its.m; ++i) {
                Number sum{};
                for (int l = 0; l < its.k; ++l)
                    sum += a_of(i, l, item) * b_of(l, j, item);
                Number value = alpha * sum + beta * host_c.get(c.at(i, j, item));
                const auto place = static_cast<std::size_t>(j * aux_ld + i);
                if ((its.epilogue & 4) != 0) value += bias.get(static_cast<std::size_t>(i));
                const auto bit = [&](const Buffer& mask) { return mask.bytes()[place / 8] >> (place % 8) & 1; };
                if ((its.epilogue & 2) != 0) {
                    if ((its.epilogue & 128) != 0 && value.real() != 0)
                        compare(bit(aux_after), value.real() > 0 ? 1 : 0);
                    value = std::max(value.real(), 0.0);
                }
                if ((its.epilogue & 8) != 0 && bit(aux) == 0) value = 0;
                if ((its.epilogue & 32) != 0) {
                    if ((its.epilogue & 128) != 0) compare(aux_after.get(place), value);
                    value = gelu(value.real());
                }
                if ((its.epilogue & 64) != 0) value *= gelu_slope(aux.get(place).real());
                if ((its.epilogue & 16) != 0) gradient[static_cast<std::size_t>(i)] += value.real();
                compare(host_d.get(c.at(i, j, item)), value);
            }
    for (int i = 0; (its.epilogue & 16) != 0 && i < its.m; ++i)
        compare(bias_after.get(static_cast<std::size_t>(i)), gradient[static_cast<std::size_t>(i)]);
    const int count = (its.epilogue & 256) != 0 ? its.m : (its.epilogue & 512) != 0 ? its.n : 0;
    for (int i = 0; i < count; ++i) {
        Number sum{};
        for (int l = 0; l < its.k; ++l)
            sum += (its.epilogue & 256) != 0 ? a_of(i, l, 0) : b_of(l, i, 0);
        compare(bias_after.get(static_cast<std::size_t>(i)), sum);
    }
    const double allowed = its.out == r16bf ? 1e-2 : its.out == r16f ? 2e-3 : its.scale == r64f ? 1e-9 : 1e-4;
    check(worst < allowed, std::string(name) + ": off by " + std::to_string(worst));
}

struct Types {
    int in, out, scale, compute;
};
constexpr Types all_types[] = {{r32f, r32f, r32f, 68},   {r32f, r32f, r32f, 77}, {r16f, r16f, r32f, 68},
                               {r16bf, r16bf, r32f, 68}, {r16f, r32f, r32f, 68}, {r16bf, r32f, r32f, 68},
                               {r64f, r64f, r64f, 70},   {c32f, c32f, c32f, 68}, {c64f, c64f, c64f, 70},
                               {r8i, r32i, r32i, 72},    {r8i, r8i, r32f, 72}};

void check_types() {
    for (const Types& types : all_types)
        for (int trans = 0; trans < 4; ++trans)
            for (const int order : {0, 1}) {
                const bool is_complex = types.in == c32f || types.in == c64f;
                const bool saturates = types.in == r8i && types.out == r8i;
                Case its{types.in,
                         types.out,
                         types.scale,
                         types.compute,
                         16 * roll(1, 4),
                         16 * roll(1, 4),
                         saturates ? 4 : 16 * roll(1, 4)};
                its.trans_a = trans % 2 == 0 ? 0 : is_complex ? 2 : 1;
                its.trans_b = trans / 2;
                its.order = order;
                its.has_beta = !saturates && roll(0, 1) == 1;
                if (saturates) its.k = 1;
                run(its, handle);
            }
}

void check_odd_sizes_and_batches() {
    for (const Types& types : all_types)
        for (int turn = 0; turn < 5; ++turn) {
            Case its{types.in, types.out, types.scale, types.compute, roll(1, 50), roll(1, 50), roll(1, 50)};
            if (types.in == r8i && types.out == r8i) its.k = 1;
            its.trans_a = roll(0, 1);
            its.trans_b = roll(0, 1);
            its.batch = turn == 0 ? 1 : roll(2, 4);
            its.pad = roll(0, 5);
            its.order = roll(0, 1);
            its.has_beta = its.k > 1 && roll(0, 1) == 1;
            run(its, handle);
        }
}

void check_epilogues() {
    constexpr std::uint32_t epilogues[] = {4, 2, 130, 6, 134, 136, 152, 32, 160, 36, 164, 192, 208, 256, 512};
    for (const Types& types : all_types) {
        if (types.in == r8i || types.in == c32f || types.in == c64f || types.compute == 77) continue;
        for (const std::uint32_t epilogue : epilogues) {
            Case its{types.in, types.out, types.scale, types.compute, 8 * roll(1, 20), roll(1, 40), 8 * roll(1, 6)};
            its.trans_a = roll(0, 1);
            its.trans_b = roll(0, 1);
            its.epilogue = epilogue;
            run(its, handle);
        }
    }
}

// As PyTorch does it: on a handle of cuBLAS's.
void check_cast_handle() {
    void* blas = nullptr;
    check_status(cublasCreate_v2(&blas), success, "cublasCreate");
    for (int turn = 0; turn < 5; ++turn) {
        Case its{r16bf, r16bf, r32f, 68, 64, 32, 48};
        its.trans_a = 1;
        its.epilogue = turn % 2 == 0 ? 4 : 36;
        run(its, blas);
    }
    check_status(cublasLtDestroy(blas), not_initialized, "a handle of cuBLAS's is not cublasLt's to destroy");
    check_status(cublasDestroy_v2(blas), success, "cublasDestroy");
}

void check_descriptors() {
    std::uint64_t storage[8] = {};
    check_status(cublasLtMatrixLayoutInit_internal(storage, sizeof storage, r32f, 3, 5, 4), success, "on the stack");
    std::uint64_t cols = 0;
    std::size_t written = 0;
    check_status(cublasLtMatrixLayoutGetAttribute(storage, 3, &cols, 8, &written), success, "columns");
    check(cols == 5 && written == 8, "the columns that were given");
    check_status(cublasLtMatrixLayoutSetAttribute(storage, 3, &cols, 4), invalid_value, "an attribute of another size");
    check_status(cublasLtMatrixLayoutSetAttribute(storage, 77, &cols, 8), invalid_value, "no attribute");
    check(cublasLtGetVersion() >= 130000, "the version");
    cases += 4;
}

void check_pointer_modes_and_null_algorithm() {
    const DeviceVector<float> a({1, 2, 3, 4}), b({1, 0, 0, 1}), d({0, 0, 0, 0}), factors({10, 100, 0, 0});
    void* desc = nullptr;
    const Layout two{r32f, 2, 2, 2};
    void* layout = two.make();
    check_status(cublasLtMatmulDescCreate(&desc, 68, r32f), success, "desc");
    for (const int mode : {1, 2, 3}) {
        check_status(cublasLtMatmulDescSetAttribute(desc, 2, &mode, 4), success, "pointer mode");
        check_status(
            cublasLtMatmul(handle, desc, factors.data(), a.data(), layout, b.data(), layout, factors.data() + 2,
                           d.data(), layout, d.data(), layout, nullptr, nullptr, 0, nullptr),
            success, "pointer mode " + std::to_string(mode));
        const std::vector<float> wanted =
            mode == 1 ? std::vector<float>{10, 20, 30, 40} : std::vector<float>{10, 200, 30, 400};
        check(d.read() == wanted, "the product in pointer mode " + std::to_string(mode));
        ++cases;
    }
    check_status(cublasLtMatrixLayoutDestroy(layout), success, "layout");
    check_status(cublasLtMatmulDescDestroy(desc), success, "desc");
}

void check_transform() {
    const DeviceVector<float> from({1, 2, 3, 4, 5, 6}), to(std::vector<float>(6, 0));
    const Layout by_columns{r32f, 2, 3, 2};
    const Layout by_rows{r32f, 2, 3, 3, 1};
    void* a = by_columns.make();
    void* c = by_rows.make();
    void* desc = nullptr;
    const float two = 2;
    check_status(cublasLtMatrixTransformDescCreate(&desc, r32f), success, "transform desc");
    check_status(
        cublasLtMatrixTransform(handle, desc, &two, from.data(), a, nullptr, nullptr, nullptr, to.data(), c, nullptr),
        success, "transform");
    check(to.read() == std::vector<float>({2, 6, 10, 4, 8, 12}), "columns become rows");
    check_status(cublasLtMatrixTransformDescDestroy(desc), success, "transform desc");
    check_status(cublasLtMatrixLayoutDestroy(a), success, "layout");
    check_status(cublasLtMatrixLayoutDestroy(c), success, "layout");
    ++cases;
}

// Not natively: there it would be undefined.
void check_refusals() {
    const DeviceVector<float> a(std::vector<float>(16, 1)), d(std::vector<float>(16, 3));
    const Layout four{r32f, 4, 4, 4};
    void* layout = four.make();
    void* desc = nullptr;
    const float one = 1;
    check_status(cublasLtMatmulDescCreate(&desc, 68, r32f), success, "desc");
    const auto multiply = [&](void* on, void* description, const float* from) {
        return cublasLtMatmul(on, description, &one, from, layout, a.data(), layout, &one, d.data(), layout, d.data(),
                              layout, nullptr, nullptr, 0, nullptr);
    };
    check_status(multiply(nullptr, desc, a.data()), not_initialized, "no handle");
    check_status(multiply(reinterpret_cast<void*>(0x1234), desc, a.data()), not_initialized, "a forged handle");
    check_status(multiply(handle, layout, a.data()), invalid_value, "a layout for a descriptor");
    check_status(multiply(handle, desc, a.data() + 1), invalid_value, "beyond its memory by one element");
    check_status(cudaDeviceSynchronize(), 0, "the session goes on");
    check(d.read() == std::vector<float>(16, 3), "nothing was written");
    check_status(cublasLtMatmulDescDestroy(desc), success, "desc");
    check_status(cublasLtMatrixLayoutDestroy(layout), success, "layout");
    cases += 5;
}

}  // namespace

int main(int count, char** arguments) {
    generator.seed(14);
    only_checksums = count > 1 && std::strcmp(arguments[1], "--checksums") == 0;
    check_status(cublasLtCreate(&handle), success, "create");
    check_types();
    check_odd_sizes_and_batches();
    check_epilogues();
    if (!only_checksums) {
        check_cast_handle();
        check_descriptors();
        check_pointer_modes_and_null_algorithm();
        check_transform();
        check_refusals();
    }
    check_status(cublasLtDestroy(handle), success, "destroy");
    return finish("cublasLt");
}
