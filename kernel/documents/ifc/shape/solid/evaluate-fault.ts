/** @module evaluate-fault: the reason why a body cannot be computed. */

/** Thrown while a body is computed; `evaluate` returns its message. */
export class EvaluateFault extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'EvaluateFault';
  }
}
