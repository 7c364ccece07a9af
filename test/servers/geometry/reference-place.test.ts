/** @module reference-place.test: reference models are placed by their coordinates in the frame of the branch. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { openReferenceWorld, type ReferenceWorld } from './reference-world.ts';

let opened: ReferenceWorld;
beforeAll(async () => {
  opened = await openReferenceWorld();
  opened.world.write('far.ifc', columnsFile('F', [8_000_000, 8_001_000, 8_002_000]));
  opened.world.write('next.ifc', columnsFile('N', [8_000_400, 8_000_600, 8_000_800]));
  opened.world.write('near.ifc', columnsFile('M', [4_000_000, 4_000_500]));
});
afterAll(async () => await opened.world.harness.close());

function columnsFile(name: string, places: readonly number[]): Buffer {
  const columns = places.map((x, i): PlannedEvent => {
    const location = { x, y: 0 };
    return created('column', `column_${i}`, { level_id: 'L1', name: `${name}${i}`, location });
  });
  return exported(modelOf(...columns), 'IFC4', name).file;
}

async function placesOn(branch: string): Promise<Readonly<Record<string, unknown>>> {
  const view = await opened.view(branch);
  return Object.fromEntries(
    [...view.elementsOf('column')].map(({ params: { name, location } }) => [name, location.x]),
  );
}

test('a reference gets the shift of the imported building, near to it or not', async () => {
  const { people } = opened;
  const branch = 'given/far';
  const shown = await people.ask('import_ifc', { path: 'far.ifc', as: branch });
  const { x: shift } = Object(shown.data['shift']);
  expect(shift).toBeLessThan(-7_000_000);
  await people.decide(await people.held('import_ifc', { path: 'far.ifc', as: branch }));
  for (const path of ['next.ifc', 'near.ifc']) {
    const asked = { path, reference: true, branch };
    const { data, warnings } = await people.ask('import_ifc', asked);
    expect(data['shift']).toEqual(shown.data['shift']);
    expect(warnings.join()).toContain('the coordinates of the branch are far from the origin');
    await opened.refer(branch, path);
  }
  expect(await placesOn(branch)).toMatchObject({
    F0: 8_000_000 + shift,
    N0: 8_000_400 + shift,
    M1: 4_000_500 + shift,
  });
});

test('on a branch without an import the first reference is shifted by its own distance', async () => {
  const { people } = opened;
  await people.done('create_branch', { name: 'drawn/here' });
  const asked = { reference: true, branch: 'drawn/here' };
  const first = await people.ask('import_ifc', { ...asked, path: 'next.ifc' });
  expect(Object(first.data['shift']).x).toBeLessThan(-7_000_000);
  await opened.refer('drawn/here', 'next.ifc');
  const second = await people.ask('import_ifc', { ...asked, path: 'near.ifc' });
  expect(second.data['shift']).toEqual(first.data['shift']);
});

test('a building that is imported after a reference gets its shift, and is no part of it', async () => {
  const { people } = opened;
  const branch = 'next/first';
  const first = { path: 'next.ifc', reference: true, as: branch, branch: 'empty' };
  expect(await people.decide(await people.held('import_ifc', first))).toBe('executed');
  const asked = { path: 'near.ifc', branch };
  const { data } = await people.ask('import_ifc', asked);
  const view = await opened.view(branch);
  const [reference] = view.imports();
  expect(data['shift']).toMatchObject({ x: 0 - (reference?.frame.origin.x ?? 0) });
  expect(await people.decide(await people.held('import_ifc', asked))).toBe('executed');
  const after = await opened.view(branch);
  expect(after.references()).toMatchObject([{ name: 'next.ifc', elements: 6 }]);
  expect(ownView(after).count('column')).toBe(2);
  const { error } = await people.ask('import_ifc', { path: 'far.ifc', branch });
  expect(error?.message).toContain('has 5 elements; expected one without elements');
});
