/** @module axion-fault: the error of the experiment's kernel: an invalid call, a broken log or a failed episode. */

export type AxionFaultCode =
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
