/** @module remark-lines: decisions and comments on an approval as lines, with their marks. */
import type { NumberedComment } from '../../governance/audit/remarks/comments.ts';
import { hangingLines } from '../../kernel/base/text/printable.ts';
import type { Decision, Mark } from '../../schemas/governance.ts';
import { labelled } from './labelled.ts';

/** An element or level in words, by its id. */
type NameOf = (id: string) => string;

/** The lines of all comments, then of all decisions, each followed by its marks. */
export function remarkLines(
  decisions: readonly Decision[],
  comments: readonly NumberedComment[],
  { nameOf, width }: { readonly nameOf: NameOf; readonly width: number },
): readonly string[] {
  const markLines = (marks: readonly Mark[] = []): readonly string[] =>
    marks.flatMap((mark) => hangingLines(`* ${markText(mark, nameOf)}`, ' '.repeat(10), width));
  return [
    ...comments.flatMap(({ approver, commented_at, text, marks }) => [
      ...labelled('comment', `by ${approver}, ${commented_at}: ${text}`, width),
      ...markLines(marks),
    ]),
    ...decisions.flatMap(({ approver, verdict, reason, decided_at, marks }) => [
      ...labelled(
        'decision',
        `${verdict} by ${approver}, ${decided_at}${reason === null ? '' : `: ${reason}`}`,
        width,
      ),
      ...markLines(marks),
    ]),
  ];
}

/** A mark in words: its element by name and id, its place in mm, its text. */
export function markText({ element_id, at, level_id, text }: Mark, nameOf: NameOf): string {
  const place = at === undefined ? null : `(${at.x},${at.y},${at.z})`;
  const level = level_id === undefined ? null : `on ${nameOf(level_id)}`;
  const target = [element_id === undefined ? null : nameOf(element_id), place, level];
  return `${target.filter((part) => part !== null).join(' ')}: ${text}`;
}
