/** @module blocks: the parts of a report as text, independent of any format. All text in them is untrusted and not escaped. */
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import type { Listed } from '../report-data.ts';

/** The look of a text; without colours the words themselves have the same meaning. */
export type SpanLook = 'code' | 'strong' | 'created' | 'modified' | 'deleted' | 'alert' | 'good';

/** A piece of text. */
export type Span = { readonly text: string; readonly look: SpanLook | null };
/** A text, as a whole or in pieces. */
export type Words = string | readonly Span[];

/** A line of a list, indented by its depth. */
export type Line = { readonly words: Words; readonly depth: number };

/** A column of a table; `share` is its part of the width. */
export type Column = { readonly title: string; readonly share: number; readonly align?: 'right' };

/** A part of a section. */
export type Block =
  | { readonly block: 'text'; readonly words: Words; readonly tone: 'plain' | 'alert' | 'good' }
  | { readonly block: 'facts'; readonly rows: readonly (readonly [label: string, words: Words])[] }
  | { readonly block: 'list'; readonly label: string; readonly lines: readonly Line[] }
  /** A text that somebody wrote; paragraphs are kept. */
  | { readonly block: 'quote'; readonly label: string; readonly text: string }
  | {
      readonly block: 'table';
      readonly caption: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Words[])[];
    }
  | {
      readonly block: 'picture';
      readonly title: string;
      readonly alt: string;
      readonly drawing: Drawing;
    };

/** Blocks under a heading. `id` is unique in the document and consists of letters, digits and hyphens. */
export type Part = {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
};

/** A section with its own blocks, then its parts. */
export type Section = Part & { readonly parts: readonly Part[] };

/** A whole report. */
export type ReportDocument = {
  readonly title: string;
  readonly subtitle: string;
  /** Identifies the log at the end of each page. */
  readonly footer: string;
  readonly sections: readonly Section[];
};

/** A piece of text with a look. */
export function span(text: string, look: SpanLook | null = null): Span {
  return { text, look };
}

/** A value that is quoted exactly: an id, a digest, a path. */
export function code(text: string): readonly Span[] {
  return [span(text, 'code')];
}

/** A paragraph. */
export function paragraph(words: Words, tone: 'plain' | 'alert' | 'good' = 'plain'): Block {
  return { block: 'text', words, tone };
}

/** The sentence about the rows of a list that are left out; nothing if all are listed. */
export function moreBlocks(
  { rows, total }: Listed<unknown>,
  what: string,
  next = 'narrow the report with `--since`, `--agent`, `--session` or `--branch`',
): readonly Block[] {
  const more = total - rows.length;
  if (more <= 0) return [];
  return [paragraph(`… and ${more} more ${what} (${rows.length} of ${total} are listed); ${next}`)];
}

/** A number with its noun: `1 file`, `2 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A time of the log in UTC, `2026-03-01 08:00:00.000`; a text that is no such time is unchanged. */
export function timeText(at: string): string {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(at) ? at.slice(0, -1).replace('T', ' ') : at;
}
