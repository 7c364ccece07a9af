/** @module laws of the persistent vector. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  emptyVector,
  newBatch,
  vectorDiff,
  vectorEntries,
  vectorGet,
  vectorSet,
} from '../../../../../kernel/building/model/state/persistent-vector.ts';
import type { Vector } from '../../../../../kernel/building/model/state/persistent-vector.ts';

const Index = fc.oneof(
  fc.nat(70),
  fc.nat(40_000),
  fc.constantFrom(0, 31, 32, 1023, 1024, 32 ** 4, 2 ** 30 - 1),
);
const Writes = fc.array(fc.tuple(Index, fc.option(fc.nat(5), { nil: undefined })), {
  maxLength: 60,
});

function fill(writes: readonly (readonly [number, number | undefined])[]): Vector<number> {
  let vector = emptyVector<number>();
  for (const [index, value] of writes) vector = vectorSet(vector, index, value);
  return vector;
}

function asMap(writes: readonly (readonly [number, number | undefined])[]): Map<number, number> {
  const map = new Map<number, number>();
  for (const [index, value] of writes) {
    if (value === undefined) map.delete(index);
    else map.set(index, value);
  }
  return map;
}

test('a vector has the same contents as a map, in order of index', () => {
  fc.assert(
    fc.property(Writes, (writes) => {
      const map = asMap(writes);
      expect([...vectorEntries(fill(writes))]).toEqual([...map].toSorted(([a], [b]) => a - b));
      for (const [index] of writes) expect(vectorGet(fill(writes), index)).toBe(map.get(index));
    }),
  );
});

test('a write does not change the previous vector', () => {
  fc.assert(
    fc.property(Writes, Writes, (first, second) => {
      const vector = fill(first);
      const before = [...vectorEntries(vector)];
      let next = vector;
      for (const [index, value] of second) next = vectorSet(next, index, value);
      expect([...vectorEntries(vector)]).toEqual(before);
    }),
  );
});

test('a batch gives the same vector and does not change the previous one', () => {
  fc.assert(
    fc.property(Writes, Writes, (first, second) => {
      const vector = fill(first);
      const before = [...vectorEntries(vector)];
      const batch = newBatch();
      let batched = vector;
      for (const [index, value] of second) batched = vectorSet(batched, index, value, batch);
      expect([...vectorEntries(batched)]).toEqual([...vectorEntries(fill([...first, ...second]))]);
      expect([...vectorEntries(vector)]).toEqual(before);
    }),
  );
});

test('the difference lists exactly the indices whose values differ', () => {
  fc.assert(
    fc.property(Writes, Writes, (first, second) => {
      const [a, b] = [fill(first), fill([...first, ...second])];
      const found: [number, number | undefined, number | undefined][] = [];
      vectorDiff(a, b, (index, before, after) => found.push([index, before, after]));
      const [before, after] = [asMap(first), asMap([...first, ...second])];
      const indices = [...new Set([...before.keys(), ...after.keys()])].toSorted((x, y) => x - y);
      expect(found).toEqual(
        indices
          .filter((index) => before.get(index) !== after.get(index))
          .map((index) => [index, before.get(index), after.get(index)]),
      );
    }),
  );
});

test('comparing vectors of 100,000 values that share all but one leaf visits only that leaf', () => {
  const batch = newBatch();
  let vector = emptyVector<number>();
  for (let i = 0; i < 100_000; i++) vector = vectorSet(vector, i, i, batch);
  const changed = vectorSet(vector, 54_321, -1);
  const found: number[] = [];
  vectorDiff(vector, changed, (index) => found.push(index));
  expect(found).toEqual([54_321]);
  expect(vectorSet(vector, 54_321, 54_321)).toBe(vector);
});

test('an index that is not an integer from 0 is refused', () => {
  for (const index of [-1, 0.5, Number.NaN, Infinity, 2 ** 30]) {
    expect(() => vectorSet(emptyVector<number>(), index, 1)).toThrow(RangeError);
  }
});
