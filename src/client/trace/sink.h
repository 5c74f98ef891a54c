// Where traces go. Each line is one write at the end of the file, so lines of several processes do not mix.
#pragma once

#include <string_view>

namespace ringfence::client {

class Sink {
public:
    // Opens for appending; a file that is empty begins with `header`. Says on standard error if it cannot.
    static Sink open(const char* path, std::string_view header);
    static Sink standard_error();

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    void write(std::string_view line) const;

private:
    int descriptor_ = -1;
};

}  // namespace ringfence::client
