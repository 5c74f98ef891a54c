// compile: 75 90 -rdc=true
// compile: 86 -rdc=true -lineinfo
// Kernels which launch kernels.

__global__ void child(int* data, float scale, int4 extra) {
    data[threadIdx.x] = static_cast<int>(data[threadIdx.x] * scale) + extra.y;
}

__global__ void parent(int* data, int depth) {
    if (threadIdx.x == 0) {
        child<<<1, 32>>>(data, 1.5f, make_int4(1, 2, 3, 4));
        child<<<dim3(2, 3, 1), dim3(8, 4, 2), 128>>>(data, 0.5f, make_int4(0, 0, 0, 0));
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        child<<<1, 32, 0, stream>>>(data, 2.0f, make_int4(5, 6, 7, 8));
        child<<<1, 32, 0, cudaStreamTailLaunch>>>(data, 3.0f, make_int4(9, 9, 9, 9));
        cudaStreamDestroy(stream);
        if (depth > 0) parent<<<1, 1, 0, cudaStreamFireAndForget>>>(data, depth - 1);
        data[0] = cudaGetLastError();
        int device, count;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
        data[1] = count;
    }
}
