// ringfence-compiler: compiles tenants' PTX for a card, with the driver's compiler and no rights. Started by a worker,
// which it talks to over descriptor 3.
#include <CLI/CLI.hpp>

#include "backend/cuda/cuda.h"
#include "compiler/lockdown.h"
#include "compiler/nursery.h"
#include "compiler/protocol.h"
#include "compiler/server.h"

int main(int argc, char** argv) {
    using namespace ringfence;
    compiler::be_nursery_if_asked(argc, argv);
    CLI::App app("Compiles for Ringfence's workers. Started by ringfence-worker.");
    compiler::LockdownOptions options;
    unsigned card = 0;
    app.add_option("--memory", options.most_memory, "bytes of host memory for compiling");
    app.add_option("--card", card);
    CLI11_PARSE(app, argc, argv);
    compiler::become_expendable();
    return compiler::serve(
        compiler::socket_descriptor,
        [card]() -> Result<compiler::Compile> {
            RF_TRY(backend::TextCompiler compile, backend::open_cuda_compiler(card));
            return compiler::Compile(std::move(compile));
        },
        options);
}
