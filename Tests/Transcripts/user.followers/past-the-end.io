// A page after the last one is empty.
>> {"jsonrpc":"2.0","id":1,"method":"user.followers","params":["octocat",1000,100]}
<< {"jsonrpc":"2.0","id":1,"result":{"login":"octocat","users":[],"page":1000,"perPage":100,"nextPage":null,"lastPage":null,"freshness":"<any>"}}
