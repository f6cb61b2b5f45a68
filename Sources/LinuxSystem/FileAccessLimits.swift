import CGlibc
import Glibc
import Synchronization

/// Limits the files that a process may change: it creates, writes, renames and removes files only
/// below some folders, and executes none.
///
/// The kernel enforces this (landlock(7)). Reading, connecting, and changing the mode, owner, times
/// or attributes of a file stay possible, and so does the use of what is open already.
package struct FileAccessLimits: Sendable {
    /// `LANDLOCK_ACCESS_FS_*`
    private struct Rights: OptionSet {
        let rawValue: UInt64

        static let execute = Rights(rawValue: 1 << 0)
        static let writeFile = Rights(rawValue: 1 << 1)
        /// To read a file or the names in a folder.
        static let read = Rights(rawValue: 3 << 2)
        static let removeFile = Rights(rawValue: 1 << 5)
        static let makeFile = Rights(rawValue: 1 << 8)
        static let makeSocket = Rights(rawValue: 1 << 9)
        static let truncate = Rights(rawValue: 1 << 14)

        /// What this version of Landlock, 1 or higher, can refuse, apart from reading.
        static func known(to version: CInt) -> Rights {
            let count =
                switch version {
                case 1: 13
                case 2: 14
                case 3, 4: 15
                default: 16
                }
            return Rights(rawValue: 1 << count - 1).subtracting(.read)
        }
    }

    /// Whether this process has limits.
    private static let areApplied = Atomic(false)

    /// Folders that are made if they are missing, because a rule needs its folder. If that fails,
    /// whatever needs the folder will report it.
    package var made: [String] = []
    /// Folders that are skipped if they are missing.
    package var present: [String] = []

    package init() {}

    /// Limits this thread, and all threads and processes that it makes from now on, for good.
    ///
    /// - Throws: why the kernel does not limit anything.
    package func apply(mayExecute: Bool) throws(Errno) {
        let version = cglibc_landlock_version()
        guard version > 0 else { throw .current }
        var refused = Rights.known(to: version)
        if mayExecute { refused.remove(.execute) }
        for folder in made {
            do throws(Errno) {
                try Directory.make(folder)
            } catch {
                if error.isShortage { throw error }
            }
        }
        let raw = cglibc_landlock_refuse(refused.rawValue)
        guard raw >= 0 else { throw .current }
        let rules = OwnedDescriptor(owning: raw)
        let permitted: Rights = [.writeFile, .truncate, .makeFile, .makeSocket, .removeFile]
        let rights = permitted.intersection(refused).rawValue
        for folder in made + present
        where cglibc_landlock_permit(rules.raw, folder, rights) != 0 {
            // A folder that cannot be opened stays forbidden.
            if Errno.current.isShortage { throw .current }
        }
        guard cglibc_landlock_apply(rules.raw) == 0 else { throw .current }
        Self.areApplied.store(true, ordering: .relaxed)
    }

    /// Why a file or a folder cannot be changed or made. A rule belongs to a folder, not to its
    /// path: it does not hold for a new folder in place of a deleted one.
    package static func reason(_ error: Errno) -> String {
        guard error.code == EACCES, areApplied.load(ordering: .relaxed) else { return "\(error)" }
        return "\(error); if the folder was deleted, restart the server"
    }
}
