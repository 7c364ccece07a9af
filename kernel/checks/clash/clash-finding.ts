/** @module clash finding: a clash as a finding, with a sentence that describes it. */
import { type SpacePoint, toGrid } from '../../../schemas/units.ts';
import { at } from '../../building/geometry/indexed.ts';
import type { Point3 } from '../../building/geometry/vector.ts';
import type { ModelView } from '../../building/model/view.ts';
import { type Finding, type Severity, findingId } from '../findings/finding.ts';
import type { ClashBody } from './clash-body.ts';
import type { ClashType } from './clash-options.ts';
import type { Contact } from './contact.ts';

/** Margin around the overlap in the box of a clash, mm, so that a picture shows the surroundings. */
const MARGIN_MM = 300;

const SEVERITY = {
  hard: 'error',
  contained: 'error',
  duplicate: 'error',
  workspace: 'warning',
  clearance: 'warning',
  touching: 'advisory',
} as const satisfies Record<ClashType, Severity>;

/** Two bodies that clash. `a` is the owner of the workspace or, without a workspace, the element with the smaller id. */
export type Clashing = {
  readonly a: ClashBody;
  readonly b: ClashBody;
  readonly type: ClashType;
  readonly contact: Contact;
  /** The body that is inside the other; null if neither is. */
  readonly inner: 'a' | 'b' | null;
};

/** The id of a clash. It does not depend on the type, so it stays the same when one element moves deeper into the other. */
function clashId({ a, b }: Pick<Clashing, 'a' | 'b'>): string {
  return findingId('clash', [a.element.id, b.element.id], a.part === 'workspace' ? a.part : '');
}

/** The clash as a finding. */
export function clashFinding(clash: Clashing, view: ModelView): Finding {
  const { a, b, type, contact } = clash;
  const sentence = sentenceOf(clash, view);
  // A finding is listed on a level of the building, if one of the two is part of it.
  const [one, other] = view.referenceOf(a.element.id) === null ? [a, b] : [b, a];
  const location = contact.state === 'apart' ? null : onGrid(contact.location);
  const overlapping = contact.state === 'overlapping' ? contact : null;
  return {
    finding_id: clashId(clash),
    check: `clash.${type}`,
    severity: SEVERITY[type],
    element_ids: [a.element.id, b.element.id],
    level_id: view.levelOf(one.element.id) ?? view.levelOf(other.element.id),
    message: sentence,
    location,
    box: boxOf(clash),
    details: {
      type,
      element_a: a.element.id,
      element_b: b.element.id,
      location,
      overlap_volume_mm3: overlapping === null ? 0 : toGrid(overlapping.volume_mm3),
      penetration:
        overlapping === null
          ? null
          : { depth_mm: toGrid(overlapping.depth_mm), direction: rounded(overlapping.away) },
      clearance_mm: contact.state === 'near' ? toGrid(contact.distance_mm) : null,
      sentence,
    },
  };
}

function onGrid({ x, y, z }: Point3): SpacePoint {
  return { x: toGrid(x), y: toGrid(y), z: toGrid(z) };
}

function digits(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** A unit vector rounded to six decimals. */
function rounded({ x, y, z }: Point3): SpacePoint {
  return { x: digits(x), y: digits(y), z: digits(z) };
}

/** The intersection of the two boxes, or the gap between them, with a margin. */
function boxOf({ a: { bounds: a }, b: { bounds: b } }: Clashing): Finding['box'] {
  const [low, high] = [new Array<number>(), new Array<number>()];
  for (let axis = 0; axis < 3; axis++) {
    const from = Math.max(at(a, axis), at(b, axis));
    const to = Math.min(at(a, axis + 3), at(b, axis + 3));
    low.push(toGrid(Math.min(from, to) - MARGIN_MM));
    high.push(toGrid(Math.max(from, to) + MARGIN_MM));
  }
  return {
    min: { x: at(low, 0), y: at(low, 1), z: at(low, 2) },
    max: { x: at(high, 0), y: at(high, 1), z: at(high, 2) },
  };
}

function nameOf({ element }: ClashBody, view: ModelView): string {
  const reference = view.referenceOf(element.id);
  const of = reference === null ? '' : ` of \`${reference.name ?? reference.import_id}\``;
  return `${element.kind} \`${element.id}\`${of}`;
}

function sentenceOf({ a, b, type, contact, inner }: Clashing, view: ModelView): string {
  const [one, other] = [nameOf(a, view), nameOf(b, view)];
  const overlapping = contact.state === 'overlapping' ? contact : null;
  const depth = oneDecimal(overlapping?.depth_mm ?? 0);
  const volume = cubicMetres(overlapping?.volume_mm3 ?? 0);
  switch (type) {
    case 'hard':
      return `${one} and ${other} overlap by ${volume} m³, ${depth} mm deep`;
    case 'contained':
      return inner === 'a'
        ? `${one} is entirely inside ${other}, with ${volume} m³`
        : `${other} is entirely inside ${one}, with ${volume} m³`;
    case 'duplicate':
      return `${one} and ${other} fill the same space of ${volume} m³`;
    case 'workspace':
      return `${other} extends ${depth} mm into the space that ${one} needs to open`;
    case 'clearance':
      return `${one} and ${other} are ${oneDecimal(contact.state === 'near' ? contact.distance_mm : 0)} mm apart`;
    case 'touching':
      return `${one} and ${other} touch`;
    default:
      return type satisfies never;
  }
}

function oneDecimal(mm: number): string {
  return String(Math.round(mm * 10) / 10);
}

/** A volume in m³, rounded to three significant digits. */
function cubicMetres(mm3: number): string {
  return String(Number((mm3 / 1e9).toPrecision(3)));
}
