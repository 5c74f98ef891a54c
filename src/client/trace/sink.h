// Where traces go. Each line is one write at the end of the file, so lines of several processes do not mix.
#pragma once

#include <string_view>

namespace ringfence::client {

class Sink {
public:
    // Opens for appending. Says on standard error if it cannot.
    static Sink open(const char* path);
    static Sink standard_error();
    // The same for a list in JSON, whose lines end with a comma. A list that was ended goes on.
    static Sink open_list(const char* path);
    // Ends the list, unless another process is still writing it: then that one does. Nothing may be written afterwards.
    void end_list() const;
    void close() const;

    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    void write(std::string_view line) const;

private:
    int descriptor_ = -1;
};

}  // namespace ringfence::client
