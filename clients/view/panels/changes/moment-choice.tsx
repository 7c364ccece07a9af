/** @module moment-choice: chooses the moment with which the shown one is compared. */
import type { JSX } from 'preact';

import type { Moment } from '../../../../servers/view/protocol/moment.ts';
import { shown } from '../../components/shown.ts';
import { needSeconds, timeWords } from '../../components/time.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { compareWith } from '../../state/actions.ts';
import { momentText } from '../../state/address.ts';
import { namedText } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { isRecord } from '../time/records.ts';

const { changes: words } = STRINGS;
/** Operations that can be chosen; the panel of the log has all. */
const OPERATIONS = 50;

type Choice = { readonly label: string; readonly moment: Moment };

/** A list of other branches, and of the last operations of this branch. */
export function MomentChoice(): JSX.Element {
  const branch = store.at.value?.branch ?? 'main';
  const { answer: log } = useAnswer('log', { branch, limit: OPERATIONS });
  const { value: compared } = store.compared;
  const branches = (store.session.value?.branches ?? [])
    .filter(({ name, status }) => status === 'open' && name !== branch)
    .map(({ name }): Choice => ({ label: shown(name), moment: { branch: name } }));
  const listed = (log?.rows ?? []).filter(({ kind }) => !isRecord(kind));
  const isExact = needSeconds(listed.map(({ at }) => at));
  const operations = listed.flatMap(({ event, text, at }): readonly Choice[] =>
    event === null
      ? []
      : [
          {
            label: words.after(namedText(text), timeWords(at, isExact)),
            moment: { branch, event },
          },
        ],
  );
  const all = [...branches, ...operations];
  const current = compared === null ? '' : momentText(compared);
  const isListed = all.some(({ moment }) => momentText(moment) === current);
  const choose = (text: string): void => {
    compareWith(all.find(({ moment }) => momentText(moment) === text)?.moment ?? null);
  };
  return (
    <label class="field">
      <span>{words.with}</span>
      <select value={current} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{words.nothing}</option>
        {compared !== null && !isListed ? <option value={current}>{words.another}</option> : null}
        {branches.length === 0 ? null : (
          <optgroup label={words.branches}>{branches.map(optionOf)}</optgroup>
        )}
        {operations.length === 0 ? null : (
          <optgroup label={words.operations}>{operations.map(optionOf)}</optgroup>
        )}
      </select>
    </label>
  );
}

function optionOf({ label, moment }: Choice): JSX.Element {
  return (
    <option key={momentText(moment)} value={momentText(moment)}>
      {label}
    </option>
  );
}
