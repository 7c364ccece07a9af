/** @module xml: parses the XML parts of workbooks as a stream, without DTDs and with bounded memory. */
import { SaxesParser } from 'saxes';

import { TaskStop } from '../../task/task-stop.ts';

/** Limits of a part. */
const XML_MAX = {
  /** Longest tag, comment or text between two tags, UTF-16 units. */
  piece_chars: 1_048_576,
  attributes: 128,
  depth: 64,
} as const;

/** Receives the events of a part. Element names have no namespace prefix. */
export type XmlHandler = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** Returns true to end parsing early. */
  readonly done?: () => boolean;
};

/**
 * A parser of one part. It takes text in pieces, which may end anywhere, even inside a tag. It expands only character
 * references and the five predefined entities of XML.
 *
 * @throws {TaskStop} TOOL_UNSAFE for a DTD, BOUND_DATA above `XML_MAX`, TOOL_FAIL for XML that is not well-formed
 */
export class XmlScan {
  readonly #part: string;
  readonly #handler: XmlHandler;
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  /** Position at the end of the last event. */
  #parsed = 0;
  #depth = 0;
  #done = false;

  constructor(part: string, handler: XmlHandler) {
    this.#part = part;
    this.#handler = handler;
    // Few handlers: with nine, V8 stores the parser's properties in a dictionary, which is four times as slow
    this.#parser.on('error', ({ message }) => {
      // The parser continues to the end of a piece even if the handler is done
      if (this.#done) return;
      throw this.#stop('TOOL_FAIL', `is not well-formed: ${message.replace(/\.$/, '')}`);
    });
    this.#parser.on('doctype', () => {
      throw this.#stop('TOOL_UNSAFE', 'has a DTD, which no workbook needs');
    });
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    this.#parser.on('closetag', ({ name }) => this.#close(name));
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
  }

  /** Parses the next piece; returns false if the handler is done. */
  write(text: string): boolean {
    this.#parser.write(text);
    if (!this.#done && this.#parser.position - this.#parsed > XML_MAX.piece_chars) {
      throw this.#stop(
        'BOUND_DATA',
        `has more than ${XML_MAX.piece_chars} characters in one piece`,
      );
    }
    return !this.#done;
  }

  /** Ends the part. */
  end(): void {
    this.#parser.close();
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#done) return;
    if (Object.keys(attributes).length > XML_MAX.attributes) {
      throw this.#stop('BOUND_DATA', `has a tag of more than ${XML_MAX.attributes} attributes`);
    }
    this.#depth += 1;
    if (this.#depth > XML_MAX.depth) {
      throw this.#stop('BOUND_DATA', `nests deeper than ${XML_MAX.depth}`);
    }
    this.#handler.open?.(localName(name), attributes);
    this.#advance();
  }

  #close(name: string): void {
    if (this.#done) return;
    this.#depth -= 1;
    this.#handler.close?.(localName(name));
    this.#advance();
  }

  #text(text: string): void {
    if (this.#done) return;
    // White space around the root element is also an event
    if (this.#depth > 0) this.#handler.text?.(text);
    this.#advance();
  }

  #advance(): void {
    this.#parsed = this.#parser.position;
    this.#done ||= this.#handler.done?.() === true;
  }

  #stop(code: 'TOOL_FAIL' | 'TOOL_UNSAFE' | 'BOUND_DATA', what: string): TaskStop {
    return new TaskStop(code, `part \`${this.#part}\` ${what}`);
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
