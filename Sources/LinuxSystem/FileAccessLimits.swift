import CGlibc

/// What a process still does to files: it changes those below some folders, and executes none.
///
/// Reading stays free, and so does what is open already. Landlock enforces this, in the kernel.
///
/// - SeeAlso: landlock(7).
package struct FileAccessLimits: Sendable {
    /// `LANDLOCK_ACCESS_FS_*`
    private struct Rights: OptionSet {
        let rawValue: UInt64

        static let execute = Rights(rawValue: 1 << 0)
        static let writeFile = Rights(rawValue: 1 << 1)
        static let removeFolder = Rights(rawValue: 1 << 4)
        static let removeFile = Rights(rawValue: 1 << 5)
        static let makeDevice: Rights = [Rights(rawValue: 1 << 6), Rights(rawValue: 1 << 11)]
        static let makeFolder = Rights(rawValue: 1 << 7)
        static let makeFile = Rights(rawValue: 1 << 8)
        static let makeSocket = Rights(rawValue: 1 << 9)
        static let makePipe = Rights(rawValue: 1 << 10)
        static let makeLink = Rights(rawValue: 1 << 12)
        /// To move or to link a file into another folder. Version 1 always refuses it.
        static let moveAcross = Rights(rawValue: 1 << 13)
        static let truncate = Rights(rawValue: 1 << 14)
        static let controlDevice = Rights(rawValue: 1 << 15)

        /// What each version of Landlock can refuse.
        static func known(to version: CInt) -> Rights {
            var rights: Rights = [
                .execute, .writeFile, .removeFolder, .removeFile, .makeDevice, .makeFolder,
                .makeFile, .makeSocket, .makePipe, .makeLink,
            ]
            if version >= 2 { rights.insert(.moveAcross) }
            if version >= 3 { rights.insert(.truncate) }
            if version >= 5 { rights.insert(.controlDevice) }
            return rights
        }
    }

    /// Where files and sockets are still made, changed and removed.
    private let folders: [String]

    /// - Parameters:
    ///   - made: folders that are made now if they are missing, because a rule needs its folder. If
    ///     that fails, whatever needs the folder will report it.
    ///   - present: folders that are skipped if they are missing.
    package init(made: [String], present: [String]) {
        for folder in made { try? Directory.make(folder) }
        folders = made + present
    }

    /// Limits this thread, and all threads and processes that it makes from now on, for good.
    ///
    /// - Throws: why the kernel does not limit anything.
    package func apply() throws(Errno) {
        let version = cglibc_landlock_version()
        guard version > 0 else { throw .current }
        let refused = Rights.known(to: version)
        let raw = cglibc_landlock_refuse(refused.rawValue)
        guard raw >= 0 else { throw .current }
        let rules = OwnedDescriptor(owning: raw)
        let permitted: Rights = [.writeFile, .truncate, .makeFile, .makeSocket, .removeFile]
        let rights = permitted.intersection(refused).rawValue
        for folder in folders where cglibc_landlock_permit(rules.raw, folder, rights) != 0 {
            // A folder that cannot be opened stays closed.
            if Errno.current.isShortage { throw .current }
        }
        guard cglibc_landlock_apply(rules.raw) == 0 else { throw .current }
    }
}
