/** @module laws: moving, turning, mirroring and renaming a random building changes no measure, finding or count. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { egressOf } from '../../../../kernel/checks/compliance/egress.ts';
import type { Measured } from '../../../../kernel/checks/compliance/measured.ts';
import { corridorWidth } from '../../../../kernel/checks/compliance/measures/corridors.ts';
import { MEASURES } from '../../../../kernel/checks/compliance/measures/measures.ts';
import { TOLERANCE } from '../../../../kernel/checks/compliance/outcome.ts';
import { PACKS } from '../../../../kernel/checks/compliance/packs/packs.ts';
import type { Coverage } from '../../../../kernel/checks/compliance/result.ts';
import { newRun, runCompliance } from '../../../../kernel/checks/compliance/run-compliance.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { viewOf } from './example-view.ts';
import {
  drawnBackwards,
  inPosition,
  onLowerLevels,
  POSITIONS,
  randomBuilding,
  placed,
  renamed,
} from './random-building.ts';

const PLANS = process.env['LAW_SEED'] === undefined ? 10 : 30;
const STANDARDS = PACKS.map(({ standard }) => standard);

/** Maps the results for one building to those for another. */
type Mapping = {
  readonly name: (id: string) => string;
  readonly point: (point: PlanPoint) => PlanPoint;
};

const SAME: Mapping = { name: (id) => id, point: (point) => point };

/** A result: words that must be equal (numbers in them to `PRINTED_MM`), a number that must agree to `within`, a location. */
type Answer = {
  readonly words: readonly (string | number | null)[];
  readonly number: number;
  readonly within: number;
  readonly at: PlanPoint | null;
};

/**
 * Measures whose extreme may occur in several places: only one of them is reported, and any of them is accepted.
 */
const ANYWHERE = /corridor_width|corridor-width|room_free_circle|turning-circle|movement-area/u;

/**
 * If the point of a room that is furthest from its exits is not a corner, it is found to a millimetre, and lengths near it
 * hardly differ. So the length agrees to a millimetre, a hundred times the usual tolerance, and any point is accepted.
 */
const FURTHEST = /^room_travel |^way out of /u;
const FURTHEST_PLACE = /^room_travel |^way out of |\.travel-/u;
const FURTHEST_TIMES = 100;

/** Tolerance of locations, mm: three roundings to the 0.001 mm grid where lines meet at a tenth of a right angle. */
const PLACE_MM = 0.05;

/** The words of a reason; the ids in it in the order of the other building. */
function wordsOf(because: string, name: Mapping['name']): readonly string[] {
  return because
    .split(/[\s,]+/u)
    .map((word) => word.replaceAll(/`([^`]+)`/gu, (_, id: string) => `\`${name(id)}\``))
    .toSorted();
}

function answerOf(got: Measured, within: number, name: Mapping['name']): Answer {
  if (got.outcome !== 'value') {
    return { words: [got.outcome, ...wordsOf(got.because, name)], number: 0, within, at: null };
  }
  const of = got.of.map(name).toSorted();
  return { words: [got.outcome, ...of], number: got.value, within, at: got.at };
}

function countsOf(status: string, coverage: Coverage, name: Mapping['name']): Answer {
  const { evaluated, passed, failed, not_applicable, not_evaluated } = coverage;
  const missing = not_evaluated.map(({ rule_id, because, element_ids }) =>
    [rule_id, ...wordsOf(because, name), ...element_ids.map(name).toSorted()].join(' '),
  );
  const counts = [status, evaluated, passed, failed, not_applicable];
  const texts = missing.toSorted().flatMap((text) => text.split(' '));
  return { words: [...counts, ...texts], number: 0, within: 0, at: null };
}

/** Every measure of every element, every finding, and the egress result. */
function* answersOf(view: ModelView, name: Mapping['name']): Generator<readonly [string, Answer]> {
  const run = newRun(view, { standards: [] });
  for (const measure of MEASURES) {
    for (const { id } of view.elementsOf(measure.subject)) {
      const got = measure.of(run, id);
      yield [`${measure.name} ${name(id)}`, answerOf(got, TOLERANCE[measure.unit], name)];
    }
  }
  const { status, findings, coverage } = runCompliance(view, { standards: STANDARDS });
  yield ['compliance', countsOf(status, coverage, name)];
  for (const { check, element_ids, severity, location, details } of findings) {
    const [subject = '', ...of] = element_ids.map(name);
    const { required, unit, relation } = details;
    const limit = JSON.stringify([required, unit, relation]);
    const words = [severity, limit, ...of.toSorted()];
    yield [
      `${check} ${subject}`,
      { words, number: Number(details['measured']), within: 0.01, at: location },
    ];
  }
  yield* egressAnswers(view, name);
}

function* egressAnswers(
  view: ModelView,
  name: Mapping['name'],
): Generator<readonly [string, Answer]> {
  const { status, coverage, rooms, storeys } = egressOf(view, {});
  yield ['egress', countsOf(status, coverage, name)];
  for (const { level_id, occupants, unknown, exits } of storeys) {
    const ways = exits.map(
      ({ element_id, kind, clear_width_mm }) =>
        `${name(element_id)} ${kind} ${clear_width_mm?.toFixed(2) ?? ''}`,
    );
    const texts = ways.toSorted().flatMap((text) => text.split(' '));
    const words = [occupants, ...wordsOf(unknown ?? '', name), ...texts];
    yield [`exits ${name(level_id)}`, { words, number: 0, within: 0, at: null }];
  }
  for (const { room_id, level_id, occupancy_group, occupants, ways_out, ...room } of rooms) {
    const words = [name(level_id), occupancy_group, occupants, ways_out];
    const number = room.travel_mm ?? -1;
    yield [
      `way out of ${name(room_id)}`,
      { words, number, within: TOLERANCE.mm, at: room.furthest_corner },
    ];
  }
}

