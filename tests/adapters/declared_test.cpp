// The adapters of cuSOLVER, cuRAND and cuSPARSE in front of the software GPU's libraries: every declared function is
// called with random arguments on memory that ends where its declaration says and holds anything (NaNs, pivots that
// name no row, indices that name nothing), and is refused on memory that is one byte shorter.
#include "adapters/declared.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "adapters/curand.h"
#include "adapters/cusolver.h"
#include "adapters/cusparse.h"
#include "adapters/libraries.h"
#include "channel/cusparse_state.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::declared {
namespace {

using channel::LibraryFrame;
using channel::ObjectFunction;

constexpr std::uint64_t handle = 0x1234;
constexpr std::uint64_t first_place = std::uint64_t{1} << 40;  // stands for memory that is not there yet
constexpr std::uint64_t between_places = std::uint64_t{1} << 32;

// For whoever looks at a crash.
char current_call[128] = "";

void tell_call(int) {
    (void)!::write(STDERR_FILENO, current_call, std::strlen(current_call));
    (void)!::write(STDERR_FILENO, ": reached too far\n", 18);
    ::_exit(1);
}

constexpr const char* integer_kinds = "ilctk";

// One of cuSPARSE's, of the kind that its letter says.
struct Descriptor {
    char kind = 'M';
    channel::sparse::Matrix matrix = {};
    channel::sparse::DenseMatrix dense = {};
    channel::sparse::DenseVector dense_vector = {};
    channel::sparse::Vector vector = {};
    channel::sparse::MatrixType type = {};
};
constexpr const char* descriptor_kinds = "ABXVM";

// What a call is made of, so that it can be made again on other memory.
struct Arguments {
    std::vector<std::int64_t> integers;
    std::vector<std::size_t> scalar_bytes;
    std::vector<std::uint64_t> memory;
    std::vector<std::vector<std::uint64_t>> pointers;
    std::vector<Descriptor> descriptors;
    std::int64_t updated = 0;  // what host memory holds that is read and written
};

// The memory that a descriptor names.
std::vector<std::uint64_t*> places_in(Descriptor& descriptor) {
    if (descriptor.kind == 'A')
        return {&descriptor.matrix.offsets, &descriptor.matrix.indices, &descriptor.matrix.values};
    if (descriptor.kind == 'B') return {&descriptor.dense.values};
    if (descriptor.kind == 'X') return {&descriptor.dense_vector.values};
    if (descriptor.kind == 'V') return {&descriptor.vector.indices, &descriptor.vector.values};
    return {};
}

void add_descriptor(LibraryFrame& frame, const Descriptor& descriptor) {
    if (descriptor.kind == 'A') frame.add_copy(&descriptor.matrix, sizeof descriptor.matrix);
    if (descriptor.kind == 'B') frame.add_copy(&descriptor.dense, sizeof descriptor.dense);
    if (descriptor.kind == 'X') frame.add_copy(&descriptor.dense_vector, sizeof descriptor.dense_vector);
    if (descriptor.kind == 'V') frame.add_copy(&descriptor.vector, sizeof descriptor.vector);
    if (descriptor.kind == 'M') frame.add_copy(&descriptor.type, sizeof descriptor.type);
}

std::vector<std::byte> frame_of(const FunctionSignature& function, const Arguments& arguments) {
    LibraryFrame frame;
    std::size_t integer = 0;
    std::size_t scalar = 0;
    std::size_t memory = 0;
    std::size_t pointers = 0;
    std::size_t descriptors = 0;
    const std::int64_t size[3] = {};
    // As many bytes as a call may give at most. With zeros, nothing but the result would be touched.
    const std::vector<std::byte> scalars(4096, std::byte{0x3f});
    for (const char kind : std::string(function.parameters)) {
        if (kind == 'h') frame.add(handle);
        if (kind >= '0' && kind <= '9') frame.add(handle + static_cast<std::uint64_t>(kind - '0'));
        if (kind == 'w') frame.add(0);
        if (std::strchr(integer_kinds, kind) != nullptr) frame.add(arguments.integers[integer++]);
        if (kind == 'f' || kind == 'd') frame.add(1.0);
        if (kind == 's' || kind == 'r') frame.add_copy(scalars.data(), arguments.scalar_bytes[scalar++]);
        if (kind == 'm') frame.add(arguments.memory[memory++]);
        if (kind == 'u') frame.add_copy(&arguments.updated, sizeof arguments.updated);
        if (kind == 'z') frame.add_copy(size, sizeof size);
        if (std::strchr(descriptor_kinds, kind) != nullptr) add_descriptor(frame, arguments.descriptors[descriptors++]);
        if (kind == 'p') {
            const std::vector<std::uint64_t>& array = arguments.pointers[pointers++];
            frame.add_copy(array.data(), array.size() * sizeof(std::uint64_t));
        }
    }
    return frame.bytes();
}

std::size_t count_of(const FunctionSignature& function, const char* kinds) {
    const std::string all = function.parameters;
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](char kind) { return std::strchr(kinds, kind) != nullptr; }));
}

