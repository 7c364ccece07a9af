/** @module authoring bench: what a dry run costs of scripts, roofs, walls under them and levels, each beside something plain. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { World } from '../servers/building/world.ts';
import { buildingElements, creation } from './building.ts';
import { alternating, type BenchRow } from './measure.ts';

type Input = Readonly<Record<string, unknown>>;
type Side = { readonly name: string; readonly run: () => unknown };

const SCRIPT = readFileSync(join(import.meta.dirname, '../../examples/office.plumb'), 'utf8');
const ROUNDS = { rounds: 3, calls: 1 };
const CORNERS = 40;
/** As many as one call takes. */
const WALLS = 100;

/** Plans a command and works out its effect, which changes nothing. */
async function dryRun(world: World, tool: string, input: Input): Promise<void> {
  const { events } = await world.plan(tool, { ...input });
  world.effect(events);
}

async function row(what: string, a: Side, b: Side, most: number): Promise<BenchRow> {
  const measured = await alternating(a.run, b.run, ROUNDS);
  const shown = ({ name }: Side, { p50_us }: { readonly p50_us: number }): string =>
    `${name} p50 ${(p50_us / 1000).toFixed(1)} ms`;
  return {
    what,
    baseline: shown(a, measured.a),
    measured: shown(b, measured.b),
    ratio: measured.ratio,
    target: `ratio ≤ ${most}`,
    holds: measured.ratio <= most,
  };
}

async function scriptRow(): Promise<BenchRow> {
  const world = await World.create();
  const { events } = await world.plan('run_script', { script: SCRIPT });
  return await row(
    `dry run of the script of an office, ${events.length} events`,
    { name: 'its events applied at once', run: () => world.effect(events) },
    { name: 'planned and applied', run: () => dryRun(world, 'run_script', { script: SCRIPT }) },
    8,
  );
}

/** A saw-tooth along one side and back along the other, so that ridges, hips and valleys meet. */
function outline(corners: number): readonly object[] {
  const half = corners / 2;
  const side = (y: number, depth: number) =>
    Array.from({ length: half }, (_, i) => ({
      x: 4000 * Math.ceil(i / 2),
      y: y + (Math.floor(i / 2) % 2 === 0 ? 0 : depth),
    }));
  return [...side(0, -2000), ...side(12_000, 3000).toReversed()];
}

const roofOf = (boundary_points: readonly object[]): Input => ({
  level_id: 'level_0',
  boundary_points,
  roof_type: 'hip',
  slope: 30,
});

async function storey(nodes: number): Promise<World> {
  const world = await World.create();
  const events = [...buildingElements({ storeys: 1, nodes })].map((element) => creation(element));
  world.log.append('main', 'built', events);
  await world.domain.catchUp();
  return world;
}

async function roofRow(): Promise<BenchRow> {
  const world = await storey(2);
  const square = [
    { x: 0, y: 0 },
    { x: 40_000, y: 0 },
    { x: 40_000, y: 12_000 },
    { x: 0, y: 12_000 },
  ];
  return await row(
    `dry run of a hip roof of ${CORNERS} corners`,
    { name: 'four corners', run: () => dryRun(world, 'create_roof', roofOf(square)) },
    {
      name: `${CORNERS} corners`,
      run: () => dryRun(world, 'create_roof', roofOf(outline(CORNERS))),
    },
    60,
  );
}

const SIZE = 60_000;
const SQUARE = [
  { x: 0, y: 0 },
  { x: SIZE, y: 0 },
  { x: SIZE, y: SIZE },
  { x: 0, y: SIZE },
];

/** Walls that end at a roof or by themselves. */
function walls(level_id: string, top: Input): Input {
  const operations = Array.from({ length: WALLS }, (_, i) => {
    const [x, y] = [2000 + 2800 * (i % 20), 2000 + 5000 * Math.floor(i / 20)];
    const place = { level_id, start: { x, y }, end: { x, y: y + 3000 } };
    return { tool: 'create_wall', arguments: { ...place, ...top } };
  });
  return { operations };
}

async function wallsRow(): Promise<BenchRow> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
  const above = await world.make('create_level', { name: 'R', elevation: 3000, height: 3000 });
  const roof = await world.make('create_roof', { ...roofOf(SQUARE), level_id: above });
  const free = walls(level_id, { height: 3000 });
  const under = walls(level_id, { top_under: roof });
  return await row(
    `dry run of ${WALLS} walls that end under one roof`,
    { name: 'walls of a height below it', run: () => dryRun(world, 'apply_changes', free) },
    { name: 'walls that end under it', run: () => dryRun(world, 'apply_changes', under) },
    4,
  );
}

async function levelRow(): Promise<BenchRow> {
  const world = await storey(15);
  const change = (parameter_name: string, value: unknown): Promise<void> =>
    dryRun(world, 'modify_parameter', { element_id: 'level_0', parameter_name, value });
  let elevation = 0;
  return await row(
    `dry run of a level that moves with ${world.view.count() - 1} elements`,
    { name: 'a wall of it moved', run: () => moved(world) },
    { name: 'the level moved', run: () => change('elevation', (elevation += 1)) },
    100,
  );
}

const moved = (world: World): Promise<void> =>
  dryRun(world, 'move_element', { element_id: 'wall_0_h7_7', delta: { x: 0, y: 60, z: 0 } });

/** All rows. */
export async function authoringRows(): Promise<readonly BenchRow[]> {
  return [await scriptRow(), await roofRow(), await wallsRow(), await levelRow()];
}
