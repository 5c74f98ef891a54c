// Finds, for messages, the function that a line of PTX belongs to and the source line that it was compiled from. A
// malformed text gives wrong messages and does no other harm.
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

    // "kernel, PTX line 17 (scale.cu:5)", or as much of it as is known; printable.
    std::string describe(std::uint32_t line) const;

    // For base/archive.h.
    template <typename Archive>
    friend void visit_fields(Archive& archive, PtxLines& lines) {
        auto& [functions, locations, files] = lines;
        archive(functions, locations, files);
    }

private:
    struct Function {
        std::uint32_t line = 0;  // its first line
        std::string name;

        template <typename Archive>
        friend void visit_fields(Archive& archive, Function& entry) {
            auto& [line, name] = entry;
            archive(line, name);
        }
    };
    struct Location {
        std::uint32_t line = 0;
        std::uint32_t file = 0;
        std::uint32_t source_line = 0;

        template <typename Archive>
        friend void visit_fields(Archive& archive, Location& entry) {
            auto& [line, file, source_line] = entry;
            archive(line, file, source_line);
        }
    };
    struct File {
        std::uint32_t number = 0;
        std::string name;

        template <typename Archive>
        friend void visit_fields(Archive& archive, File& entry) {
            auto& [number, name] = entry;
            archive(number, name);
        }
    };
    void read(std::string_view text, std::uint32_t line);

    std::vector<Function> functions_;
    std::vector<Location> locations_;
    std::vector<File> files_;
};

}  // namespace ringfence::worker
