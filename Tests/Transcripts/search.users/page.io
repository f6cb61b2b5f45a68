// One page of results, and a search that finds nobody.
>> {"jsonrpc":"2.0","id":1,"method":"search.users","params":{"query":"octocat","perPage":2}}
<< {"jsonrpc":"2.0","id":1,"result":{"totalCount":1,"incompleteResults":false,"users":[{"id":583231,"login":"octocat","type":"User","avatarUrl":"<any>","profileUrl":"https://github.com/octocat","apiUrl":"<any>","score":1}],"page":1,"perPage":2,"nextPage":null,"freshness":{"source":"network","fetchedAt":"<any>","expiresAt":"<any>"}}}
>> {"jsonrpc":"2.0","id":2,"method":"search.users","params":{"query":"no-one-has-this-name-at-all-zzzz"}}
<< {"jsonrpc":"2.0","id":2,"result":{"totalCount":0,"incompleteResults":false,"users":[],"page":1,"perPage":30,"nextPage":null,"freshness":{"source":"network","fetchedAt":"<any>","expiresAt":"<any>"}}}
