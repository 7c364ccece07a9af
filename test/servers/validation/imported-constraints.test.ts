/** @module tests of the constraints on imported buildings: many findings of a check on a level are one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { checkConstraints } from '../../../kernel/checks/constraints/constraints.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { type ImportWorld, openImportWorld } from '../geometry/import-world.ts';

/** Walls side by side, each with two free ends. */
const walls = (count: number, level_id: string): readonly PlannedEvent[] =>
  Array.from({ length: count }, (_, i) =>
    created('wall', `made_${level_id}_${i}`, {
      level_id,
      name: `W${level_id}${i}`,
      start: { x: 0, y: i * 1000 },
      end: { x: 3000, y: i * 1000 },
    }),
  );

let world: ImportWorld;
let people: Approving;
let view: BuildingView;
beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness, {});
  // 12 free ends on one level, 10 on the other.
  const model = modelOf(...walls(6, 'L1'), ...walls(5, 'L2'));
  world.write('walls.ifc', exported(model, 'IFC4', 'walls').file);
  await people.decide(await people.held('import_ifc', { path: 'walls.ifc' }));
  const domain = await openBuildingDomain(world.harness.reader);
  await domain.catchUp();
  view = domain.view('main');
});
afterAll(async () => await world.harness.close());

const idOf = (name: string): string => view.named(name)[0]?.id ?? '';

describe('the free ends of imported walls', () => {
  test('are one finding if there are more than 10 on a level, else one each', () => {
    const found = checkConstraints(view, null).filter((one) => one.check === 'unjoined_end');
    const groups = found.filter(({ details }) => 'grouped' in details);
    expect(found).toHaveLength(11);
    expect(groups).toMatchObject([{ severity: 'warning', details: { grouped: 12 } }]);
    expect(new Set(groups[0]?.element_ids)).toEqual(
      new Set([0, 1, 2, 3, 4, 5].map((i) => idOf(`WL1${i}`))),
    );
    expect(groups[0]?.message).toMatch(
      /^12 findings about imported elements of level `.+`, such as: the start of wall `/u,
    );
    const ids = new Set(found.map(({ finding_id }) => finding_id));
    expect(ids.size).toBe(found.length);
  });

  test('of one wall are listed with its id', () => {
    const found = checkConstraints(view, new Set([idOf('WL10')]));
    expect(found.map(({ details }) => details)).toEqual([{ end: 'start' }, { end: 'end' }]);
  });

  test('are not grouped with those of new walls', async () => {
    const level_id = view.elementOf(idOf('WL10'), 'wall')?.params.level_id ?? '';
    await people.done('create_wall', {
      level_id,
      start: { x: 9000, y: 0 },
      end: { x: 9000, y: 500 },
    });
    const domain = await openBuildingDomain(world.harness.reader);
    await domain.catchUp();
    const found = checkConstraints(domain.view('main'), null);
    expect(found.filter((one) => one.check === 'unjoined_end')).toHaveLength(13);
  });
});
