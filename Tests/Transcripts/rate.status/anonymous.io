// What is left of each budget, which asking for it leaves as it is.
>> {"jsonrpc":"2.0","id":1,"method":"rate.status"}
<< {"jsonrpc":"2.0","id":1,"result":{"resources":{"core":{"limit":1000000,"remaining":1000000,"used":0,"resetAt":"<any>"},"graphql":{"limit":0,"remaining":0,"used":0,"resetAt":"<any>"},"search":{"limit":166666,"remaining":166666,"used":0,"resetAt":"<any>"}},"authenticated":false,"freshness":{"source":"network","fetchedAt":"<any>","expiresAt":null}}}
>> {"jsonrpc":"2.0","id":2,"method":"rate.status","params":{"refresh":true}}
<< {"jsonrpc":"2.0","id":2,"result":{"resources":{"core":{"limit":1000000,"remaining":1000000,"used":0,"resetAt":"<any>"},"graphql":{"limit":0,"remaining":0,"used":0,"resetAt":"<any>"},"search":{"limit":166666,"remaining":166666,"used":0,"resetAt":"<any>"}},"authenticated":false,"freshness":{"source":"network","fetchedAt":"<any>","expiresAt":null}}}
