// If GitHub rejects the query, the error is about the param `query`.
>> {"jsonrpc":"2.0","id":1,"method":"search.users","params":["user:no-such-user-anywhere-at-all-0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/query","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"search.users","params":[" "]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/query","message":"<any>"}]}}}
