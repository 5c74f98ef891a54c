// The vector types that API calls pass. Data, no behaviour: names and layouts are CUDA's.
#pragma once
#pragma GCC system_header

struct uint3 {
    unsigned int x;
    unsigned int y;
    unsigned int z;
};

// Dimensions that are left out are 1.
struct dim3 {
    unsigned int x = 1;
    unsigned int y = 1;
    unsigned int z = 1;
};
