import ArgumentParser

extension Option where Value == String? {
    /// A flag with a text that is not interpreted here.
    init(_ meaning: String, valueName: String) {
        self.init(help: ArgumentHelp(meaning, valueName: valueName))
    }
}
