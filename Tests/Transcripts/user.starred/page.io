// The repositories that a user starred. By position, null stands for a param that is not given.
>> {"jsonrpc":"2.0","id":1,"method":"user.starred","params":{"login":"octocat","perPage":1}}
<< {"jsonrpc":"2.0","id":1,"result":{"login":"octocat","repositories":"<any>","page":1,"perPage":1,"nextPage":2,"lastPage":"<any>","freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"user.starred","params":["octocat",null,null,"updated","asc"]}
<< {"jsonrpc":"2.0","id":2,"result":{"login":"octocat","repositories":"<any>","page":1,"perPage":30,"nextPage":null,"lastPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":3,"method":"user.starred","params":["octocat",1,30,"stars"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/sort","message":"<any>"}]}}}
