// Plays a library with the CUDA runtime inside: functions of its names, which nobody outside sees.

namespace {

volatile int plugin_traffic = 0;

}  // namespace

extern "C" {
[[gnu::noinline, gnu::used, gnu::visibility("hidden")]] int __cudaRegisterFatBinary(int x) {
    for (int i = 0; i < x; ++i)
        plugin_traffic = plugin_traffic + i;
    return plugin_traffic;
}
[[gnu::noinline, gnu::used, gnu::visibility("hidden")]] int cudaTestOne(int x) {
    for (int i = 0; i < x; ++i)
        plugin_traffic = plugin_traffic - i;
    return x + 1;
}
[[gnu::visibility("default")]] int plugin_in_constructor = 0;
[[gnu::visibility("default")]] int plugin_call(int x) {
    return cudaTestOne(x);
}
}

[[gnu::constructor]] static void at_load() {
    plugin_in_constructor = cudaTestOne(1);
}
