/// The words that generated names are made of.
enum Vocabulary {
    /// First words of logins and repository names; 64 of them.
    static let first = words(
        """
        able acid aged airy amber arctic autumn bare blue bold brave brisk bronze calm cedar clever
        cobalt coral cosmic crisp dapper deep dusty eager early ember fancy fast fierce frosty gentle
        golden grand happy hidden humble icy ivory jolly keen lazy lively lucky lunar mellow misty
        modern noble odd olive pale plain polar proud quick quiet rapid royal rusty silent silver
        sunny tiny vivid
        """)

    /// Second words of logins; 64 of them.
    static let animals = words(
        """
        adder alpaca badger bat bear beaver bison boar camel cat cobra condor coyote crab crane
        cricket crow deer dingo dolphin dove eagle egret elk falcon ferret finch fox gecko gibbon
        goat hare hawk heron ibex jackal kiwi koala lemur lion llama lynx magpie marten mole moose
        newt ocelot otter owl panda puffin quail raven robin salmon seal stoat swan tapir tiger toad
        wolf yak
        """)

    /// Second words of repository names; 64 of them.
    static let things = words(
        """
        agent api app archive backup bench blog board bot bridge browser builder cache chart chat cli
        client config course dash deck demo docs dotfiles editor engine feed filter forge form game
        gateway graph guide hub index kit lab layer lib list loader log map mesh monitor notes parser
        player proxy queue router scraper sdk server shell site stack store sync theme tool vault
        worker
        """)

    static let organizationEndings = ["labs", "hq", "org", "io", "collective", "foundation"]

    static let givenNames = [
        "Amelia", "Björn", "Chloé", "Dmitri", "Élodie", "Fatima", "Gustavo", "Hiro", "Ingrid",
        "José", "Kwame", "Łukasz", "Mei", "Nikolaï", "Oluwaseun", "Priya", "Quentin", "Rosa",
        "Søren", "Tom", "Umut", "Violeta", "Wei", "Ximena", "Yara", "Zoë",
    ]

    static let familyNames = [
        "Andersson", "Begum", "Çelik", "Dvořák", "Eze", "Fernández", "García", "Haddad", "Ivanova",
        "Jönsson", "Kowalski", "Lindström", "Müller", "Nguyễn", "O'Neill", "Papadopoulos", "Quispe",
        "Rossi", "Şahin", "Tanaka", "Újvári", "Vasquez", "Wójcik", "Xu", "Yılmaz", "Zhang",
    ]

    /// Names in scripts other than Latin.
    static let otherNames = [
        "山田太郎", "王小明", "Иван Петров", "김민준", "محمد علي", "Γιώργος", "देव शर्मा", "שרה לוי",
        "สมชาย ใจดี", "🦊 fox", "Ωmega", "李娜",
    ]

    static let companies = [
        "@github", "@microsoft", "Example GmbH", "Universität Zürich", "@quiet-labs", "Freelance",
        "株式会社サンプル", "Acme, Inc.", "École 42", "@open-source", "Självständig", "University",
    ]

    static let locations = [
        "Berlin, Germany", "San Francisco", "São Paulo", "Reykjavík, Iceland", "Zürich", "東京",
        "Paris, France", "Bengaluru, India", "Lagos", "Kraków", "Toronto", "Earth", "London",
        "Oslo",
        "Seoul", "北京", "Wellington, New Zealand", "México",
    ]

    static let biographies = [
        "Software engineer.", "I ♥ open source", "Student of computer science", "print(\"hello\")",
        "Rust & Swift 🦀🐦", "Données et cartes", "Learning every day…", "データエンジニア", "He/him",
        "Backend \\ frontend", "PhD candidate; maps, rivers, code",
        "Building small things\r\nslowly",
    ]

    static let descriptions = [
        "My dotfiles", "A small tool that does one thing", "Homework, week by week",
        "🚀 Fast and simple", "Une bibliothèque légère", "Notes « en vrac »", "学习笔记",
        "Ein Übungsprojekt", "Config files \"as code\"", "Experiments — not for production",
        "Библиотека для работы с данными", "Bindings for C", "Website", "A clone of a clone",
        "Teaching material", "Plugin & theme <beta>",
    ]

    static let languages = [
        "JavaScript", "Python", "TypeScript", "Java", "HTML", "C++", "Go", "Shell", "C#", "PHP",
        "C",
        "Rust", "Swift", "Ruby", "Jupyter Notebook", "Kotlin", "CSS", "Dart", "Vue", "Lua", "R",
        "Haskell", "Assembly", "Elixir", "Emacs Lisp", "Objective-C",
    ]

    static let topics = [
        "cli", "api", "machine-learning", "hacktoberfest", "linux", "docker", "game", "android",
        "react", "data", "education", "awesome-list", "maps", "parser",
    ]

    /// Headings, installation commands by language, and sentences of READMEs.
    static let headings = ["Features", "Usage", "Configuration", "Development", "Questions"]
    static let installers = [
        "JavaScript": "npm install ", "TypeScript": "npm install ", "Python": "pip install ",
        "Rust": "cargo add ", "Ruby": "gem install ", "Vue": "npm install ",
    ]
    static let sentences = [
        "It does one thing.", "Read the source; it is short.", "Nothing is sent anywhere.",
        "Run `make test` before you open a pull request.", "Überall einsetzbar – ohne Ballast.",
        "All options have defaults, and _most_ people never change them.", "日本語の説明もあります。",
        "See [the manual](docs/manual.md) for **everything else**.", "Windows is not supported.",
        "Version 2 broke the format: old files must be converted first, and there is no way back.",
    ]

    /// GitHub's licenses: key, name, SPDX id and node id.
    static let licenses = [
        License(
            key: "mit", name: "MIT License", spdx: "MIT", nodeID: "MDc6TGljZW5zZTEz"),
        License(
            key: "apache-2.0", name: "Apache License 2.0", spdx: "Apache-2.0",
            nodeID: "MDc6TGljZW5zZTI="),
        License(
            key: "gpl-3.0", name: "GNU General Public License v3.0", spdx: "GPL-3.0",
            nodeID: "MDc6TGljZW5zZTk="),
        License(
            key: "bsd-3-clause", name: "BSD 3-Clause \"New\" or \"Revised\" License",
            spdx: "BSD-3-Clause", nodeID: "MDc6TGljZW5zZTU="),
        License(key: "other", name: "Other", spdx: "NOASSERTION", nodeID: "MDc6TGljZW5zZTA="),
    ]

    /// Each of ``first`` before each of 64 other words, with the number of the pair.
    static func pairs(_ second: [String]) -> [String: Int] {
        var pairs: [String: Int] = [:]
        for (high, first) in first.enumerated() {
            for (low, second) in second.enumerated() { pairs[first + second] = high * 64 + low }
        }
        return pairs
    }

    static func capital(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}
