#include "cli/app.h"

int main(int argc, char** argv) {
    return static_cast<int>(ringfence::cli::run(argc, argv));
}
