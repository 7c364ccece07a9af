/**
 * @module grammar: random files made by the productions of ISO 10303-21 edition 3, with the values that they state. The
 * productions are written down here a second time, without the reader's code.
 */
import { lcg } from '../../../../bench/building.ts';

/** A value as the reader must return it. */
type Value =
  | { readonly kind: 'omitted' | 'derived' }
  | { readonly kind: 'integer' | 'real'; readonly value: number }
  | { readonly kind: 'text' | 'enum' | 'binary'; readonly value: string }
  | { readonly kind: 'ref'; readonly id: number | string }
  | { readonly kind: 'constant'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'typed'; readonly type: string; readonly value: Value };

type Instance = {
  readonly id: number | string;
  readonly type: string;
  readonly values: readonly Value[];
};

/** A file and what it states. */
export type Written = { readonly text: string; readonly instances: readonly Instance[] };

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_';
const DIGIT = '0123456789';
const HEX = '0123456789ABCDEF';
const PLAIN = ' !"*$%&.#+,-()?/:;<=>@[]{|}^`~abzASXPNFEZ0249_é門😀';
const IGNORED = ['\n', '\r\n', '\t', '\n\n', '\f', '\u007F', '\0'];
const SEPARATORS = [
  '',
  '',
  ' ',
  '\n',
  '\r\n',
  '/* a */',
  "/* it's ; #9=IFCX('*/",
  '\\N\\',
  '\\F\\',
];

/** A random file of a seed. */
export function randomFile(seed: number): Written {
  return new Writer(seed).file();
}

class Writer {
  readonly #below: (most: number) => number;
  #page: 'A' | 'E' = 'A';

  constructor(seed: number) {
    this.#below = lcg(seed);
  }

  file(): Written {
    const ids = new Set<string>();
    const count = 1 + this.#below(6);
    while (ids.size < count) ids.add(this.#number());
    const made = [...ids].map((digits) => this.#instance(digits));
    const header =
      this.#entity('FILE_DESCRIPTION', "(('a'),'4;2')") +
      this.#entity('FILE_NAME', "('a','2026-01-01T00:00:00',(''),(''),'','','')") +
      this.#entity('FILE_SCHEMA', "(('IFC4'))") +
      (this.#one()
        ? this.#entity('!OWN_ENTITY_WITH_A_NAME_OF_MORE_THAN_FORTY_CHARACTERS', '(1)')
        : '');
    const anchors = this.#one() ? "ANCHOR;<a;'b>=#1{t:'x;'}{u:(1,$)};<c>='=;';ENDSEC;" : '';
    const references = this.#one() ? "REFERENCE;#77777=<x;y='z#a>;@5=<#b>;ENDSEC;" : '';
    const signature = this.#one() ? '\nSIGNATURE\nQUJD+/=\nENDSEC;\n' : '';
    const text = [
      this.#keyword('ISO-10303-21;'),
      `${this.#keyword('HEADER;')}${header}${this.#keyword('ENDSEC;')}`,
      anchors,
      references,
      this.#keyword('DATA;'),
      ...made.map((one) => one.text),
      this.#keyword('ENDSEC;'),
      this.#keyword('END-ISO-10303-21;'),
      signature,
    ].join('');
    return { text, instances: made.map((one) => one.instance) };
  }

  #one(): boolean {
    return this.#below(2) === 1;
  }

  #from<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('want an item');
    return item;
  }

  #letters(alphabet: string, most: number): string {
    return Array.from({ length: this.#below(most + 1) }, () =>
      this.#from(Array.from(alphabet)),
    ).join('');
  }

  /** A token with ignored characters between its own. */
  #token(text: string): string {
    return Array.from(text)
      .map((part, i) => (i > 0 && this.#below(14) === 0 ? this.#from(IGNORED) : '') + part)
      .join('');
  }

  #keyword(text: string): string {
    return this.#token(text) + this.#gap();
  }

