#include "supervisor/log.h"

#include <string>

#include "base/escape_lines.h"
#include "base/log_line.h"

namespace ringfence::supervisor {

void log(std::string_view text) {
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    write_log_line("ringfenced: " + escape_lines(text, "    ") + "\n");
}

}  // namespace ringfence::supervisor
