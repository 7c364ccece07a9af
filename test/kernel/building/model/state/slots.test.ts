/** @module tests of slots: what nested trials assign, find and do not see. */
import { describe, expect, test } from 'vitest';

import {
  type Interner,
  Slots,
  TrialSlots,
} from '../../../../../kernel/building/model/state/slots.ts';

describe('trials', () => {
  test('trials assign slots after those of their base, and find all of them', () => {
    const base = new Slots<string>();
    base.intern('base');
    const trials: Interner<string>[] = [base];
    for (let i = 0; i < 60; i++) {
      const trial = new TrialSlots(trials.at(-1) ?? base);
      for (let k = 0; k < i % 4; k++) expect(trial.intern(`${i}.${k}`)).toBe(trial.size - 1);
      trials.push(trial);
    }
    for (const trial of trials) {
      const keys = Array.from({ length: trial.size }, (_, slot) => trial.keyAt(slot));
      expect(new Set(keys).size).toBe(trial.size);
      expect(keys.map((key) => trial.find(key))).toEqual([...keys.keys()]);
      expect(keys.map((key) => trial.intern(key))).toEqual([...keys.keys()]);
      expect(trial.find('never given')).toBeUndefined();
    }
    expect([base.size, trials.at(-1)?.size]).toEqual([1, 91]);
  });

  test('trials do not see later slots of their base, nor those of other trials', () => {
    const base = new Slots<string>();
    base.intern('a');
    const lower = new TrialSlots(base);
    lower.intern('b');
    const [one, other] = [new TrialSlots(lower), new TrialSlots(lower)];
    expect([base.intern('late'), lower.intern('late'), lower.intern('later')]).toEqual([1, 2, 3]);
    expect([one.find('late'), one.find('later')]).toEqual([undefined, undefined]);
    expect([one.intern('late'), other.intern('x'), other.intern('late')]).toEqual([2, 2, 3]);
    expect([one.find('x'), one.keyAt(2), other.keyAt(2), other.find('b')]).toEqual([
      undefined,
      'late',
      'x',
      1,
    ]);
  });

  test('nested trials find the slots of the first one, regardless of the depth', () => {
    let trial: Interner<number> = new Slots<number>();
    const made = 30_000;
    for (let i = 0; i < made; i++) {
      trial = new TrialSlots(trial);
      trial.intern(i);
    }
    expect([trial.find(0), trial.find(made - 1), trial.find(made), trial.keyAt(1)]).toEqual([
      0,
      made - 1,
      undefined,
      1,
    ]);
  });
});
