// A repository without a README gives 1404 and says so.
>> {"jsonrpc":"2.0","id":1,"method":"repo.readme","params":["exactly-100","Plain-map"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":1404,"message":"exactly-100/Plain-map has no README; open its page instead.","data":{"kind":"notFound","retryable":false,"status":404,"resource":"README of exactly-100/Plain-map","profileUrl":"https://github.com/exactly-100/Plain-map"}}}
