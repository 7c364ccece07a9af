/** @module structural screening: load paths by contact, and spans by rules of thumb. It is not a structural design. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';
import { isUpright } from '../../../building/kinds/beam/axis.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { beamSpans } from './beam-spans.ts';
import { floorSpan } from './floor-spans.ts';
import type { LoadPaths } from './load-paths.ts';
import { loadPaths } from './load-paths.ts';
import type { SpanLimits } from './span-limits.ts';
import type { StructuralBody } from './structural-bodies.ts';
import { structuralBodies } from './structural-bodies.ts';
import { headless, loadBearingOnSlabs, unsupported } from './unsupported.ts';

export type StructuralOptions = SpanLimits & {
  readonly tolerance_mm: number;
  /** Height of the ground; null means the lowest level. */
  readonly ground_mm: number | null;
};

/** Number of measured spans, and the longest of them. */
export type SpanCount = { readonly measured: number; readonly longest_mm: number | null };

export type StructuralScreening = {
  readonly findings: readonly Finding[];
  readonly ground_mm: number | null;
  readonly bodies: {
    readonly looked_at: number;
    readonly on_the_ground: number;
    /** Bodies entirely below the ground; they are assumed to be supported by the ground and are not screened. */
    readonly below_ground: number;
    readonly carried: number;
    readonly unsupported: number;
    /** Number of bodies for which the bounding box was used. */
    readonly by_box: number;
  };
  readonly floors: SpanCount;
  readonly beams: SpanCount;
};

/**
 * Screens the structure of one branch. Elements of reference models carry those of the building; they are neither counted
 * nor in findings.
 */
export function structuralScreening(
  view: ModelView,
  options: StructuralOptions,
): StructuralScreening {
  const isOwn = (id: string | undefined): boolean =>
    id === undefined || view.referenceOf(id) === null;
  const lowest = view.levels().find(({ id }) => isOwn(id))?.params.elevation ?? null;
  const ground_mm = options.ground_mm ?? lowest;
  const bodies = structuralBodies(view);
  const own = bodies.map(({ element }) => isOwn(element.id));
  const count = (flags: readonly boolean[]): number =>
    flags.filter((flag, i) => flag && at(own, i)).length;
  const paths = loadPaths(bodies, { ...options, ground_mm: ground_mm ?? 0 });
  const { findings, floors, beams } = spans(bodies, paths, { view, options, own });
  return {
    findings: [
      ...unsupported(bodies, paths, view),
      ...headless(bodies, paths, view),
      ...loadBearingOnSlabs(bodies, paths, view),
      ...findings,
    ].filter(({ element_ids }) => isOwn(element_ids[0])),
    ground_mm,
    bodies: {
      looked_at: count(own),
      on_the_ground: count(paths.grounded),
      below_ground: count(bodies.map(({ high }) => high < (ground_mm ?? 0) - options.tolerance_mm)),
      carried: count(paths.carried) - count(paths.grounded),
      unsupported: count(own) - count(paths.carried),
      by_box: count(bodies.map(({ by_box }) => by_box)),
    },
    floors,
    beams,
  };
}

type Screened = {
  readonly view: ModelView;
  readonly options: StructuralOptions;
  /** For each body, whether it is part of the building. */
  readonly own: readonly boolean[];
};

/** Measures the spans of floors and beams that are supported above the ground. */
function spans(
  bodies: readonly StructuralBody[],
  { carriers, carried, grounded }: LoadPaths,
  { view, options, own }: Screened,
): Pick<StructuralScreening, 'findings' | 'floors' | 'beams'> {
  const findings: Finding[] = [];
  const lengths: { readonly [kind in 'floor' | 'beam']: number[] } = { floor: [], beam: [] };
  const spanning = { view, limits: options, tolerance_mm: options.tolerance_mm };
  for (const [i, body] of bodies.entries()) {
    const { element } = body;
    if (!at(own, i) || !at(carried, i) || at(grounded, i)) continue;
    if (element.kind === 'floor') {
      checkpoint({ done: i, total: bodies.length, doing: 'spans' });
      const found = floorSpan(element, body, at(carriers, i), spanning);
      if (found !== null) lengths.floor.push(found.span_mm);
      if (found?.finding) findings.push(found.finding);
    } else if (element.kind === 'beam' && !isUpright(element.params)) {
      checkpoint({ done: i, total: bodies.length, doing: 'spans' });
      const found = beamSpans(element, body, at(carriers, i), spanning);
      lengths.beam.push(found.longest_mm);
      findings.push(...found.findings);
    }
  }
  return { findings, floors: spanCount(lengths.floor), beams: spanCount(lengths.beam) };
}

function spanCount(lengths: readonly number[]): SpanCount {
  const longest_mm =
    lengths.length === 0 ? null : Math.round(lengths.reduce((a, b) => Math.max(a, b)));
  return { measured: lengths.length, longest_mm };
}
