/** @module beam spans: spans of a beam between its supports, and its cantilevers. */
import { at } from '../../../building/geometry/indexed.ts';
import { depthOfBeam, isPlain, lengthOfBeam, riseOf } from '../../../building/kinds/beam/axis.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { findingId } from '../../findings/finding.ts';
import { planOf } from './load-paths.ts';
import type { SpanLimits } from './span-limits.ts';
import type { StructuralBody } from './structural-bodies.ts';

/** An unsupported part of the axis of a beam, mm from its start. */
type Free = { readonly from: number; readonly to: number; readonly sort: 'span' | 'cantilever' };

export type BeamSpans = { readonly longest_mm: number; readonly findings: readonly Finding[] };

type Spanning = {
  readonly view: ModelView;
  readonly limits: SpanLimits;
  readonly tolerance_mm: number;
};

/** The unsupported parts of a beam that is not upright, and that are longer than the limit for its depth. */
export function beamSpans(
  element: ElementOf<'beam'>,
  body: StructuralBody,
  carriers: readonly StructuralBody[],
  { view, limits, tolerance_mm }: Spanning,
): BeamSpans {
  const depth_mm = isPlain(element.params) ? body.high - body.low : depthOfBeam(element);
  // Supports are found in plan; spans are measured along the axis.
  const stretch = lengthOfBeam(element.params) / lengthOf(element);
  const free = freeParts(element, body, carriers, tolerance_mm).map(({ from, to, sort }) => ({
    from: from * stretch,
    to: to * stretch,
    sort,
  }));
  const findings = free.flatMap(({ from, to, sort }, number): readonly Finding[] => {
    const span_mm = to - from;
    const ratio = sort === 'span' ? limits.beam_span_ratio : limits.beam_cantilever_ratio;
    const limit_mm = ratio * depth_mm;
    if (span_mm <= limit_mm + tolerance_mm) return [];
    const check = `structure.beam_${sort}`;
    const { start, end } = element.params;
    const share = (from + to) / 2 / lengthOfBeam(element.params);
    return [
      {
        finding_id: findingId(check, [element.id], String(number)),
        check,
        severity: 'advisory',
        element_ids: [element.id],
        level_id: view.levelOf(element.id),
        message: `beam \`${element.id}\` runs ${Math.round(span_mm)} mm ${sort === 'span' ? 'between supports' : 'beyond its last support'}, more than ${Math.round(limit_mm)} mm (${ratio} times its depth of ${Math.round(depth_mm)} mm)`,
        location: {
          x: start.x + share * (end.x - start.x),
          y: start.y + share * (end.y - start.y),
          z: (body.low + body.high) / 2 + (share - 0.5) * riseOf(element.params),
        },
        box: view.bounds(element.id),
        details: { span_mm: Math.round(span_mm), limit_mm: Math.round(limit_mm), ratio },
      },
    ];
  });
  return { longest_mm: Math.max(0, ...free.map(({ from, to }) => to - from)), findings };
}

function lengthOf({ params: { start, end } }: ElementOf<'beam'>): number {
  return Math.sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2);
}

function freeParts(
  element: ElementOf<'beam'>,
  body: StructuralBody,
  carriers: readonly StructuralBody[],
  tolerance: number,
): readonly Free[] {
  const length = lengthOf(element);
  const supported = carriers
    .flatMap(({ pieces }) => pieces)
    .filter(({ bounds }) => bounds[5] >= body.low - tolerance)
    .flatMap((piece) => supportedPart(element, body, planOf(piece), tolerance) ?? [])
    .toSorted((a, b) => a.from - b.from);
  if (supported.length === 0) return [];
  const free: Free[] = [];
  let covered_to = 0;
  for (const [i, { from, to }] of supported.entries()) {
    if (from > covered_to) {
      free.push({ from: covered_to, to: from, sort: i === 0 ? 'cantilever' : 'span' });
    }
    covered_to = Math.max(covered_to, to);
  }
  if (length > covered_to) free.push({ from: covered_to, to: length, sort: 'cantilever' });
  return free;
}

/** The part of the axis of a beam over or next to an outline; null if there is none. */
function supportedPart(
  element: ElementOf<'beam'>,
  body: StructuralBody,
  ring: readonly number[],
  tolerance: number,
): { readonly from: number; readonly to: number } | null {
  const { start, end } = element.params;
  const length = lengthOf(element);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const across = (x: number, y: number): number => ux * (y - start.y) - uy * (x - start.x);
  const half = Math.max(...cornersOf(body).map(([x, y]) => Math.abs(across(x, y)))) + tolerance;
  let part: readonly (readonly [along: number, across: number])[] = Array.from(
    { length: ring.length / 2 },
    (_, i) => {
      const [x, y] = [at(ring, 2 * i), at(ring, 2 * i + 1)];
      return [ux * (x - start.x) + uy * (y - start.y), across(x, y)] as const;
    },
  );
  for (const sign of [1, -1]) part = within(part, (p) => half - sign * p[1]);
  if (part.length === 0) return null;
  const along = part.map(([a]) => a);
  const [from, to] = [Math.max(0, Math.min(...along)), Math.min(length, Math.max(...along))];
  return from <= to + tolerance ? { from: Math.min(from, length), to: Math.max(to, 0) } : null;
}

function cornersOf({ pieces }: StructuralBody): readonly (readonly [number, number])[] {
  return pieces.flatMap((piece) => {
    const flat = piece.shape === 'upright' ? piece.ring : piece.corners;
    const step = piece.shape === 'upright' ? 2 : 3;
    return Array.from(
      { length: flat.length / step },
      (_, i) => [at(flat, step * i), at(flat, step * i + 1)] as const,
    );
  });
}

type Corner = readonly [number, number];

/** Clips a convex outline to the half-plane in which the linear function `depth` is at least 0. */
function within(ring: readonly Corner[], depth: (p: Corner) => number): readonly Corner[] {
  return ring.flatMap((p, i): readonly Corner[] => {
    const q = ring[i + 1] ?? at(ring, 0);
    const [here, there] = [depth(p), depth(q)];
    const kept = here >= 0 ? [p] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    return [...kept, [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share]];
  });
}
