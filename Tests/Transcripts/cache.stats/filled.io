// What the cache holds, before and after an answer.
>> {"jsonrpc":"2.0","id":1,"method":"cache.stats"}
<< {"jsonrpc":"2.0","id":1,"result":{"path":":memory:","entries":0,"bytes":"<any>","maxBytes":268435456,"hits":0,"misses":0,"revalidations":0,"staleServed":0,"evictions":0}}
>> {"jsonrpc":"2.0","id":2,"method":"repos.list","params":{"login":"octocat","limit":1}}
<< {"jsonrpc":"2.0","id":2,"result":{"owner":{"id":583231,"login":"octocat","type":"User","avatarUrl":"<any>","profileUrl":"https://github.com/octocat","apiUrl":"<any>"},"repositories":[{"id":1300192,"name":"Spoon-Knife","fullName":"octocat/Spoon-Knife","owner":"octocat","description":"This repo is for demonstration purposes only.","stars":12310,"forks":4103,"language":"HTML","license":null,"fork":false,"archived":false,"topics":[],"url":"https://github.com/octocat/Spoon-Knife","apiUrl":"<any>","homepage":null,"createdAt":"2013-05-31T21:55:11Z","updatedAt":"2020-08-16T05:55:52Z","pushedAt":"2020-08-16T05:55:52Z"}],"total":8,"truncated":false,"freshness":{"source":"network","fetchedAt":"<any>","expiresAt":"<any>"}}}
>> {"jsonrpc":"2.0","id":3,"method":"cache.stats","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":{"path":":memory:","entries":2,"bytes":"<any>","maxBytes":268435456,"hits":0,"misses":2,"revalidations":0,"staleServed":0,"evictions":0}}
