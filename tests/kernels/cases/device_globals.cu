// Variables of the module with initialisers: numbers, arrays, text, pointers to each other, and state that lives from
// one launch to the next.
__device__ int counter = 41;
__device__ double pi = 3.14159265358979;
__device__ unsigned short small[5] = {1, 22, 333, 4444, 55555};
__device__ const char text[] = "device text";
__device__ int targets[4] = {10, 20, 30, 40};
__device__ int* second_target = &targets[1];
__device__ const char* names[3] = {"red", "green", "blue"};
__device__ struct {
    signed char tag;
    long long big;
    float half;
} mixed = {'m', -9000000000LL, 0.5f};
__device__ unsigned char zeros[1000];
static __device__ unsigned hidden = 7;

extern "C" __global__ void read(double* numbers, char* letters) {
    const unsigned i = threadIdx.x;
    if (i == 0) {
        numbers[0] = counter;
        numbers[1] = pi;
        numbers[2] = *second_target;
        numbers[3] = second_target[1];
        numbers[4] = mixed.tag;
        numbers[5] = double(mixed.big);
        numbers[6] = mixed.half;
        numbers[7] = hidden;
    }
    if (i < 5) numbers[8 + i] = small[i];
    if (i < sizeof(text)) letters[i] = text[i];
    if (i < 3) {
        for (int k = 0; k < 4; ++k)
            letters[16 + i * 4 + k] = names[i][k];
    }
    unsigned sum = 0;
    for (unsigned k = i; k < 1000; k += 32)
        sum += zeros[k];
    if (sum != 0) numbers[1] = -1;
}

extern "C" __global__ void change(int by) {
    atomicAdd(&counter, by);
    if (threadIdx.x < 4) targets[threadIdx.x] += by;
    if (threadIdx.x == 0) {
        ++second_target;
        hidden *= 3;
        zeros[0] = 0;
    }
}
