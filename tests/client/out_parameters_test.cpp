// Functions write as much as CUDA's headers say, and not a byte beyond: what a caller has there is the caller's.
//
// Every function that writes through one of its parameters is called many times, with handles that exist, small
// numbers and nonsense. What it writes to is exactly as large as the parameter's type (an array: as its length says)
// and lies between bytes that must stay as they are. The list of functions is made from api/ (out_parameters.py).
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "../basic_kernels.h"
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "worker_process.h"

namespace ringfence {
namespace {

constexpr int rounds = 40;
constexpr std::size_t most_elements = 3;
constexpr std::size_t margin = 1024;

struct Parameter {
    bool is_written = false;
    int length = -1;  // the number of the parameter that says how many elements there are
};

template <typename T>
concept has_size = !std::is_void_v<T> && !std::is_function_v<T> && requires {
    sizeof(T);
};

// Memory of exactly some bytes between others.
class Frame {
public:
    void lay_out(std::size_t bytes, std::mt19937& random) {
        bytes_ = bytes;
        memory_.resize(2 * margin + bytes);
        for (auto& byte : memory_)
            byte = static_cast<std::byte>(random());
        before_ = memory_;
        // Parameters that are read as well hold small numbers.
        std::fill_n(memory_.begin() + margin, bytes, std::byte{0});
    }
    std::byte* data() { return memory_.data() + margin; }
    // The offset of a byte beside the memory that has changed; nothing if none has.
    std::string damage() const {
        for (std::size_t i = 0; i < memory_.size(); ++i) {
            const bool is_outside = i < margin || i >= margin + bytes_;
            if (is_outside && memory_[i] != before_[i])
                return "offset " + std::to_string(static_cast<long>(i) - static_cast<long>(margin)) + " of " +
                       std::to_string(bytes_) + " bytes";
        }
        return "";
    }

private:
    std::size_t bytes_ = 0;
    std::vector<std::byte> memory_;  // as aligned as malloc's, and so is what lies at the margin
    std::vector<std::byte> before_;
};

// The values from which arguments are chosen.
struct Stock {
    std::map<std::type_index, std::vector<void*>> handles;
    std::vector<std::uint64_t> words;  // addresses, textures…
    std::vector<std::uint64_t> numbers = {0, 1, 2, 3, 4, 16, 64, 256, 512, ~std::uint64_t{0}};
    alignas(64) std::array<std::byte, 8192> zeroes = {};

    template <typename T>
    void add(T handle) {
        handles[typeid(T)].push_back(const_cast<void*>(static_cast<const void*>(handle)));
    }
};

// The arguments of a function's calls. It knows no function's type: what is compiled for each of 400 functions is the
// call alone (CallerOf).
class Arguments {
public:
    Arguments(Stock& stock, std::mt19937& random, std::span<const Parameter> specs)
        : stock_(stock), random_(random), specs_(specs), frames_(specs.size()) {}

    void begin_call() { elements_ = random_() % (most_elements + 1); }

    // The damage that the call has done; nothing if all went well.
    std::string damage() const {
        for (std::size_t i = 0; i < specs_.size(); ++i) {
            if (!specs_[i].is_written) continue;
            if (const std::string damage = frames_[i].damage(); !damage.empty())
                return "parameter " + std::to_string(i + 1) + ", " + damage;
        }
        return "";
    }

    template <typename T>
    T argument(std::size_t number) {
        if constexpr (std::is_pointer_v<T>) {
            if (specs_[number].is_written) return written<T>(number);
        }
        if constexpr (std::is_integral_v<T>) {
            if (is_length(number)) return static_cast<T>(elements_);
        }
        return chosen<T>();
    }

private:
    bool is_length(std::size_t number) const {
        return std::any_of(specs_.begin(), specs_.end(),
                           [&](const Parameter& parameter) { return parameter.length == static_cast<int>(number); });
    }

    template <typename T>
    T written(std::size_t number) {
        using Element = std::remove_pointer_t<T>;
        if constexpr (!has_size<Element>) {
            return nullptr;
        } else {
            const std::size_t count = specs_[number].length < 0 ? 1 : elements_;
            frames_[number].lay_out(count * sizeof(Element), random_);
            if constexpr (std::is_integral_v<Element>) {
                const auto length = static_cast<Element>(elements_);
                if (is_length(number)) std::memcpy(frames_[number].data(), &length, sizeof length);
            }
            return reinterpret_cast<T>(frames_[number].data());
        }
    }

