/** @module stands on: one bears the other. */
import type { ClashRule } from './clash-rule.ts';

/** How far from upright a contact may lean and still bear: the cosine of 45°. */
const UPRIGHT = Math.SQRT1_2;

/** One on top of the other. */
export const standsOn: ClashRule = {
  id: 'stands-on',
  title: 'One stands on the other',
  why: 'a wall on its floor, a beam on its column, a storey on the one below: what bears is in contact; what goes in deeper than the tolerance is reported',
  explains: ({ contact, type }) =>
    type === 'touching' &&
    (contact.state === 'touching' || contact.state === 'overlapping') &&
    Math.abs(contact.away.z) > UPRIGHT,
};
