import { beforeEach, describe, expect, test } from 'vitest';

import {
  chosen,
  endGhosts,
  isGhostedNow,
  keepGhosts,
  keyOf,
  setGhosted,
  showFinding,
} from '../../../../clients/view/panels/findings/findings-state.ts';
import { showAll } from '../../../../clients/view/state/actions.ts';
import { model } from '../../../../clients/view/state/model.ts';
import { store } from '../../../../clients/view/state/store.ts';
import type { FindingRow } from '../../../../servers/view/protocol/findings.ts';

const FINDING: FindingRow = {
  finding_id: 'f1',
  run_id: 'run',
  rule: 'clash',
  title: null,
  severity: 'error',
  text: '`wall_1` overlaps',
  hint: null,
  clause: null,
  element_ids: ['wall_1'],
  gone: [],
  changed: [],
  level_id: null,
  at: null,
  state: 'remains',
};

beforeEach(() => {
  endGhosts();
  showAll();
  chosen.active.value = null;
  chosen.isGhosted.value = true;
  for (const id of ['wall_1', 'wall_2']) {
    const where = { level: '', type: '', box: [0, 0, 0, 1, 1, 1] } as const;
    model.rows.set(id, { id, name: '', kind: 'wall', category: 'Walls', ...where });
  }
});

describe('the rest as ghosts', () => {
  test('comes back with the panel for the finding that is still shown', () => {
    showFinding(FINDING);
    endGhosts();
    expect(isGhosted()).toBe(false);
    keepGhosts([FINDING]);
    expect(isGhosted()).toBe(true);
    endGhosts();
    expect(isGhosted()).toBe(false);
  });

  test('of a link is shown, and ends when the finding does', () => {
    chosen.active.value = keyOf(FINDING);
    store.xray.value = true;
    store.isolated.value = new Set(['wall_1']);
    keepGhosts([FINDING]);
    expect(isGhosted()).toBe(true);
    endGhosts();
    expect([store.xray.value, store.isolated.value]).toEqual([false, null]);
  });

  test('leaves x-ray on that a person had switched on', () => {
    store.xray.value = true;
    showFinding(FINDING);
    endGhosts();
    expect(store.xray.value).toBe(true);
  });

  test('is not ticked while everything is shown, and the next finding has it again', () => {
    showFinding(FINDING);
    expect(isGhostedNow()).toBe(true);
    showAll();
    expect(isGhostedNow()).toBe(false);
    showFinding(FINDING);
    expect([isGhostedNow(), isGhosted()]).toEqual([true, true]);
    setGhosted(false, [FINDING]);
    expect([isGhostedNow(), isGhosted()]).toEqual([false, false]);
  });
});

function isGhosted(): boolean {
  return store.xray.value && store.isolated.value?.has('wall_1') === true;
}
