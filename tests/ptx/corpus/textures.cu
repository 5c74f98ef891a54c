// compile: 75 80 90 120
// compile: 86 -lineinfo
// compile: 90 -G
// Texture objects: all dimensions, layered, cubemap, mipmapped with level or gradient, gather, sparse.

template <typename T>
__global__ void fetch(T* out, cudaTextureObject_t t, float x, float y, float z, int l) {
    out[0] = tex1Dfetch<T>(t, l);
    out[1] = tex1D<T>(t, x);
    out[2] = tex2D<T>(t, x, y);
    out[3] = tex3D<T>(t, x, y, z);
    out[4] = tex1DLayered<T>(t, x, l);
    out[5] = tex2DLayered<T>(t, x, y, l);
    out[6] = texCubemap<T>(t, x, y, z);
    out[7] = texCubemapLayered<T>(t, x, y, z, l);
}
template __global__ void fetch<float>(float*, cudaTextureObject_t, float, float, float, int);
template __global__ void fetch<float4>(float4*, cudaTextureObject_t, float, float, float, int);
template __global__ void fetch<uint2>(uint2*, cudaTextureObject_t, float, float, float, int);
template __global__ void fetch<short>(short*, cudaTextureObject_t, float, float, float, int);
template __global__ void fetch<uchar4>(uchar4*, cudaTextureObject_t, float, float, float, int);

__global__ void levels(float4* out, cudaTextureObject_t t, float x, float y, float z, float level, int l) {
    out[0] = tex1DLod<float4>(t, x, level);
    out[1] = tex2DLod<float4>(t, x, y, level);
    out[2] = tex3DLod<float4>(t, x, y, z, level);
    out[3] = tex1DLayeredLod<float4>(t, x, l, level);
    out[4] = tex2DLayeredLod<float4>(t, x, y, l, level);
    out[5] = texCubemapLod<float4>(t, x, y, z, level);
    out[6] = texCubemapLayeredLod<float4>(t, x, y, z, l, level);
}

__global__ void gradients(int4* out, cudaTextureObject_t t, float x, float y, float z, int l) {
    float2 dx = make_float2(x, y), dy = make_float2(y, x);
    out[0] = tex1DGrad<int4>(t, x, y, z);
    out[1] = tex2DGrad<int4>(t, x, y, dx, dy);
    out[2] = tex3DGrad<int4>(t, x, y, z, make_float4(x, y, z, 0), make_float4(z, y, x, 0));
    out[3] = tex2DLayeredGrad<int4>(t, x, y, l, dx, dy);
}

__global__ void gather(float4* f, uint4* u, cudaTextureObject_t t, float x, float y) {
    f[0] = tex2Dgather<float4>(t, x, y, 0);
    f[1] = tex2Dgather<float4>(t, x, y, 1);
    u[0] = tex2Dgather<uint4>(t, x, y, 2);
    u[1] = tex2Dgather<uint4>(t, x, y, 3);
    bool resident = false;
    f[2] = tex2Dgather<float4>(t, x, y, &resident, 0);
    f[3] = tex2D<float4>(t, x, y, &resident);
    u[2] = make_uint4(resident, 0, 0, 0);
}
