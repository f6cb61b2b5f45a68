import FoundationEssentials
import GitHubAPI
import HTTPCore
import Secrets
import Synchronization

/// The accounts in lists that are still fresh. Their avatars are requested without their profiles,
/// because GitHub counts the request for a profile, but not the one for an avatar.
final class ListedUsers: Sendable {
    /// A list belongs to the token with which it was requested.
    private struct Key: Hashable {
        let login: String
        let credential: Secret?

        init(_ login: String, _ credential: Secret?) {
            self.login = login.lowercased()
            self.credential = credential
        }
    }

    /// Most accounts that are remembered. If more are noted, all earlier ones are forgotten.
    static let maximumCount = 1000

    private let entries = Mutex<[Key: (user: User, list: Provenance)]>([:])

    /// Remembers the accounts of a list for as long as it is fresh.
    func note(_ users: [User], _ list: Provenance, credential: Secret?) {
        guard list.expiresAt != nil, list.source != .stale else { return }
        entries.withLock { entries in
            if entries.count + users.count > Self.maximumCount { entries.removeAll() }
            for user in users.prefix(Self.maximumCount) {
                entries[Key(user.login, credential)] = (user, list)
            }
        }
    }

    /// The account, if it is in a fresh list.
    func user(_ login: String, credential: Secret?, now: Date) -> User? {
        let key = Key(login, credential)
        return entries.withLock { entries in
            guard let (user, list) = entries[key] else { return nil }
            // A clock that was set back would keep the list fresh for too long.
            guard list.fetchedAt <= now, let expiry = list.expiresAt, now < expiry else {
                entries[key] = nil
                return nil
            }
            return user
        }
    }
}
