/** @module prune: reduces the HTML of a page in linear time, before a tree is built from it. */
import { Parser } from 'htmlparser2';

import { Controls } from './controls.ts';
import { showingOf } from './hiding.ts';
import type { Showing } from './hiding.ts';
import { escapeHtml, SpanBudget, writtenAttributes } from './kept-attributes.ts';

/** Limits of a pruned page. `_chars` are UTF-16 units; `run_chars` bounds the text between two tags. */
const PRUNE_MAX = {
  depth: 120,
  nodes: 50_000,
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
  /** Number of characters of hidden text, without white space. */
  readonly hidden_characters: number;
  /** Number of visible elements that were dropped, by tag; scripts, styles and inputs are not counted. */
  readonly dropped: Readonly<Record<string, number>>;
};

/** Elements that are dropped with their content: scripts, vector graphics, controls, frames. */
const DROPPED: ReadonlySet<string> = new Set(
  'script style svg template noscript iframe frame frameset object embed applet canvas video audio map input select textarea option datalist dialog'.split(
    ' ',
  ),
);
/** Dropped elements that show no text or picture of their own. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set('script style template map input'.split(' '));
/** Elements whose text is never shown. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set('script style'.split(' '));
/** Tags that are written as others: some pages have their whole content in a form. */
const WRITTEN_AS: ReadonlyMap<string, string> = new Map([
  ['form', 'div'],
  ['template', 'div'],
  ['button', 'span'],
  ['textarea', 'span'],
]);
/** Elements without a closing tag. */
const VOID: ReadonlySet<string> = new Set(
  'area base br col hr img link meta source wbr'.split(' '),
);

/**
 * Prunes a page. Elements that are hidden by an attribute or an inline style are dropped. A button becomes its text, a form
 * control in a table its value, a declarative shadow root its content.
 */
export function prunePage(source: string): PrunedPage {
  const page = new PageWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (!page.open(name, attributes)) parser.pause();
      },
      ontext: (text) => page.text(text),
      onclosetag: () => page.close(),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(source);
  if (!page.full) parser.end();
  return page.finish();
}

/** What an element passes on: whether its text is hidden, or has the size 0. */
type Inherited = { readonly unseen: boolean; readonly sizeless: boolean };

function isUnseen({ unseen, sizeless }: Inherited): boolean {
  return unseen || sizeless;
}

/** An open tag. */
type OpenTag = Inherited & {
  readonly name: string;
  /** The closing tag; '' if the tag was dropped. */
  readonly closer: string;
  /** Whether its own style hides text that would otherwise be shown. */
  readonly hides: boolean;
  /** Length of the output, and numbers of shown and hidden characters and of formulas, before the tag. */
  readonly from: number;
  readonly shown: number;
  readonly concealed: number;
  readonly formulas: number;
};

/** Writes the kept parts of a page while it is parsed. */
class PageWriter {
  readonly #out: string[] = [];
  readonly #open: OpenTag[] = [];
  readonly #controls = new Controls();
  readonly #spans = new SpanBudget();
  /** Number of open tags that were kept. */
  #kept = 0;
  #nodes = 0;
  #chars = 0;
  #cut = false;
  #hidden = 0;
  /** Number of characters of hidden text. */
  #concealed = 0;
  /** Number of characters and pictures that were written. */
  #shown = 0;
  #formulas = 0;
  readonly #dropped = new Map<string, number>();
  /** The dropped element: number of tags that were open when it began, and whether it is hidden; undefined outside of one. */
  #drop: { readonly from: number; readonly hidden: boolean } | undefined;
  /** Length of the text since the last tag. */
  #run = 0;
  #full = false;

  get full(): boolean {
    return this.#full;
  }

  /** Opens an element. Returns false if parsing must stop. */
  open(name: string, attributes: Readonly<Record<string, string>>): boolean {
    this.#run = 0;
    if (this.#open.length >= PRUNE_MAX.open_tags) {
      this.#cut = true;
      this.#full = true;
      return false;
    }
    const showing = showingOf(attributes);
    const inherited = this.#inherited();
    const own = {
      unseen: showing.unseen ?? inherited.unseen,
      sizeless: showing.sizeless ?? inherited.sizeless,
    };
    if (this.#drop === undefined) {
      this.#addOf(own, this.#controls.open(name, attributes, showing.gone));
      this.#dropIfNeeded(name, attributes, { ...own, gone: showing.gone });
    } else if (name === 'option') {
      this.#controls.option(attributes);
    }
    const tag = {
      name,
      ...own,
      hides: this.#drop === undefined && isUnseen(own) && !isUnseen(inherited),
      from: this.#out.length,
      shown: this.#shown,
      concealed: this.#concealed,
      formulas: this.#formulas,
    };
    const closer = this.#begin(name, this.#seenOf(name, attributes, own), showing);
    if (closer !== '' && name === 'img') this.#shown += 1;
    if (closer !== '' && name === 'math' && !isUnseen(own)) this.#formulas += 1;
    this.#open.push({ ...tag, closer });
    return true;
  }

