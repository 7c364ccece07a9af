/** @module made of: a solid and what it was made of. */
import { sourcesOf } from '../../kinds/solid.ts';
import type { ClashRule } from './clash-rule.ts';

/** The result of a boolean and its operands. */
export const madeOf: ClashRule = {
  id: 'made-of',
  title: 'A solid and what it was made of',
  why: 'the result of a boolean lies where its operands lie',
  explains: ({ a, b }) =>
    sourcesOf(a.element).includes(b.element.id) || sourcesOf(b.element).includes(a.element.id),
};
