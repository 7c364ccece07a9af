/** @module group: elements that are placed several times and changed once. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { AngleDeg } from '../../../../schemas/units.ts';
import { NOWHERE } from '../facets/nowhere.ts';
import { type ElementFor, type Fault, type KindView, type Site, defineKind } from '../kind.ts';
import { requireOwnName } from '../rules/own-name.ts';
import { Ref } from '../shared/params.ts';
import { ZONE_KINDS } from './zone-kinds.ts';

/** Maximum number of elements of one placement, and of placements. */
export const MAX_MEMBERS = 2000;
export const MAX_PLACEMENTS = 500;

/**
 * The motion of a placement: the group in its own plan is mirrored in the x axis if `mirrored`, then turned about the
 * origin, then moved by x and y, mm. Its levels are those of its elements.
 */
const Placement = z.strictObject({
  /** Number of the placement, unique in the group; its name is the name of the group followed by this number. */
  number: z.number().int().min(1).max(1_000_000),
  x: z.number(),
  y: z.number(),
  turn_deg: AngleDeg,
  mirrored: z.boolean(),
});
export type Placement = z.output<typeof Placement>;

const params = z.strictObject({
  name: z.string().min(1).max(150),
  /** For each placement the ids of its elements; corresponding elements have the same position. */
  members: z.array(z.array(Ref).min(1).max(MAX_MEMBERS)).min(1).max(MAX_PLACEMENTS),
  placements: z.array(Placement).min(1).max(MAX_PLACEMENTS),
  /** What the rooms of the group are together. Absent or null: the group is no zone. */
  zone_kind: z.enum(ZONE_KINDS).nullable().exactOptional(),
});
export type Group = ElementFor<'group', typeof params>;

/** The name of a placement. */
export function placementName({ params: { name, placements } }: Group, row: number): string {
  return `${name} ${placements[row]?.number ?? row + 1}`;
}

/** Why a group is invalid in itself; null if it is valid. */
function faultOf({ params: { members, placements } }: Group): string | null {
  const [first] = members;
  if (members.length !== placements.length) {
    return `has ${placements.length} placements, but elements for ${members.length}`;
  }
  const uneven = members.find((row) => row.length !== first?.length);
  if (uneven !== undefined) {
    return `has placements of ${first?.length ?? 0} and of ${uneven.length} elements`;
  }
  const numbers = new Set(placements.map(({ number }) => number));
  if (numbers.size < placements.length) return 'has two placements with the same number';
  const known = new Set<string>();
  for (const id of members.flat()) {
    if (known.has(id)) return `has \`${id}\` twice`;
    known.add(id);
  }
  return null;
}

/** Why the elements of a group are inconsistent with it; null if they are consistent. */
function membersFault({ params: { members } }: Group, site: Pick<Site, 'element'>): Fault | null {
  const [first = []] = members;
  for (const row of members) {
    for (const [i, id] of row.entries()) {
      const kind = site.element(id)?.kind;
      if (kind === undefined) return { why: `has \`${id}\`, which does not exist` };
      if (kind === 'group') return { why: `has the group \`${id}\` among its elements` };
      const like = site.element(first[i] ?? '')?.kind;
      if (like !== kind) {
        return { why: `has ${kind} \`${id}\` where its first placement has a ${like ?? ''}` };
      }
    }
  }
  return null;
}

/** A noun with its indefinite article. */
function article(noun: string): string {
  return /^[aeiou]/u.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** Why a group is no zone although it has a kind of zone; null if it has none, or is one. */
function zoneFault(
  { params: { zone_kind = null, members } }: Group,
  site: { element(id: string): { readonly kind: string } | undefined },
): string | null {
  if (zone_kind === null) return null;
  const what = zone_kind.replaceAll('_', ' ');
  if (members.length > 1) {
    return `has ${members.length} placements, but ${article(what)} is placed once: expected a group without further placements`;
  }
  const [ids = []] = members;
  for (const id of ids) {
    const kind = site.element(id)?.kind;
    if (kind !== undefined && kind !== 'room') {
      return `has ${kind} \`${id}\`, but ${article(what)} consists of rooms: expected rooms only`;
    }
  }
  return null;
}

/** A group. */
export const group = defineKind({
  kind: 'group',
  category: 'Groups',
  params,
  fixed: {
    members: 'create_group adds elements with `element_ids` and removes them with `remove_ids`',
    placements:
      'create_group adds and releases placements, transform_elements moves a whole placement',
  },
  plain_numbers: { placements: null },
  refs: {},
  check(element: Group, view: KindView, context: PlanContext<'INVALID_ARGUMENT'>) {
    const why = faultOf(element);
    if (why !== null) context.refuse('INVALID_ARGUMENT', why, { element_id: element.id });
    requireOwnName(element, view, context);
    const fault = zoneFault(element, view);
    if (fault !== null) context.refuse('INVALID_ARGUMENT', fault, { element_id: element.id });
    return { element, warnings: [], facts: {} };
  },
  integrity(element: Group, site) {
    const why = faultOf(element);
    if (why !== null) return { why };
    const unlike = membersFault(element, site);
    const fault = unlike === null ? zoneFault(element, site) : null;
    return fault === null ? unlike : { why: fault };
  },
  ...NOWHERE,
  schedule: { type: null, columns: ['name', 'members', 'zone_kind'], summed: [] },
  // Placements are listed separately, so that a change shows only the changed ones.
  shown: ({ params: { members, placements, ...own } }: Group) => ({
    ...own,
    members: `${members.length} placements of ${members[0]?.length ?? 0} elements`,
    ...Object.fromEntries(
      placements.map(({ number, ...place }) => [`placement ${number}`, place] as const),
    ),
  }),
});
