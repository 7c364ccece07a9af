/** @module rpc-error: the error codes of the keeper's answers. */

/**
 * Error codes of JSON-RPC 2.0, and those of the keeper: FAULT for a bug inside it, UNAVAILABLE for an unusable store. Two come
 * from the client side: KEEPERS_LOST when several keepers ended while holding the request, and UNSENT, the code of the package
 * json-rpc-2.0 for a request that could not be sent.
 */
export const RPC_ERROR = {
  PARSE: -32700,
  INVALID_REQUEST: -32600,
  INVALID_PARAMS: -32602,
  FAULT: -32000,
  UNAVAILABLE: -32001,
  KEEPERS_LOST: -32002,
  UNSENT: 0,
} as const;
