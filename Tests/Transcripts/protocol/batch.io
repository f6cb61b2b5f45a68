// A batch is answered with one array, which has no responses to notifications.
>> [{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"},{"jsonrpc":"2.0","method":"textDocument/didOpen"},{"foo":"boo"},{"jsonrpc":"2.0","id":2,"method":"shutdown"}]
<< [{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"<any>","data":"<any>"}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<any>","data":"<any>"}},{"jsonrpc":"2.0","id":2,"result":null}]
