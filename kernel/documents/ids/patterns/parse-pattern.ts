/** @module parse-pattern: regular expressions of XML Schema as trees. */
import {
  ANY_CHAR,
  anyOf,
  between,
  type CharSet,
  CLASSES,
  not,
  only,
  propertySet,
  without,
} from './char-set.ts';

/** Limits of a pattern. */
export const PATTERN_LIMITS = {
  /** Code points. */
  length: 4096,
  /** Parentheses and subtractions inside each other. */
  depth: 50,
  /** Characters that the pattern has when its counts are written out. */
  states: 5000,
} as const;

/** A regular expression. */
export type Node =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly items: readonly Node[] }
  /** `max` is null without an upper limit. */
  | {
      readonly kind: 'repeat';
      readonly item: Node;
      readonly min: number;
      readonly max: number | null;
    };

/** A text that is no regular expression of XSD, or is beyond a limit. The message is the rest of a sentence. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}

/** Escapes of one character. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
/** Characters that stand for themselves only after a backslash. */
const META = new Set('.\\?*+{}()[]|');

/** The tree of a pattern. @throws {PatternFault} */
export function parsePattern(pattern: string): Node {
  return new PatternParser(pattern).parse();
}

class PatternParser {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    if (pattern.length > 2 * PATTERN_LIMITS.length) {
      throw new PatternFault(
        `has ${pattern.length} characters; expected at most ${PATTERN_LIMITS.length}`,
      );
    }
    this.#chars = Array.from(pattern);
    if (this.#chars.length > PATTERN_LIMITS.length) {
      throw new PatternFault(
        `has ${this.#chars.length} characters; expected at most ${PATTERN_LIMITS.length}`,
      );
    }
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#chars.length) throw this.#unexpected();
    return node;
  }

  #choice(): Node {
    const items = [this.#sequence()];
    while (this.#take('|')) items.push(this.#sequence());
    const [first] = items;
    return items.length === 1 && first !== undefined ? first : { kind: 'choice', items };
  }

  #sequence(): Node {
    const items: Node[] = [];
    while (this.#at < this.#chars.length && !this.#is('|') && !this.#is(')')) {
      items.push(this.#quantified(this.#atom()));
    }
    const [first] = items;
    return items.length === 1 && first !== undefined ? first : { kind: 'sequence', items };
  }

  #quantified(item: Node): Node {
    if (this.#take('?')) return { kind: 'repeat', item, min: 0, max: 1 };
    if (this.#take('*')) return { kind: 'repeat', item, min: 0, max: null };
    if (this.#take('+')) return { kind: 'repeat', item, min: 1, max: null };
    if (!this.#take('{')) return item;
    const min = this.#count();
    let max: number | null = min;
    if (this.#take(',')) max = this.#is('}') ? null : this.#count();
    if (!this.#take('}')) throw this.#unexpected();
    if (max !== null && max < min) {
      throw new PatternFault(`has the count {${min},${max}}; expected the smaller number first`);
    }
    return { kind: 'repeat', item, min, max };
  }

  #count(): number {
    let digits = '';
    while (/^\d$/u.test(this.#peek()) && digits.length < 10) digits += this.#next();
    if (digits === '') throw this.#unexpected();
    return Number(digits);
  }

  #atom(): Node {
    if (this.#take('(')) {
      this.#deeper();
      // Other dialects write `(?:…)` for brackets that remember nothing, which all brackets of XML Schema are.
      if (this.#is('?') && this.#chars[this.#at + 1] === ':') this.#at += 2;
      const node = this.#choice();
      if (!this.#take(')')) throw new PatternFault('lacks a closing `)`');
      this.#depth -= 1;
      return node;
    }
    if (this.#is('[')) return { kind: 'set', set: this.#class() };
    if (this.#is('\\')) return { kind: 'set', set: this.#escape().set };
    if (this.#take('.')) return { kind: 'set', set: ANY_CHAR };
    if (META.has(this.#peek())) throw this.#unexpected();
    return { kind: 'set', set: only(codeOf(this.#next())) };
  }

  /** `[…]`, perhaps negated, perhaps with a subtraction `-[…]` at its end. */
  #class(): CharSet {
    this.#deeper();
    this.#next();
    const isNegated = this.#take('^');
    const sets: CharSet[] = [];
    let removed: CharSet | null = null;
    while (!this.#is(']') || sets.length === 0) {
      if (this.#at >= this.#chars.length) throw new PatternFault('lacks a closing `]`');
      if (this.#is('-') && this.#chars[this.#at + 1] === '[' && sets.length > 0) {
        this.#next();
        removed = this.#class();
        break;
      }
      sets.push(this.#member());
    }
    if (!this.#take(']')) throw this.#unexpected();
    this.#depth -= 1;
    const set = isNegated ? not(anyOf(sets)) : anyOf(sets);
    return removed === null ? set : without(set, removed);
  }

  /** One character, range or escape in a class. */
  #member(): CharSet {
    const first = this.#classChar();
    const isRange =
      this.#is('-') && this.#chars[this.#at + 1] !== ']' && this.#chars[this.#at + 1] !== '[';
    if (first.code === null || !isRange) return first.set;
    this.#next();
    const last = this.#classChar();
    if (last.code === null) {
      throw new PatternFault('has a range that ends with a set of characters');
    }
    if (last.code < first.code) {
      const ends = `${String.fromCodePoint(first.code)}-${String.fromCodePoint(last.code)}`;
      throw new PatternFault(`has the range \`${ends}\`; expected the smaller character first`);
    }
    return between(first.code, last.code);
  }

  #classChar(): Escape {
    if (this.#is('\\')) return this.#escape();
    if (this.#is('[')) throw this.#unexpected();
    if (this.#is(']')) throw new PatternFault('has an empty class `[]`');
    return single(this.#next());
  }

  #escape(): Escape {
    this.#next();
    const letter = this.#next();
    if (letter === '') throw new PatternFault('ends with a backslash');
    const set = CLASSES.get(letter);
    if (set !== undefined) return { set, code: null };
    if (letter === 'p' || letter === 'P') {
      return { set: this.#property(letter === 'P'), code: null };
    }
    const character = ESCAPES.get(letter);
    if (character !== undefined) return single(character);
    if (/^[A-Za-z0-9]$/u.test(letter)) {
      throw new PatternFault(`has the escape \`\\${letter}\`, which XML Schema does not define`);
    }
    return single(letter);
  }

  #property(isNegated: boolean): CharSet {
    if (!this.#take('{')) throw new PatternFault('has `\\p` without `{…}`');
    let name = '';
    while (!this.#is('}') && this.#at < this.#chars.length && name.length < 64) {
      name += this.#next();
    }
    if (!this.#take('}')) throw new PatternFault('has `\\p{` without `}`');
    const set = propertySet(name);
    if (set === null) {
      throw new PatternFault(
        `has the property \`${name}\`; expected a category such as \`Lu\` or a block such as \`IsBasicLatin\``,
      );
    }
    return isNegated ? not(set) : set;
  }

  #deeper(): void {
    this.#depth += 1;
    if (this.#depth > PATTERN_LIMITS.depth) {
      throw new PatternFault(`is nested deeper than ${PATTERN_LIMITS.depth}`);
    }
  }

  #peek(): string {
    return this.#chars[this.#at] ?? '';
  }

  #is(character: string): boolean {
    return this.#chars[this.#at] === character;
  }

  #take(character: string): boolean {
    if (!this.#is(character)) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const character = this.#peek();
    this.#at += 1;
    return character;
  }

  #unexpected(): PatternFault {
    const found = this.#peek();
    return new PatternFault(
      found === ''
        ? 'ends too early'
        : `has \`${found}\` at character ${this.#at + 1}, where XML Schema does not allow it`,
    );
  }
}

/** A set of characters; its only character if it is written as one. */
type Escape = { readonly set: CharSet; readonly code: number | null };

function single(character: string): Escape {
  const code = codeOf(character);
  return { set: only(code), code };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
