/** @module last-looked: what has happened since this person last looked at a branch in this browser. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useAnswer } from '../../components/use-answer.ts';
import { compareWith, openPanel, showMoment } from '../../state/actions.ts';
import { remember, remembered } from '../../state/remembered.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

const { time: words } = STRINGS;

/** The newest event at the end of the last visit, by branch; read once, before this visit is kept. */
const before = signal<Readonly<Record<string, string | null>>>({});

/** A button that compares the present with the end of the last visit; nothing at the first visit. */
export function LastLooked({ branch }: { readonly branch: string }): JSX.Element | null {
  const { answer } = useAnswer('log', { branch, limit: 20 });
  const newest = answer?.rows.find(({ event }) => event !== null)?.event ?? null;
  const key = `looked ${store.session.value?.workspace ?? ''} ${branch}`;
  useEffect(() => {
    if (newest === null) return;
    if (!(branch in before.value)) {
      const known = remembered(key);
      before.value = { ...before.value, [branch]: typeof known === 'string' ? known : null };
    }
    remember(key, newest);
  }, [newest, key]);
  const event = before.value[branch] ?? null;
  if (event === null) return null;
  if (event === newest) return <span class="quiet">{words.nothingNew}</span>;
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        showMoment({ branch });
        compareWith({ branch, event });
        openPanel('changes', 'left');
      }}
    >
      {words.sinceLast}
    </button>
  );
}
