/** @module proof: compares proposed elements, built by their kinds, with the bodies of the file. */
import type { ElementRecord, PlannedEvent } from '../../../../schemas/events.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { meshParts } from '../../../building/geometry/mesh/mesh-parts.ts';
import { type Mesh, meshBounds, meshVolume } from '../../../building/geometry/mesh/mesh.ts';
import { SolidKernelFault } from '../../../building/geometry/mesh/solid-kernel.ts';
import { CIRCLE_SIDES } from '../../../building/geometry/plan/circle-sides.ts';
import type { Box3 } from '../../../building/geometry/vector.ts';
import { pinFault } from '../../../building/geometry/walls/pins/pin-fault.ts';
import { straightWall } from '../../../building/kinds/wall/straight-wall.ts';
import { definitionFault } from '../../../building/model/derived/definition.ts';
import { Derived } from '../../../building/model/derived/derived.ts';
import { evolve } from '../../../building/model/state/evolve.ts';
import { ModelFault } from '../../../building/model/state/model-fault.ts';
import type { BranchState } from '../../../building/model/state/state.ts';
import { elementIn, emptyState, isKind, newKeys } from '../../../building/model/state/state.ts';
import type { ShapeEvaluator } from '../shape/evaluate.ts';
import { IDENTITY } from '../shape/matrix.ts';
import type { ShapeItem } from '../shape/shape-node.ts';
import { crowdedWalls, CROWDED } from './judged/crowds.ts';
import type { Kernels } from './kernels.ts';
import type { Proposal } from './proposal.ts';

/** Largest relative difference of volumes, and largest difference of boxes (mm), of bodies that are equal. */
export const [EXACT_VOLUME, EXACT_BOX_MM] = [0.001, 1];

/** Sides of full circles in both bodies: those of fine bodies of the kinds. */
const SIDES = CIRCLE_SIDES.fine;

/** The differences of an element from its body in the file. */
export type Proof = {
  /** Difference of the volumes, relative to that of the file. */
  readonly volume: number;
  /** Largest difference of a side of the box, mm. */
  readonly box_mm: number;
};

/** Box and volume of the body of an element, mm and mm³. */
export type OwnBody = { readonly box: Box3; readonly volume_mm3: number };

/** Reason of an element that is proven by its measures: said of it although it is parametric. */
export const BY_MEASURES = 'its measures are those of the file, which gives its appearance';

/** A proposal with its proof, or the reason why it is not proven. */
export type Judged = {
  readonly proposal: Proposal;
  /** The body of an element that its kind can show with a mesh of the file; null for others. */
  readonly own: OwnBody | null;
  /** Whether it is proven by its measures, not by its body. */
  readonly by_measures?: boolean;
} & (
  | { readonly proof: Proof | null; readonly why: null }
  | { readonly proof: Proof | null; readonly why: string }
);

/** The state in which bodies are built, and why elements are not in it, by id. */
type Trial = { readonly state: BranchState; readonly refused: ReadonlyMap<string, string> };

/**
 * Judges proposals, in their order: levels, hosts before what they host. A wall that is not exact with the ends of the
 * file is tried with ends that the join solver computes.
 */
export function judge(
  levels: readonly ElementRecord[],
  proposals: readonly Proposal[],
  kernels: Kernels,
): readonly Judged[] {
  const derived = new Derived(kernels.solids);
  const build = { derived, evaluator: kernels.evaluator };
  const trial = trialOf(levels, proposals);
  const first = judgedIn(trial, proposals, build);
  const pinned = first.flatMap(({ proposal: { element }, why }) =>
    why !== null && isPinned(element) && !trial.refused.has(element.id) ? [element] : [],
  );
  if (pinned.length === 0) return first;
  const ids = new Set(pinned.map(({ id }) => id));
  const again = proposals.flatMap((proposal): readonly Proposal[] => {
    const { element, host_id } = proposal;
    if (ids.has(element.id)) return [{ ...proposal, element: withoutPins(element) }];
    return host_id !== null && ids.has(host_id) ? [proposal] : [];
  });
  const distinct = [...new Map(pinned.map((element) => [element.id, element])).values()];
  const state = distinct.reduce(unpinned, trial.state);
  const second = judgedIn({ ...trial, state }, again, build);
  const later = second[Symbol.iterator]();
  return first.map((one) => {
    const { element, host_id } = one.proposal;
    if (!ids.has(element.id) && !(host_id !== null && ids.has(host_id))) return one;
    const next = later.next();
    return next.done === true || next.value.why !== null ? one : next.value;
  });
}

