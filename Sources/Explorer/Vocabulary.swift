import GitHubAPI

// Types of the module below that are part of this one's interface.
package typealias DeviceCodeClient = GitHubAPI.DeviceCodeClient
package typealias Secret = GitHubAPI.Secret
package typealias Refusal = GitHubAPI.Refusal
package typealias RateLimitNotice = GitHubAPI.RateLimitNotice
package typealias RequestTally = GitHubAPI.RequestTally
package typealias Timestamp = GitHubAPI.Timestamp
package typealias UpstreamFailure = GitHubAPI.UpstreamFailure
