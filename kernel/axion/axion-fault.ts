/** @module axion-fault: the error for an invalid call of the experiment's kernel. */

export type AxionFaultCode =
  | 'RAW_EXECUTION_REFUSED'
  | 'WRONG_PHASE'
  | 'WRONG_ANSWER'
  | 'BAD_CONFIG'
  | 'AUDIT_BROKEN'
  | 'EPISODE_FAILED'
  | 'CANCELLED';

export class AxionFault extends Error {
  override readonly name = 'AxionFault';
  readonly code: AxionFaultCode;

  /** @param message lower-case, no full stop, user input in backticks */
  constructor(code: AxionFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