struct Case {
    channel::Library library;
    std::uint32_t kinds;
    int argument;
    std::vector<FunctionSignature> (*functions)();
    std::size_t least;
};

class DeclaredAdapterTest : public testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        auto found = libraries.find(GetParam().library);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        for (std::uint32_t kind = 0; kind < GetParam().kinds; ++kind)
            ASSERT_TRUE(create(handle + kind, kind).ok());
    }

    Result<Answer> create(std::uint64_t object, std::uint32_t kind) {
        LibraryFrame frame;
        frame.add(object);
        frame.add(kind);
        frame.add(GetParam().argument);
        return adapter->call(caller, static_cast<std::uint32_t>(ObjectFunction::Create), frame.bytes());
    }

    Result<Answer> call(std::size_t number, const Arguments& arguments) {
        return adapter->call(caller, channel::first_declared_function + static_cast<std::uint32_t>(number),
                             frame_of(functions[number], arguments));
    }

    // Types and sizes of all kinds: small ones mostly, so that many calls are right.
    Arguments random_arguments(std::size_t number, std::mt19937& random) {
        Arguments arguments;
        const auto roll = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
        const int largest = roll(0, 1) == 0 ? 3 : 12;
        const std::array<int, 8> types = {0, 1, 4, 5, 0, 1, 4, 2};
        const int usual_type = types[static_cast<std::size_t>(roll(0, 7))];
        for (const char kind : std::string(functions[number].parameters)) {
            if (kind == 't' || kind == 'k') {
                arguments.integers.push_back(roll(0, 3) != 0 ? usual_type
                                                             : types[static_cast<std::size_t>(roll(0, 7))]);
            } else if (kind == 'c') {
                arguments.integers.push_back("ASON"[roll(0, 3)]);
            } else if (kind == 'i' || kind == 'l') {
                const int smallest = roll(0, 9) == 0 ? -1 : 0;
                arguments.integers.push_back(roll(0, 60) == 0 ? roll(-9, 99) : roll(smallest, largest));
            }
        }
        arguments.scalar_bytes.assign(count_of(functions[number], "sr"), 0);
        for (std::size_t i = 0; i < count_of(functions[number], "m"); ++i)
            arguments.memory.push_back(first_place + i * between_places);
        arguments.pointers.resize(count_of(functions[number], "p"));
        std::uint64_t place = first_place << 1;
        const int side = roll(1, 3);  // most have it, so that many fit together
        for (const char kind : std::string(functions[number].parameters)) {
            if (std::strchr(descriptor_kinds, kind) == nullptr) continue;
            const int type = roll(0, 9) != 0 ? usual_type : types[static_cast<std::size_t>(roll(0, 7))];
            arguments.descriptors.push_back(random_descriptor(kind, type, side, random));
            for (std::uint64_t* address : places_in(arguments.descriptors.back()))
                *address = place += between_places;
        }
        arguments.updated = roll(0, 60) == 0 ? -1 : roll(0, 40);
        return arguments;
    }

    Descriptor random_descriptor(char kind, int type, int side, std::mt19937& random) {
        const auto roll = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
        const auto any_side = [&] { return roll(0, 5) != 0 ? side : roll(0, 4); };
        Descriptor made;
        made.kind = kind;
        const auto id = static_cast<std::uint64_t>(roll(1, 3));
        const std::int64_t batches = roll(0, 5) == 0 ? roll(1, 3) : 1;
        channel::sparse::Matrix& matrix = made.matrix;
        matrix.id = id;
        constexpr std::array<int, 6> formats = {1, 1, 1, 2, 3, 6};
        matrix.format = formats[static_cast<std::size_t>(roll(0, 5))];
        matrix.offsets_type = matrix.indices_type = roll(2, 3);
        matrix.base = roll(0, 1);
        matrix.type = type;
        matrix.order = roll(1, 2);
        matrix.fill_mode = roll(-1, 1);
        matrix.diagonal = roll(-1, 1);
        matrix.rows = any_side();
        matrix.columns = any_side();
        matrix.nonzeros = roll(0, 9);
        if (matrix.format == channel::sparse::format_bsr && roll(0, 1) == 0)
            matrix.block_rows = matrix.block_columns = 2;
        if (batches > 1 && matrix.format == channel::sparse::format_csr) {
            matrix.batch_count = batches;
            matrix.offsets_stride = roll(0, 4);
            matrix.indices_stride = matrix.values_stride = roll(-1, 9);
        }
        made.dense = {.id = id, .type = type, .order = roll(1, 2), .rows = any_side(), .columns = any_side()};
        made.dense.leading =
            (made.dense.order == channel::sparse::order_column ? made.dense.rows : made.dense.columns) + roll(0, 2);
        made.dense.batch_count = batches;
        made.dense.stride = batches > 1 ? roll(0, 9) : 0;
        made.dense_vector = {.id = id, .size = any_side(), .values = 0, .type = type};
        made.vector = {.id = id,
                       .size = any_side(),
                       .nonzeros = roll(0, 6),
                       .indices = 0,
                       .values = 0,
                       .indices_type = roll(2, 3),
                       .base = roll(0, 1),
                       .type = type};
        made.type = {.type = roll(0, 3), .fill_mode = roll(0, 1), .diagonal = roll(0, 1), .base = roll(0, 1)};
        return made;
    }

    // Gives the scalars the sizes, and the arrays of pointers the lengths, that the function wants: its refusals say
    // which. False: it refuses the call anyway.
    bool settle(std::size_t number, Arguments& arguments) {
        constexpr std::size_t most_pointers = 16;
        caller.takes_all = caller.only_asks = true;
        std::size_t scalars = 0;
        std::size_t arrays = 0;
        for (;;) {
            caller.asked.clear();
            const auto asked = call(number, arguments);
            if (asked.ok()) return false;                                     // the library's own refusal
            if (asked.error().status == cuda_status::not_ready) return true;  // all it had to say
            const std::string text = asked.error().text();
            if (const auto wanted = number_after(text, "bytes, not ");
                wanted && scalars < arguments.scalar_bytes.size()) {
                arguments.scalar_bytes[scalars++] = *wanted;
            } else if (const auto count = number_after(text, "pointers, not ");
                       count && *count <= most_pointers && arrays < arguments.pointers.size()) {
                for (std::size_t i = 0; i < *count; ++i)
                    arguments.pointers[arrays].push_back(first_place +
                                                         ((arrays + 1) * most_pointers + i) * between_places);
                ++arrays;
            } else {
                return false;
            }
        }
    }

    static std::optional<std::size_t> number_after(const std::string& text, const std::string& words) {
        const std::size_t at = text.find(words);
        if (at == std::string::npos) return std::nullopt;
        return std::strtoul(text.c_str() + at + words.size(), nullptr, 10);
    }

    // Exactly as much as the call was found to reach. False: that is too much for a test.
    bool give_memory(Arguments& arguments) {
        const std::vector<LibraryCaller::Reach> reaches = caller.asked;
        caller.takes_all = caller.only_asks = false;
        caller.memory.clear();
        caller.protected_bytes.clear();
        pieces.clear();
        const auto give = [&](std::uint64_t& address) {
            const auto reach = std::find_if(reaches.begin(), reaches.end(),
                                            [&](const LibraryCaller::Reach& one) { return one.address == address; });
            const std::uint64_t bytes = reach != reaches.end() ? reach->bytes : 0;
            if (bytes > 1 << 20) return false;
            pieces.push_back(std::make_unique<EdgeMemory>(bytes));
            for (std::byte& one : pieces.back()->bytes())
                one = static_cast<std::byte>(contents());
            address = pieces.back()->address();
            caller.memory[address] = bytes;
            return true;
        };
        for (std::uint64_t& address : arguments.memory)
            if (!give(address)) return false;
        for (std::vector<std::uint64_t>& array : arguments.pointers)
            for (std::uint64_t& address : array)
                if (!give(address)) return false;
        for (Descriptor& descriptor : arguments.descriptors)
            for (std::uint64_t* address : places_in(descriptor))
                if (!give(*address)) return false;
        return true;
    }

    // Each piece in turn is one byte too short: nothing comes to the library. How often that was tried.
    int try_with_less(std::size_t number, const Arguments& arguments) {
        int tries = 0;
        const int begun = caller.begun;
        for (auto& [address, bytes] : caller.memory) {
            if (bytes == 0) continue;
            --bytes;
            const auto refused = call(number, arguments);
            EXPECT_EQ(refused.ok() ? 0 : refused.error().status, cuda_status::invalid_value) << functions[number].name;
            ++bytes;
            ++tries;
        }
        EXPECT_EQ(caller.begun, begun) << functions[number].name << " came to the library";
        return tries;
    }

    std::vector<std::unique_ptr<EdgeMemory>> pieces;
    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
    std::mt19937 contents{7};
    std::vector<FunctionSignature> functions = GetParam().functions();
};

