/// A violation, described in words.
package struct Finding: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Throws unless `fact` holds.
    static func unless(
        _ fact: Bool, _ description: @autoclosure () -> String
    ) throws(Finding) {
        if !fact { throw Finding(description()) }
    }
}
