// The README is text, as its author wrote it. A long one is cut, and the result says so.
>> {"jsonrpc":"2.0","id":1,"method":"repo.readme","params":["octocat","Hello-World"]}
<< {"jsonrpc":"2.0","id":1,"result":{"repository":"octocat/Hello-World","path":"README","text":"Hello World!\n","truncated":false,"url":"https://github.com/octocat/Hello-World/blob/master/README","freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"repo.readme","params":["exactly-100","silent-game"]}
<< {"jsonrpc":"2.0","id":2,"result":{"repository":"exactly-100/silent-game","path":"<any>","text":"","truncated":false,"url":"<any>","freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":3,"method":"repo.readme","params":["exactly-100","brisk_backup"]}
<< {"jsonrpc":"2.0","id":3,"result":{"repository":"exactly-100/brisk_backup","path":"<any>","text":"<any>","truncated":true,"url":"<any>","freshness":"<any>"}}
