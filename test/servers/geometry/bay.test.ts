/** @module bay: an arc between walls that are drawn by their outer faces; the area is a rectangle and a segment of a circle. */
import { expect, test } from 'vitest';

import { areasIn, built } from '../../examples/example.ts';

const SHELL = `level Ground at 0 height 3
walls path (3, 0) (0, 0) (0, 6) (10, 6) (10, 0) (6, 0) line left thickness 0.3
`;

test.each(['(6, 0.15) to (3, 0.15)', '(3, 0.15) to (6, 0.15)'])(
  'a bay from %s opens the room, and no wall runs across it',
  async (ends) => {
    const script = `${SHELL}wall ${ends} via (4.5, -0.85) thickness 0.3\nroom Living at (5, 3)`;
    const { view, warnings } = await built(script);
    expect(warnings).toEqual([]);
    // The axis has a chord of 3 and a height of 1: radius 1.625 around (4.5, 0.775); inside of the wall 0.15 less
    const [radius, to_face] = [1.475, 0.775 - 0.3];
    const segment =
      radius ** 2 * Math.acos(to_face / radius) - to_face * Math.sqrt(radius ** 2 - to_face ** 2);
    const { Living = 0 } = areasIn(view);
    // Facets stay within a millimetre of the arc
    expect(Math.abs(Living - (9.4 * 5.4 + segment))).toBeLessThan(0.004);
    for (const { id, params } of view.elementsOf('wall')) {
      const xs = (view.outline(id) ?? []).map(({ x }) => x);
      const most = Math.max(params.start.x, params.end.x) + 300;
      expect(Math.max(...xs)).toBeLessThan(most);
    }
  },
);
