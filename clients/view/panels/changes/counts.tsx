/** @module counts: numbers of changes, each with its sign, which also marks it in the list. */
import type { JSX } from 'preact';

import type { ChangesAnswer } from '../../../../servers/view/protocol/changes.ts';
import { STRINGS } from '../../strings.ts';

const { changes: words } = STRINGS;
const ALL = ['created', 'modified', 'moved', 'deleted', 'follows'] as const;

/** The numbers in a fixed order; those that are not given are left out. */
export function Counts({
  counts,
}: {
  readonly counts: Partial<ChangesAnswer['counts']>;
}): JSX.Element {
  return (
    <ul class="change-counts">
      {ALL.map((one) => {
        const { [one]: count } = counts;
        return count === undefined ? null : (
          <li key={one} class={`change-count change-${one}`}>
            <span class="change-sign" aria-hidden="true">
              {words.signs[one]}
            </span>
            {one === 'follows' ? words.following(count) : words.count(count, words.classes[one])}
          </li>
        );
      })}
    </ul>
  );
}
