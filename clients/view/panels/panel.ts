/** @module panel: what a panel is. */
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';

import type { IconName } from '../components/icon.tsx';
import type { Dock } from '../state/store.ts';

/** A panel: one row of the table in `panels.ts`. */
export type Panel = {
  /** Its name in addresses. */
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** The dock in which it opens. */
  readonly dock: Dock;
  /** The key that opens and closes it. */
  readonly shortcut: string;
  readonly component: () => JSX.Element;
  /** A number on its button, such as that of pending approvals; 0 shows none. */
  readonly badge?: ReadonlySignal<number>;
};
