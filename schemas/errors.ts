/** @module errors: the table of refusal codes; tests require docs/errors.md to match it. */

/** Code of every refusal by its name. 1000s: parameters, 1100s: constraints, 1200s: governance, 1300s: state, 1400s: external systems. */
export const ERROR_CODES = {
  INVALID_ARGUMENT: 1000,
  UNKNOWN_TOOL: 1001,
  UNKNOWN_ARGUMENT: 1002,
  REASONING_REQUIRED: 1003,
  OUT_OF_RANGE: 1004,
  UNKNOWN_PARAMETER: 1005,
  SCRIPT_SYNTAX: 1006,
  UNSUPPORTED_FORMAT: 1007,
  WALL_ZERO_LENGTH: 1100,
  OPENING_EXCEEDS_HOST: 1101,
  OPENING_OVERLAP: 1102,
  OUT_OF_MODEL_BOUNDS: 1103,
  INVALID_BOUNDARY: 1104,
  EMPTY_RESULT: 1105,
  NOT_A_HOST: 1106,
  REGENERATION_FAILED: 1107,
  ROOM_NOT_ENCLOSED: 1108,
  INVALID_PROFILE: 1109,
  INVALID_STAIR: 1110,
  NO_EFFECT: 1111,
  PERMISSION_DENIED: 1200,
  SCOPE_DENIED: 1201,
  ELEMENT_LIMIT_EXCEEDED: 1202,
  SESSION_LIMIT_EXCEEDED: 1203,
  RATE_LIMITED: 1204,
  PENDING_LIMIT_EXCEEDED: 1205,
  APPROVAL_PENDING: 1210,
  APPROVAL_REJECTED: 1211,
  APPROVAL_EXPIRED: 1212,
  APPROVAL_STALE: 1213,
  SELF_APPROVAL: 1214,
  SIGNATURE_INVALID: 1215,
  APPROVAL_DECIDED: 1216,
  APPROVAL_CANCELLED: 1217,
  APPROVER_REQUIRED: 1218,
  UNKNOWN_PRINCIPAL: 1219,
  ELEMENT_NOT_FOUND: 1300,
  LEVEL_NOT_FOUND: 1301,
  BRANCH_NOT_FOUND: 1302,
  CROSS_BRANCH: 1303,
  MERGE_CONFLICT: 1304,
  VERSION_CONFLICT: 1305,
  OPERATION_NOT_FOUND: 1306,
  RUN_NOT_FOUND: 1307,
  BRANCH_EXISTS: 1308,
  IDEMPOTENCY_MISMATCH: 1309,
  LEVEL_EXISTS: 1310,
  EXTERNAL_FAILURE: 1400,
  EXPORT_FAILED: 1401,
  STORE_UNAVAILABLE: 1402,
  AUDIT_UNAVAILABLE: 1403,
  TOOL_REFUSED: 1410,
  INTERNAL: 1499,
} as const;

/** Name of a refusal, as in the table of docs/errors.md. */
export type ErrorName = keyof typeof ERROR_CODES;

/** A refusal in the envelope. `message` is lower-case with user input in backticks; `hint` names the next step. */
export type RefusalBody = {
  readonly code: number;
  readonly name: ErrorName;
  readonly message: string;
  readonly hint: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Ends a call with a refusal, which is part of the contract and never a fault. Thrown by plans and gate steps; caught
 * only by the gate.
 */
export class Refusal extends Error {
  readonly body: RefusalBody;
  constructor(
    name: ErrorName,
    message: string,
    hint = '',
    data: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${name}: ${message}`);
    this.name = 'Refusal';
    this.body = { code: ERROR_CODES[name], name, message, hint, data };
  }
}
