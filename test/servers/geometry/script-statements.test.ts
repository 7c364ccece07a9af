/** @module statements of scripts over the real tools: joins of walls, properties, and error messages. */
import { expect, test } from 'vitest';

import { propertiesOf } from '../../../kernel/building/kinds/shared/properties.ts';
import { World } from '../building/world.ts';

test('the first named wall runs through', async () => {
  const world = await World.create();
  const corner = 'level G at 0; wall (0, 0) to (5, 0) as a; wall (0, 0) to (0, 4) as b\n';
  await world.do('run_script', { script: `${corner}join $b $a butt` });
  const walls = [...world.view.elementsOf('wall')];
  expect(walls.map(({ params }) => params.join_type)).toEqual(['butt', 'auto']);
  await world.do('run_script', { script: 'join $a $b none' });
  const after = [...world.view.elementsOf('wall')];
  expect(after.map(({ params }) => params.join_type)).toEqual(['none', 'none']);
});

test('properties are set, changed in a later call and checked by the tables', async () => {
  const world = await World.create();
  await world.do('run_script', {
    script: `level G at 0; walls rect (0, 0) to (8, 6) thickness 0.3 as s
      properties $s Pset_WallCommon ThermalTransmittance 0.24, Reference "W 1"
      properties $s.south Cost per_m2 80`,
  });
  const common = { ThermalTransmittance: 0.24, Reference: 'W 1' };
  const sets = (): unknown => [...world.view.elementsOf('wall')].map((wall) => propertiesOf(wall));
  const rest = { Pset_WallCommon: common };
  expect(sets()).toEqual([{ Cost: { per_m2: 80 }, ...rest }, rest, rest, rest]);
  await world.do('run_script', { script: 'properties $s.south Cost per_m2 none' });
  expect(sets()).toEqual([rest, rest, rest, rest]);
  const refused = await world.refusal('run_script', {
    script: 'properties $s Pset_WallCommon ThermalTransmitance 0.2',
  });
  expect(refused).toMatchObject({ name: 'UNKNOWN_PARAMETER', data: { line: 1 } });
  expect(refused.message).toContain('ThermalTransmittance');
});

test('a script error names the position, the expected input and the closest match', async () => {
  const world = await World.create();
  const misspelt = await world.refusal('run_script', {
    script: 'level G at 0\nwalls rect (0, 0) to (8, 6) heigth 3',
  });
  expect(misspelt.message).toMatch(/^line 2, column 29: found `heigth`, expected .*height/u);
  expect(misspelt.hint).toBe(
    'did you mean `height`? correct the script at the line and column; nothing was changed',
  );
  expect(misspelt.data).toMatchObject({ line: 2, column: 29, nearest: 'height' });
  const other = await world.refusal('run_script', { script: 'level G position 0' });
  expect(other.message).toBe('line 1, column 9: found `position`, expected at ELEVATION');
  expect(other.hint).toBe('correct the script at the line and column; nothing was changed');
  expect(other.data).toMatchObject({ expected: ['at ELEVATION'], nearest: null });
});

test('a length in millimetres in a script is refused with a hint at the unit', async () => {
  const world = await World.create();
  const refused = await world.refusal('run_script', {
    script: 'level G at 0; wall (0, 0) to (14000, 0)',
  });
  expect(refused.name).toBe('OUT_OF_MODEL_BOUNDS');
  expect(refused.hint).toContain('write `mm` after lengths in millimetres');
});