const ANSWERS = new Map<number, ReadonlyMap<string, Answer>>();

/** Results for random buildings as drawn; each test uses the same ones. */
function drawn(seed: number): ReadonlyMap<string, Answer> {
  const known = ANSWERS.get(seed) ?? new Map(answersOf(viewOf(randomBuilding(seed)), (id) => id));
  ANSWERS.set(seed, known);
  return known;
}

/** Numbers in reasons are rounded to 0.01 mm: two that hardly differ can be rounded apart. */
const PRINTED_MM = 0.015;

/** Whether two lists of words are equal, but for numbers that are rounded apart. */
function sameWords(a: Answer['words'], b: Answer['words']): boolean {
  const isNumber = (word: string | number | null): boolean => /^\d+(\.\d+)?$/u.test(String(word));
  const textOf = (words: Answer['words']): string =>
    words.map((word) => (isNumber(word) ? '#' : word)).join('|');
  const numbersOf = (words: Answer['words']): readonly number[] =>
    words.filter(isNumber).map(Number);
  const others = numbersOf(b);
  return (
    textOf(a) === textOf(b) &&
    numbersOf(a).every((number, i) => Math.abs(number - (others[i] ?? NaN)) <= PRINTED_MM)
  );
}

function differ(
  key: string,
  [a, b]: readonly [Answer | undefined, Answer | undefined],
  point: Mapping['point'],
): boolean {
  if (a === undefined || b === undefined) return true;
  if (!sameWords(a.words, b.words)) return true;
  const within = FURTHEST.test(key) ? FURTHEST_TIMES * a.within : a.within;
  if (Math.abs(a.number - b.number) > within || (a.at === null) !== (b.at === null)) return true;
  if (a.at === null || b.at === null) return false;
  if (ANYWHERE.test(key) || FURTHEST_PLACE.test(key)) return false;
  const { x, y } = point(a.at);
  return Math.hypot(x - b.at.x, y - b.at.y) > PLACE_MM;
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });

function expectAlike(
  other: (elements: readonly Element[]) => { there: readonly Element[]; mapping: Mapping },
): void {
  let findings = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const building = randomBuilding(seed);
      const before = drawn(seed);
      const { there, mapping } = other(building);
      const after = new Map(answersOf(viewOf(there), mapping.name));
      const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        const [a, b] = [before.get(key), after.get(key)];
        return differ(key, [a, b], mapping.point) ? [{ key, before: a, after: b }] : [];
      });
      findings += [...before.keys()].filter((key) => key.includes('.')).length;
      expect(changed).toEqual([]);
    }),
    { numRuns: PLANS },
  );
  expect(findings).toBeGreaterThan(10 * PLANS);
}

test.each(Object.entries(POSITIONS))(
  'a building that is %s gives the same results',
  (_, position) => {
    expectAlike((elements) => ({
      there: placed(elements, position),
      mapping: { ...SAME, point: position.point },
    }));
  },
);

test('corridors are as wide if the walls are drawn from end to start, mirrored or not', () => {
  const widthsOf = (elements: readonly Element[]): ReadonlyMap<string, number> => {
    const run = newRun(viewOf(elements), { standards: [] });
    const rooms = [...run.view.elementsOf('room')].map(({ id }): readonly [string, number] => {
      const got = corridorWidth.of(run, id);
      return [id, got.outcome === 'value' ? got.value : -1];
    });
    return new Map(rooms);
  };
  fc.assert(
    fc.property(seeds, (seed) => {
      const building = randomBuilding(seed);
      const backwards = drawnBackwards(building);
      const was = widthsOf(building);
      const others = [
        backwards,
        ...Object.values(POSITIONS).map((position) =>
          backwards.map((element) => inPosition(element, position)),
        ),
      ];
      for (const is of others.map(widthsOf)) {
        expect([...is.keys()]).toEqual([...was.keys()]);
        for (const [id, width] of was) {
          expect(Math.abs((is.get(id) ?? NaN) - width)).toBeLessThan(TOLERANCE.mm);
        }
      }
    }),
    { numRuns: PLANS, examples: [[957_859]] },
  );
});

test('a building with other ids in another order gives the same results', () => {
  expectAlike((elements) => {
    const { elements: there, before } = renamed(elements);
    return { there, mapping: { ...SAME, name: (id) => before.get(id) ?? id } };
  });
});

test('rooms that begin above their level give the same results as on higher levels', () => {
  let findings = 0;
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 500 }), (seed, by) => {
      const building = randomBuilding(seed).filter(({ kind }) => kind !== 'stair');
      const before = new Map(answersOf(viewOf(building), SAME.name));
      const after = new Map(answersOf(viewOf(onLowerLevels(building, by)), SAME.name));
      const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        const [a, b] = [before.get(key), after.get(key)];
        return differ(key, [a, b], SAME.point) ? [{ key, before: a, after: b }] : [];
      });
      findings += [...before.keys()].filter((key) => key.includes('.')).length;
      expect(changed).toEqual([]);
    }),
    { numRuns: PLANS },
  );
  expect(findings).toBeGreaterThan(10 * PLANS);
});
