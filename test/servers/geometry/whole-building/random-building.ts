/** @module random building: a whole building as tool calls, a different one for each seed, with the facts known from its drawing. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Call } from './calls.ts';
import { Draw, between, distance } from './draw.ts';
import type { Host } from './hosts.ts';
import { LAYERS } from './hosts.ts';
import type { Outline } from './outlines.ts';
import { drawnOutline } from './outlines.ts';
import { drawnPavilions } from './pavilions.ts';
import type { RoofPlan } from './roofs.ts';
import { drawnRoof } from './roofs.ts';
import type { Cell, Drawn, Storey } from './storey.ts';
import { drawnStorey, freeAround, isInside } from './storey.ts';

/** A building in its own frame, outlines along the axes if their shape has right angles. */
export type Building = {
  readonly calls: readonly Call[];
  /** By the name of the level. */
  readonly outer: ReadonlyMap<string, readonly PlanPoint[]>;
  /** By the name of the roof. */
  readonly roofs: ReadonlyMap<string, RoofPlan>;
};

/** The building of a seed: one or two storeys with a roof. */
export function randomBuilding(seed: number): Building {
  const draw = new Draw(seed);
  const outline = drawnOutline(draw);
  const storeys = draw.of([1, 1, 2]);
  const heights = Array.from({ length: storeys }, () => draw.mm(2600, 3300));
  const levels = heights.map((height, i) => {
    const elevation = heights.slice(0, i).reduce((sum, one) => sum + one, 0);
    return { name: `L${i}`, elevation, height };
  });
  const top = heights.reduce((sum, one) => sum + one, 0);
  const calls: Call[] = [
    {
      tool: 'create_type',
      as: 'layers',
      arguments: { name: 'Cavity', for: 'wall', layers: LAYERS },
    },
    ...[...levels, { name: `L${storeys}`, elevation: top, height: 3000 }].map((level) => ({
      tool: 'create_level',
      as: level.name,
      arguments: level,
    })),
  ];
  const roof = drawnRoof(draw, outline);
  calls.push(...floors(draw, outline, storeys), {
    tool: 'create_roof',
    as: 'roof',
    arguments: { level_id: `$L${storeys}`, ...roof.arguments },
  });
  const outer = new Map<string, readonly PlanPoint[]>();
  for (const [i, { name, height }] of levels.entries()) {
    const over = i + 1 === storeys ? 'roof' : `slab${i + 1}`;
    const arcs = draw.of([0.15, 0.15, 0.15, 0.5]);
    const storey = { level: name, above: `L${i + 1}`, height, over, outline, arcs };
    const drawn = drawnStorey(draw, storey);
    calls.push(...drawn.calls, ...joined(draw, drawn), ...fillings(draw, drawn, height));
    calls.push(...rooms(draw, storey, drawn.cells), ...standing(draw, storey, drawn.cells));
    if (drawn.outer !== null) outer.set(name, drawn.outer);
  }
  calls.push(...drawnPavilions(draw));
  return { calls, outer, roofs: new Map([['roof', roof]]) };
}

function floors(draw: Draw, { ring, court }: Outline, storeys: number): readonly Call[] {
  const holes = court === null ? {} : { holes: [court] };
  const middle = middleOf(ring);
  return Array.from({ length: storeys }, (_, i): readonly Call[] => {
    const slab: Call = {
      tool: 'create_floor',
      as: `slab${i}`,
      arguments: {
        level_id: `$L${i}`,
        boundary_points: ring,
        ...holes,
        thickness: draw.mm(160, 320),
      },
    };
    if (court !== null || !draw.chance(0.4) || !isInside(ring, middle)) return [slab];
    const sized = { width: draw.mm(300, 700), height: draw.mm(300, 700), turn_deg: draw.below(90) };
    const cut = { host_id: `$slab${i}`, location: middle, ...sized };
    return [slab, { tool: 'create_opening', as: `cut${i}`, arguments: cut }];
  }).flat();
}

function middleOf(ring: readonly PlanPoint[]): PlanPoint {
  const sum = ring.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: Math.round(sum.x / ring.length), y: Math.round(sum.y / ring.length) };
}

/** Sometimes two walls of the shell have another joint. */
function joined(draw: Draw, { hosts, outer }: Drawn): readonly Call[] {
  const [first, second] = hosts;
  if (first === undefined || second === undefined || outer !== null || !draw.chance(0.3)) return [];
  const element_ids = draw.of([
    [`$${first.as}`, `$${second.as}`],
    [`$${second.as}`, `$${first.as}`],
  ]);
  return [
    { tool: 'join_elements', as: `${first.as}j`, arguments: { element_ids, join_type: 'butt' } },
  ];
}

function fillings(draw: Draw, { hosts }: Drawn, height: number): readonly Call[] {
  return hosts.flatMap((host): readonly Call[] => {
    const length = distance(host.a, host.b);
    const made: Call[] = [];
    let from = 600;
    while (made.length < 2 && draw.chance(0.6)) {
      const width = draw.mm(600, 1400);
      const offset = from + draw.mm(0, 900);
      if (offset + width + 600 > length) break;
      made.push(filling(draw, host, { offset, width, height, as: `${host.as}f${made.length}` }));
      from = offset + width + 150;
    }
    return made;
  });
}

