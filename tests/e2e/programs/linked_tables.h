// What the two files of linked_tables share.
#pragma once

using Unary = float (*)(float);

extern __device__ Unary operations[3];
extern __constant__ float factors[4];
extern __device__ int launches;
__device__ float halve(float x);

void add_factors(float* values, int count);
