// Without authentication, or after it, any secret is accepted.
>> {"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":{"secret":"0000"}}
<< {"jsonrpc":"2.0","id":1,"result":{}}
