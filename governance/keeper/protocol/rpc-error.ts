/** @module rpc-error: the error codes of the keeper's answers. */

/** Error codes of JSON-RPC 2.0 and our two: the store cannot be used, and a fault inside the keeper. */
export const RPC_ERROR = {
  PARSE: -32700,
  INVALID_REQUEST: -32600,
  INVALID_PARAMS: -32602,
  FAULT: -32000,
  UNAVAILABLE: -32001,
} as const;