TEST_P(DeclaredAdapterTest, DeclaresWhatItSays) {
    EXPECT_GE(functions.size(), GetParam().least);
}

TEST_P(DeclaredAdapterTest, AnObjectOfAnotherKindIsRefused) {
    if (GetParam().kinds < 2) GTEST_SKIP() << "it has one kind of objects";
    LibraryFrame frame;
    frame.add(handle + 1);
    frame.add(0);
    const auto refused = adapter->call(caller, static_cast<std::uint32_t>(ObjectFunction::SetStream), frame.bytes());
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::invalid_handle);
    EXPECT_FALSE(create(handle + 100, 77).ok());
}

TEST_P(DeclaredAdapterTest, NoCallReachesFurtherThanDeclared) {
    constexpr int wanted = 150;  // of each function
    constexpr int most_tries = 400000;
    ::signal(SIGSEGV, tell_call);
    std::mt19937 random(20);
    int refusals = 0;
    for (std::size_t number = 0; number < functions.size(); ++number) {
        if (count_of(functions[number], "mpABXV") == 0) continue;  // settings
        int made = 0;
        int succeeded = 0;
        // No pseudorandom generator has 64-bit numbers.
        const bool never = std::string(functions[number].name) == "curandGenerateLongLong";
        const auto wants_more = [&] { return made < wanted || (succeeded == 0 && !never); };
        for (int tried = 0; wants_more() && tried < most_tries; ++tried) {
            Arguments arguments = random_arguments(number, random);
            if (!settle(number, arguments) || !give_memory(arguments)) continue;
            refusals += try_with_less(number, arguments);
            // A library that reaches further meets a page that cannot be touched, and this program ends.
            std::snprintf(current_call, sizeof current_call, "%s", functions[number].name);
            const auto answer = call(number, arguments);
            EXPECT_TRUE(answer.ok()) << answer.error().text();
            ++made;
            succeeded += answer.ok() && answer.value().status == 0 ? 1 : 0;
        }
        EXPECT_GE(made, wanted) << functions[number].name;
        EXPECT_EQ(succeeded > 0, !never) << functions[number].name;
    }
    EXPECT_GT(refusals, 500);
}

INSTANTIATE_TEST_SUITE_P(Libraries, DeclaredAdapterTest,
                         testing::Values(Case{channel::Library::Cusolver, 4, 0, cusolver_functions, 150},
                                         Case{channel::Library::Curand, 1, 161, curand_functions, 14},
                                         Case{channel::Library::Cusparse, 6, 0, cusparse_functions, 80}),
                         [](const auto& info) {
                             return info.param.kinds == 1 ? "curand" : info.param.kinds == 4 ? "cusolver" : "cusparse";
                         });

}  // namespace
}  // namespace ringfence::adapters::declared
