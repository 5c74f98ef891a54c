// Lines of a daemon's or worker's log: on standard error, which is a file on some disk.
#pragma once

#include <string>

namespace ringfence {

// From now on a thread writes the lines: a slow disk blocks no other thread. Lines that do not fit into its queue are
// dropped, and their number is reported with the next one.
void log_in_background();

// With its newline. Usually it is written when this returns.
void write_log_line(std::string line);

}  // namespace ringfence
