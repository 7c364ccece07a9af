/** @module log-list: what was done on a branch, newest first, refusals included. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { LogRow } from '../../../../servers/view/protocol/log.ts';
import { ask } from '../../api/ask.ts';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { shown } from '../../components/shown.ts';
import { needSeconds, Time } from '../../components/time.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { announce, select, showMoment } from '../../state/actions.ts';
import { problemOf } from '../../state/loader.ts';
import { namedText } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { isRecord } from './records.ts';

const { time: words } = STRINGS;
const PAGE = 100;
/** Number of elements up to which the camera moves to them. */
const FRAMED = 20;

/** The rows; older ones are loaded on request. */
export function LogList({ branch }: { readonly branch: string }): JSX.Element {
  const { answer, problem } = useAnswer('log', { branch, limit: PAGE });
  const older = useSignal<readonly LogRow[]>([]);
  const next = useSignal<string | null>(null);
  const hasRecords = useSignal(false);
  useEffect(() => {
    older.value = [];
    next.value = answer?.next ?? null;
  }, [answer]);
  const more = async (before: string): Promise<void> => {
    const page = await ask('log', { branch, before, limit: PAGE });
    older.value = [...older.value, ...page.rows];
    next.value = page.next;
  };
  if (problem !== null) return <ProblemNotice problem={problem} />;
  const cursor = next.value;
  const rows = [...(answer?.rows ?? []), ...older.value].filter(
    ({ kind }) => hasRecords.value || !isRecord(kind),
  );
  const isExact = needSeconds(rows.map(({ at }) => at));
  return (
    <div class="scroll log-scroll" tabIndex={0} role="group" aria-label={words.log}>
      <label class="check log-filter">
        <input
          type="checkbox"
          checked={hasRecords.value}
          onChange={({ currentTarget }) => (hasRecords.value = currentTarget.checked)}
        />
        {words.withRecords}
      </label>
      <ol class="log">
        {rows.map((row) => (
          <Row key={`${row.operation_id} ${row.at}`} row={row} branch={branch} isExact={isExact} />
        ))}
      </ol>
      {cursor === null ? null : (
        <button
          type="button"
          class="button"
          onClick={() => {
            more(cursor).catch((error: unknown) => announce(problemOf(error).message));
          }}
        >
          {words.older}
        </button>
      )}
    </div>
  );
}

function Row({
  row,
  branch,
  isExact,
}: {
  readonly row: LogRow;
  readonly branch: string;
  readonly isExact: boolean;
}): JSX.Element {
  const { event, at, who, is_agent, kind, text, reasoning, approval_id, elements, undone } = row;
  const { value: moment } = store.moment;
  const isShown = !('plan' in moment) && moment.event !== undefined && moment.event === event;
  const isRefused = kind === 'refusal' || kind === 'rejection';
  return (
    <li class={`log-row log-${kind}${undone ? ' is-undone' : ''}`} aria-current={isShown}>
      <p class="log-what">
        <Icon name={is_agent ? 'agent' : 'person'} />
        <strong>{shown(who)}</strong> <Time at={at} isExact={isExact} />
        <span class="tag">{words.kinds[kind]}</span>
        {undone ? <span class="tag">{words.undone}</span> : null}
      </p>
      <p class={isRefused ? 'log-refused' : ''}>{namedText(text)}</p>
      {reasoning === null ? null : <p class="reason-inline">{words.reason(shown(reasoning))}</p>}
      {approval_id === null ? null : <p class="quiet">{words.approval(shown(approval_id))}</p>}
      {event === null ? null : (
        <button type="button" class="link small" onClick={() => showMoment({ branch, event })}>
          {words.showAfter}
        </button>
      )}
      {elements.length === 0 ? null : (
        <>
          {' '}
          <button
            type="button"
            class="link small"
            onClick={() => select(elements, { fly: elements.length <= FRAMED })}
          >
            {words.selectChanged(elements.length)}
          </button>
        </>
      )}
    </li>
  );
}
