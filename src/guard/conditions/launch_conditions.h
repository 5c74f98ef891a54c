// Conditions on a launch under which a kernel's unfenced accesses are safe.
//
// The checker makes these when a module is loaded; the launch path asks hold() for every launch. Inside is a small
// straight-line program that computes in ranges (range.h), and bounds for its results.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "guard/conditions/geometry.h"
#include "guard/conditions/range.h"

namespace ringfence::guard {

struct LaunchFacts {
    std::span<const std::byte> parameters;  // as laid out by the kernel's signature
    std::array<std::uint32_t, 3> block = {1, 1, 1};
    std::array<std::uint32_t, 3> grid = {1, 1, 1};
    // The size of the kernel's variables, as the device reports it, and the launch's addition.
    std::uint64_t static_shared = UINT64_MAX;
    std::uint64_t dynamic_shared = 0;
    Window window;
};

// Where a parameter of a kernel lies among the bytes that a launch passes.
struct ParameterSpan {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;

    friend bool operator==(const ParameterSpan&, const ParameterSpan&) = default;
};

// Numbers that a launch decides, each with three axes: `extra` of the node is 4 * input + axis. Those of clusters are
// not among them: kernels with clusters of several blocks are refused, and nothing else may rest on that.
enum class LaunchInput : std::uint8_t { Tid, Ntid, Ctaid, Nctaid };

class LaunchConditions {
public:
    // Well under a microsecond for a usual kernel.
    bool hold(const LaunchFacts& facts) const { return first_unmet(facts) == none_unmet; }
    // The number of the first one that the launch does not meet: the first of unmet(), as quick as hold().
    std::uint32_t first_unmet(const LaunchFacts& facts) const;
    static constexpr std::uint32_t none_unmet = UINT32_MAX;
    // True if that number is of a bound, which some of the accesses ask for; not of a pointer or a parameter.
    bool is_bound(std::uint32_t number) const { return number > pointers_.size() && number != none_unmet; }
    // No launch needs to be looked at.
    bool empty() const { return pointers_.empty() && bounds_.empty(); }
    // For people: one condition per line.
    std::string text() const;

    // Something that a launch does not meet; or does, of a bound.
    struct Unmet {
        enum class Kind : std::uint8_t {
            Parameter,  // the launch does not pass so many bytes
            Pointer,    // the parameter at `place` is no address in the window, aligned to 2^zeros
            Number,     // `value` is not in [low, high], or has fewer low zeros
            Shared,     // the same, of an offset in dynamic shared memory
            Window,     // the same, of a distance from the parameter at `place` that must stay in the window
        };
        Kind kind = Kind::Number;
        std::uint32_t bound = 0;  // which one of those that have a number
        std::uint32_t place = 0;
        Range value;
        std::int64_t low = 0;
        std::int64_t high = 0;
        unsigned zeros = 0;
        bool is_met = false;
    };
    // Nothing if and only if hold() is true. For telling why, and for choosing what to ask of launches: it takes
    // longer.
    std::vector<Unmet> unmet(const LaunchFacts& facts) const;
    // All bounds, met or not; none if the launch does not pass all parameters.
    std::vector<Unmet> bounds(const LaunchFacts& facts) const;
    // True if they depend on that axis of blocks.
    bool depend_on(unsigned axis) const;

    static constexpr std::size_t most_nodes = 512;

private:
    friend class ConditionBuilder;
    friend struct ConditionFields;

    // Its operands are nodes before it. For a Parameter, `extra` is its offset, `width` its bits (with a sign bit at
    // 0x80).
    struct Node {
        RangeOp op = RangeOp::Constant;
        std::uint8_t width = 64;
        std::uint16_t a = 0, b = 0, c = 0;
        std::int64_t extra = 0;
        Range constant;
    };
    // The eight bytes at `offset` are an address in the window, aligned so.
    struct Pointer {
        std::uint32_t offset = 0;
        std::uint32_t alignment = 1;
    };
    enum class BoundKind : std::uint8_t {
        Plain,   // the node is in [low, high]
        Shared,  // an offset in an array whose size the launch decides: in [low, that size + high]
        Window,  // a distance from a parameter: with that in [the window's begin + low, its end + high]
    };
    // And the node has so many low zeros.
    struct Bound {
        std::uint16_t node = 0;
        std::uint8_t zeros = 0;
        BoundKind kind = BoundKind::Plain;
        std::uint32_t place = 0;  // Shared: the alignment of such arrays, which all begin at one place; Window: the
                                  // parameter's offset
        std::int64_t low = 0;
        std::int64_t high = 0;
    };

    static bool limits_of(const Bound& bound, const LaunchFacts& facts, std::int64_t& low, std::int64_t& high);
    static bool evaluate(const Node& node, const LaunchFacts& facts, const Range* values, Range& result);

    std::vector<Node> nodes_;
    std::vector<Pointer> pointers_;
    std::vector<Bound> bounds_;
};

}  // namespace ringfence::guard
