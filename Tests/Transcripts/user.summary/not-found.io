// Unknown logins give 1404. Invalid logins are rejected without asking GitHub.
>> {"jsonrpc":"2.0","id":1,"method":"user.summary","params":{"login":"no-such-user-anywhere-at-all-0"}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":1404,"message":"<any>","data":{"kind":"notFound","retryable":false,"status":404,"resource":"user no-such-user-anywhere-at-all-0","profileUrl":"https://github.com/no-such-user-anywhere-at-all-0"}}}
>> {"jsonrpc":"2.0","id":2,"method":"user.summary","params":{"login":"../octocat"}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/login","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"user.summary","params":{}}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/login","message":"<any>"}]}}}