    template <typename T>
    T chosen() {
        if constexpr (std::is_pointer_v<T>) {
            const auto known = stock_.handles.find(typeid(T));
            if (known != stock_.handles.end()) {
                const std::size_t which = random_() % (known->second.size() + 1);
                return which == 0 ? nullptr : reinterpret_cast<T>(known->second[which - 1]);
            }
            constexpr bool is_function = std::is_function_v<std::remove_pointer_t<T>>;
            if (is_function || random_() % 4 == 0) return nullptr;
            return reinterpret_cast<T>(stock_.zeroes.data());
        } else if constexpr (std::is_integral_v<T>) {
            if constexpr (sizeof(T) == sizeof(std::uint64_t)) {
                if (random_() % 2 == 0) return static_cast<T>(stock_.words[random_() % stock_.words.size()]);
            }
            return random_() % 2 == 0 ? T{0} : static_cast<T>(stock_.numbers[random_() % stock_.numbers.size()]);
        } else if constexpr (std::is_enum_v<T>) {
            return static_cast<T>(random_() % 24);
        } else {
            return T{};
        }
    }

    Stock& stock_;
    std::mt19937& random_;
    std::span<const Parameter> specs_;
    std::vector<Frame> frames_;
    std::size_t elements_ = 0;
};

using AnyFunction = void (*)();
// Calls a function of the type that it was made for. True: it has succeeded.
using Caller = bool (*)(AnyFunction, Arguments&);

template <typename Result, typename... Types>
struct CallerOf {
    using Function = Result (*)(Types...);

    // Arguments in braces are evaluated from left to right, so the random numbers are the same with all compilers.
    struct Call {
        Call(Function function, Types... arguments) : status(function(arguments...)) {}
        Result status;
    };

    template <std::size_t... numbers>
    static bool call_with(std::index_sequence<numbers...>, Function function, Arguments& arguments) {
        const Call call{function, arguments.argument<Types>(numbers)...};
        if constexpr (std::is_enum_v<Result>) return static_cast<int>(call.status) == 0;
        return false;
    }
    static bool call(AnyFunction function, Arguments& arguments) {
        return call_with(std::index_sequence_for<Types...>(), reinterpret_cast<Function>(function), arguments);
    }
};

class OutParameters : public test::WithWorker {
protected:
    void SetUp() override {
        ASSERT_EQ(driver::cuInit(0), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuDevicePrimaryCtxRetain(&context_, 0), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuCtxSetCurrent(context_), CUDA_SUCCESS);
        stock_.add(context_);
        add_memory_and_streams();
        add_code();
    }

    template <typename Result, typename... Types>
    void check(const char* name, Result (*function)(Types...), const std::array<Parameter, sizeof...(Types)>& specs) {
        check(name, reinterpret_cast<AnyFunction>(function), CallerOf<Result, Types...>::call, specs);
    }

    int called_ = 0;
    int succeeded_ = 0;
    std::string only_failed_;

private:
    void check(const char* name, AnyFunction function, Caller call, std::span<const Parameter> specs) {
        bool has_succeeded = false;
        const std::string_view called = name;
        if (called.ends_with("ToFile")) return;  // it would write one
        // An image is read, as natively; other addresses are only looked up.
        (void)driver::cuCtxSetCurrent(context_);
        add_graph();
        if (HasFatalFailure()) return;
        const bool takes_image = called.find("Load") != std::string_view::npos;
        stock_.handles[typeid(const void*)] = takes_image ? std::vector<void*>{text_.data()} : addresses_;
        Arguments arguments(stock_, random_, specs);
        for (int round = 0; round < rounds; ++round) {
            // Some make a context current, or take it away.
            (void)driver::cuCtxSetCurrent(context_);
            arguments.begin_call();
            has_succeeded = call(function, arguments) || has_succeeded;
            const std::string damage = arguments.damage();
            EXPECT_EQ(damage, "") << name;
            if (!damage.empty()) break;
        }
        ++called_;
        if (has_succeeded)
            ++succeeded_;
        else
            only_failed_ += std::string(" ") + name;
    }

