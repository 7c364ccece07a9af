/** @module tests of compliance around a change: its result is the difference of two full checks. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { complianceAround } from '../../../../kernel/checks/compliance/compliance-around.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import { runCompliance } from '../../../../kernel/checks/compliance/run-compliance.ts';
import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import type { ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import { deletes, modifies } from '../../building/model/build.ts';
import { viewOf } from './example-view.ts';
import { row, twoStoreys } from './office.ts';

const options = {
  standards: ['IBC-2021', 'ADA-2010', 'UK-ADK-2013', 'UK-ADM', 'UK-ADB', 'DIN-18040-1'],
};
const full = (view: ModelView): readonly Finding[] => runCompliance(view, options).findings;
const ids = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ check, element_ids: [id] }) => `${check} ${id}`).toSorted();

/** The difference of two full checks before and after `events`, and the result of the check around the change. */
function differences(
  before: ModelView,
  events: readonly PlannedEvent[],
): readonly (readonly string[])[] {
  const after = before.apply(events);
  const changed = events.map(({ aggregate_id }) => aggregate_id);
  const [was, is] = [full(before), full(after)];
  const left = new Set(is.map(({ finding_id }) => finding_id));
  const known = new Set(was.map(({ finding_id }) => finding_id));
  const { made, resolved } = complianceAround(before, after, changed, options);
  return [
    ids(is.filter(({ finding_id }) => !known.has(finding_id))),
    ids(was.filter(({ finding_id }) => !left.has(finding_id))),
    ids(made),
    ids(resolved),
  ];
}

const OFFICE = viewOf(twoStoreys());
const ROOMS = 5;
const ROW = viewOf(row(ROOMS));

/** The events of a change of one element: new parameters, or its deletion with its dependants. */
function change(view: ModelView, id: string, updates: ParamValues | null): readonly PlannedEvent[] {
  if (updates !== null) return [modifies(view.element(id), updates)];
  return view
    .cascadeOf(id)
    .toReversed()
    .map((gone) => deletes(view.element(gone.id), gone.cascade_of));
}

function creation(element: Element): PlannedEvent {
  return { type: 'element.created', aggregate_id: element.id, payload: { element } };
}

describe('compliance around a change', () => {
  test('widening a door resolves the violations of that door only', () => {
    const [made, resolved, ...around] = differences(OFFICE, change(OFFICE, 'D2', { width: 1000 }));
    expect(made).toEqual([]);
    expect(resolved).toEqual([
      'ADA-2010.door-width D2',
      'DIN-18040-1.door-width D2',
      'IBC-2021.door-width D2',
    ]);
    expect(around).toEqual([made, resolved]);
  });

  test('rules beyond the widest reach are left out and listed', () => {
    const events = change(OFFICE, 'R1', { usage: 'standing', occupancy: 1 });
    const after = OFFICE.apply(events);
    const near = complianceAround(OFFICE, after, ['R1'], { ...options, widest: 'around' });
    expect(ids(near.made)).toEqual(['IBC-2021.occupant-load R1']);
    expect(near.left_out).toContain('IBC-2021.door-separation');
    expect(near.left_out).toContain('IBC-2021.travel-distance');
    expect(near.left_out).toContain('IBC-2021.storey-exits');
    const rest = near.left_out.map((id) => id.split('.')[0]);
    expect(new Set(rest)).toEqual(new Set(options.standards));
    expect(complianceAround(OFFICE, after, ['R1'], options).left_out).toEqual([]);
  });

  test.each([
    [
      'a low railing at the well',
      [
        creation(
          e.railing(
            'A',
            [
              [6500, 6400],
              [11_600, 6400],
            ],
            { level_id: 'L2', height: 900 },
          ),
        ),
      ],
    ],
    ['a column in a doorway', [creation(e.column('C', [6000, 3480]))]],
    ['no upper floor', change(OFFICE, 'F2', null)],
    ['a lower roof', change(OFFICE, 'F3', { top_offset: 2400 })],
    ['a lower upper storey', [modifies(OFFICE.element('L2'), { elevation: 2400 })]],
    ['a home above', change(OFFICE, 'R3', { usage: 'living' })],
    ['a higher upper floor', change(OFFICE, 'F2', { top_offset: 12 })],
    ['no partition', change(OFFICE, 'P', null)],
    ['no stair', change(OFFICE, 'S', null)],
    ['a crowd below', change(OFFICE, 'R1', { usage: 'standing' })],
  ])('the check around a change equals the difference of two full checks: %s', (_what, events) => {
    const [made, resolved, ...around] = differences(OFFICE, events);
    expect([made, resolved].flat()).not.toEqual([]);
    expect(around).toEqual([made, resolved]);
  });

  const index = fc.integer({ min: 0, max: ROOMS - 1 });
  const changeOf = (id: string, updates: ParamValues | null): readonly PlannedEvent[] =>
    change(ROW, id, updates);
  const random = fc.oneof(
    fc
      .tuple(index, fc.integer({ min: 700, max: 1100 }))
      .map(([i, width]) => changeOf(`D${i}`, { width })),
    fc.tuple(index, fc.integer({ min: -900, max: 900 })).map(([i, by]) => {
      const x = i * 5100 + by;
      return changeOf(`X${i}`, { start: { x, y: 0 }, end: { x, y: 4100 } });
    }),
    fc
      .tuple(index, fc.constantFrom('D', 'X', 'R', 'S', 'N'))
      .map(([i, id]) => changeOf(`${id}${i}`, null)),
    fc
      .tuple(index, fc.constantFrom('meeting', 'wc', 'plant', null))
      .map(([i, usage]) => changeOf(`R${i}`, { usage })),
    fc
      .tuple(fc.integer({ min: 0, max: 26_000 }), fc.integer({ min: -1000, max: 4000 }))
      .map(([x, y]) => [creation(e.column('C', [x, y]))]),
    fc.integer({ min: 0, max: 40 }).map((top_offset) => changeOf('F1', { top_offset })),
  );

  test('the check around a change at any place equals the difference of two full checks', () => {
    let found = 0;
    fc.assert(
      fc.property(random, (events) => {
        const [made, resolved, ...around] = differences(ROW, events);
        found += (made?.length ?? 0) + (resolved?.length ?? 0);
        expect(around).toEqual([made, resolved]);
      }),
      { numRuns: 30, seed: 7 },
    );
    expect(found).toBeGreaterThan(10);
  });
});
