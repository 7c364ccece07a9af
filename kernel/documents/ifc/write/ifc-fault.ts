/** @module ifc fault: the error for content that the schema does not allow in a file. */

/** Thrown if an entity cannot be written as requested; the message names the attribute and the reason. */
export class IfcFault extends Error {
  override readonly name = 'IfcFault';
}
