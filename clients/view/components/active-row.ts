/** @module active-row: the row of a long list that keys move and Enter selects. */
import { useSignal } from '@preact/signals';

import { select } from '../state/actions.ts';

const STEPS: Readonly<Record<string, number | undefined>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
};

/** The active row of a list of elements, counted from 0. */
export type ActiveRow = {
  readonly at: number;
  readonly reset: () => void;
  /** Makes a row the active one, selects its element and moves the camera to it. */
  readonly choose: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** The active row of these elements. Keys that a button in the list handles itself are left to it. */
export function useActiveRow(rows: readonly { readonly id: string }[]): ActiveRow {
  const at = useSignal(0);
  const choose = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    at.value = index;
    select([row.id], { fly: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLButtonElement) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      at.value = Math.max(0, Math.min(rows.length - 1, at.value + step));
    } else if (event.key === 'Enter') {
      choose(at.value);
    } else {
      return;
    }
    event.preventDefault();
  };
  const reset = (): void => {
    at.value = 0;
  };
  return { at: at.value, reset, choose, onKeyDown };
}