function trialOf(levels: readonly ElementRecord[], proposals: readonly Proposal[]): Trial {
  const refused = new Map<string, string>();
  let state = emptyState(newKeys());
  for (const level of levels) state = created(state, level);
  // Several products may be parts of one element, as a door and its opening are.
  const elements = new Map(proposals.map((one) => [one.element.id, one.element]));
  const crowded = crowdedWalls(elements.values());
  for (const element of elements.values()) {
    if (crowded.has(element.id)) {
      refused.set(element.id, CROWDED);
      continue;
    }
    try {
      state = created(state, element);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      refused.set(element.id, reasonOf(error.message));
    }
  }
  return { state, refused };
}

type Build = { readonly derived: Derived; readonly evaluator: ShapeEvaluator };

function judgedIn(
  { state, refused }: Trial,
  proposals: readonly Proposal[],
  { derived, evaluator }: Build,
): readonly Judged[] {
  const faults = new Map(refused);
  const built = { state, derived, evaluator };
  const proven = new Map<object, Judged>();
  return proposals.map((proposal, done): Judged => {
    checkpoint({ done, total: proposals.length, doing: 'comparing bodies' });
    const { element, host_id } = proposal;
    const lost = host_id !== null && faults.has(host_id) ? HOST_LOST : null;
    const why = lost ?? faults.get(element.id) ?? faultIn(state, element.id, derived);
    // Parts of one element are proven with it, once.
    const known = proven.get(proposal.expected ?? proposal);
    const result: Judged =
      known !== undefined
        ? { ...known, proposal }
        : why === null
          ? measured(compared(proposal, built), built)
          : { proposal, own: null, proof: null, why };
    if (proposal.expected !== null) proven.set(proposal.expected, result);
    if (result.why !== null) faults.set(element.id, result.why);
    return result;
  });
}

/** Why an element in a host that is not parametric is not parametric. */
export const HOST_LOST = 'its host is not parametric';

function isPinned({ params }: ElementRecord): boolean {
  return params['pins'] !== undefined && params['pins'] !== null;
}

function withoutPins(element: ElementRecord): ElementRecord {
  const { pins: _, ...params } = element.params;
  return { ...element, params };
}

function unpinned(state: BranchState, { id, params }: ElementRecord): BranchState {
  const payload = { updates: { pins: null }, previous: { pins: params['pins'] ?? null } };
  const event: PlannedEvent = { type: 'element.modified', aggregate_id: id, payload };
  return evolve(state, event, state.last_seq + 1);
}

function created(state: BranchState, element: ElementRecord): BranchState {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  const event: PlannedEvent = { type, aggregate_id: element.id, payload: { element } };
  return evolve(state, event, state.last_seq + 1);
}

