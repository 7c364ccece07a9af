/** @module clashes around: the clashes that a change creates and resolves. Only the affected region is searched. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { type Bounds, boundsUnion } from '../../building/geometry/convex/convex-piece.ts';
import { at } from '../../building/geometry/indexed.ts';
import type { Box3 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { MAX_WORKSPACE_MM } from '../../building/kinds/kind.ts';
import { hasUnderside } from '../../building/kinds/rules/wall-top.ts';
import type { ModelView } from '../../building/model/view.ts';
import { boxPairs } from '../../building/spatial/box-pairs.ts';
import type { Finding } from '../findings/finding.ts';
import { worsened } from '../findings/worsened.ts';
import { type ClashBody, areApart, clashBodies } from './clash-body.ts';
import { type ClashOptions, CLASH_DEFAULTS } from './clash-options.ts';
import type { ClashResult } from './clash-result.ts';
import { ClashTally } from './clash-tally.ts';
import { boxesOf, takesPart } from './clashes.ts';
import { CONTACT_MM } from './contact.ts';

export type ClashChange = {
  /** Clashes that exist only after the change. */
  readonly appeared: readonly Finding[];
  /** Clashes that exist before and after the change, and have become larger or closer. */
  readonly worse: readonly Finding[];
  /** Clashes that existed only before the change. */
  readonly resolved: readonly Finding[];
  /** Pairs after the change that could not be measured. */
  readonly not_measured: ClashResult['not_measured'];
};

/** Elements processed between two checkpoints. */
const ELEMENTS_AT_ONCE = 100;
/** Pairs measured between two checkpoints. */
const PAIRS_AT_ONCE = 200;
/** Bodies up to this far apart share one search region, mm. */
const SAME_REGION_MM = 2500;
/** Greatest number of search regions. */
const MAX_REGIONS = 200;

/**
 * The clashes that a change creates and resolves. The result equals the difference between full runs before and after
 * the change. `changed` contains the ids of created, modified and deleted elements.
 */
export function clashesAround(
  before: ModelView,
  after: ModelView,
  changed: Iterable<string>,
  options: Partial<ClashOptions> = {},
): ClashChange {
  const settings = { ...CLASH_DEFAULTS, ...options };
  const affected = affectedBy(changed, [before, after]);
  const gap = Math.max(settings.clearance_mm, CONTACT_MM);
  const own_before = bodiesOf(affected, before, settings);
  const own_after = bodiesOf(affected, after, settings);
  // All other elements are the same before and after, so they are searched for and decomposed once.
  const near = bodiesNear([...own_before, ...own_after], affected, { view: before, gap });
  const others = bodiesOf(near, before, settings);
  const found_before = clashesOf(before, { own: own_before, others }, settings);
  const found_after = clashesOf(after, { own: own_after, others }, settings);
  return {
    appeared: withoutThese(found_after.findings, found_before.findings),
    worse: worsened(found_before.findings, found_after.findings),
    resolved: withoutThese(found_before.findings, found_after.findings),
    not_measured: found_after.not_measured,
  };
}

function withoutThese(
  findings: readonly Finding[],
  others: readonly Finding[],
): readonly Finding[] {
  const known = new Set(others.map(({ finding_id }) => finding_id));
  return findings.filter(({ finding_id }) => !known.has(finding_id));
}

/** The changed elements and those whose bodies may change with them: hosts, hosted elements, joined walls, elements of a level. */
function affectedBy(changed: Iterable<string>, views: readonly ModelView[]): ReadonlySet<string> {
  const affected = new Set<string>();
  for (const id of changed) {
    affected.add(id);
    for (const view of views) {
      const element = view.element(id);
      if (element === undefined) continue;
      for (const other of followersOf(element, view)) affected.add(other);
    }
  }
  return affected;
}

