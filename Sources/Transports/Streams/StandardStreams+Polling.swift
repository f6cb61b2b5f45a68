import Glibc

/// What the loop of a connection does with its descriptors.
extension StandardStreams {
    /// Sleeps until a descriptor is ready, the loop is woken, or the time is over.
    ///
    /// - Parameter outputEvents: the events of the output to wait for, 0 for errors alone; nil for none.
    /// - Returns: the events of both descriptors, 0 for none, and whether the loop was woken.
    func poll(
        _ wakePipe: WakePipe, reads: Bool, outputEvents: CInt?, timeout: Duration?
    ) -> (input: CInt, output: CInt, isWoken: Bool) {
        var descriptors: [3 of pollfd] = [
            // poll(2) ignores a negative descriptor; an ended input would wake it for ever.
            pollfd(fd: reads ? input : -1, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: outputEvents == nil ? -1 : output, events: Int16(outputEvents ?? 0), revents: 0),
            pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var span = descriptors.mutableSpan
        let count = span.withUnsafeMutableBufferPointer {
            Glibc.poll($0.baseAddress, nfds_t($0.count), timeout?.milliseconds ?? -1)
        }
        guard count > 0 else { return (0, 0, false) }
        let isWoken = descriptors[2].revents != 0
        if isWoken { wakePipe.clear() }
        return (CInt(descriptors[0].revents), CInt(descriptors[1].revents), isWoken)
    }

    /// Reads once.
    ///
    /// - Returns: the number of bytes, 0 if there are none now, or nil at the end. An error is the
    ///   end, too: a terminal that has closed gives EIO.
    func read(into buffer: inout [UInt8]) -> Int? {
        let count = buffer.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
        if count > 0 { return count }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : nil
    }

    /// Closes the descriptors, once if both are the same.
    func closeBoth() {
        Glibc.close(input)
        if output != input { Glibc.close(output) }
    }
}

extension Duration {
    /// Whole milliseconds for `poll`, rounded up so that it does not return too early.
    fileprivate var milliseconds: CInt {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return .max }
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return CInt(seconds * 1000 + fraction)
    }
}
