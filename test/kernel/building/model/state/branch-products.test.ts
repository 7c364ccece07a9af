/** @module tests of the products of a branch: which import an element is from, and which element has a GlobalId. */
import { expect, test, vi } from 'vitest';

import { manifestElements } from '../../../../../kernel/base/manifest/manifest-elements.ts';
import { FilteredView } from '../../../../../kernel/building/model/filtered-view.ts';
import { emptyModel, Model } from '../../../../../kernel/building/model/model.ts';
import {
  snapshotOf,
  stateFromSnapshot,
} from '../../../../../kernel/building/model/snapshot/snapshot.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { guidOf, ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import type { ElementRecord, PlannedEvent } from '../../../../../schemas/events.ts';
import {
  levelRecord,
  madeImport,
  type MadeImport,
  revisionOf,
  undoneImport,
  wallRecord,
} from '../../../../made-import.ts';
import { eventRow } from '../../../ledger/rows.ts';

const LEVEL = levelRecord('level_i', 'Ground');
const [GUID, OTHER] = ['0WallWallWallWallWall0', '1WallWallWallWallWall1'];

/** The second import; its file differs from that of the first one. */
function second(
  elements: readonly (ElementRecord | null)[],
  guids: Readonly<Record<string, string>>,
): MadeImport {
  return madeImport(elements, { import_id: 'import_2', text: 'another', guids });
}

/** The view of main after imports and other events; each import is an event. */
async function viewAfter(...steps: readonly (MadeImport | PlannedEvent)[]): Promise<StateView> {
  const model = new Model({}, emptyModel());
  for (const [i, step] of steps.entries()) {
    const event = 'event' in step ? step.event : step;
    if ('event' in step) {
      const manifest = await manifestElements((n) => (n === 0 ? step.manifest : null));
      if (manifest === null) throw new Error('the manifest is malformed');
      model.keys.manifests.provide(step.event.payload.manifest.sha256, manifest);
    }
    model.applyStored({ ...eventRow({}, event), seq: i + 1, branch_seq: i + 1 });
  }
  const view = model.view('main');
  const stored = new Model({}, stateFromSnapshot(snapshotOf(model.state))).view('main');
  if (!view || !stored) throw new Error('the model has no main');
  for (const id of ['wall_a', 'wall_b', 'wall_c']) {
    expect(stored.importedAs(id)).toEqual(view.importedAs(id));
  }
  return view;
}

const deleted = (element: ElementRecord): PlannedEvent => ({
  type: 'element.deleted',
  aggregate_id: element.id,
  payload: { element, cascade_of: null },
});
const created = (element: ElementRecord): PlannedEvent => ({
  type: 'element.created',
  aggregate_id: element.id,
  payload: { element },
});

const A = wallRecord('wall_a', LEVEL.id);
const B = wallRecord('wall_b', LEVEL.id, 4000);
const FIRST = madeImport([LEVEL, A], { guids: { wall_a: GUID } });

test('elements of an import after the undo of another one have the GlobalIds of their file', async () => {
  const level = levelRecord('level_k', 'Ground');
  const again = second([level, wallRecord('wall_b', level.id)], { wall_b: GUID });
  const view = await viewAfter(FIRST, undoneImport(FIRST), again);
  expect(view.importedAs('wall_b')).toMatchObject({ guid: GUID, record: 20 });
  expect(view.withImportedGuid(GUID)).toBe('wall_b');
  expect([guidOf('wall_a', view), guidOf('wall_b', view)]).toEqual([ifcGuid('wall_a'), GUID]);
});

test('a product that a revision reads as an element of another kind keeps its GlobalId', async () => {
  const view = await viewAfter(FIRST, revisionOf(FIRST, second([LEVEL, B], { wall_b: GUID })));
  expect(view.element('wall_a')).toBeUndefined();
  expect([guidOf('wall_b', view), view.withImportedGuid(GUID)]).toEqual([GUID, 'wall_b']);
});

test('a deleted element has its GlobalId, also after it is created again', async () => {
  const gone = await viewAfter(FIRST, deleted(A));
  expect([guidOf('wall_a', gone), gone.withImportedGuid(GUID)]).toEqual([GUID, null]);
  const back = await viewAfter(FIRST, deleted(A), created(A));
  expect([guidOf('wall_a', back), back.withImportedGuid(GUID)]).toEqual([GUID, 'wall_a']);
});

test('an element that a revision lacks is the product of the newest superseded file', async () => {
  const revision = revisionOf(FIRST, second([LEVEL, B, A], { wall_a: OTHER }));
  const third = madeImport([LEVEL, B], { import_id: 'import_3', text: 'a third one' });
  const view = await viewAfter(FIRST, revision, revisionOf(revision, third), created(A));
  const { file } = revision.event.payload;
  expect(view.importedAs('wall_a')).toEqual({ guid: OTHER, record: 30, file: file.sha256 });
});

/** A view of some elements that plans nothing. */
class Sight extends FilteredView {
  apply(): never {
    throw new Error('the view plans nothing');
  }
}

test('a hidden element does not take the GlobalId of a visible one', async () => {
  const guids = { wall_a: GUID, wall_b: GUID };
  const whole = await viewAfter(madeImport([LEVEL, A, B], { guids }));
  expect([whole.importedAs('wall_b')?.guid, whole.withImportedGuid(GUID)]).toEqual([
    null,
    'wall_a',
  ]);
  const seen = new Sight(whole, (id) => id !== 'wall_a' && whole.element(id) !== undefined);
  const alone = await viewAfter(madeImport([LEVEL, null, B], { guids }));
  expect(seen.importedAs('wall_b')).toMatchObject({ guid: GUID, record: 30 });
  expect(alone.importedAs('wall_b')).toMatchObject({ guid: GUID, record: 30 });
  expect(seen.withImportedGuid(GUID)).toBe('wall_b');
  expect([seen.importedAs('wall_a'), seen.productOf('wall_a')]).toEqual([null, null]);
  expect([whole.idsWithGuid(GUID), seen.idsWithGuid(GUID)]).toEqual([
    ['wall_a', 'wall_b'],
    ['wall_b'],
  ]);
});

test('finds the owner of a GlobalId that many elements have once', async () => {
  const walls = Array.from({ length: 40 }, (_, i) => wallRecord(`wall_${i}`, LEVEL.id, 500 * i));
  const guids = Object.fromEntries(walls.map(({ id }) => [id, GUID]));
  const view = await viewAfter(madeImport([LEVEL, ...walls], { guids }));
  const found = vi.spyOn(view.state.keys.products, 'slotsWith');
  expect(walls.map(({ id }) => guidOf(id, view))).toEqual(
    walls.map(({ id }, i) => (i === 0 ? GUID : ifcGuid(id))),
  );
  expect(found).toHaveBeenCalledTimes(1);
});
