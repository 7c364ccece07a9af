/** @module clashes around: what a change brings in clashes and takes away, looked for where it reaches only. */
import type { Finding } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { Bounds } from '../geometry/convex/convex-piece.ts';
import { boundsUnion } from '../geometry/convex/convex-piece.ts';
import { at } from '../geometry/indexed.ts';
import type { Box3 } from '../geometry/vector.ts';
import type { Element } from '../kinds/elements.ts';
import { GREATEST_WORKSPACE_MM } from '../kinds/kind.ts';
import { hasUnderside } from '../kinds/rules/wall-top.ts';
import { boxPairs } from '../spatial/box-pairs.ts';
import type { ClashBody } from './clash-body.ts';
import { areApart, clashBodies } from './clash-body.ts';
import type { ClashResult } from './clash-result.ts';
import { ClashTally } from './clash-tally.ts';
import type { ClashOptions, ClashView } from './clash-view.ts';
import { CLASH_DEFAULTS } from './clash-view.ts';
import { boxesOf, takesPart } from './clashes.ts';
import { CONTACT_MM } from './contact.ts';

export type ClashChange = {
  /** Clashes after the change that were none before. */
  readonly appeared: readonly Finding[];
  /** Clashes before the change that are none after it. */
  readonly resolved: readonly Finding[];
  /** Pairs after the change that could not be measured. */
  readonly not_measured: ClashResult['not_measured'];
};

/** Elements that are looked at between two stops. */
const ELEMENTS_AT_ONCE = 100;
/** Pairs that are measured between two stops. */
const PAIRS_AT_ONCE = 200;
/** Bodies that are no further apart than this are looked around at once, mm. */
const SAME_REGION_MM = 2500;
/** Regions that are looked around each for itself. */
const REGIONS_MAX = 200;

/**
 * The clashes that a change makes and those that it takes away: those of a full run after it without those of a full run
 * before it, and the reverse. `changed` are the ids that were created, changed or deleted.
 */
export function* clashesAround(
  before: ClashView,
  after: ClashView,
  changed: Iterable<string>,
  options: Partial<ClashOptions> = {},
): Steps<ClashChange> {
  const asked = { ...CLASH_DEFAULTS, ...options };
  const reached = reachedBy(changed, [before, after]);
  const gap = Math.max(asked.clearance_mm, CONTACT_MM);
  const own = yield* bodiesOf(reached, before, asked);
  const changed_to = yield* bodiesOf(reached, after, asked);
  // What is not reached is the same before and after: it is looked for and taken apart once.
  const beside = besides([...own, ...changed_to], reached, { view: before, gap });
  const others = yield* bodiesOf(beside, before, asked);
  const was = yield* clashesOf(before, { own, others }, asked);
  const is = yield* clashesOf(after, { own: changed_to, others }, asked);
  return {
    appeared: withoutThese(is.findings, was.findings),
    resolved: withoutThese(was.findings, is.findings),
    not_measured: is.not_measured,
  };
}

function withoutThese(
  findings: readonly Finding[],
  others: readonly Finding[],
): readonly Finding[] {
  const known = new Set(others.map(({ finding_id }) => finding_id));
  return findings.filter(({ finding_id }) => !known.has(finding_id));
}

/** The changed elements, and those whose bodies may follow: hosts, what they hold, joined walls, all on a level. */
function reachedBy(changed: Iterable<string>, views: readonly ClashView[]): ReadonlySet<string> {
  const reached = new Set<string>();
  for (const id of changed) {
    reached.add(id);
    for (const view of views) {
      const element = view.element(id);
      if (element === undefined) continue;
      for (const other of followersOf(element, view)) reached.add(other);
    }
  }
  return reached;
}

function* followersOf(element: Element, view: ClashView): Generator<string> {
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

function* wallsUnder(id: string, view: ClashView): Generator<string> {
  for (const other of view.elements()) {
    if (view.kinds.references(other).under === id) yield other.id;
  }
}

/** Clashes of the bodies that a change reaches, with each other and with all else. */
function* clashesOf(
  view: ClashView,
  { own, others }: { readonly own: readonly ClashBody[]; readonly others: readonly ClashBody[] },
  options: ClashOptions,
): Steps<ClashResult> {
  const bodies = [...own, ...others];
  const pairs = yield* boxPairs(boxesOf(bodies), Math.max(options.clearance_mm, CONTACT_MM));
  const tally = new ClashTally(view, options);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    // Those that are reached are the first of all, and the lesser of a pair comes first.
    const lesser = at(pairs, i);
    if (lesser < own.length) tally.add(at(bodies, lesser), at(bodies, at(pairs, i + 1)));
    if (i % (2 * PAIRS_AT_ONCE) === 0) {
      yield { done: i / 2, total: pairs.length / 2, doing: 'measuring what the change reaches' };
    }
  }
  return yield* tally.finish(own.filter(({ part }) => part === 'body').length);
}

function* bodiesOf(
  ids: ReadonlySet<string>,
  view: ClashView,
  options: ClashOptions,
): Steps<readonly ClashBody[]> {
  const bodies: ClashBody[] = [];
  let done = 0;
  for (const id of ids) {
    const element = view.element(id);
    if (element !== undefined && takesPart(element, options)) {
      bodies.push(...clashBodies(element, view));
    }
    done += 1;
    if (done % ELEMENTS_AT_ONCE === 0) {
      yield { done, total: ids.size, doing: 'taking bodies apart' };
    }
  }
  return bodies;
}

/** Elements that are not reached and whose bodies or workspaces may come within the gap of these bodies. */
function besides(
  bodies: readonly ClashBody[],
  reached: ReadonlySet<string>,
  { view, gap }: { readonly view: ClashView; readonly gap: number },
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const region of regionsOf(bodies)) {
    for (const id of view.inBox(grown(region, gap + 1))) ids.add(id);
    for (const id of view.inBox(grown(region, gap + GREATEST_WORKSPACE_MM + 1))) {
      if (!ids.has(id) && hasWorkspace(id, view)) ids.add(id);
    }
  }
  for (const id of reached) ids.delete(id);
  return ids;
}

/** A few boxes that have all bodies in them, so that few questions find what is beside them. */
function regionsOf(bodies: readonly ClashBody[]): readonly Bounds[] {
  const regions: Bounds[] = [];
  for (const { bounds } of bodies) {
    const near = regions.findIndex((region) => !areApart(region, bounds, SAME_REGION_MM));
    if (near >= 0) regions[near] = boundsUnion(at(regions, near), bounds);
    else if (regions.length < REGIONS_MAX) regions.push(bounds);
    else regions[0] = boundsUnion(at(regions, 0), bounds);
  }
  return regions;
}

function hasWorkspace(id: string, view: ClashView): boolean {
  const element = view.element(id);
  return element !== undefined && view.kinds.of(element).workspace !== 'none';
}

function grown([x0, y0, z0, x1, y1, z1]: Bounds, by: number): Box3 {
  return {
    min: { x: x0 - by, y: y0 - by, z: z0 - by },
    max: { x: x1 + by, y: y1 + by, z: z1 + by },
  };
}
