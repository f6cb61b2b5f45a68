// A page after the last one is empty, even beyond GitHub's own limit on pages. There is no page 0.
>> {"jsonrpc":"2.0","id":1,"method":"repo.stargazers","params":["octocat","Hello-World",2000,20]}
<< {"jsonrpc":"2.0","id":1,"result":{"repository":"octocat/Hello-World","stargazers":[],"page":2000,"perPage":20,"nextPage":null,"lastPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"repo.stargazers","params":["octocat","Hello-World",4001,10]}
<< {"jsonrpc":"2.0","id":2,"result":{"repository":"octocat/Hello-World","stargazers":[],"page":4001,"perPage":10,"nextPage":null,"lastPage":null,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":3,"method":"repo.stargazers","params":["octocat","Hello-World",0,101]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/page","message":"<any>"},{"path":"/perPage","message":"<any>"}]}}}
