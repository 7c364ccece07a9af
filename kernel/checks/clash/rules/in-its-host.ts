/** @module in its host: what fills a hole and what the hole is in. */
import type { ClashRule } from './clash-rule.ts';

/** A filling and its host. */
export const inItsHost: ClashRule = {
  id: 'in-its-host',
  title: 'A door or window in its wall',
  why: 'what fills a hole belongs to what the hole is in',
  explains: ({ a, b }) => a.host === b.element.id || b.host === a.element.id,
};

/** Two fillings of one host. */
export const inOneHost: ClashRule = {
  id: 'in-one-host',
  title: 'Doors and windows side by side',
  why: 'fillings of one host may share a frame; they do so as long as they only touch',
  explains: ({ a, b, type }) => a.host !== null && a.host === b.host && type === 'touching',
};
