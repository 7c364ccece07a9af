/** @module restore-command: the command that returns a branch to the moment that is shown. The page changes nothing. */
import type { JSX } from 'preact';

import { commandText } from '../../../../schemas/command-line/command-text.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { momentText } from '../../state/address.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

const { time: words } = STRINGS;

/** Nothing for a person who may not know positions of the log, while another moment loads, and for a planned change: its effect is in no log. */
export function RestoreCommand({ branch }: { readonly branch: string }): JSX.Element | null {
  const moment = store.moment.value;
  const isLoaded = store.loaded.value === momentText(moment);
  const seq = store.at.value?.seq ?? null;
  if (seq === null || !isLoaded || 'plan' in moment) return null;
  const command = commandText(['restore', '--to', String(seq), '--branch', branch, '--commit']);
  return (
    <span class="command with-action">
      <span class="quiet">{words.restore}</span> <code>{command}</code>
      <CopyButton text={command} what={words.restoreCommand} />
    </span>
  );
}
