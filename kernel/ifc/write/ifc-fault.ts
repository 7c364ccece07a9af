/** @module ifc fault: what the schema does not allow in a file. */

/** An entity that cannot be written as it was asked for; the message says which attribute and why. */
export class IfcFault extends Error {
  override readonly name = 'IfcFault';
}
