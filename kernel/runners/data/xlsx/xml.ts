/** @module xml: a streaming XML parser for workbooks: no DTD, only the five entities of XML, bounded pieces. */
import { TaskStop } from '../../task/task-stop.ts';

/** Limits of a part; lengths count UTF-16 units. */
const XML_MAX = {
  /** Longest tag, comment or text between two tags, to bound memory. */
  piece_chars: 1_048_576,
  attributes: 128,
  depth: 64,
} as const;

/** Receives the events of a part. Element names have no namespace prefix. */
export type XmlHandler = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** True ends parsing early. */
  readonly done?: () => boolean;
};

const EXCLAMATION = 33;
const QUESTION = 63;
const SLASH = 47;
const GREATER = 62;
const QUOTES: ReadonlySet<number> = new Set([34, 39]);
const ATTRIBUTE = /\s+([^\s=/>"'<]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};

/**
 * A streaming reader of one part; text may be cut anywhere. Throws `TaskStop`: TOOL_UNSAFE for a DTD, BOUND_DATA
 * above `XML_MAX`, TOOL_FAIL for XML that is not well-formed.
 */
export class XmlScan {
  readonly #part: string;
  readonly #handler: XmlHandler;
  readonly #open: string[] = [];
  #rest = '';
  #rooted = false;

  constructor(part: string, handler: XmlHandler) {
    this.#part = part;
    this.#handler = handler;
  }

  /** Parses the next piece; false when the handler is done. */
  write(text: string): boolean {
    const all = this.#rest === '' ? text : this.#rest + text;
    let at = 0;
    while (at < all.length) {
      const next = this.#step(all, at);
      if (next < 0) break;
      at = next;
      if (this.#handler.done?.() === true) return false;
    }
    this.#rest = all.slice(at);
    if (this.#rest.length > XML_MAX.piece_chars) {
      throw this.#bound(`has more than ${XML_MAX.piece_chars} characters in one piece`);
    }
    return true;
  }

  /** Ends the part. */
  end(): void {
    if (this.#rest.trim() !== '') throw this.#malformed('it ends inside a piece');
    if (this.#open.length > 0) throw this.#malformed(`\`${this.#open.at(-1)}\` is not closed`);
    if (!this.#rooted) throw this.#malformed('it has no element');
  }

  /** Parses one text or tag from `at`; returns the start of the next, or -1 when it is incomplete. */
  #step(all: string, at: number): number {
    const less = all.indexOf('<', at);
    if (less < 0) return -1;
    if (less > at) {
      this.#text(decoded(all.slice(at, less), this.#part));
      return less;
    }
    switch (all.charCodeAt(at + 1)) {
      case EXCLAMATION:
        return this.#declaration(all, at);
      case QUESTION:
        return after(all, '?>', at + 2);
      case SLASH:
        return this.#closeTag(all, at);
      default:
        return this.#openTag(all, at);
    }
  }

  #declaration(all: string, at: number): number {
    if (all.startsWith('<!--', at)) return after(all, '-->', at + 4);
    if (all.startsWith('<![CDATA[', at)) {
      const end = after(all, ']]>', at + 9);
      if (end >= 0) this.#text(all.slice(at + 9, end - 3));
      return end;
    }
    if (all.length - at < 9) return -1;
    if (all.startsWith('<!DOCTYPE', at)) {
      throw new TaskStop(
        'TOOL_UNSAFE',
        `part \`${this.#part}\` has a DTD, which no workbook needs`,
      );
    }
    throw this.#malformed('a declaration stands where none may');
  }

  #closeTag(all: string, at: number): number {
    const greater = all.indexOf('>', at);
    if (greater < 0) return -1;
    const name = all.slice(at + 2, greater).trimEnd();
    const open = this.#open.pop();
    if (open !== name) {
      throw this.#malformed(`\`${name.slice(0, 40)}\` closes \`${open ?? 'nothing'}\``);
    }
    this.#handler.close?.(localName(name));
    return greater + 1;
  }

  #openTag(all: string, at: number): number {
    const end = tagEnd(all, at + 1);
    if (end < 0) return -1;
    const empty = all.charCodeAt(end - 1) === SLASH;
    const inner = all.slice(at + 1, empty ? end - 1 : end);
    const [name = ''] = /^[^\s=/>"'<&]+/.exec(inner) ?? [];
    if (name === '' || (this.#open.length === 0 && this.#rooted)) {
      throw this.#malformed(`\`${inner.slice(0, 40)}\` is no element here`);
    }
    this.#rooted = true;
    const attributes =
      inner.length === name.length ? NO_ATTRIBUTES : this.#attributes(inner, name.length);
    if (this.#open.length >= XML_MAX.depth) throw this.#bound(`nests deeper than ${XML_MAX.depth}`);
    const local = localName(name);
    this.#handler.open?.(local, attributes);
    if (empty) this.#handler.close?.(local);
    else this.#open.push(name);
    return end + 1;
  }

  #attributes(inner: string, from: number): Readonly<Record<string, string>> {
    const attributes: Record<string, string> = Object.create(null);
    let count = 0;
    let at = from;
    ATTRIBUTE.lastIndex = at;
    for (let found = ATTRIBUTE.exec(inner); found !== null; found = ATTRIBUTE.exec(inner)) {
      at = ATTRIBUTE.lastIndex;
      const [, name = '', double, single = ''] = found;
      count += 1;
      if (count > XML_MAX.attributes) {
        throw this.#bound(`has a tag of more than ${XML_MAX.attributes} attributes`);
      }
      if (name in attributes) throw this.#malformed(`attribute \`${name}\` stands there twice`);
      attributes[name] = decoded(double ?? single, this.#part);
    }
    if (inner.slice(at).trim() !== '') {
      throw this.#malformed(`\`${inner.slice(at, at + 40)}\` is no attribute`);
    }
    return attributes;
  }

  #text(text: string): void {
    if (this.#open.length > 0) {
      this.#handler.text?.(text);
    } else if (text.replace('\ufeff', '').trim() !== '') {
      throw this.#malformed('text stands outside of the elements');
    }
  }

  #bound(what: string): TaskStop {
    return new TaskStop('BOUND_DATA', `part \`${this.#part}\` ${what}`);
  }

  #malformed(what: string): TaskStop {
    return malformed(this.#part, what);
  }
}

/** The end of a tag, ignoring `>` inside quotes; -1 when it is incomplete. */
function tagEnd(all: string, from: number): number {
  for (let at = from; at < all.length; at += 1) {
    const unit = all.charCodeAt(at);
    if (unit === GREATER) return at;
    if (QUOTES.has(unit)) {
      at = all.indexOf(all[at] ?? '', at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}

function after(all: string, mark: string, from: number): number {
  const at = all.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

function decoded(text: string, part: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,10}))?;?/g,
    (all, ...groups: string[]) => {
      const [decimal, hex, name] = groups;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const found = name === undefined ? characterOf(code) : ENTITIES[name];
      if (found === undefined || !all.endsWith(';')) {
        throw malformed(part, `\`${all.slice(0, 20)}\` is no entity of XML`);
      }
      return found;
    },
  );
}

function characterOf(code: number): string | undefined {
  const legal = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff);
  return legal && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
}

function malformed(part: string, what: string): TaskStop {
  return new TaskStop('TOOL_FAIL', `part \`${part}\` is not well-formed: ${what}`);
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
