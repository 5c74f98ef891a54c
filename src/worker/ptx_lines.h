// What stands where in a module's text, for messages: which function a line of PTX belongs to, and which line of the
// source it was made from. A tenant whose text is odd gets odd messages, no more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ringfence::worker {

class PtxLines {
public:
    PtxLines() = default;
    explicit PtxLines(std::string_view ptx);

    // "kernel, PTX line 17 (scale.cu:5)", as far as it is known; fit to print.
    std::string describe(std::uint32_t line) const;

private:
    struct Function {
        std::uint32_t line = 0;  // where it begins
        std::string name;
    };
    struct Location {
        std::uint32_t line = 0;
        std::uint32_t file = 0;
        std::uint32_t source_line = 0;
    };
    struct File {
        std::uint32_t number = 0;
        std::string name;
    };
    void read(std::string_view text, std::uint32_t line);

    std::vector<Function> functions_;
    std::vector<Location> locations_;
    std::vector<File> files_;
};

}  // namespace ringfence::worker
