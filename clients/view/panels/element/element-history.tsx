/** @module element-history: who changed an element, why, and who approved it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import type { PastChange } from '../../../../servers/view/protocol/element.ts';
import { Icon } from '../../components/icon.tsx';
import { shown } from '../../components/shown.ts';
import { Time } from '../../components/time.tsx';
import { showMoment } from '../../state/actions.ts';
import { namedText } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

/** Newest first; at first only the newest one. */
export function ElementHistory({
  history,
  hasMore,
}: {
  readonly history: readonly PastChange[];
  readonly hasMore: boolean;
}): JSX.Element | null {
  const isOpen = useSignal(false);
  if (history.length === 0) return null;
  const changes = isOpen.value ? history : history.slice(0, 1);
  return (
    <section class="block">
      <h4>{STRINGS.history.title}</h4>
      <ol class="history">
        {changes.map((change) => (
          <Change key={change.event} change={change} />
        ))}
      </ol>
      {history.length === 1 ? null : (
        <button
          type="button"
          class="link"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {isOpen.value
            ? STRINGS.history.newest
            : STRINGS.history.all(`${history.length}${hasMore ? '+' : ''}`)}
        </button>
      )}
      {isOpen.value && hasMore ? <p class="quiet">{STRINGS.history.more}</p> : null}
    </section>
  );
}

function Change({ change }: { readonly change: PastChange }): JSX.Element {
  const { event, at, who, is_agent, text, reasoning, approval_id, approved_by } = change;
  return (
    <li class="change">
      <div class="change-who">
        <Icon name={is_agent ? 'agent' : 'person'} />
        <strong>{STRINGS.history.by(shown(who), is_agent)}</strong>
        <Time at={at} />
      </div>
      <p class="change-text">{namedText(text)}</p>
      {reasoning === null ? null : (
        <figure class="reason">
          <figcaption>{STRINGS.history.reason(shown(who))}</figcaption>
          <blockquote>{shown(reasoning)}</blockquote>
        </figure>
      )}
      <Approved by={approved_by} approval_id={approval_id} />
      <button type="button" class="link small" onClick={() => showEvent(event)}>
        {STRINGS.history.show}
      </button>
    </li>
  );
}

function Approved({
  by,
  approval_id,
}: {
  readonly by: readonly string[];
  readonly approval_id: string | null;
}): JSX.Element | null {
  if (approval_id === null && by.length === 0) return null;
  return (
    <p class="approved">
      <Icon name="check" />
      <span>
        {STRINGS.history.approved(by.map(shown), approval_id === null ? null : shown(approval_id))}
      </span>
    </p>
  );
}

function showEvent(event: string): void {
  const branch = store.at.peek()?.branch;
  if (branch !== undefined) showMoment({ branch, event });
}
