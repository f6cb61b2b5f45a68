// Operators and qualifiers reach GitHub unchanged: NOT, several fields, a time of day, @me.
>> {"jsonrpc":"2.0","id":1,"method":"search.users","params":["octocat NOT github"]}
<< {"jsonrpc":"2.0","id":1,"result":{"totalCount":1,"incompleteResults":false,"users":"<any>","page":1,"perPage":30,"nextPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"search.users","params":["octocat NOT octo"]}
<< {"jsonrpc":"2.0","id":2,"result":{"totalCount":0,"incompleteResults":false,"users":"<any>","page":1,"perPage":30,"nextPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":3,"method":"search.users","params":["the in:login,name user:octocat"]}
<< {"jsonrpc":"2.0","id":3,"result":{"totalCount":1,"incompleteResults":false,"users":"<any>","page":1,"perPage":30,"nextPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":4,"method":"search.users","params":["user:octocat created:2011-01-25T18:44:36Z"]}
<< {"jsonrpc":"2.0","id":4,"result":{"totalCount":1,"incompleteResults":false,"users":"<any>","page":1,"perPage":30,"nextPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":5,"method":"search.users","params":["user:octocat created:>2011-01-25T18:44:36Z"]}
<< {"jsonrpc":"2.0","id":5,"result":{"totalCount":0,"incompleteResults":false,"users":"<any>","page":1,"perPage":30,"nextPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":6,"method":"search.users","params":["user:@me"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/query","message":"<any>"}]}}}
