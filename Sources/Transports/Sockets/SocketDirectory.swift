import Glibc

/// The users, besides the owner, who could replace a socket in a directory.
struct SocketDirectory: Hashable, Sendable {
    let mode: mode_t
    let owner: uid_t
    let group: gid_t

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
