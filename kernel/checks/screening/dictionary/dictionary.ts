/** @module dictionary: classes of a data dictionary with the properties that their objects have. */

/** Type of the values of a property. */
export type DictionaryType = 'boolean' | 'integer' | 'number' | 'text';

/** A property that objects of a class have. */
export type DictionaryProperty = {
  /** Property set of the property in the model. */
  readonly set: string;
  readonly name: string;
  readonly uri: string | null;
  readonly type: DictionaryType | null;
  /** As the dictionary names it; null without one. */
  readonly unit: string | null;
  /** Allowed values; empty if any value is allowed. */
  readonly values: readonly string[];
  /** Whether an object of the class must have it. */
  readonly required: boolean;
};

/** A class of a dictionary. */
export type DictionaryClass = {
  readonly code: string;
  readonly name: string | null;
  readonly uri: string | null;
  readonly properties: readonly DictionaryProperty[];
};

/** A dictionary. */
export type Dictionary = {
  /** The system of its codes, as elements name it. */
  readonly system: string;
  /** Further names of the system, such as its code in bSDD. */
  readonly others: readonly string[];
  readonly edition: string | null;
  readonly source: string | null;
  /** By code. */
  readonly classes: ReadonlyMap<string, DictionaryClass>;
};

/** Why a file is no dictionary, as a sentence. */
export class DictionaryFault extends Error {
  override readonly name = 'DictionaryFault';
}

/** Limits of a dictionary; a larger one is refused. */
export const DICTIONARY_LIMITS = {
  bytes: 16_777_216,
  classes: 50_000,
  properties: 200_000,
  values: 500,
  text: 500,
} as const;

/** Words for the types of values, of bSDD and of other lists, in lower case. */
const TYPES: Readonly<Record<string, DictionaryType>> = {
  boolean: 'boolean',
  bool: 'boolean',
  logical: 'boolean',
  integer: 'integer',
  int: 'integer',
  real: 'number',
  number: 'number',
  numeric: 'number',
  double: 'number',
  float: 'number',
  string: 'text',
  text: 'text',
  character: 'text',
  label: 'text',
  time: 'text',
  date: 'text',
};

/** The type that a word names; null for no word. @throws {DictionaryFault} for an unknown word */
export function typeOfWord(word: string | null, where: string): DictionaryType | null {
  if (word === null) return null;
  const key = word.toLowerCase();
  const type = Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
  if (type !== undefined) return type;
  throw new DictionaryFault(
    `${where}: data type \`${word.slice(0, 60)}\`, expected Boolean, Integer, Real or String`,
  );
}

/** Characters that a text of a dictionary may not have: control characters and text directions. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** The text without spaces at its ends; null for an empty one. @throws {DictionaryFault} if it is too long or not printable */
export function dictionaryText(text: string | null | undefined, where: string): string | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  if (trimmed.length > DICTIONARY_LIMITS.text) {
    throw new DictionaryFault(
      `${where} has ${trimmed.length} characters, expected at most ${DICTIONARY_LIMITS.text}`,
    );
  }
  if (UNPRINTABLE.test(trimmed) || !trimmed.isWellFormed()) {
    throw new DictionaryFault(`${where} has control characters, expected printable text`);
  }
  return trimmed;
}

/** Collects classes and their properties within the limits. */
export class DictionaryBuilder {
  readonly #classes = new Map<
    string,
    DictionaryClass & { readonly properties: DictionaryProperty[] }
  >();
  #count = 0;

  /** Adds a class, or completes a known one of the same code with what it lacked. */
  class(code: string, { name, uri }: Pick<DictionaryClass, 'name' | 'uri'>): void {
    const known = this.#classes.get(code);
    if (known === undefined && this.#classes.size >= DICTIONARY_LIMITS.classes) {
      throw new DictionaryFault(`more than ${DICTIONARY_LIMITS.classes} classes`);
    }
    this.#classes.set(code, {
      code,
      name: known?.name ?? name,
      uri: known?.uri ?? uri,
      properties: known?.properties ?? [],
    });
  }

  /** Adds a property to a class that was added. */
  property(code: string, property: DictionaryProperty): void {
    this.#count += 1;
    if (this.#count > DICTIONARY_LIMITS.properties) {
      throw new DictionaryFault(`more than ${DICTIONARY_LIMITS.properties} properties of classes`);
    }
    this.#classes.get(code)?.properties.push(property);
  }

  get classes(): Dictionary['classes'] {
    return this.#classes;
  }
}
