// The commands' way to the outside: data to standard output or a file, complaints to standard error.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/exit_code.h"

namespace ringfence::cli {

// To be called first. A closed standard stream is replaced, so that no file we open takes its number. A reader that
// goes away and a limit on the size of files are noticed when writing and not by a signal.
void prepare_standard_streams();

// True if output there is to be coloured: it is a terminal, and the user has not set NO_COLOR.
bool color_on_stdout();
bool color_on_stderr();

// Writes to the file `path`, or to standard output for "-". Complains if that fails. A reader that has gone away, as
// `head` does when it has enough, is fine.
ExitCode write_output(const std::string& path, std::string_view contents);

// "ringfence: ..." on standard error. The text may come from anywhere: it is made fit to print.
void complain(std::string_view text);

// Prints the error of something that has to do with files, and says what it means for the exit status.
ExitCode complain(const Error& error);

// Text that is fit to print already, on standard error as it is.
void write_stderr(std::string_view text);

}  // namespace ringfence::cli
