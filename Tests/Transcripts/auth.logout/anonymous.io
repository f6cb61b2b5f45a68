// Signing out while signed out changes nothing and notifies nobody. The method takes no params.
>> {"jsonrpc":"2.0","id":1,"method":"auth.logout"}
<< {"jsonrpc":"2.0","id":1,"result":{"state":"anonymous","login":null,"scopes":[],"tokenSource":null}}
>> {"jsonrpc":"2.0","id":2,"method":"auth.logout","params":{"store":true}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/store","message":"<any>"}]}}}
