// cuDNN's classic functions under Ringfence: what they answer, and what they compute.
#include "dnn_classic.h"

int main() {
    generator.seed(15);
    check_status(cudnnCreate(&handle), dnn_success, "create");
    check_classic_descriptors();
    check_sizes();
    check_layers();
    check_arithmetic();
    check_dropout();
    check_fused_normalization();
    check_network();
    check_status(cudnnDestroy(handle), dnn_success, "destroy");
    return finish("cuDNN's classic functions");
}
