import { test } from 'vitest';
import { World } from '../servers/building/world.ts';
const S: [string, string][] = [
 ['stem first', 'wall (3, 4) to (3, 0.11) thickness 0.2 as s; wall (0,0) to (6,0) thickness 0.2 as h'],
 ['host first', 'wall (0,0) to (6,0) thickness 0.2 as h; wall (3, 4) to (3, 0.11) thickness 0.2 as s'],
 ['corner stem first', 'wall (0, 4) to (0, 0.11) thickness 0.2 as s; wall (0,0) to (6,0) thickness 0.2 as h'],
 ['corner host first', 'wall (0,0) to (6,0) thickness 0.2 as h; wall (0, 4) to (0, 0.11) thickness 0.2 as s'],
 ['node first', 'wall (0, 4) to (0, 0.01) thickness 0.2 as s; wall (0,0) to (6,0) thickness 0.2 as h'],
 ['node second', 'wall (0,0) to (6,0) thickness 0.2 as h; wall (0, 4) to (0, 0.01) thickness 0.2 as s'],
 ['axis first', 'wall (3, 4) to (3, 0.01) thickness 0.2 as s; wall (0,0) to (6,0) thickness 0.2 as h'],
 ['axis second', 'wall (0,0) to (6,0) thickness 0.2 as h; wall (3, 4) to (3, 0.01) thickness 0.2 as s'],
];
test.each(S)('%s', async (n, s) => {
  const world = await World.create();
  await world.do('run_script', { script: 'level G at 0 height 3; ' + s });
  const plan = await World.create();
  await plan.do('run_script', { script: 'level G at 0 height 3; ' + s.split('; ')[0] });
  const p2 = await plan.plan('run_script', { script: s.split('; ')[1]!.replace('wall', 'wall') + ' level @G' }).catch((e: any) => ({ warnings: e.body }));
  console.log(n, JSON.stringify([...world.view.elementsOf('wall')].map((w) => [w.params.start, w.params.end])), world.warnings, '\nSECOND', (p2 as any).warnings);
});
