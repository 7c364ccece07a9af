/** @module prune: reduces the HTML of a page in linear time, before a tree is built from it. */
import { Parser } from 'htmlparser2';

/** Limits of a pruned page. `_chars` are UTF-16 units; `run_chars` bounds the text between two tags. */
const PRUNE_MAX = {
  depth: 120,
  nodes: 50_000,
  attributes: 24,
  attribute_chars: 2048,
  run_chars: 100_000,
  text_chars: 600_000,
  /** Number of open tags at which parsing stops. */
  open_tags: 5000,
} as const;

/** A pruned page, and what was dropped from it. */
export type PrunedPage = {
  readonly html: string;
  /** Whether a limit was reached, so that content is missing. */
  readonly cut: boolean;
  /** Number of elements that were dropped because they are hidden from readers. */
  readonly hidden: number;
  /** Number of visible elements that were dropped, by tag; scripts, styles and inputs are not counted. */
  readonly dropped: Readonly<Record<string, number>>;
};

/** Elements that are dropped with their content: scripts, vector graphics, controls, frames. */
const DROPPED: ReadonlySet<string> = new Set(
  'script style svg math template noscript iframe frame frameset object embed applet canvas video audio map input button select textarea option datalist dialog'.split(
    ' ',
  ),
);
/** Dropped elements that show no text or picture of their own. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set('script style template map input'.split(' '));
/** Elements in which a button is part of the text, such as the heading of an accordion. */
const TITLES: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6 summary dt'.split(' '));
/** Attributes that are kept; all others are dropped. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(
  'href src alt title class id role name property content lang dir datetime itemprop rel start'.split(
    ' ',
  ),
);
/** Tags that are written as others: some pages have their whole content in a form; the button of a heading is its text. */
const WRITTEN_AS: ReadonlyMap<string, string> = new Map([
  ['form', 'div'],
  ['button', 'span'],
]);
/** Elements without a closing tag. */
const VOID: ReadonlySet<string> = new Set(
  'area base br col hr img link meta source wbr'.split(' '),
);
/** Inline styles that hide an element. */
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i;

/** Prunes a page. Elements that are hidden by an attribute or an inline style are dropped. */
export function prunePage(source: string): PrunedPage {
  const page = new PageWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (!page.open(name, attributes)) parser.pause();
      },
      ontext: (text) => page.text(text),
      onclosetag: (name) => page.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(source);
  if (!page.full) parser.end();
  return page.finish();
}

/** Writes the kept parts of a page while it is parsed. */
class PageWriter {
  readonly #out: string[] = [];
  /** For each open tag, its closing tag; '' if the tag was dropped. */
  readonly #closers: string[] = [];
  /** Number of open tags that were kept. */
  #kept = 0;
  #nodes = 0;
  #chars = 0;
  #cut = false;
  #hidden = 0;
  readonly #dropped = new Map<string, number>();
  /** Number of open headings. */
  #titles = 0;
  /** Number of tags that were open when the dropped element began; undefined outside such an element. */
  #dropFrom: number | undefined;
  /** Length of the text since the last tag. */
  #run = 0;
  #full = false;

  get full(): boolean {
    return this.#full;
  }

  /** Opens an element. Returns false if parsing must stop. */
  open(name: string, attributes: Readonly<Record<string, string>>): boolean {
    this.#run = 0;
    if (this.#closers.length >= PRUNE_MAX.open_tags) {
      this.#cut = true;
      this.#full = true;
      return false;
    }
    const hidden = isHidden(attributes);
    const inTitle = this.#titles > 0 && name === 'button';
    if (this.#dropFrom === undefined && ((DROPPED.has(name) && !inTitle) || hidden)) {
      this.#dropFrom = this.#closers.length;
      if (hidden) {
        this.#hidden += 1;
      } else if (!WITHOUT_CONTENT.has(name)) {
        this.#dropped.set(name, (this.#dropped.get(name) ?? 0) + 1);
      }
    }
    if (TITLES.has(name)) this.#titles += 1;
    this.#closers.push(this.#begin(name, attributes));
    return true;
  }

  text(text: string): void {
    if (this.#dropFrom !== undefined || this.#full) return;
    const space = Math.min(PRUNE_MAX.run_chars - this.#run, PRUNE_MAX.text_chars - this.#chars);
    if (text.length > space) this.#cut = true;
    const taken = text.slice(0, Math.max(space, 0));
    this.#run += taken.length;
    this.#chars += taken.length;
    if (taken !== '') this.#out.push(escapeHtml(taken));
  }

  close(name: string): void {
    this.#run = 0;
    if (TITLES.has(name)) this.#titles -= 1;
    const closer = this.#closers.pop();
    if (this.#dropFrom === this.#closers.length) this.#dropFrom = undefined;
    if (closer === undefined || closer === '') return;
    this.#kept -= 1;
    if (!VOID.has(name)) this.#out.push(closer);
  }

  finish(): PrunedPage {
    while (this.#closers.length > 0) this.close('');
    return {
      html: this.#out.join(''),
      cut: this.#cut,
      hidden: this.#hidden,
      dropped: Object.fromEntries(this.#dropped),
    };
  }

  /** Writes a tag and returns its closing tag; '' if the tag is dropped. */
  #begin(name: string, attributes: Readonly<Record<string, string>>): string {
    if (this.#dropFrom !== undefined) return '';
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) return '';
    if (this.#kept >= PRUNE_MAX.depth) return '';
    if (this.#nodes >= PRUNE_MAX.nodes) {
      this.#cut = true;
      return '';
    }
    this.#nodes += 1;
    this.#kept += 1;
    const kept = Object.entries(attributes)
      .filter(
        ([key, value]) => KEPT_ATTRIBUTES.has(key) && value.length <= PRUNE_MAX.attribute_chars,
      )
      .slice(0, PRUNE_MAX.attributes)
      .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
    const tag = WRITTEN_AS.get(name) ?? name;
    this.#out.push(`<${tag}${kept.join('')}>`);
    return `</${tag}>`;
  }
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  const { hidden, style } = attributes;
  return hidden !== undefined || (style !== undefined && HIDING.test(style.slice(0, 2000)));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