/** A reason without ids and numbers, so that equal reasons can be counted. */
export function reasonOf(message: string): string {
  return message
    .replaceAll(/`[^`]*`/gu, '')
    .replaceAll(/-?\d[\d.,]*/gu, '…')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function faultIn(state: BranchState, id: string, derived: Derived): string | null {
  const element = elementIn(state, id);
  if (element === undefined) return 'no element';
  try {
    const fault =
      definitionFault(element, state.keys.kinds, derived.site(state)) ??
      (isKind(element, 'wall') ? pinFault(straightWall(element)) : null);
    return fault === null ? null : reasonOf(fault.why);
  } catch (error) {
    if (error instanceof RangeError) return reasonOf(error.message);
    throw error;
  }
}

type Built = {
  readonly state: BranchState;
  readonly derived: Derived;
  readonly evaluator: ShapeEvaluator;
};

/** The result of a comparison, or that of the measures where the body is another one. */
function measured(result: Judged, { state, derived }: Built): Judged {
  const { proposal, proof, why } = result;
  if (why === null || proposal.is_measured !== true) return result;
  const element = elementIn(state, proposal.element.id);
  if (element === undefined || state.keys.kinds.of(element).file_mesh === 'none') return result;
  const mesh = derived.fineMesh(state, element);
  if (mesh === null) return result;
  const own = { box: meshBounds(mesh), volume_mm3: meshVolume(mesh) };
  return { proposal, own, proof, why: null, by_measures: true };
}

function compared(proposal: Proposal, { state, derived, evaluator }: Built): Judged {
  const { element: record, expected: target } = proposal;
  const element = elementIn(state, record.id);
  if (target === null) {
    const isShown = state.keys.kinds.of(record).file_mesh !== 'none';
    const mesh = isShown && element !== undefined ? derived.fineMesh(state, element) : null;
    const own = mesh === null ? null : { box: meshBounds(mesh), volume_mm3: meshVolume(mesh) };
    return { proposal, own, proof: null, why: null };
  }
  const none = { proposal, own: null, proof: null };
  const found = evaluator.evaluate(target.items, target.cuts, { sides: SIDES });
  if (!found.ok) return { ...none, why: reasonOf(found.why) };
  if (!found.closed || found.volume_mm3 === null) {
    return { ...none, why: 'body in the file is not closed' };
  }
  try {
    const mesh = element === undefined ? null : derived.fineMesh(state, element);
    if (mesh === null) return { ...none, why: 'has no body' };
    const far = (own: number): number =>
      Math.abs(own - (found.volume_mm3 ?? 0)) / Math.max(found.volume_mm3 ?? 0, 1);
    const apart = far(meshVolume(mesh));
    // Parts of our bodies may overlap, as posts and rails do; in the file they are united.
    const volume = apart > EXACT_VOLUME ? far(unitedVolume(mesh, evaluator) ?? 0) : apart;
    const proof = { volume, box_mm: boxDifference(meshBounds(mesh), found.box) };
    const isExact = proof.volume <= EXACT_VOLUME && proof.box_mm <= EXACT_BOX_MM;
    return { ...none, proof, why: isExact ? null : whyDifferent(proof) };
  } catch (error) {
    const isImpossible = error instanceof RangeError || error instanceof SolidKernelFault;
    if (isImpossible) return { ...none, why: reasonOf(error.message) };
    throw error;
  }
}

/** The volume of the united parts of a mesh, mm³; null if they cannot be united. */
function unitedVolume(mesh: Mesh, evaluator: ShapeEvaluator): number | null {
  const items = meshParts(mesh).map(({ points, triangles }): ShapeItem => ({
    node: { form: 'faces', points, faces: triangles.map((one) => [one]), closed: true },
    place: IDENTITY,
    row: -1,
    map: null,
  }));
  const solid = evaluator.evaluate(items, [], { sides: SIDES });
  return solid.ok && solid.closed ? solid.volume_mm3 : null;
}

function whyDifferent({ volume, box_mm }: Proof): string {
  if (volume > EXACT_VOLUME && box_mm > EXACT_BOX_MM) return 'volume and box differ';
  return volume > EXACT_VOLUME ? 'volume differs' : 'box differs';
}

function boxDifference(a: Box3, b: Box3): number {
  return Math.max(
    ...(['x', 'y', 'z'] as const).flatMap((axis) => [
      Math.abs(a.min[axis] - b.min[axis]),
      Math.abs(a.max[axis] - b.max[axis]),
    ]),
  );
}
