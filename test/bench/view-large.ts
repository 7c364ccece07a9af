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
const shown = ({ value, ms, cpu_ms }: typeof cold): LargeScene['cold'] => {
  return { first_ms: value.first_ms, all_ms: ms, cpu_ms };
};
const measured: LargeScene = {
  elements: cold.value.elements,
  megabytes: cold.value.bytes / 1e6,
  cold: shown(cold),
  warm: shown(warm),
  rss_mb: process.memoryUsage.rss() / 1e6,
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
