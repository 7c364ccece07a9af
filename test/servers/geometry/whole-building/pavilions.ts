/** @module pavilions: a small house next to the building, placed several times as a group and then changed in its first placement. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Call } from './calls.ts';
import type { Draw } from './draw.ts';

const P = (x: number, y: number): PlanPoint => ({ x, y });
/** Distance of placements from the building and from each other, mm. */
const APART_MM = 12_000;

/** Calls on a separate level, whose walls have no known outer outline; empty for some buildings. */
export function drawnPavilions(draw: Draw): readonly Call[] {
  if (!draw.chance(0.5)) return [];
  const [x, y, w, d] = [-3 * APART_MM, 0, draw.mm(3000, 5000), draw.mm(2500, 4500)];
  const corners = [P(x, y), P(x + w, y), P(x + w, y + d), P(x, y + d)];
  const calls: Call[] = [];
  const add = (tool: string, as: string, given: object): void => {
    calls.push({ tool, as: `Yard${as}`, arguments: { ...given } });
  };
  add('create_level', '', { name: 'Yard', elevation: -400, height: draw.mm(2300, 2800) });
  const on = { level_id: '$Yard' };
  const sized = {
    thickness: draw.of([115, 200]),
    location_line: draw.of(['centre', 'left', 'right']),
  };
  for (const [i, start] of corners.entries()) {
    add('create_wall', `w${i}`, { ...on, start, end: corners[(i + 1) % 4] ?? start, ...sized });
  }
  const offset = draw.mm(500, 1000);
  const swing = draw.of(['left', 'right']);
  add('place_door', 'd', { wall_id: '$Yardw0', offset, width: 900, swing });
  add('create_room', 'r', { ...on, point: P(x + 1200, y + 1200), name: 'Pavilion' });
  const turn_deg = draw.below(90);
  add('create_column', 'c', { ...on, location: P(x + 800, y + 700), profile: '100x200', turn_deg });
  const members = ['w0', 'w1', 'w2', 'w3', 'd', 'r', 'c'].map((as) => `$Yard${as}`);
  add('create_group', 'g', {
    name: 'Pavilion',
    element_ids: members,
    placements: Array.from({ length: draw.of([1, 2]) }, (_, n) => placement(draw, P(x, y), n + 1)),
  });
  for (const [n, edit] of EDITS.entries()) {
    if (!draw.chance(0.5)) continue;
    const { tool, given } = edit(draw);
    add(tool, `e${n}`, given);
  }
  return calls;
}

function placement(draw: Draw, about: PlanPoint, n: number): object {
  const across = draw.of([P(about.x, about.y + 1000), P(about.x + 1000, about.y)]);
  const mirror = draw.chance(0.5) ? { mirror: { from: about, to: across } } : {};
  const turn = draw.chance(0.6) ? { turn_deg: draw.of([90, 180, 270, 30]), about } : {};
  return { ...mirror, ...turn, move: P(0 - n * APART_MM, draw.mm(-4000, 4000)) };
}

type Edit = (draw: Draw) => { readonly tool: string; readonly given: object };
const set = (element_id: string, parameter_name: string, value: unknown): ReturnType<Edit> => ({
  tool: 'modify_parameter',
  given: { element_id, parameter_name, value },
});
/** Changes of the first placement, which are synchronised in the others. */
const EDITS: readonly Edit[] = [
  (draw) => set('$Yardw1', 'thickness', draw.of([150, 240])),
  (draw) => set('$Yardw2', 'height', draw.mm(2000, 2300)),
  (draw) => set('$Yardd', 'width', draw.of([800, 1010])),
  () => ({ tool: 'place_window', given: { wall_id: '$Yardw2', offset: 700, width: 800 } }),
  () => ({ tool: 'delete_elements', given: { element_ids: ['$Yardc'] } }),
];
