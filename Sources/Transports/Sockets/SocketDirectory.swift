import Glibc

/// The users, besides the owner, who could replace a socket in a directory.
struct SocketDirectory: Hashable, Sendable {
    private let mode: mode_t
    private let owner: uid_t
    private let group: gid_t

    init(_ status: stat) {
        self.init(mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid)
    }

    init(mode: mode_t, owner: uid_t, group: gid_t) {
        self.mode = mode
        self.owner = owner
        self.group = group
    }

    /// Whether every user could. With the sticky bit, as in `/tmp`, only a file's owner can.
    var isOpenToEverybody: Bool {
        mode & S_IWOTH != 0 && mode & S_ISVTX == 0
    }

    /// Who else could, in words; nil if only the user and root could.
    ///
    /// The user's own group, which many systems create for each user, does not count.
    func others(than user: uid_t, of ownGroup: gid_t) -> String? {
        if owner != user, owner != 0 { return "user \(owner)" }
        let isOpenToGroup = mode & S_IWGRP != 0 && mode & S_ISVTX == 0
        return isOpenToGroup && group != ownGroup && group != 0 ? "group \(group)" : nil
    }
}
