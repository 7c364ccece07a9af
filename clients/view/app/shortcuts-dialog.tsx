/** @module shortcuts-dialog: shows every key. */
import type { JSX } from 'preact';

import { Dialog } from '../components/dialog.tsx';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { areKeysOn, setKeysOn, SHORTCUTS } from './shortcuts.ts';

const { shortcuts: words } = STRINGS;
const GROUPS = ['panels', 'view', 'selection', 'page'] as const;

/** The dialog, if it is open. */
export function ShortcutsDialog(): JSX.Element | null {
  if (store.dialog.value !== 'shortcuts') return null;
  return (
    <Dialog title={words.title} onClose={() => (store.dialog.value = null)}>
      <label class="check">
        <input
          type="checkbox"
          checked={areKeysOn.value}
          onChange={({ currentTarget }) => setKeysOn(currentTarget.checked)}
        />
        <span>{words.areOn}</span>
      </label>
      <div class="shortcut-groups">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{words.groups[group]}</h3>
            <dl class="shortcuts">
              {SHORTCUTS.filter((one) => one.group === group).map(({ key, label }) => (
                <div key={key}>
                  <dt>
                    <kbd>{words.keys[key] ?? key.toUpperCase()}</kbd>
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>{words.groups.within}</h3>
          <dl class="shortcuts">
            {words.within.map(([keys, label]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
