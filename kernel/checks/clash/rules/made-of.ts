/** @module made of: a solid and the operands of its boolean operation. */
import { sourcesOf } from '../../../building/kinds/solid/solid.ts';
import type { ClashRule } from './clash-rule.ts';

/** The result of a boolean operation and its operands. */
export const madeOf: ClashRule = {
  id: 'made-of',
  title: 'A solid and its operands',
  why: 'in older models the result of a boolean operation exists in addition to its operands',
  explains: ({ a, b }) =>
    sourcesOf(a.element).includes(b.element.id) || sourcesOf(b.element).includes(a.element.id),
};
