/**
 * @module view large: the scene of a building of about 100,000 elements for the page, in a process of its own. Prints one
 * line of JSON.
 */
import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { World } from '../servers/building/world.ts';
import { looker, Page } from '../servers/view/looking-of.ts';
import { readPart } from '../servers/view/read-part.ts';
import { buildingElements, creation, LARGE } from './building.ts';

/** Times of a scene with all of its parts, ms: until the first part, until the last one, and of the processor. */
type SceneTimes = { readonly first_ms: number; readonly all_ms: number; readonly cpu_ms: number };

/** What this program prints. */
export type LargeScene = {
  readonly elements: number;
  readonly megabytes: number;
  /** The first scene of the process, and the second one of the same state. */
  readonly cold: SceneTimes;
  readonly warm: SceneTimes;
  /** Times of the changes of one moved wall each, ms, ascending. */
  readonly delta_ms: readonly number[];
  readonly rss_mb: number;
};

const AT = { branch: 'main' };

const world = new World(await loadSolidKernel());
world.log.append('main', 'operation', [...buildingElements(LARGE)].map(creation));
await world.domain.catchUp();
const page = new Page(world, looker());

/** Time of `work`, ms, and its processor time. */
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; cpu_ms: number; value: T }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - start, cpu_ms: (user + system) / 1000, value };
}

async function wholeScene(): Promise<{ first_ms: number; bytes: number; elements: number }> {
  const start = performance.now();
  const { storeys } = await page.json('scene', { at: AT });
  let [first_ms, bytes, elements] = [0, 0, 0];
  for (const { level_id, parts } of storeys) {
    for (let part = 0; part < parts; part++) {
      const answer = await page.bytes('part', { at: AT, level_id, part });
      if (bytes === 0) first_ms = performance.now() - start;
      bytes += answer.length;
      elements += readPart(answer).columns.id.length;
    }
  }
  return { first_ms, bytes, elements };
}

const cold = await timed(wholeScene);
const warm = await timed(wholeScene);
/** Moves walls one by one; each change is asked for from the state before it. */
async function deltas(): Promise<readonly number[]> {
  let { mark } = (await page.json('scene', { at: AT })).at;
  const taken: number[] = [];
  for (let i = 3; i < 20; i += 1) {
    const wall = world.view.elementOf(`wall_0_h${i}_4`, 'wall');
    if (wall === undefined) throw new Error('no wall');
    const { start } = wall.params;
    const updates = { start: { x: start.x + 37, y: start.y } };
    const payload = { updates, previous: { start } };
    const moved = { type: 'element.modified', aggregate_id: wall.id, payload } as const;
    world.log.append('main', `move ${i}`, [moved]);
    await world.domain.catchUp();
    const { ms, value } = await timed(async () => await page.bytes('delta', { mark }));
    taken.push(ms);
    mark = readPart(value).at.mark;
  }
  return taken.toSorted((a, b) => a - b);
}

const shown = ({ value, ms, cpu_ms }: typeof cold): LargeScene['cold'] => {
  return { first_ms: value.first_ms, all_ms: ms, cpu_ms };
};
const measured: LargeScene = {
  elements: cold.value.elements,
  megabytes: cold.value.bytes / 1e6,
  cold: shown(cold),
  warm: shown(warm),
  delta_ms: await deltas(),
  rss_mb: process.memoryUsage.rss() / 1e6,
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
