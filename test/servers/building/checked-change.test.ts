/** @module law of the checks of a change: new and resolved findings are the difference of two full checks. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Element, ParamsOf } from '../../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { clashes } from '../../../kernel/checks/clash/clashes.ts';
import { runCompliance } from '../../../kernel/checks/compliance/run-compliance.ts';
import type { Finding } from '../../../kernel/checks/findings/finding.ts';
import type { ParamValues, PlannedEvent } from '../../../schemas/events.ts';
import { toGrid } from '../../../schemas/units.ts';
import { changeChecksOf } from '../../../servers/building/checks/change-checks.ts';
import { creation, lcg } from '../../bench/building.ts';
import { created, deletes, modifies } from '../../kernel/building/model/build.ts';
import { randomBuilding } from '../../kernel/checks/clash/random-building.ts';
import { PRINCIPAL, World } from './world.ts';

const solids = await loadSolidKernel();
/** A caller that sees no beams. */
const SIGHT = {
  place: ({ category }: { readonly category: string }) => category !== 'Beams',
  key: 'test',
  maker: 'maker',
  own: () => false,
  branch: () => true,
};

const FULL: Readonly<
  Record<string, (view: BuildingView) => { readonly findings: readonly Finding[] }>
> = {
  clash: (view) => clashes(view, { solids }),
  compliance: (view) => runCompliance(view, { standards: ['IBC-2021', 'ADA-2010'] }),
};

/** A random building with a door in each wall that is long enough for a wider one, and a room over the whole. */
async function buildingOf(seed: number): Promise<World> {
  const world = await World.create();
  const levels = [0, 3000].map((elevation, i) =>
    created('level', `L${i + 1}`, { name: `Level ${i + 1}`, elevation, height: 3000 }),
  );
  const elements = randomBuilding(seed);
  const short = elements.flatMap(({ id, kind, params }) =>
    kind === 'wall' &&
    Math.hypot(params.end.x - params.start.x, params.end.y - params.start.y) < 1200
      ? [id]
      : [],
  );
  world.log.append('main', 'op', [
    ...levels,
    ...elements
      .filter(({ kind, params }) => kind !== 'door' || !short.includes(params.host_id))
      .map((element) => creation(element)),
    created('room', 'r0', { name: 'Room', usage: 'meeting' }),
  ]);
  await world.domain.catchUp();
  return world;
}

/** Elements moved, widened and deleted, and new ones in their place. */
function* changesOf(view: BuildingView, seed: number): Generator<PlannedEvent> {
  const random = lcg(seed);
  const shift = (): number => 10 * random(80) - 400;
  /** A wall only grows, so that its door stays inside. */
  const longer = ({ start, end }: ParamsOf<'wall'>, by: number): ParamValues => ({
    start: {
      x: toGrid(end.x + by * (start.x - end.x)),
      y: toGrid(end.y + by * (start.y - end.y)),
    },
  });
  const edit = (element: Element): ParamValues | null => {
    const { kind, params } = element;
    if (kind === 'wall') return longer(params, 1 + random(20) / 100);
    if (kind === 'door') return { width: 650 + 300 * random(2) };
    if (kind === 'column') return { location: { x: 3000 + shift(), y: 3000 + shift() } };
    return kind === 'floor' ? { top_offset: shift() } : null;
  };
  for (const element of view.elements()) {
    if (random(3) > 0) continue;
    const updates = edit(element);
    if (updates !== null) yield modifies(element, updates);
    else if (element.kind === 'beam' && random(2) === 0) yield deletes(element);
  }
  yield created('column', 'new', { location: { x: 37 * random(200), y: 41 * random(160) } });
}

const idsOf = (findings: readonly { readonly finding_id: string }[]): readonly string[] =>
  findings.map(({ finding_id }) => finding_id).toSorted();

function without(findings: readonly Finding[], others: readonly Finding[]): readonly string[] {
  const known = new Set(idsOf(others));
  return idsOf(findings).filter((id) => !known.has(id));
}

/** Ids of findings of both lists whose measured number or overlap is worse in the first one. */
function worseIn(findings: readonly Finding[], others: readonly Finding[]): readonly string[] {
  const numberOf = ({ details }: Finding): number => {
    const { measured, relation, clearance_mm, overlap_volume_mm3: volume } = details;
    if (measured !== undefined) {
      return relation === 'at_most' ? Number(measured) : -Number(measured);
    }
    return typeof clearance_mm === 'number' ? -clearance_mm : Number(volume);
  };
  const earlier = new Map(others.map((finding) => [finding.finding_id, numberOf(finding)]));
  return idsOf(
    findings.filter((one) => numberOf(one) > (earlier.get(one.finding_id) ?? Infinity) + 0.01),
  );
}

/** All matching elements if they are few, else 20 of them. */
function expectFirst(
  rows: readonly { readonly finding_id: string }[] = [],
  wanted: readonly string[],
): void {
  expect(rows).toHaveLength(Math.min(20, wanted.length));
  expect(wanted).toEqual(expect.arrayContaining([...idsOf(rows)]));
}

test('new, worse and resolved findings of a dry run are the difference of full checks before and after', async () => {
  const met = new Map<string, number>();
  const seeds = fc.integer({ min: 1, max: 1_000_000 });
  await fc.assert(
    fc.asyncProperty(seeds, seeds, fc.boolean(), async (seed, edit, whole) => {
      const { domain, view } = await buildingOf(seed);
      const on = domain.callerView(view, whole ? null : SIGHT);
      const { view: seen } = on;
      const events = [...changesOf(seen, edit)];
      const effect = domain.effect(on, events);
      const applied = { before: view, seen, events };
      const result = await changeChecksOf(null).run(applied, effect, {
        principal: PRINCIPAL,
        names: Object.keys(FULL),
      });
      const after = whole ? effect.after : seen.apply(events);
      for (const [name, full] of Object.entries(FULL)) {
        const [was, is] = [full(seen).findings, full(after).findings];
        const appeared = without(is, was);
        const resolved = without(was, is);
        const worse = worseIn(is, was);
        expect(result[name]?.counts).toEqual({
          new: appeared.length,
          ...(worse.length === 0 ? {} : { worse: worse.length }),
          resolved: resolved.length,
        });
        expectFirst(result[name]?.new, appeared);
        expectFirst(result[name]?.worse, worse);
        met.set(`${name} worse`, (met.get(`${name} worse`) ?? 0) + worse.length);
        expectFirst(result[name]?.resolved, resolved);
        met.set(`${name} new`, (met.get(`${name} new`) ?? 0) + appeared.length);
        met.set(`${name} resolved`, (met.get(`${name} resolved`) ?? 0) + resolved.length);
      }
    }),
    { numRuns: 12 },
  );
  expect([...met.values()].every((count) => count > 0)).toBe(true);
  expect(met.size).toBe(6);
});