  #inherited(): Inherited {
    return this.#open.at(-1) ?? { unseen: false, sizeless: false };
  }

  text(text: string): void {
    if (this.#full) return;
    if (this.#drop === undefined) {
      this.#add(text);
    } else if (this.#drop.hidden) {
      if (!WITHOUT_TEXT.has(this.#open.at(-1)?.name ?? '')) this.#conceal(text);
    } else if (this.#open.at(-1)?.name === 'option') {
      this.#controls.text(text);
    }
  }

  close(): void {
    this.#run = 0;
    const tag = this.#open.pop();
    if (this.#drop?.from === this.#open.length) this.#drop = undefined;
    if (tag === undefined) return;
    const after = this.#drop === undefined ? this.#controls.close(tag.name) : '';
    if (tag.closer !== '') this.#end(tag);
    this.#addOf(tag, after);
  }

  /** Ends an element that was written. */
  #end(tag: OpenTag): void {
    this.#kept -= 1;
    if (tag.hides && this.#concealed > tag.concealed) this.#hidden += 1;
    if (tag.hides && this.#shown === tag.shown) {
      this.#out.length = tag.from;
      return;
    }
    if (tag.name === 'button' && !tag.unseen && this.#shown === tag.shown) this.#count('button');
    if (!VOID.has(tag.name)) this.#out.push(tag.closer);
  }

  finish(): PrunedPage {
    while (this.#open.length > 0) this.close();
    return {
      html: this.#out.join(''),
      cut: this.#cut || this.#spans.exceeded,
      hidden: this.#hidden,
      hidden_characters: this.#concealed,
      dropped: Object.fromEntries(this.#dropped),
    };
  }

  #dropIfNeeded(
    name: string,
    attributes: Readonly<Record<string, string>>,
    own: Inherited & { readonly gone: boolean },
  ): void {
    const from = this.#open.length;
    if (own.gone) {
      this.#drop = { from, hidden: true };
      if (!isUnseen(this.#inherited())) this.#hidden += 1;
      return;
    }
    if (name === 'img' && own.unseen) {
      this.#drop = { from, hidden: true };
      this.#addOf(own, attributes['alt'] ?? '');
      return;
    }
    if (this.#repeatsFormula(attributes)) {
      this.#drop = { from, hidden: false };
      return;
    }
    const shadow = name === 'template' && attributes['shadowrootmode'] !== undefined;
    const button = name === 'button' && !this.#open.some((tag) => tag.name === 'pre');
    if (name === 'button' ? button : !DROPPED.has(name)) return;
    if (shadow || (name === 'textarea' && this.#controls.inCell)) return;
    this.#drop = { from, hidden: false };
    if (!WITHOUT_CONTENT.has(name) && !own.unseen && !this.#controls.inSelect) this.#count(name);
  }

  /** The attributes of an element without the text that stands for an unseen formula. */
  #seenOf(
    name: string,
    attributes: Readonly<Record<string, string>>,
    own: Inherited,
  ): Readonly<Record<string, string>> {
    if (name !== 'math' || this.#drop !== undefined || !isUnseen(own)) return attributes;
    const { alttext = '', ...seen } = attributes;
    this.#conceal(alttext);
    return seen;
  }

  /** Whether an element shows a formula by shapes that is already written as `math` (KaTeX). */
  #repeatsFormula(attributes: Readonly<Record<string, string>>): boolean {
    const parent = this.#open.at(-1);
    return (
      attributes['aria-hidden'] === 'true' &&
      /\bkatex-html\b/.test(attributes['class'] ?? '') &&
      parent !== undefined &&
      this.#formulas > parent.formulas
    );
  }

  #count(name: string): void {
    this.#dropped.set(name, (this.#dropped.get(name) ?? 0) + 1);
  }

  #conceal(text: string): void {
    this.#concealed += text.replaceAll(/\s+/g, '').length;
  }

  /** Writes text, or counts it if it is hidden. */
  #add(text: string): void {
    if (isUnseen(this.#inherited())) this.#conceal(text);
    else this.#write(text);
  }

  /** Writes text that stands for an element, or counts it with the element if that is hidden. */
  #addOf(own: Inherited, text: string): void {
    if (!isUnseen(own)) {
      this.#write(text);
      return;
    }
    this.#conceal(text);
    if (text.trim() !== '' && !isUnseen(this.#inherited())) this.#hidden += 1;
  }

  /** Writes text within the limits. */
  #write(text: string): void {
    if (text === '') return;
    const space = Math.min(PRUNE_MAX.run_chars - this.#run, PRUNE_MAX.text_chars - this.#chars);
    if (text.length > space) this.#cut = true;
    const taken = text.slice(0, Math.max(space, 0));
    this.#run += taken.length;
    this.#chars += taken.length;
    this.#shown += taken.replaceAll(/\s+/g, '').length;
    if (taken !== '') this.#out.push(escapeHtml(taken));
  }

  /** Writes a tag and returns its closing tag; '' if the tag is dropped. */
  #begin(name: string, attributes: Readonly<Record<string, string>>, showing: Showing): string {
    if (this.#drop !== undefined) return '';
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) return '';
    if (this.#kept >= PRUNE_MAX.depth) return '';
    if (this.#nodes >= PRUNE_MAX.nodes) {
      this.#cut = true;
      return '';
    }
    this.#nodes += 1;
    this.#kept += 1;
    const tag = WRITTEN_AS.get(name) ?? name;
    this.#out.push(`<${tag}${writtenAttributes(name, attributes, showing, this.#spans)}>`);
    return `</${tag}>`;
  }
}
