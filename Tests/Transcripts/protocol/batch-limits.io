// An empty batch is invalid. A batch of notifications gets no response. Ids in a batch must be unique.
>> []
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
>> [{"jsonrpc":"2.0","method":"textDocument/didOpen"},{"jsonrpc":"2.0","method":"$/setTrace"}]
>> [{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"},{"jsonrpc":"2.0","id":1,"method":"shutdown"}]
<< [{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"<any>","data":"<any>"}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<any>","data":"<any>"}}]
