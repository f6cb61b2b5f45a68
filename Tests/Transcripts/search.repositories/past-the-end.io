// Pages beyond GitHub's 1,000 results are rejected, and so are an unknown sort and a blank query.
>> {"jsonrpc":"2.0","id":1,"method":"search.repositories","params":{"query":"a","page":35}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/page","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"search.repositories","params":{"query":"a","page":1001}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/page","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"search.repositories","params":["octocat","followers"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/sort","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"search.repositories","params":[" "]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/query","message":"<any>"}]}}}
