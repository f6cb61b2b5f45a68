import JSONCore

extension Route {
    static func latestRelease(_ context: RouteContext, _ repository: Repository) -> Answer {
        guard let release = context.world.latestRelease(repository) else {
            return context.notFound
        }
        return .json(.object(release.full(context.hosts)), lastModified: release.publishedAt)
    }

    /// The README as `content-file`, or its bytes for the media type `raw`.
    ///
    /// Known refs are the default branch and the tag of the latest release.
    static func readme(_ context: RouteContext, _ repository: Repository) -> Answer {
        let branch = repository.defaultBranch
        let ref = context.sent("ref") ?? branch
        let refs = [branch, "HEAD", context.world.latestRelease(repository)?.tag]
        guard refs.contains(ref) else {
            return .failure(
                404, "No commit found for the ref \(ref)",
                documentation: "https://docs.github.com/v3/repos/contents/")
        }
        guard let readme = context.world.readme(repository) else { return context.notFound }
        let request = context.request
        guard let type = request.customMediaType, request.mediaTypeParameter == "raw" else {
            return .json(
                .object(readme.contentFile(repository, ref: ref, context.hosts)),
                lastModified: repository.pushedAt)
        }
        return Answer(
            contentType: "\(type); charset=utf-8", body: readme.bytes,
            caching: .validated(lastModified: repository.pushedAt))
    }
}
