/** @module ifc fault: an error for content that the schema does not allow in a file. */

/** An entity that cannot be written as requested; the message says which attribute is wrong and why. */
export class IfcFault extends Error {
  override readonly name = 'IfcFault';
}
