/** @module rpc-error: the error codes of the keeper's answers. */

/**
 * Error codes of JSON-RPC 2.0 and our two: a fault inside the keeper, and the store cannot be used. The others come from no
 * keeper: several keepers ended with the request, and, as json-rpc-2.0 has it, a request that could not be sent.
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
