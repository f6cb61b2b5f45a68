// The accounts that a user follows, the last page among them. An organization follows nobody.
>> {"jsonrpc":"2.0","id":1,"method":"user.following","params":["octocat",1,4]}
<< {"jsonrpc":"2.0","id":1,"result":{"login":"octocat","users":"<any>","page":1,"perPage":4,"nextPage":2,"lastPage":3,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"user.following","params":["octocat",3,4]}
<< {"jsonrpc":"2.0","id":2,"result":{"login":"octocat","users":"<any>","page":3,"perPage":4,"nextPage":null,"lastPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":3,"method":"user.following","params":["github"]}
<< {"jsonrpc":"2.0","id":3,"result":{"login":"github","users":[],"page":1,"perPage":30,"nextPage":null,"lastPage":null,"freshness":"<any>"}}
