package import Glibc
package import LinuxSystem

/// A short file, such as one with a secret, that is read only if its owner and its permissions are
/// right.
///
/// A file that a service manager handed over may be readable by others: systemd and container
/// engines choose its mode, and only the service sees its directory. On a read-only file system it
/// may also have any owner, because nobody can write it.
package enum GuardedFile {
    /// Why the file is not read.
    package enum Refusal: Error, Hashable {
        /// Another user owns it, and may write it.
        case foreign
        /// It has forbidden permissions.
        case mode(mode_t)
        case system(Errno)
    }

    /// The directories of container engines and of systemd's credentials.
    package static var secretDirectories: [String] {
        ["/run/secrets"] + (getenv("CREDENTIALS_DIRECTORY").map { [String(cString: $0)] } ?? [])
    }

    /// Reads at most `limit` bytes.
    ///
    /// - Parameters:
    ///   - owner: the required owner, apart from root.
    ///   - forbidden: permissions that the file must not have.
    ///   - mayBePipe: whether to wait for the writer of a pipe. Otherwise all but a regular file
    ///     reads as empty.
    ///   - secretDirectories: where service managers put files.
    /// - Returns: the bytes and the file's permissions. If the file was handed over, the
    ///   permissions to read it are left out.
    package static func read(
        _ path: String, upTo limit: Int, owner: uid_t = geteuid(), forbidden: mode_t,
        mayBePipe: Bool = true, secretDirectories: [String] = secretDirectories
    ) throws(Refusal) -> (bytes: [UInt8], permissions: mode_t) {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (mayBePipe ? 0 : O_NONBLOCK)
        let raw = open(path, flags)
        guard raw >= 0 else { throw .system(.current) }
        let file = OwnedDescriptor(owning: raw)
        let status: stat
        do throws(Errno) { status = try file.status() } catch { throw .system(error) }
        let isHandedOver = Self.isHandedOver(path, secretDirectories, owner)
        guard !status.isForeign(to: owner) || isHandedOver && file.isReadOnly else {
            throw .foreign
        }
        let permissions = status.st_mode & (isHandedOver ? 0o722 : 0o777)
        guard permissions & forbidden == 0 else { throw .mode(permissions) }
        guard mayBePipe || status.type == S_IFREG else { return ([], permissions) }
        do throws(Errno) {
            return (try file.read(upTo: limit), permissions)
        } catch {
            throw .system(error)
        }
    }

    /// Whether a service manager handed the file over: it lies below one of the directories, in one
    /// that nobody else can write.
    private static func isHandedOver(
        _ path: String, _ secretDirectories: [String], _ owner: uid_t
    ) -> Bool {
        guard let directory = resolved(Directory.parent(of: path)) else { return false }
        let isBelow = secretDirectories.contains { place in
            resolved(place).map { "\(directory)/".hasPrefix("\($0)/") } ?? false
        }
        var status = stat()
        guard isBelow, stat(directory, &status) == 0 else { return false }
        return !status.isForeign(to: owner) && status.st_mode & 0o022 == 0
    }

    /// The path without symbolic links.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