type Place = {
  readonly offset: number;
  readonly width: number;
  readonly height: number;
  readonly as: string;
};

function filling(draw: Draw, host: Host, { offset, width, height, as }: Place): Call {
  const wall = `$${host.as}`;
  const choice = draw.below(6);
  if (choice < 2) {
    const swing = draw.of(['left', 'right']);
    return {
      tool: 'place_door',
      as,
      arguments: { wall_id: wall, offset, width, height: draw.mm(1950, 2200), swing },
    };
  }
  if (choice < 4) {
    const size = { sill_height: draw.mm(400, 1000), height: draw.mm(700, 1300) };
    return { tool: 'place_window', as, arguments: { wall_id: wall, offset, width, ...size } };
  }
  const sill = draw.of([0, 500]);
  if (choice === 4 || host.via !== null) {
    const size = { sill, height: draw.of([1000, height - sill]) };
    return { tool: 'create_opening', as, arguments: { host_id: wall, offset, width, ...size } };
  }
  const outline = [
    { x: offset, y: 300 },
    { x: offset + width, y: 500 },
    { x: offset + width * 0.6, y: 1800 },
    { x: offset + width * 0.1, y: 1200 },
  ];
  return { tool: 'create_opening', as, arguments: { host_id: wall, outline, sill: 0 } };
}

/** Of the tested points of a part, the one furthest from its sides. */
function placeIn({ ring, court }: Cell): { readonly at: PlanPoint; readonly free: number } {
  let best = { at: middleOf(ring), free: -Infinity };
  const corners = [...ring, ...(court ?? [])];
  for (const a of corners) {
    for (const b of corners) {
      for (const share of [0.25, 0.4, 0.5]) {
        const p = between(a, b, share);
        const at = { x: Math.round(p.x), y: Math.round(p.y) };
        const isFree = isInside(ring, at) && (court === null || !isInside(court, at));
        const free = isFree
          ? Math.min(freeAround(ring, at), freeAround(court ?? ring, at))
          : -Infinity;
        if (free > best.free) best = { at, free };
      }
    }
  }
  return best;
}

/** A room in each part with space for its point, sometimes set to be open to the element above. */
function rooms(draw: Draw, { level, over }: Storey, cells: readonly Cell[]): readonly Call[] {
  return cells.flatMap((cell, i) => {
    const { at, free } = placeIn(cell);
    if (free < 450) return [];
    const name = `Room ${level}.${i}`;
    const top = over !== null && draw.chance(0.3) ? { top_under: `$${over}` } : {};
    return [
      {
        tool: 'create_room',
        as: `${level}r${i}`,
        arguments: { level_id: `$${level}`, point: at, name, ...top },
      },
    ];
  });
}

const PROFILES = ['300x200', 'circle 250', 'HEA200', 'IPE300', '250x250'] as const;

/** Columns, a stair, a beam, a railing. */
function standing(
  draw: Draw,
  { level, above, over }: Storey,
  cells: readonly Cell[],
): readonly Call[] {
  const [cell] = cells;
  if (cell === undefined) return [];
  const { at, free } = placeIn(cell);
  if (free < 200) return [];
  const calls: Call[] = [];
  const add = (tool: string, as: string, given: object): void => {
    calls.push({ tool, as: `${level}${as}`, arguments: { ...given } });
  };
  const on = { level_id: `$${level}` };
  const turn_deg = draw.below(90);
  const direction_deg = draw.of([0, 90, 180, 270, 33]);
  const end = draw.chance(0.5) ? { top_level_id: `$${above}` } : { height: 2500 };
  if (draw.chance(0.5)) {
    add('create_column', 'c', {
      ...on,
      location: at,
      profile: draw.of(PROFILES),
      turn_deg,
      ...end,
    });
  }
  const shape = draw.of(['straight', 'l', 'u']);
  const turn = shape === 'straight' ? {} : { turn: draw.of(['left', 'right']) };
  if (draw.chance(0.5)) {
    const start = { x: at.x + draw.mm(-free, free), y: at.y };
    const size = { width: draw.mm(800, 1100), riser_max: 190, tread: 260, shape, ...turn };
    const rails = { handrails: draw.of(['none', 'left', 'both']) };
    add('create_stair', 's', {
      base_level_id: `$${level}`,
      top_level_id: `$${above}`,
      start,
      direction_deg,
      ...size,
      ...rails,
      cut_floor: draw.chance(0.8) && over !== 'roof',
    });
  }
  const far = { x: at.x + 1000, y: at.y + 700 };
  if (draw.chance(0.3)) {
    add('create_beam', 'b', { ...on, start: at, end: far, profile: draw.of(PROFILES) });
  }
  if (draw.chance(0.3)) {
    add('create_railing', 'h', { ...on, path: [at, far, { x: far.x, y: at.y }] });
  }
  if (draw.chance(0.2)) {
    add('create_ramp', 'p', { ...on, start: at, end: far, width: 1000, rise: 300 });
  }
  return calls;
}
