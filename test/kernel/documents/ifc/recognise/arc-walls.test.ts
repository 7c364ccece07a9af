/** @module tests of walls along arcs whose two arcs are not quite concentric. */
import { expect, test } from 'vitest';

import { axes, extrusion, kernels, point, polyline, recognised } from './building-text.ts';
import { refusedRenames, viewOf } from './recognised-model.ts';

const HALF = '3.141592653589793';

/** Half a circle around (x, 0), mm, counter-clockwise or back. */
function halfCircle(x: number, radius: number, isBack: boolean): string {
  const centre = axes(point(x, 0, 0))
    .replace('IFCAXIS2PLACEMENT3D', 'IFCAXIS2PLACEMENT2D')
    .replace(',$,$)', ',$)');
  const [from, to] = isBack ? [HALF, '0.'] : ['0.', HALF];
  const sense = isBack ? '.F.' : '.T.';
  return `{IFCTRIMMEDCURVE({IFCCIRCLE(${centre},${radius}.)},(IFCPARAMETERVALUE(${from})),(IFCPARAMETERVALUE(${to})),${sense},.PARAMETER.)}`;
}

/** A wall of 300 mm along half a circle of 5,000 mm, with its inner arc off the centre, mm. */
function wallWith(off: number) {
  const pieces = [
    halfCircle(0, 5150, false),
    polyline([-5150, 0], [off - 4850, 0]),
    halfCircle(off, 4850, true),
    polyline([off + 4850, 0], [5150, 0]),
  ].map((curve) => `{IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,${curve})}`);
  const curve = `{IFCCOMPOSITECURVE((${pieces.join()}),.F.)}`;
  const body = extrusion(`{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${curve})}`, 2500);
  return recognised([{ entity: 'IFCWALL', name: 'wall', items: [body] }]);
}

test.each([0, 0.05, 0.09])('arcs %d mm off a common centre make a wall to edit', (off) => {
  const found = wallWith(off);
  const [element] = found.products.flatMap((one) =>
    one.element?.kind === 'wall' ? one.element : [],
  );
  expect(element?.params).toMatchObject({
    thickness: 300,
    via: { x: expect.closeTo(0, 0), y: 5000 },
  });
  expect(element?.params['pins']).toBeDefined();
  expect(refusedRenames(viewOf(found, kernels))).toEqual([]);
});
