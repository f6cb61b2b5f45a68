// A size above the maximum is rejected. An unknown login gives 1404.
>> {"jsonrpc":"2.0","id":1,"method":"user.avatar","params":{"login":"octocat","size":461}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/size","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"user.avatar","params":{"login":"no-such-user-anywhere-at-all-0"}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":1404,"message":"<any>","data":{"kind":"notFound","retryable":false,"status":404,"resource":"user no-such-user-anywhere-at-all-0","profileUrl":"https://github.com/no-such-user-anywhere-at-all-0"}}}
