/** @module fields: members of untrusted JSON. A member that is missing or of another type counts as empty. */

/** An object, whose members can be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; none for another value. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textIn(fields: Fields, name: string): string {
  const { [name]: value } = fields;
  return typeof value === 'string' ? value : '';
}

/** Zero if there is none. */
export function numberIn(fields: Fields, name: string): number {
  const { [name]: value } = fields;
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
  const { [name]: value } = fields;
  return Array.isArray(value) ? value : [];
}

export function textsIn(fields: Fields, name: string): readonly string[] {
  return listIn(fields, name).filter((one) => typeof one === 'string');
}

/** A value as one line: a text as it is, anything else as JSON. */
export function lineOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
