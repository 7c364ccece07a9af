/** @module page: converts the bytes of a web page to Markdown of its main content. */
import { TextDecoder } from 'node:util';

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import { leftOutOf, NOTHING_LEFT_OUT } from './left-out.ts';
import type { LeftOut } from './left-out.ts';
import { toMarkdown } from './markdown.ts';
import type { HtmlNode } from './markdown.ts';
import { protectHeadings } from './protect-headings.ts';
import type { PageElement } from './protect-headings.ts';
import { prunePage } from './prune.ts';

/** A page to convert. */
export type PageJob = {
  readonly body: Uint8Array;
  readonly content_type: string;
  /** The address against which links of the page are resolved. */
  readonly base: string;
  /** Whether to convert the whole page; default: its main part, if one is found. */
  readonly whole?: boolean | undefined;
};

/** The content of a page. */
export type Page = {
  readonly title: string | null;
  readonly byline: string | null;
  readonly markdown: string;
  /** Whether the Markdown is only the extracted main part of the page. */
  readonly extracted: boolean;
  /** Whether parts are missing because the page exceeds the parser's limits. */
  readonly cut: boolean;
  /** Number of elements that were dropped because a person would not see them. */
  readonly hidden_elements: number;
  /** Number of visible elements that are not converted, by tag, such as `video` and `button`. */
  readonly dropped_elements: Readonly<Record<string, number>>;
  /** The content of the page outside of the main part. */
  readonly left_out: LeftOut;
  /** Why the page has little or no text, or which headings and tables are left out. */
  readonly notice: string | null;
};

/** Longest HTML whose main part is extracted, UTF-16 units: extraction takes more than linear time. */
const EXTRACT_CHARS_MAX = 400_000;
/** Smallest share of the page's Markdown that counts as its main part. */
const EXTRACT_SHARE_MIN = 0.1;

/** The kind of content by media type; undefined if unsupported. */
export function kindOf(contentType: string): 'html' | 'pdf' | 'text' | undefined {
  const [type = ''] = contentType.toLowerCase().split(';');
  const bare = type.trim();
  if (bare === 'application/pdf') return 'pdf';
  if (bare === 'text/html' || bare === 'application/xhtml+xml') return 'html';
  if (bare.startsWith('text/') || /^application\/(json|xml|yaml|toml)$/.test(bare)) return 'text';
  return /^application\/[\w.-]+\+(json|xml)$/.test(bare) ? 'text' : undefined;
}

/** Converts a page to Markdown; text other than HTML is returned unchanged. */
export function readPage({ body, content_type, base, whole = false }: PageJob): Page {
  const text = decodePage(body, content_type);
  if (kindOf(content_type) !== 'html') {
    return {
      title: null,
      byline: null,
      markdown: text,
      extracted: false,
      cut: false,
      hidden_elements: 0,
      dropped_elements: {},
      left_out: NOTHING_LEFT_OUT,
      notice: null,
    };
  }
  const { html, cut, hidden, dropped } = prunePage(text);
  const page = documentOf(html);
  const all = toMarkdown(page.body, base);
  const main = html.length <= EXTRACT_CHARS_MAX ? mainPart(html, base) : undefined;
  const extracted =
    !whole && main !== undefined && main.markdown.length >= all.length * EXTRACT_SHARE_MIN;
  const markdown = extracted ? main.markdown : all;
  const left_out = extracted ? leftOutOf(page.body, main.content) : NOTHING_LEFT_OUT;
  return {
    title: main?.title ?? titleOf(page),
    byline: main?.byline ?? null,
    markdown,
    extracted,
    cut,
    hidden_elements: hidden,
    dropped_elements: dropped,
    left_out,
    notice: needsScripts(text, markdown) ? NEEDS_SCRIPTS : leftOutNotice(left_out),
  };
}

/** The notice for a page that depends on scripts. */
const NEEDS_SCRIPTS =
  'the page has almost no text of its own: it needs JavaScript, which is not run here; look for a static version, a feed or an API of the site';

/** Headings that the notice names. */
const NAMED_HEADINGS_MAX = 5;

/** The notice about headings and tables outside of the main part; null if there are none. */
function leftOutNotice({ characters, headings, tables }: LeftOut): string | null {
  if (headings.length === 0 && tables === 0) return null;
  const named = headings.slice(0, NAMED_HEADINGS_MAX).map((heading) => `\`${heading}\``);
  const others = headings.length > named.length ? ', …' : '';
  const list = named.length === 0 ? '' : ` (${named.join(', ')}${others})`;
  return `only the main part of the page is shown; ${characters} characters are left out, with ${headings.length} headings${list} and ${tables} tables: call again with whole: true to read them`;
}

/** A page whose Markdown is shorter may depend on scripts for its content. */
const EMPTY_CHARS = 300;
/** Characters of a page's source that are searched for scripts. */
const SOURCE_CHARS = 300_000;
/** The empty root element of a page by a common script framework. */
const EMPTY_ROOT =
  /<(?:div|main|body|app-root)[^>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|main|gatsby|___gatsby)\b[^>]{0,200}>\s{0,200}<\/|<app-root[^>]{0,200}>/i;
/** A note that the page needs JavaScript, in English or German. */
const ASKS_FOR_SCRIPTS =
  /\b(?:enable|requires?|needs?|without|aktivier\w{0,6}|benötigt)\b[^.<]{0,60}javascript/i;

/** Whether a nearly empty page depends on scripts for its content. */
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
  readonly content: HtmlNode;
};

function mainPart(html: string, base: string): MainPart | undefined {
  const page = documentOf(html);
  protectHeadings(page);
  const reader = new Readability<HtmlNode>(page, {
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
    content,
  };
}

/** Longest title or byline, UTF-16 units. */
const LINE_CHARS_MAX = 300;

function lineOf(text: string | null | undefined): string | null {
  const line = text?.replace(/\s+/g, ' ').trim().slice(0, LINE_CHARS_MAX) ?? '';
  return line === '' ? null : line;
}

/** The members of a document that the conversion uses. */
type HtmlDocument = {
  readonly body: HtmlNode;
  querySelector(selector: string): { readonly textContent: string | null } | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

function documentOf(html: string): HtmlDocument {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return document;
}

function titleOf(document: HtmlDocument): string | null {
  return lineOf(document.querySelector('title')?.textContent);
}

/**
 * Decodes by the byte order mark, else the header, else the meta element or XML declaration, else UTF-8. Invalid bytes
 * are replaced.
 */
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