function* followersOf(element: Element, view: ModelView): Generator<string> {
  const { host } = view.kinds.references(element);
  if (host !== null) {
    yield host;
    yield* view.joinedWalls(host);
  }
  for (const { id } of view.hostedBy(element.id)) yield id;
  yield* view.joinedWalls(element.id);
  if (hasUnderside(element)) yield* wallsUnder(element.id, view);
  if (element.kind !== 'level') return;
  for (const { id } of view.elementsOnLevel(element.id)) yield id;
  for (const other of view.elements()) {
    const { level, top, rise, under } = view.kinds.references(other);
    if ([level, top, rise].includes(element.id)) yield other.id;
    const over = under === null ? undefined : view.element(under);
    if (over !== undefined && view.kinds.references(over).level === element.id) yield other.id;
  }
}

function* wallsUnder(id: string, view: ModelView): Generator<string> {
  for (const other of view.elements()) {
    if (view.kinds.references(other).under === id) yield other.id;
  }
}

/** Clashes of the affected bodies with each other and with all others. */
function clashesOf(
  view: ModelView,
  { own, others }: { readonly own: readonly ClashBody[]; readonly others: readonly ClashBody[] },
  options: ClashOptions,
): ClashResult {
  const bodies = [...own, ...others];
  const pairs = boxPairs(boxesOf(bodies), Math.max(options.clearance_mm, CONTACT_MM));
  const tally = new ClashTally(view, options);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    // Affected bodies come first in the list, and the smaller index first in a pair.
    const lesser = at(pairs, i);
    if (lesser < own.length) tally.add(at(bodies, lesser), at(bodies, at(pairs, i + 1)));
    if (i % (2 * PAIRS_AT_ONCE) === 0) {
      checkpoint({
        done: i / 2,
        total: pairs.length / 2,
        doing: 'measuring affected pairs',
      });
    }
  }
  return tally.finish(own.filter(({ part }) => part === 'body').length);
}

function bodiesOf(
  ids: ReadonlySet<string>,
  view: ModelView,
  options: ClashOptions,
): readonly ClashBody[] {
  const bodies: ClashBody[] = [];
  let done = 0;
  for (const id of ids) {
    const element = view.element(id);
    if (element !== undefined && takesPart(element, view, options)) {
      bodies.push(...clashBodies(element, view));
    }
    done += 1;
    if (done % ELEMENTS_AT_ONCE === 0) {
      checkpoint({ done, total: ids.size, doing: 'decomposing bodies' });
    }
  }
  return bodies;
}

/** Unaffected elements whose bodies or workspaces may be within `gap` mm of these bodies. */
function bodiesNear(
  bodies: readonly ClashBody[],
  affected: ReadonlySet<string>,
  { view, gap }: { readonly view: ModelView; readonly gap: number },
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const region of regionsOf(bodies)) {
    for (const id of view.inBox(grown(region, gap + 1))) ids.add(id);
    for (const id of view.inBox(grown(region, gap + MAX_WORKSPACE_MM + 1))) {
      if (!ids.has(id) && hasWorkspace(id, view)) ids.add(id);
    }
  }
  for (const id of affected) ids.delete(id);
  return ids;
}

/** A few boxes that contain all bodies, so that few queries find their neighbours. */
function regionsOf(bodies: readonly ClashBody[]): readonly Bounds[] {
  const regions: Bounds[] = [];
  for (const { bounds } of bodies) {
    const near = regions.findIndex((region) => !areApart(region, bounds, SAME_REGION_MM));
    if (near >= 0) regions[near] = boundsUnion(at(regions, near), bounds);
    else if (regions.length < MAX_REGIONS) regions.push(bounds);
    else regions[0] = boundsUnion(at(regions, 0), bounds);
  }
  return regions;
}

function hasWorkspace(id: string, view: ModelView): boolean {
  const element = view.element(id);
  return element !== undefined && view.kinds.of(element).workspace !== 'none';
}

function grown([x0, y0, z0, x1, y1, z1]: Bounds, by: number): Box3 {
  return {
    min: { x: x0 - by, y: y0 - by, z: z0 - by },
    max: { x: x1 + by, y: y1 + by, z: z1 + by },
  };
}
