/** @module page: converts the bytes of a web page to Markdown of its main content. */
import { decodePage } from './html/charset.ts';
import type { DecodedPage } from './html/charset.ts';
import { leftOutOf, NOTHING_LEFT_OUT } from './html/left-out.ts';
import type { CountedLeftOut, LeftOut } from './html/left-out.ts';
import { mainPartOf } from './html/main-part.ts';
import type { MainPart } from './html/main-part.ts';
import { toMarkdown } from './html/markdown.ts';
import { missingNotice } from './html/notice.ts';
import { documentOf } from './html/page-document.ts';
import type { PageDocument } from './html/page-document.ts';
import { prunePage } from './html/prune.ts';

/** A page to convert. */
export type PageJob = {
  readonly body: Uint8Array;
  readonly content_type: string;
  /** The address against which links of the page are resolved. */
  readonly base: string;
  /** Whether to convert the whole page; default: its main part, if one is found. */
  readonly whole?: boolean | undefined;
  /** Class names and ids of elements that always belong to the main part. */
  readonly keep?: readonly string[] | undefined;
  /** Whether to look for the main part, which takes most of the time; default: true. */
  readonly extract?: boolean | undefined;
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
  /** Why the page has little or no text, or which content is missing. */
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
export function readPage(job: PageJob): Page {
  const decoded = decodePage(job.body, job.content_type);
  if (kindOf(job.content_type) === 'html') return readHtml(decoded, job);
  return {
    title: null,
    byline: null,
    markdown: decoded.text,
    extracted: false,
    cut: false,
    hidden_elements: 0,
    dropped_elements: {},
    left_out: NOTHING_LEFT_OUT,
    notice: missingNotice({
      ...decoded,
      left_out: NOTHING_LEFT_OUT,
      notable: 0,
      hidden: 0,
      hidden_characters: 0,
    }),
  };
}

function readHtml(
  decoded: DecodedPage,
  { base: address, whole = false, keep = [], extract: wanted = true }: PageJob,
): Page {
  const pruned = prunePage(decoded.text);
  const { html } = pruned;
  const page = documentOf(html);
  const base = baseOf(page, address);
  const all = toMarkdown(page.body, base);
  const extractable = wanted && html.length <= EXTRACT_CHARS_MAX;
  const main = extractable ? mainPartOf(page, html, keep) : undefined;
  const found = main === undefined || whole ? undefined : extract(page, main, base);
  const extracted = found !== undefined && found.markdown.length >= all.length * EXTRACT_SHARE_MIN;
  const markdown = extracted ? found.markdown : all;
  const missing = extracted ? found.counted : { left_out: NOTHING_LEFT_OUT, notable: 0 };
  return {
    title: lineOf(main?.title) ?? titleOf(page),
    byline: lineOf(main?.byline),
    markdown,
    extracted,
    cut: pruned.cut,
    hidden_elements: pruned.hidden,
    dropped_elements: pruned.dropped,
    left_out: missing.left_out,
    notice: needsScripts(decoded.text, markdown)
      ? NEEDS_SCRIPTS
      : joined([
          extractable || whole ? null : NOT_EXTRACTED,
          missingNotice({ ...decoded, ...pruned, ...missing }),
        ]),
  };
}

/** The Markdown of the main part. Removes from the page what is left out of it. */
function extract(
  page: PageDocument,
  main: MainPart,
  base: string,
): { readonly markdown: string; readonly counted: CountedLeftOut } {
  const counted = leftOutOf(page.body, main);
  for (const element of [...main.without, ...main.outside]) element.remove();
  const markdown = main.parts.map((part) => toMarkdown(part, base)).filter((text) => text !== '');
  return { markdown: markdown.join('\n\n'), counted };
}

/** The notice for a page whose main part is not looked for. */
const NOT_EXTRACTED =
  'the page is too large or too deeply nested to find its main part: the whole page is shown';

function joined(notices: readonly (string | null)[]): string | null {
  return notices.filter((notice) => notice !== null).join('; ') || null;
}

/** The notice for a page that depends on scripts. */
const NEEDS_SCRIPTS =
  'the page has almost no text of its own: it needs JavaScript, which is not run here; look for a static version, a feed or an API of the site';

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

/** Longest title or byline, UTF-16 units. */
const LINE_CHARS_MAX = 300;

function lineOf(text: string | null | undefined): string | null {
  const line = text?.replace(/\s+/g, ' ').trim().slice(0, LINE_CHARS_MAX) ?? '';
  return line === '' ? null : line;
}

/** The address against which links are resolved: that of the `base` element, if the page has one. */
function baseOf(document: PageDocument, address: string): string {
  const href = document.querySelector('base[href]')?.getAttribute('href');
  return (href === undefined || href === null ? null : URL.parse(href, address))?.href ?? address;
}

function titleOf(document: PageDocument): string | null {
  return lineOf(document.querySelector('title')?.textContent);
}
