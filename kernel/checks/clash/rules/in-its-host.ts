/** @module in its host: doors and windows in contact with their host or with each other in one host. */
import type { ClashRule } from './clash-rule.ts';

/** A filling and its host. */
export const inItsHost: ClashRule = {
  id: 'in-its-host',
  title: 'A door or window in its wall',
  why: 'a door or window belongs to the wall whose opening it fills',
  explains: ({ a, b }) => a.host === b.element.id || b.host === a.element.id,
};

/** Two fillings of one host. */
export const inOneHost: ClashRule = {
  id: 'in-one-host',
  title: 'Doors and windows side by side',
  why: 'doors and windows of one host may touch, since they can share a frame; overlaps are reported',
  explains: ({ a, b, type }) => a.host !== null && a.host === b.host && type === 'touching',
};
