// Without a token the state is anonymous. The method takes no params.
>> {"jsonrpc":"2.0","id":1,"method":"auth.status"}
<< {"jsonrpc":"2.0","id":1,"result":{"state":"anonymous","login":null,"scopes":[],"tokenSource":null}}
>> {"jsonrpc":"2.0","id":2,"method":"auth.status","params":{"login":"octocat"}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/login","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":3,"method":"auth.status","params":[true]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"","message":"<any>"}]}}}
