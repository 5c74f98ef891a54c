#include "cli/ptx_run_kernel.h"

#include <algorithm>

#include "base/escape.h"

namespace ringfence::cli {
namespace {

constexpr std::uint64_t address_bytes = 8;

std::string kernel_names(const std::vector<const ptx::Function*>& kernels) {
    constexpr std::size_t most = 20;
    std::string out;
    for (std::size_t i = 0; i < kernels.size() && i < most; ++i) {
        out += out.empty() ? "" : ", ";
        out += escape(kernels[i]->name);
    }
    if (kernels.size() > most) out += " and " + std::to_string(kernels.size() - most) + " more";
    return out;
}

// "`.param .u64 saxpy_param_0`, 8 bytes"
std::string describe(const ptx::Variable& parameter) {
    std::string text = "`.param ";
    if (parameter.align != 0) text += ".align " + std::to_string(parameter.align) + " ";
    if (parameter.vector > 1) text += ".v" + std::to_string(parameter.vector) + " ";
    text += "." + std::string(ptx::isa::info(parameter.type).name) + " " + escape(parameter.name);
    for (const std::uint64_t size : parameter.dimensions)
        text += "[" + std::to_string(size) + "]";
    return text + "`, " + std::to_string(parameter.bytes()) + " bytes";
}

// The values that fit a parameter of that size.
std::string what_fits(std::uint64_t bytes) {
    switch (bytes) {
        case 1: return "u8:, s8: or hex:";
        case 2: return "u16:, s16: or hex:";
        case 4: return "u32:, s32:, f32: or hex:";
        case 8: return "a buffer (in:, inout:, out:, same:), u64:, s64:, f64: or hex:";
        default: return "hex: with " + std::to_string(2 * bytes) + " digits";
    }
}

Error misfit(const ptx::Function& kernel, const ArgumentSpec& argument, std::size_t index, std::uint64_t given) {
    const ptx::Variable& parameter = *kernel.signature.parameters[index];
    const bool is_address = argument.kind != ArgumentSpec::Kind::Value;
    return Error::bad_input("argument " + std::to_string(index) + " (--arg '" + escape(argument.text) + "') is " +
                            (is_address ? "an address, " : "") + std::to_string(given) +
                            " bytes, but that parameter of '" + escape(kernel.name) + "' is " + describe(parameter))
        .with_remedy("give " + what_fits(parameter.bytes()));
}

Result<void> check_argument(const ptx::Function& kernel, const std::vector<ArgumentSpec>& arguments,
                            std::size_t index) {
    const ArgumentSpec& argument = arguments[index];
    if (argument.kind == ArgumentSpec::Kind::Same) {
        if (argument.other >= arguments.size() || arguments[argument.other].kind != ArgumentSpec::Kind::Buffer) {
            return Error::bad_input("argument " + std::to_string(index) + " (--arg '" + escape(argument.text) +
                                    "'): argument " + std::to_string(argument.other) +
                                    " is not a buffer; arguments count from 0");
        }
    }
    const std::uint64_t given = argument.kind == ArgumentSpec::Kind::Value ? argument.value.size() : address_bytes;
    if (given != kernel.signature.parameters[index]->bytes()) return misfit(kernel, argument, index, given);
    return {};
}

}  // namespace

Result<const ptx::Function*> choose_kernel(const ptx::Module& module, const std::string& name) {
    std::vector<const ptx::Function*> kernels;
    for (const ptx::Item& item : module.items) {
        if (item.kind == ptx::ItemKind::Function && item.function->is_entry && item.function->has_body)
            kernels.push_back(item.function);
    }
    if (kernels.empty()) return Error::bad_input(escape(module.file_name) + ": there is no kernel (.entry) in it");
    if (name.empty() && kernels.size() == 1) return kernels.front();
    const auto found =
        std::find_if(kernels.begin(), kernels.end(), [&](const ptx::Function* kernel) { return kernel->name == name; });
    if (found != kernels.end()) return *found;
    return Error::bad_input(escape(module.file_name) + (name.empty()
                                                            ? ": there are several kernels; choose one with --entry"
                                                            : ": there is no kernel '" + escape(name) + "'"))
        .with_remedy("choose one of: " + kernel_names(kernels));
}

Result<void> check_arguments(const ptx::Function& kernel, const std::vector<ArgumentSpec>& arguments) {
    const std::size_t wanted = kernel.signature.parameters.size();
    if (arguments.size() != wanted) {
        std::string message = "'" + escape(kernel.name) + "' has " + std::to_string(wanted) +
                              (wanted == 1 ? " parameter" : " parameters") + ", but " +
                              std::to_string(arguments.size()) + " --arg " + (arguments.size() == 1 ? "is" : "are") +
                              " given";
        if (arguments.size() > wanted) return Error::bad_input(message);
        const ptx::Variable& missing = *kernel.signature.parameters[arguments.size()];
        return Error::bad_input(message + "; the next is " + describe(missing))
            .with_remedy("give " + what_fits(missing.bytes()));
    }
    for (std::size_t i = 0; i < wanted; ++i)
        RF_RETURN_IF_ERROR(check_argument(kernel, arguments, i));
    return {};
}

}  // namespace ringfence::cli
