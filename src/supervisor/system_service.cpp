#include "supervisor/system_service.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "base/peer.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "service/activation.h"
#include "service/manager.h"
#include "service/privileges.h"
#include "service/starter.h"

namespace ringfence::supervisor {
namespace {

// A limit, since any user can fill the backlog of a daemon that is not accepting connections.
constexpr std::chrono::seconds patience_with_predecessor{10};

Error in_settings(const char* key, Error error) {
    error.message = std::string(key) + " in [system] of ringfence.toml: " + error.message;
    return error;
}

Result<void> open_listeners(const std::string& socket, SystemService& service) {
    RF_TRY(std::optional<service::ActivatedSockets> activated, service::take_activated_sockets());
    if (activated) {
        service.listener = std::move(activated->messages);
        service.control = std::move(activated->bytes);
        return {};
    }
    RF_TRY(service.listener, service::listen_for_all(socket, SocketKind::Messages));
    RF_TRY(service.control, service::listen_for_all(control_socket_beside(socket), SocketKind::Bytes));
    return {};
}

}  // namespace

Result<std::unique_ptr<SystemService>> become_system_service(const ServiceOptions& options, Settings& settings) {
    if (::geteuid() != 0) {
        return Error::bad_input("the system's daemon must be started as root; it then changes to its own user")
            .with_remedy("systemctl start ringfenced, or start one of your own: ringfence up");
    }
    auto user = service::find_user(settings.system_user);
    if (!user.ok()) return in_settings("user", user.take_error());
    auto workers = service::find_worker_users(settings.system_workers);
    if (!workers.ok()) return in_settings("workers", workers.take_error());
    if (workers.value().contains(user.value().uid)) {
        return in_settings("workers", Error::bad_input("workers must not run as the daemon's own user"));
    }
    auto result = std::make_unique<SystemService>();
    result->workers = workers.value();
    result->folders = service::system_folders();
    if (!settings.cache_folder.empty()) result->folders.cache = settings.cache_folder;
    std::string& audit_file = settings.audit.log.writer.path;
    if (audit_file.empty()) audit_file = result->folders.state + "/audit.jsonl";
    if (settings.tenants.empty()) settings.tenants = result->folders.state + "/tenants.toml";
    // Checked before anything changes, since the running daemon continues if this one does not take over.
    if (options.is_successor) {
        RF_RETURN_IF_ERROR(service::check_state_folder(result->folders, user.value()));
        RF_TRY(result->predecessor,
               connect_to_trusted(control_socket_beside(options.socket), SocketKind::Bytes, patience_with_predecessor));
    }
    RF_RETURN_IF_ERROR(service::make_system_folders(result->folders, user.value(), result->workers));
    if (!options.is_successor) RF_RETURN_IF_ERROR(open_listeners(options.socket, *result));
    result->manager = service::connect_to_manager();
    RF_TRY(result->starter, service::start_starter({user.value(), result->workers, options.programs}));
    RF_RETURN_IF_ERROR(service::become(user.value()));
    return result;
}

Result<ProcessPlace> place_for_worker(const SystemService* service, Settings& settings,
                                      const std::vector<std::unique_ptr<WorkerProcess>>& workers) {
    if (service == nullptr) return ProcessPlace{service::start_as_self(), std::nullopt};
    std::vector<uid_t> taken;
    for (const auto& worker : workers) {
        if (worker != nullptr && worker->uid()) taken.push_back(*worker->uid());
    }
    RF_TRY(const uid_t uid, service::choose_worker_user(service->workers, settings.is_shared(), taken));
    const std::string folder = service->folders.cache_of(uid);
    settings.cache_folder = folder + "/compiled";
    if (settings.cache_secret.empty()) settings.cache_secret = folder + "/cache.secret";
    // The next private worker with this user may be another tenant's, and must not trust this one's files.
    if (service->workers.is_range() && !settings.is_shared()) settings.cache_limit = 0;
    return ProcessPlace{service->starter, uid};
}

ProcessPlace place_for_session(const SystemService* service) {
    if (service == nullptr) return {service::start_as_self(), std::nullopt};
    return {service->starter, service->workers.session_user()};
}

std::string session_program_beside(const std::string& worker_program) {
    return std::filesystem::path(worker_program).parent_path() / "ringfence-session";
}

}  // namespace ringfence::supervisor
