// A token that GitHub rejects gives 1401. Give exactly one of `token` and `device`, and valid values.
>> {"jsonrpc":"2.0","id":1,"method":"auth.login","params":{"token":"ghp_bad"}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":1401,"message":"<any>","data":{"kind":"unauthorized","retryable":false,"status":401}}}
>> {"jsonrpc":"2.0","id":3,"method":"auth.login","params":{"device":true,"token":"ghp_0123456789"}}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/device","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":4,"method":"auth.login"}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/token","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":5,"method":"auth.login","params":{"token":"two words","scopes":["a b"]}}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/token","message":"<any>"},{"path":"/scopes/0","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":6,"method":"auth.status"}
<< {"jsonrpc":"2.0","id":6,"result":{"state":"anonymous","login":null,"scopes":[],"tokenSource":null}}