    void add_memory_and_streams() {
        ASSERT_EQ(driver::cuMemAlloc_v2(&memory_, 4096), CUDA_SUCCESS);
        void* host = nullptr;
        ASSERT_EQ(driver::cuMemHostAlloc(&host, 4096, 0), CUDA_SUCCESS);
        stock_.add(reinterpret_cast<void*>(memory_));
        stock_.add(host);
        addresses_.push_back(reinterpret_cast<void*>(memory_));
        CUstream stream = nullptr;
        ASSERT_EQ(driver::cuStreamCreate(&stream, 0), CUDA_SUCCESS);
        stock_.add(stream);
        for (int i = 0; i < 2; ++i) {
            ASSERT_EQ(driver::cuEventCreate(&event_, 0), CUDA_SUCCESS);
            ASSERT_EQ(driver::cuEventRecord(event_, stream), CUDA_SUCCESS);
            stock_.add(event_);
        }
        ASSERT_EQ(driver::cuStreamSynchronize(stream), CUDA_SUCCESS);
        CUmemoryPool pool = nullptr;
        ASSERT_EQ(driver::cuDeviceGetDefaultMemPool(&pool, 0), CUDA_SUCCESS);
        stock_.add(pool);
        const CUDA_ARRAY_DESCRIPTOR shape = {16, 16, CU_AD_FORMAT_FLOAT, 1};
        CUarray array = nullptr;
        ASSERT_EQ(driver::cuArrayCreate_v2(&array, &shape), CUDA_SUCCESS);
        stock_.add(array);
        stock_.add(reinterpret_cast<cudaArray_t>(array));
        stock_.add(reinterpret_cast<cudaArray_const_t>(array));
        CUDA_RESOURCE_DESC resource = {};
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = array;
        CUDA_TEXTURE_DESC reading = {};
        CUtexObject texture = 0;
        CUsurfObject surface = 0;
        ASSERT_EQ(driver::cuTexObjectCreate(&texture, &resource, &reading, nullptr), CUDA_SUCCESS);
        stock_.words = {memory_, texture};
        CUDA_ARRAY3D_DESCRIPTOR writable = {16, 16, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST};
        ASSERT_EQ(driver::cuArray3DCreate_v2(&resource.res.array.hArray, &writable), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuSurfObjectCreate(&surface, &resource), CUDA_SUCCESS);
        stock_.words.push_back(surface);
        CUmipmappedArray levels = nullptr;
        ASSERT_EQ(driver::cuMipmappedArrayCreate(&levels, &writable, 2), CUDA_SUCCESS);
        stock_.add(levels);
        stock_.add(reinterpret_cast<cudaMipmappedArray_t>(levels));
        stock_.add(reinterpret_cast<cudaMipmappedArray_const_t>(levels));
    }
    void add_code() {
        CUmodule module = nullptr;
        CUlibrary library = nullptr;
        CUkernel kernel = nullptr;
        ASSERT_EQ(driver::cuModuleLoadData(&module, text_.c_str()), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuModuleGetFunction(&function_, module, "spin"), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuLibraryLoadData(&library, text_.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0),
                  CUDA_SUCCESS);
        ASSERT_EQ(driver::cuLibraryGetKernel(&kernel, library, "spin"), CUDA_SUCCESS);
        stock_.add(module);
        stock_.add(function_);
        stock_.add(library);
        stock_.add(kernel);
        addresses_.push_back(function_);
        for (const char* name : {"spin", "counter"})
            stock_.add(name);
    }
    // A fresh one for each function: some change it.
    void add_graph() {
        for (const std::type_index kind : {std::type_index(typeid(CUgraphNode)), std::type_index(typeid(CUgraph)),
                                           std::type_index(typeid(CUgraphExec))})
            stock_.handles[kind].clear();
        CUgraph graph = nullptr;
        CUgraph inner = nullptr;
        ASSERT_EQ(driver::cuGraphCreate(&graph, 0), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuGraphCreate(&inner, 0), CUDA_SUCCESS);
        CUgraphNode before = nullptr;
        // One of each kind, each after the one before it.
        const auto add = [&](auto make) {
            CUgraphNode node = nullptr;
            ASSERT_EQ(make(&node, graph, &before, before == nullptr ? 0 : 1), CUDA_SUCCESS);
            before = node;
            stock_.add(node);
        };
        add([&](auto... place) { return driver::cuGraphAddEmptyNode(place...); });
        CUDA_MEMSET_NODE_PARAMS fill = {};
        fill.dst = memory_;
        fill.elementSize = 1;
        fill.width = 16;
        fill.height = 1;
        add([&](auto... place) { return driver::cuGraphAddMemsetNode(place..., &fill, context_); });
        CUDA_MEMCPY3D copy = {};
        copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = memory_;
        copy.dstDevice = memory_ + 2048;
        copy.WidthInBytes = 16;
        copy.Height = copy.Depth = 1;
        add([&](auto... place) { return driver::cuGraphAddMemcpyNode(place..., &copy, context_); });
        void* parameters[] = {&memory_, &memory_, &memory_, &memory_};
        CUDA_KERNEL_NODE_PARAMS kernel = {};
        kernel.func = function_;
        kernel.gridDimX = kernel.gridDimY = kernel.gridDimZ = 1;
        kernel.blockDimX = kernel.blockDimY = kernel.blockDimZ = 1;
        kernel.kernelParams = parameters;
        add([&](auto... place) { return driver::cuGraphAddKernelNode_v2(place..., &kernel); });
        const CUDA_HOST_NODE_PARAMS host = {[](void*) {}, nullptr};
        add([&](auto... place) { return driver::cuGraphAddHostNode(place..., &host); });
        add([&](auto... place) { return driver::cuGraphAddEventRecordNode(place..., event_); });
        add([&](auto... place) { return driver::cuGraphAddEventWaitNode(place..., event_); });
        add([&](auto... place) { return driver::cuGraphAddChildGraphNode(place..., inner); });
        CUgraphExec executable = nullptr;
        ASSERT_EQ(driver::cuGraphInstantiateWithFlags(&executable, graph, 0), CUDA_SUCCESS);
        stock_.add(graph);
        stock_.add(executable);
    }

