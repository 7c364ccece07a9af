/** @module xml-tree: an XML text as a tree of elements with their places; no DTD, bounded size, depth and length of texts. */
import { SaxesParser } from 'saxes';

import { NotUtf8, utf8Text } from '../../../base/text/utf8.ts';
import { worked } from '../work.ts';

/** Limits of a file. */
const XML_LIMITS = {
  bytes: 16 * 1024 * 1024,
  elements: 200_000,
  depth: 32,
  attributes: 32,
  /** Characters of one text, attribute or tag. */
  piece: 65_536,
} as const;

/** An element. Names are without prefix. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The text directly in the element, with its white space. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
};

export type XmlAttribute = {
  readonly name: string;
  /** Empty for an attribute without prefix. */
  readonly namespace: string;
  readonly value: string;
};

/** A text that is no XML, or is beyond a limit. The message has no full stop; line and column count from 1. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

type Building = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  readonly texts: string[];
  readonly line: number;
  readonly column: number;
};

/**
 * The text of the bytes of an XML file: UTF-8, or UTF-16 with a byte order mark.
 * @throws {XmlFault} for more bytes than `XML_LIMITS` allows, and for another encoding
 */
export function xmlTextOf(bytes: Uint8Array): string {
  if (bytes.length > XML_LIMITS.bytes) {
    throw new XmlFault(
      `the file has ${bytes.length} bytes; expected at most ${XML_LIMITS.bytes}`,
      0,
      0,
    );
  }
  const wide = WIDE.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))?.encoding;
  if (wide !== undefined) {
    try {
      return new TextDecoder(wide, { fatal: true }).decode(bytes);
    } catch {
      throw new XmlFault(`the file is not valid ${wide.toUpperCase()}`, 1, 1);
    }
  }
  try {
    return utf8Text(bytes).replace(/^\ufeff/u, '');
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new XmlFault(`the file is no text in UTF-8: ${error.message}`, 1, 1);
  }
}

/** Encodings with two bytes for most characters, by their byte order mark. */
const WIDE = [
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
] as const;

/**
 * The root element of an XML text. Only character references and the five predefined entities are expanded.
 * @throws {XmlFault} for a text that is not well-formed, has a DTD, or is beyond `XML_LIMITS`
 */
export function parseXml(text: string): XmlElement {
  return new TreeReader().read(text);
}

/** Builds the tree from the events of the parser. */
class TreeReader {
  readonly #parser = new SaxesParser<{ xmlns: true; position: true }>({
    xmlns: true,
    position: true,
  });
  readonly #open: Building[] = [];
  #root: XmlElement | null = null;
  #elements = 0;
  /** Position at the end of the last event, UTF-16 units. */
  #parsed = 0;
  #start = { line: 1, column: 1 };

  constructor() {
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      throw this.#fault(
        `the file is not well-formed XML: ${message.replace(/^\d+:\d+: /u, '').replace(/\.$/u, '')}`,
      );
    });
    parser.on('doctype', () => {
      throw this.#fault(
        'the file has a DTD (`<!DOCTYPE`); expected none, because entities are not expanded',
      );
    });
    parser.on('opentagstart', ({ name }) => {
      // The parser is behind the character after the name here.
      const column = Math.max(1, parser.columnIndex - name.length - 1);
      this.#start = { line: parser.line, column };
    });
    parser.on('opentag', ({ local, uri, attributes }) => {
      this.#opened(
        local,
        uri,
        Object.values(attributes).map((one) => ({
          name: one.local,
          namespace: one.uri,
          value: one.value,
        })),
      );
    });
    parser.on('closetag', () => this.#closed());
    parser.on('text', (piece) => this.#text(piece));
    parser.on('cdata', (piece) => this.#text(piece));
  }

  read(text: string): XmlElement {
    const step = XML_LIMITS.piece;
    for (let at = 0; at < text.length; at += step) {
      worked(step, 'reading the IDS file');
      this.#parser.write(text.slice(at, at + step));
      // Comments and texts that have not ended: their length is bounded by the pieces written since the last event.
      if (this.#parser.position - this.#parsed > 2 * step) throw this.#tooLong();
    }
    this.#parser.close();
    if (this.#root === null) throw this.#fault('the file has no XML element');
    return this.#root;
  }

  #opened(name: string, namespace: string, attributes: readonly XmlAttribute[]): void {
    this.#advance();
    this.#elements += 1;
    const { depth, elements, attributes: most } = XML_LIMITS;
    if (this.#elements > elements) {
      throw this.#fault(`the file has more than ${elements} elements; expected at most that many`);
    }
    if (this.#open.length >= depth) {
      throw this.#fault(`elements are nested deeper than ${depth}; expected at most that depth`);
    }
    if (attributes.length > most) {
      throw this.#fault(`an element has ${attributes.length} attributes; expected at most ${most}`);
    }
    this.#open.push({ name, namespace, attributes, children: [], texts: [], ...this.#start });
  }

  #closed(): void {
    this.#advance();
    const done = this.#open.pop();
    if (done === undefined) return;
    const { texts, ...rest } = done;
    const element = { ...rest, text: texts.join('') };
    const above = this.#open.at(-1);
    if (above === undefined) this.#root = element;
    else above.children.push(element);
  }

  #text(piece: string): void {
    this.#advance();
    this.#open.at(-1)?.texts.push(piece);
  }

  #advance(): void {
    const { position } = this.#parser;
    if (position - this.#parsed > XML_LIMITS.piece) throw this.#tooLong();
    this.#parsed = position;
  }

  #tooLong(): XmlFault {
    return this.#fault(
      `a text, tag or comment has more than ${XML_LIMITS.piece} characters; expected at most that many`,
    );
  }

  #fault(message: string): XmlFault {
    return new XmlFault(message, this.#parser.line, this.#parser.columnIndex + 1);
  }
}
