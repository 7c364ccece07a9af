/** @module patch-fault: the error for an edit of a file that is not possible. */

/** Thrown if an edit is refused; the patch is then as before the edit. The message states what was received and expected. */
export class PatchFault extends Error {
  override readonly name = 'PatchFault';
}
