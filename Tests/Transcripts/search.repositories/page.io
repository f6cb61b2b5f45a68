// One page of results, by stars, and a search that finds nothing.
>> {"jsonrpc":"2.0","id":1,"method":"search.repositories","params":["user:octocat","stars","desc",1,2]}
<< {"jsonrpc":"2.0","id":1,"result":{"totalCount":6,"incompleteResults":false,"repositories":"<any>","page":1,"perPage":2,"nextPage":2,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"search.repositories","params":["user:octocat hello in:name","stars","desc",1,1]}
<< {"jsonrpc":"2.0","id":2,"result":{"totalCount":2,"incompleteResults":false,"repositories":[{"id":1296269,"name":"Hello-World","fullName":"octocat/Hello-World","owner":"octocat","description":"My first repository on GitHub!","stars":2486,"forks":2168,"language":null,"license":null,"fork":false,"archived":false,"topics":[],"url":"https://github.com/octocat/Hello-World","apiUrl":"<any>","homepage":null,"createdAt":"2011-01-26T19:01:12Z","updatedAt":"<any>","pushedAt":"<any>"}],"page":1,"perPage":1,"nextPage":2,"freshness":"<any>"}}
>> {"jsonrpc":"2.0","id":3,"method":"search.repositories","params":{"query":"no-one-has-this-name-at-all-zzzz"}}
<< {"jsonrpc":"2.0","id":3,"result":{"totalCount":0,"incompleteResults":false,"repositories":[],"page":1,"perPage":30,"nextPage":null,"freshness":"<any>"}}
