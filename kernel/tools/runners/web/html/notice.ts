/** @module notice: states what of a page is missing in its Markdown. */
import type { CountedLeftOut } from './left-out.ts';

/** What is missing. */
export type Missing = CountedLeftOut & {
  readonly hidden: number;
  readonly hidden_characters: number;
  readonly charset: string;
  /** Number of invalid byte sequences. */
  readonly replaced: number;
};

/** Headings that the notice names. */
const NAMED_HEADINGS_MAX = 5;

/** The notice about missing content; null if nothing but menus, header and footer of the page is missing. */
export function missingNotice(missing: Missing): string | null {
  const notices = [leftOutNotice(missing), hiddenNotice(missing), replacedNotice(missing)];
  const given = notices.filter((notice) => notice !== null);
  return given.length === 0 ? null : given.join('; ');
}

function leftOutNotice({ left_out, notable }: Missing): string | null {
  const { characters, headings, tables } = left_out;
  if (notable === 0 && headings.length === 0 && tables === 0) return null;
  const named = headings.slice(0, NAMED_HEADINGS_MAX).map((heading) => `\`${heading}\``);
  const others = headings.length > named.length ? ', …' : '';
  const parts = [
    headings.length === 0
      ? null
      : `${countOf(headings.length, 'heading')} (${named.join(', ')}${others})`,
    tables === 0 ? null : countOf(tables, 'table'),
  ].filter((part) => part !== null);
  const including = parts.length === 0 ? '' : `, with ${parts.join(' and ')}`;
  return `only the main part of the page is shown; ${countOf(characters, 'character')} left out${including}: call again with whole: true to read them`;
}

function hiddenNotice({ hidden, hidden_characters }: Missing): string | null {
  if (hidden_characters === 0) return null;
  return `${countOf(hidden_characters, 'character')} in ${countOf(hidden, 'element')} that readers do not see are left out`;
}

function replacedNotice({ replaced, charset }: Missing): string | null {
  if (replaced === 0) return null;
  return `${countOf(replaced, 'character')} not valid in the character set \`${charset}\`, replaced by \ufffd`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
