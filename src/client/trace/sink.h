// The file of traces. Each line is one write in append mode, so that lines of several processes do not mix.
#pragma once

#include <string_view>

namespace ringfence::client {

class Sink {
public:
    // Opens a file for appending. Reports failure on standard error.
    static Sink open(const char* path);
    static Sink standard_error();
    // The same for a JSON list, whose lines end with a comma. An ended list is continued.
    static Sink open_list(const char* path);
    // Ends the list, unless another process is still writing it and so will end it. Nothing may be written afterwards.
    void end_list() const;
    void close() const;

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    void write(std::string_view line) const;

private:
    int descriptor_ = -1;
};

}  // namespace ringfence::client
