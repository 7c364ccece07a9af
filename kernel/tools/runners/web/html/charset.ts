/** @module charset: decodes the bytes of a page by its declared character set. */
import { TextDecoder } from 'node:util';

/** A decoded page. */
export type DecodedPage = {
  readonly text: string;
  /** Name of the character set, in lower case. */
  readonly charset: string;
  /** Number of invalid byte sequences, each replaced by U+FFFD. */
  readonly replaced: number;
};

/** Bytes of a page that are searched for a declaration. */
const DECLARATION_BYTES = 2048;
/** A comment, or a tag with its attributes. */
const COMMENT_OR_TAG = /<!--[^]*?(?:-->|$)|<\/?[a-z][^\s/>]*((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

/**
 * Decodes a body by its byte order mark, else its content type, else its declaration (`meta` or XML), else as UTF-8 if it is
 * valid, else as windows-1252 (WHATWG Encoding, HTML 13.2.3). Unknown names count as missing.
 */
export function decodePage(body: Uint8Array, contentType: string): DecodedPage {
  const declared =
    markOf(body) ??
    known(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1]) ??
    declaredIn(Buffer.from(body.subarray(0, DECLARATION_BYTES)).toString('latin1'));
  const charset = declared ?? (isUtf8(body) ? 'utf-8' : 'windows-1252');
  const text = new TextDecoder(charset).decode(body);
  return { text, charset, replaced: countReplaced(text, body, charset) };
}

function markOf(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** The standard name of a character set; undefined if it is unknown. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** The character set that the text of a page declares. Text that can be read as ASCII is not UTF-16, whatever it declares. */
function declaredIn(start: string): string | undefined {
  for (const [tag, attributes = ''] of start.matchAll(COMMENT_OR_TAG)) {
    if (!/^<meta[\s/]/i.test(tag)) continue;
    const name = known(ownCharset(attributes) ?? contentCharset(attributes));
    if (name !== undefined) return name.startsWith('utf-16') ? 'utf-8' : name;
  }
  const xml = known(/^<\?xml[^>]{0,100}encoding\s*=\s*["']([^"']+)/.exec(start)?.[1]);
  return xml?.startsWith('utf-16') === true ? 'utf-8' : xml;
}

function ownCharset(attributes: string): string | undefined {
  return /[\s/"']charset\s*=\s*["']?\s*([^\s"'/;>]+)/i.exec(withoutContent(attributes))?.[1];
}

function contentCharset(attributes: string): string | undefined {
  if (!/[\s/"']http-equiv\s*=\s*["']?\s*content-type/i.test(attributes)) return undefined;
  return /charset\s*=\s*["']?\s*([^\s"';>]+)/i.exec(attributes)?.[1];
}

/** The attributes without the value of `content`, which may contain the word charset. */
function withoutContent(attributes: string): string {
  return attributes.replace(/([\s/"']content\s*=\s*)(?:"[^"]*"|'[^']*')/gi, '$1""');
}

function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

/** The number of replaced sequences; a page may also contain U+FFFD itself. */
function countReplaced(text: string, body: Uint8Array, charset: string): number {
  if (!text.includes('\ufffd')) return 0;
  const all = text.split('\ufffd').length - 1;
  const own =
    charset === 'utf-8'
      ? Buffer.from(body).toString('latin1').split('\u00ef\u00bf\u00bd').length - 1
      : 0;
  return Math.max(0, all - own);
}
