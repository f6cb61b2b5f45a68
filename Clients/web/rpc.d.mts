// The types of rpc.mjs, which is shared with the client for Node.

export * from "../node/rpc.mjs";
