/** @module heading: what an approval is about, in one line. */
import type { ApprovalRow } from '../../../../servers/view/protocol/approvals.ts';
import { shown } from '../../components/shown.ts';
import { kindWords, titleOf } from '../../state/naming.ts';
import { STRINGS } from '../../strings.ts';

const { approvals: words } = STRINGS;

/** What is done with the first elements, with the numbers of all; the numbers or the tool if no element is known. */
export function headingOf({
  elements,
  alike,
  summary,
  tool,
}: Pick<ApprovalRow, 'elements' | 'alike' | 'summary' | 'tool'>): string {
  const counts = shown(summary === '' ? tool : summary);
  const [first] = elements;
  if (first === undefined) return counts;
  const named = elements.map(({ id, kind, name }) =>
    name === null || name === ''
      ? titleOf({ id, name, kind })
      : words.element(kindWords(kind), shown(name)),
  );
  return words.heading(words.does[first.change], named, alike - elements.length, counts);
}
