// A spectrum: somebody plays a tune while a whistle rises, and there is noise. cuFFT takes it apart, all moments in one
// plan; the picture shows time from left to right and pitch upwards. The tune is read back from the spectrum.
//
//     spectrum PICTURE.png
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "libraries/colours.h"
#include "libraries/cuda.h"

extern "C" {
int cufftPlanMany(int* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                  int odist, int type, int batch);
int cufftExecR2C(int plan, float* from, void* to);
int cufftDestroy(int plan);
}

namespace {

using namespace ringfence::example;
using std::numbers::pi;

constexpr int rate = 16384;  // samples in a second
constexpr int samples = 8 * rate;
constexpr int frame = 2048;  // samples in one moment
constexpr int hop = 256;     // from one moment to the next: they overlap
constexpr int moments = (samples - frame) / hop + 1;
constexpr int bins = frame / 2 + 1;
constexpr double bin_width = double{rate} / frame;
constexpr double note_seconds = 0.5;
constexpr double whistle_from = 2000, whistle_rise = 500;                             // Hz, Hz in a second
constexpr int tune[] = {64, 64, 65, 67, 67, 65, 64, 62, 60, 60, 62, 64, 64, 62, 62};  // MIDI's numbers of notes

double pitch(int note) {
    return 440 * std::pow(2.0, (note - 69) / 12.0);
}

double tune_at(double seconds) {
    const auto index = static_cast<std::size_t>(seconds / note_seconds);
    if (index >= std::size(tune)) return 0;
    const double since = seconds - static_cast<double>(index) * note_seconds;
    const double loudness = std::min(1.0, 50 * since) * std::exp(-4 * since);
    const double phase = 2 * pi * pitch(tune[index]) * since;
    return loudness * (0.6 * std::sin(phase) + 0.25 * std::sin(2 * phase) + 0.1 * std::sin(3 * phase));
}

std::vector<float> make_signal() {
    std::mt19937 generator(11);
    std::vector<float> signal(samples);
    for (int i = 0; i < samples; ++i) {
        const double seconds = double{1} * i / rate;
        const double whistle = std::sin(2 * pi * (whistle_from + whistle_rise * seconds / 2) * seconds);
        const double noise = static_cast<double>(generator()) / 4294967296.0 - 0.5;
        signal[static_cast<std::size_t>(i)] = static_cast<float>(tune_at(seconds) + 0.3 * whistle + 0.02 * noise);
    }
    return signal;
}

// How loud each pitch is at each moment, in decibels below the loudest there can be.
class Spectrum {
public:
    explicit Spectrum(std::vector<std::complex<float>> transformed) : transformed_(std::move(transformed)) {}

    double decibels(int moment, int bin) const {
        // A window that fades in and out, as three neighbours: multiplying in time is this in frequency.
        const std::complex<float> faded = 0.5F * at(moment, bin) - 0.25F * (at(moment, bin - 1) + at(moment, bin + 1));
        return 20 * std::log10(std::abs(faded) / (frame / 4.0) + 1e-9);
    }

    int loudest(int moment, double from, double to) const {
        int best = static_cast<int>(from / bin_width);
        for (int bin = best; bin < to / bin_width; ++bin)
            if (decibels(moment, bin) > decibels(moment, best)) best = bin;
        return best;
    }

    // The pitch at the top of the parabola through the loudest and its neighbours.
    double peak(int moment, double from, double to) const {
        const int best = loudest(moment, from, to);
        const double below = decibels(moment, best - 1), top = decibels(moment, best),
                     above = decibels(moment, best + 1);
        return (best + 0.5 * (below - above) / (below - 2 * top + above)) * bin_width;
    }

private:
    std::complex<float> at(int moment, int bin) const {
        const int inside = std::abs(bin);  // below zero they mirror
        const std::complex<float> value = transformed_[static_cast<std::size_t>(moment) * bins + inside];
        return bin < 0 ? std::conj(value) : value;
    }

    std::vector<std::complex<float>> transformed_;
};

Spectrum transform(const std::vector<float>& signal) {
    const DeviceArray<float> from(signal);
    const DeviceArray<std::complex<float>> to(std::size_t{moments} * bins);
    constexpr int real_to_complex = 0x2a;
    int plan = 0, size = frame, whole = samples, half = bins;
    check(cufftPlanMany(&plan, 1, &size, &whole, 1, hop, &half, 1, bins, real_to_complex, moments), "cufftPlanMany");
    check(cufftExecR2C(plan, from.data(), to.data()), "cufftExecR2C");
    Spectrum spectrum(to.fetch());
    check(cufftDestroy(plan), "cufftDestroy");
    return spectrum;
}

// The moment whose middle is then.
int moment_at(double seconds) {
    return static_cast<int>((seconds * rate - frame / 2.0) / hop);
}

void read_tune(const Spectrum& spectrum) {
    constexpr const char* names[] = {"C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"};
    std::printf("the tune:");
    for (std::size_t i = 0; i < std::size(tune); ++i) {
        const double middle = (static_cast<double>(i) + 0.4) * note_seconds;
        const double found = spectrum.peak(moment_at(middle), 200, 1100);
        const int note = static_cast<int>(std::lround(69 + 12 * std::log2(found / 440)));
        std::printf(" %s", names[note % 12]);
        expect(note == tune[i], "the note that was played is heard");
    }
    std::printf("\n");
}

void follow_whistle(const Spectrum& spectrum) {
    constexpr double tolerance = 40;  // it rises while one moment lasts
    for (int moment = 0; moment < moments; ++moment) {
        const double seconds = (double{hop} * moment + frame / 2.0) / rate;
        const double expected = whistle_from + whistle_rise * seconds;
        const double found = spectrum.loudest(moment, 1900, 7000) * bin_width;
        expect(std::abs(found - expected) < tolerance, "the whistle is where it should be");
    }
    std::printf("the whistle rises from 2 to 6 kHz, and is found at every moment\n");
}

void draw(const Spectrum& spectrum, const std::string& path) {
    constexpr std::uint32_t wide = 2, rows = 800;  // a column is two pixels wide, a row is one bin
    Picture picture{moments * wide, rows};
    for (std::uint32_t y = 0; y < rows; ++y)
        for (std::uint32_t x = 0; x < picture.width; ++x)
            picture.at(x, rows - 1 - y) =
                colour((spectrum.decibels(static_cast<int>(x / wide), static_cast<int>(y)) + 80) / 75);
    picture.write(path);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fputs("usage: spectrum PICTURE.png\n", stderr);
        return 2;
    }
    const Spectrum spectrum = transform(make_signal());
    std::printf("%d samples, %d transforms of %d\n", samples, moments, frame);
    read_tune(spectrum);
    follow_whistle(spectrum);
    draw(spectrum, arguments[1]);
}
