// Plays a library with the CUDA runtime inside that was stripped, as NVIDIA's own are: it has device code, and no
// symbols.

[[gnu::used, gnu::section(".nvFatBinSegment")]] static const int device_code = 1;
