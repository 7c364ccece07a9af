/** @module tests of reference models in the state of branches: their elements are known, and no plan changes or uses them. */
import { describe, expect, test } from 'vitest';

import { mergeBranches } from '../../../../../kernel/building/model/branches/branches.ts';
import { emptyModel, Model } from '../../../../../kernel/building/model/model.ts';
import {
  snapshotOf,
  stateFromSnapshot,
} from '../../../../../kernel/building/model/snapshot/snapshot.ts';
import { stateDifference } from '../../../../../kernel/building/model/snapshot/state-difference.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import type { ElementRecord, PlannedEvent } from '../../../../../schemas/events.ts';
import { levelRecord, madeImport, wallRecord } from '../../../../made-import.ts';
import { eventRow } from '../../../ledger/rows.ts';
import { created, deletes, make, modifies } from '../build.ts';

const GROUND = levelRecord('level_r', 'structure Ground');
const WALLS = [0, 1].map((i) => wallRecord(`wall_r${i}`, GROUND.id, 4000 * i));
const DOOR: ElementRecord = make('door', 'door_r', { host_id: 'wall_r0' });
const ELEMENTS = [GROUND, ...WALLS, DOOR];

const MADE = [true, false].map((reference) => madeImport(ELEMENTS, { reference }));

/** An empty model that knows the manifests of all tests. */
function knowing(): Model {
  const model = new Model({}, emptyModel());
  for (const { event } of MADE) {
    model.keys.manifests.provide(event.payload.manifest.sha256, {
      elements: ELEMENTS,
      products: ELEMENTS.map(() => null),
    });
  }
  return model;
}

/** A level and a wall of the building, and a reference on top of them. */
function modelWith(reference: boolean): Model {
  const model = knowing();
  const events: readonly PlannedEvent[] = [
    created('level', 'L1', { name: 'Ground' }),
    created('wall', 'W1', { level_id: 'L1' }),
    madeImport(ELEMENTS, { reference }).event,
  ];
  for (const [i, event] of events.entries()) {
    model.applyStored({ ...eventRow({}, event), seq: i + 1, branch_seq: i + 1 });
  }
  return model;
}

function viewOf(model: Model, branch = 'main'): NonNullable<ReturnType<Model['view']>> {
  const view = model.view(branch);
  if (view === null) throw new Error('no view');
  return view;
}

const REFERENCE = { import_id: 'import_1', name: 'house.ifc' };

describe('a reference', () => {
  test('is known for each of its elements, on forks and after a snapshot', () => {
    const model = modelWith(true);
    model.applyStored({
      ...eventRow(
        { branch: 'b' },
        {
          type: 'branch.created',
          aggregate_id: 'b',
          payload: { name: 'b', from: 'main', from_seq: 3 },
        },
      ),
      seq: 4,
      branch_seq: 1,
    });
    const stored = new Model({}, stateFromSnapshot(snapshotOf(model.state)));
    expect(stateDifference(model.state, stored.state)).toBe(null);
    for (const opened of [model, stored]) {
      for (const branch of ['main', 'b']) {
        const view = viewOf(opened, branch);
        expect(view.references()).toEqual([{ ...REFERENCE, elements: 4 }]);
        for (const { id } of ELEMENTS) expect(view.referenceOf(id)).toEqual(REFERENCE);
        for (const id of ['L1', 'W1', 'unknown']) expect(view.referenceOf(id)).toBe(null);
      }
    }
    expect(stateDifference(model.state, modelWith(true).state)).not.toBe(null);
  });

  test('of another kind of import is none', () => {
    expect(viewOf(modelWith(false)).references()).toEqual([]);
    expect(stateDifference(modelWith(false).state, modelWith(true).state)).toMatch(/reference/);
  });

  test('ends with its last element', () => {
    const model = modelWith(true);
    const gone = [DOOR, ...WALLS.toReversed(), GROUND];
    for (const [i, element] of gone.entries()) {
      expect(viewOf(model).references()).toHaveLength(1);
      const event = deletes(viewOf(model).element(element.id));
      model.applyStored({ ...eventRow({}, event), seq: 4 + i, branch_seq: 4 + i });
    }
    expect(viewOf(model).references()).toEqual([]);
    expect(viewOf(model).referenceOf('wall_r0')).toBe(null);
  });
});

test('a merge brings a reference as one event, and no element of it alone', () => {
  const empty = knowing();
  const source = viewOf(modelWith(true)).apply([created('wall', 'W2', { level_id: 'L1' })]);
  const { events, conflicts } = mergeBranches(viewOf(empty), source, viewOf(empty));
  expect(conflicts).toEqual([]);
  const ids = events.map(({ aggregate_id }) => aggregate_id);
  expect(ids).toEqual(['main', 'import_1', 'L1', 'W1', 'W2']);
  const merged = viewOf(empty).apply(events.slice(1));
  expect(merged.references()).toEqual(source.references());
});

describe('a plan that', () => {
  const attacks: readonly (readonly [
    what: string,
    events: (view: ReturnType<typeof viewOf>) => readonly PlannedEvent[],
  ])[] = [
    ['changes its wall', (view) => [modifies(view.element('wall_r0'), { height: 2000 })]],
    ['raises its level', (view) => [modifies(view.element('level_r'), { elevation: 500 })]],
    ['deletes its door', (view) => [deletes(view.element('door_r'))]],
    [
      'hosts a window in its wall',
      () => [
        created('window', 'N1', { host_id: 'wall_r1' }),
        {
          type: 'element.hosted',
          aggregate_id: 'wall_r1',
          payload: { host_id: 'wall_r1', hosted_id: 'N1' },
        },
      ],
    ],
    ['builds on its level', () => [created('column', 'C1', { level_id: 'level_r' })]],
    [
      'moves a wall to its level',
      (view) => [modifies(view.element('W1'), { level_id: 'level_r' })],
    ],
    ['ends a column on its level', () => [created('column', 'C1', { top_level_id: 'level_r' })]],
    ['groups its wall', () => [created('group', 'G1', { members: [['wall_r0']] })]],
  ];

  test.each(attacks)('%s is refused with the name of its file', (_, events) => {
    const view = viewOf(modelWith(true));
    const attempt = () => view.apply(events(view));
    expect(attempt).toThrow(Refusal);
    expect(attempt).toThrow(/REGENERATION_FAILED.*the reference model `house\.ifc`/);
  });

  test.each(attacks)('%s is none without a reference', (_, events) => {
    const view = viewOf(modelWith(false));
    expect(() => view.apply(events(view))).not.toThrow(/reference model/);
  });

  test('measures a wall of a reference without its door is no change', () => {
    const view = viewOf(modelWith(true));
    const { area_mm2 } = view.grossMeasures('wall_r0');
    expect(area_mm2).toBe(5000 * 3000);
    expect(view.measures('wall_r0').area_mm2).toBeLessThan(15_000_000);
  });
});
