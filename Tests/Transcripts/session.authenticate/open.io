// Where nobody asks for a secret, or it was told before, any is fine.
>> {"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":{"secret":"0000"}}
<< {"jsonrpc":"2.0","id":1,"result":{}}
