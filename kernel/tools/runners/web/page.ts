/** @module page: converts the bytes of a page to Markdown of its main content. */
import { TextDecoder } from 'node:util';

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import { toMarkdown } from './markdown.ts';
import type { HtmlNode } from './markdown.ts';
import { prunePage } from './prune.ts';

/** A page to normalise. */
export type PageJob = {
  readonly body: Uint8Array;
  readonly content_type: string;
  /** The address that links of the page are relative to. */
  readonly base: string;
};

/** The content of a page. */
export type Page = {
  readonly title: string | null;
  readonly byline: string | null;
  readonly markdown: string;
  /** Whether the Markdown is the extracted main part, not the whole page. */
  readonly extracted: boolean;
  /** Whether parts were left out because the page exceeds the parser's limits. */
  readonly cut: boolean;
  /** Elements left out because a person would not see them. */
  readonly hidden_elements: number;
  /** Why there is little or no text, where that is known. */
  readonly notice: string | null;
};

/** Above this many characters of HTML the main part is not extracted, which takes more than linear time. */
const EXTRACT_CHARS_MAX = 400_000;
/** An extracted part below this share of the page's Markdown is probably not the main part. */
const EXTRACT_SHARE_MIN = 0.1;

/** The kind of content by media type; undefined when unsupported. */
export function kindOf(contentType: string): 'html' | 'pdf' | 'text' | undefined {
  const [type = ''] = contentType.toLowerCase().split(';');
  const bare = type.trim();
  if (bare === 'application/pdf') return 'pdf';
  if (bare === 'text/html' || bare === 'application/xhtml+xml') return 'html';
  if (bare.startsWith('text/') || /^application\/(json|xml|yaml|toml)$/.test(bare)) return 'text';
  return /^application\/[\w.-]+\+(json|xml)$/.test(bare) ? 'text' : undefined;
}

/** Normalises a page; text other than HTML is returned unchanged. */
export function readPage({ body, content_type, base }: PageJob): Page {
  const text = decodePage(body, content_type);
  if (kindOf(content_type) !== 'html') {
    return {
      title: null,
      byline: null,
      markdown: text,
      extracted: false,
      cut: false,
      hidden_elements: 0,
      notice: null,
    };
  }
  const { html, cut, hidden } = prunePage(text);
  const whole = documentOf(html);
  const all = toMarkdown(whole.body, base);
  const main = html.length <= EXTRACT_CHARS_MAX ? mainPart(html, base) : undefined;
  const extracted = main !== undefined && main.markdown.length >= all.length * EXTRACT_SHARE_MIN;
  const markdown = extracted ? main.markdown : all;
  return {
    title: main?.title ?? titleOf(whole),
    byline: main?.byline ?? null,
    markdown,
    extracted,
    cut,
    hidden_elements: hidden,
    notice: needsScripts(text, markdown) ? NEEDS_SCRIPTS : null,
  };
}

const NEEDS_SCRIPTS =
  'the page has almost no text of its own: it needs JavaScript, which is not run here; look for a static version, a feed or an API of the site';

/** A page with fewer characters may be one that scripts are to fill. */
const EMPTY_CHARS = 300;
/** Characters of a page's source that are looked through for its scripts. */
const SOURCE_CHARS = 300_000;
/** The empty element into which scripts write, as the common frameworks name it. */
const EMPTY_ROOT =
  /<(?:div|main|body|app-root)[^>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|main|gatsby|___gatsby)\b[^>]{0,200}>\s{0,200}<\/|<app-root[^>]{0,200}>/i;
const ASKS_FOR_SCRIPTS =
  /\b(?:enable|requires?|needs?|without|aktivier\w{0,6}|benötigt)\b[^.<]{0,60}javascript/i;

/** Whether a page that came nearly empty is one that scripts fill. */
function needsScripts(source: string, markdown: string): boolean {
  const chars = markdown.replaceAll(/\s+/g, ' ').length;
  if (chars >= EMPTY_CHARS) return false;
  const start = source.slice(0, SOURCE_CHARS);
  if (!/<script\b/i.test(start)) return false;
  return EMPTY_ROOT.test(start) || ASKS_FOR_SCRIPTS.test(start) || chars < 20;
}

type MainPart = {
  readonly title: string | null;
  readonly byline: string | null;
  readonly markdown: string;
};

function mainPart(html: string, base: string): MainPart | undefined {
  const reader = new Readability<HtmlNode>(documentOf(html), {
    disableJSONLD: true,
    serializer: (node: HtmlNode) => node,
  });
  const found = reader.parse();
  const { content } = found ?? {};
  if (found === null || content === null || content === undefined) return undefined;
  return {
    title: lineOf(found.title),
    byline: lineOf(found.byline),
    markdown: toMarkdown(content, base),
  };
}

const LINE_CHARS_MAX = 300;

function lineOf(text: string | null | undefined): string | null {
  const line = text?.replace(/\s+/g, ' ').trim().slice(0, LINE_CHARS_MAX) ?? '';
  return line === '' ? null : line;
}

/** The members of a document that are used. */
type HtmlDocument = {
  readonly body: HtmlNode;
  querySelector(selector: string): { readonly textContent: string | null } | null;
};

function documentOf(html: string): HtmlDocument {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return document;
}

function titleOf(document: HtmlDocument): string | null {
  return lineOf(document.querySelector('title')?.textContent);
}

/** Decodes by byte order mark, else header, else the page's meta element, else UTF-8; invalid bytes are replaced. */
function decodePage(body: Uint8Array, contentType: string): string {
  const start = Buffer.from(body.subarray(0, 2048)).toString('latin1');
  const label =
    markOf(body) ??
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]{0,300}charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]+)/.exec(start)?.[1] ??
    'utf-8';
  return decoderOf(label).decode(body);
}

function markOf(body: Uint8Array): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}