  #gap(): string {
    return this.#from(SEPARATORS) + this.#from(SEPARATORS);
  }

  #entity(name: string, values: string): string {
    return `${this.#token(name)}${this.#gap()}${values}${this.#gap()};${this.#gap()}`;
  }

  /** Digits without leading zeros: small, beyond 32 bits, beyond a double, beyond 64 bits. */
  #number(): string {
    const length = this.#from([1, 3, 10, 16, 20, 40]);
    return (
      this.#from(Array.from('123456789')) +
      Array.from({ length: length - 1 }, () => this.#from(Array.from(DIGIT))).join('')
    );
  }

  #instance(digits: string): { readonly text: string; readonly instance: Instance } {
    const type = this.#name();
    this.#page = 'A';
    const values = Array.from({ length: this.#below(5) }, () => this.#value(0));
    const parts = [this.#token(`#${this.#zeros()}${digits}`), '=', this.#token(type)];
    const list = this.#list(values.map((one) => one.text));
    return {
      text: `${parts.map((part) => part + this.#gap()).join('')}${list}${this.#gap()};${this.#gap()}`,
      instance: { id: idOf(digits), type, values: values.map((one) => one.value) },
    };
  }

  #zeros(): string {
    return this.#from(['', '', '0', '000']);
  }

  #name(): string {
    return (
      this.#from(['', '', '!']) + this.#from(Array.from(UPPER)) + this.#letters(UPPER + DIGIT, 8)
    );
  }

  #list(items: readonly string[]): string {
    const inner = items.map((item) => this.#gap() + item + this.#gap()).join(',');
    return `(${items.length === 0 ? this.#gap() : inner})`;
  }

  #value(depth: number): { readonly text: string; readonly value: Value } {
    const kinds = [
      (): Made => ({ text: '$', value: { kind: 'omitted' } }),
      (): Made => ({ text: '*', value: { kind: 'derived' } }),
      (): Made => this.#integer(),
      (): Made => this.#real(),
      (): Made => this.#text(),
      (): Made => this.#text(),
      (): Made => this.#text(),
      (): Made => this.#enumeration(),
      (): Made => this.#binary(),
      (): Made => this.#occurrence(),
      (): Made => this.#items(depth),
      (): Made => this.#typed(depth),
    ];
    return this.#from(depth > 3 ? kinds.slice(0, 10) : kinds)();
  }

  #integer(): Made {
    const text =
      this.#from(['', '+', '-']) + this.#from(Array.from(DIGIT)) + this.#letters(DIGIT, 14);
    return { text: this.#token(text), value: { kind: 'integer', value: Number(text) } };
  }

  #real(): Made {
    const mantissa = `${this.#from(['', '+', '-'])}${this.#from(Array.from(DIGIT))}${this.#letters(DIGIT, 20)}.${this.#letters(DIGIT, 20)}`;
    const exponent = this.#one() ? `E${this.#from(['', '+', '-'])}${1 + this.#below(99)}` : '';
    const text = mantissa + exponent;
    return { text: this.#token(text), value: { kind: 'real', value: Number(text) } };
  }

  #enumeration(): Made {
    const value = this.#from(Array.from(UPPER)) + this.#letters(UPPER + DIGIT, 6);
    return { text: this.#token(`.${value}.`), value: { kind: 'enum', value } };
  }

  #binary(): Made {
    const value = this.#from(Array.from('0123')) + this.#letters(HEX, 9);
    const control = this.#from(['', '', '\\N\\', '\\F\\']);
    return { text: this.#token(`"${value}${control}"`), value: { kind: 'binary', value } };
  }

  #occurrence(): Made {
    const digits = this.#number();
    const name = this.#from(Array.from(UPPER)) + this.#letters(UPPER + DIGIT, 4);
    const constant = this.#from([`#${name}`, `@${name}`, `@${digits}`]);
    return this.#one()
      ? {
          text: this.#token(`#${this.#zeros()}${digits}`),
          value: { kind: 'ref', id: idOf(digits) },
        }
      : { text: this.#token(constant), value: { kind: 'constant', name: constant } };
  }

  #items(depth: number): Made {
    const made = Array.from({ length: this.#below(4) }, () => this.#value(depth + 1));
    const items = made.map((one) => one.value);
    return { text: this.#list(made.map((one) => one.text)), value: { kind: 'list', items } };
  }

  #typed(depth: number): Made {
    const type = this.#name();
    const made = this.#value(depth + 1);
    const text = `${this.#token(type)}${this.#gap()}${this.#list([made.text])}`;
    return { text, value: { kind: 'typed', type, value: made.value } };
  }

  /** STRING: each part with what it stands for. The page is that of Latin alphabet 1 at the beginning. */
  #text(): Made {
    this.#page = 'A';
    const parts = Array.from({ length: this.#below(7) }, () => this.#part());
    const text = parts.map(([written]) => written).join('');
    const value = parts.map(([, stands]) => stands).join('');
    return { text: this.#token(`'${text}'`), value: { kind: 'text', value } };
  }

  #part(): readonly [written: string, stands: string] {
    const byte = 0x20 + this.#below(0x5f);
    const units = Array.from({ length: 1 + this.#below(3) }, () =>
      this.#from([0xc4, 0x5927, 0x30b3]),
    );
    const points = Array.from({ length: 1 + this.#below(3) }, () =>
      this.#from([0xc4, 0x1f600, 0x10ffff]),
    );
    const pair = '\\X2\\D83DDE00\\X0\\';
    const plain = this.#from(Array.from(PLAIN));
    const page = this.#from(['A', 'E'] as const);
    switch (this.#below(11)) {
      case 0:
        return ["''", "'"];
      case 1:
        return ['\\\\', '\\'];
      case 2:
      case 3:
        return [`\\S\\${String.fromCharCode(byte)}`, shifted(byte + 0x80, this.#page)];
      case 4:
        return ["\\S\\'", shifted(0xa7, this.#page)];
      case 5:
        this.#page = page;
        return [`\\P${page}\\`, ''];
      case 6:
        return [`\\X\\${hex(byte + 0x80, 2)}`, String.fromCharCode(byte + 0x80)];
      case 7:
        return [
          `\\X2\\${units.map((one) => hex(one, 4)).join('')}\\X0\\`,
          String.fromCharCode(...units),
        ];
      case 8:
        return [
          `\\X4\\${points.map((one) => hex(one, 8)).join('')}\\X0\\`,
          String.fromCodePoint(...points),
        ];
      case 9:
        return this.#one() ? [pair, '😀'] : [this.#from(['\\N\\', '\\F\\']), ''];
      default:
        return [plain, plain];
    }
  }
}

type Made = { readonly text: string; readonly value: Value };

function idOf(digits: string): number | string {
  return BigInt(digits) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(digits) : digits;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** A byte of ISO 8859-1 (page A) or ISO 8859-5 (page E), by the tables of these standards. */
function shifted(byte: number, page: 'A' | 'E'): string {
  if (page === 'A' || byte === 0xa0 || byte === 0xad) return String.fromCharCode(byte);
  if (byte === 0xf0) return '№';
  return byte === 0xfd ? '§' : String.fromCharCode(0x360 + byte);
}
