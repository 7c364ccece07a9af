/** @module stands on: an element that rests on another one. */
import type { ClashRule } from './clash-rule.ts';

/** Smallest vertical component of the normal of a load-bearing contact: the cosine of 45°. */
const MIN_VERTICAL = Math.SQRT1_2;

/** An element on top of another one. */
export const standsOn: ClashRule = {
  id: 'stands-on',
  title: 'An element that stands on another',
  why: 'a wall on its floor, a beam on its column and a storey on the one below are in contact; an overlap deeper than the tolerance is reported',
  explains: ({ contact, type }) =>
    type === 'touching' &&
    (contact.state === 'touching' || contact.state === 'overlapping') &&
    Math.abs(contact.away.z) > MIN_VERTICAL,
};
