// An unknown user gives 1404 with the page to open. Invalid params are rejected.
>> {"jsonrpc":"2.0","id":1,"method":"user.starred","params":["no-such-user-anywhere-at-all-0"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":1404,"message":"GitHub has no user no-such-user-anywhere-at-all-0; check the spelling.","data":{"kind":"notFound","retryable":false,"status":404,"resource":"user no-such-user-anywhere-at-all-0","profileUrl":"https://github.com/no-such-user-anywhere-at-all-0"}}}
>> {"jsonrpc":"2.0","id":2,"method":"user.starred","params":["octocat",0,101]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/page","message":"<any>"},{"path":"/perPage","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"user.starred","params":[".."]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/login","message":"<any>"}]}}}