    CUcontext context_ = nullptr;
    CUdeviceptr memory_ = 0;
    CUevent event_ = nullptr;
    CUfunction function_ = nullptr;
    std::string text_{basic_kernels};
    std::vector<void*> addresses_;
    Stock stock_;
    std::mt19937 random_{1};
};

TEST_F(OutParameters, AreWrittenAsFarAsTheyReach) {
    constexpr int expected = 240;  // as many as find what they need; the others are called, and refuse
#define RF_FUNCTION(space, name, ...) check(#name, &space::name, {{__VA_ARGS__}});
#include "out_parameters.inc"
#undef RF_FUNCTION
    EXPECT_GE(succeeded_, expected) << "of " << called_ << " functions; these never did:" << only_failed_;
}

struct Attribute {
    int number;
    std::size_t bytes;
};

// Where a pointer to anything is given, what is written depends on what is asked for.
template <typename Ask>
void check_attributes(const char* name, const std::vector<Attribute>& attributes, Ask ask) {
    std::mt19937 random(2);
    for (const Attribute& attribute : attributes) {
        Frame frame;
        frame.lay_out(attribute.bytes, random);
        EXPECT_EQ(ask(frame.data(), attribute), CUDA_SUCCESS) << name << " " << attribute.number;
        EXPECT_EQ(frame.damage(), "") << name << " " << attribute.number;
    }
}

TEST_F(OutParameters, AttributesAreAsLargeAsTheirTypes) {
    CUmemoryPool pool = nullptr;
    ASSERT_EQ(driver::cuDeviceGetDefaultMemPool(&pool, 0), CUDA_SUCCESS);
    const std::vector<Attribute> of_pools = {{1, 4}, {2, 4}, {3, 4}, {4, 8}, {5, 8}, {6, 8}, {7, 8}, {8, 8}};
    check_attributes("cuMemPoolGetAttribute", of_pools, [&](void* value, const Attribute& asked) {
        return driver::cuMemPoolGetAttribute(pool, static_cast<CUmemPool_attribute>(asked.number), value);
    });
    check_attributes(
        "cuDeviceGetGraphMemAttribute", {{0, 8}, {1, 8}, {2, 8}, {3, 8}}, [](void* value, const Attribute& asked) {
            return driver::cuDeviceGetGraphMemAttribute(0, static_cast<CUgraphMem_attribute>(asked.number), value);
        });
    CUdeviceptr memory = 0;
    ASSERT_EQ(driver::cuMemAllocManaged(&memory, 4096, CU_MEM_ATTACH_GLOBAL), CUDA_SUCCESS);
    // "Accessed by" is a list, as long as there is room.
    check_attributes("cuMemRangeGetAttribute",
                     {{1, 4}, {2, 4}, {3, 4}, {3, 12}, {4, 4}, {5, 4}, {6, 4}, {7, 4}, {8, 4}},
                     [&](void* value, const Attribute& asked) {
                         return driver::cuMemRangeGetAttribute(
                             value, asked.bytes, static_cast<CUmem_range_attribute>(asked.number), memory, 4096);
                     });
    // Booleans are ints.
    const std::vector<Attribute> of_pointers = {{1, 8},  {2, 4},  {3, 8},  {4, 8},  {6, 4},  {7, 8},
                                                {8, 4},  {9, 4},  {10, 4}, {11, 8}, {12, 8}, {13, 4},
                                                {14, 8}, {15, 4}, {16, 4}, {17, 8}, {18, 8}, {19, 8}};
    check_attributes("cuPointerGetAttribute", of_pointers, [&](void* value, const Attribute& asked) {
        return driver::cuPointerGetAttribute(value, static_cast<CUpointer_attribute>(asked.number), memory);
    });
    EXPECT_EQ(driver::cuMemFree_v2(memory), CUDA_SUCCESS);
}

}  // namespace
}  // namespace ringfence
