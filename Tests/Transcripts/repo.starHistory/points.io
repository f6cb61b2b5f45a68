// At most the points that were asked for, oldest first; the last one is now. There are at least two.
>> {"jsonrpc":"2.0","id":1,"method":"repo.starHistory","params":{"owner":"octocat","name":"Hello-World","points":3}}
<< {"jsonrpc":"2.0","id":1,"result":{"repository":"octocat/Hello-World","stars":2486,"points":[{"at":"<any>","stars":1},{"at":"<any>","stars":2401},{"at":"<any>","stars":2486}],"complete":true,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"repo.starHistory","params":["octocat","Hello-World",1]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/points","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"repo.starHistory","params":["octocat","Hello-World",61]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/points","message":"<any>"}]}}}
