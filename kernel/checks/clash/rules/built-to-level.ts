/** @module built to level: elements that end flush with the top of the floor above them. */
import type { ClashBody } from '../clash-body.ts';
import type { ClashRule } from './clash-rule.ts';

function endsIn(member: ClashBody, floor: ClashBody, tolerance_mm: number): boolean {
  return (
    floor.element.kind === 'floor' &&
    member.element.kind !== 'floor' &&
    Math.abs(member.bounds[5] - floor.bounds[5]) <= tolerance_mm &&
    member.bounds[2] < floor.bounds[2] - tolerance_mm
  );
}

/** A wall, column or beam that reaches the level of the floor that rests on it. */
export const builtToLevel: ClashRule = {
  id: 'built-to-level',
  title: 'A floor on members that end at its level',
  why: 'walls, columns and beams are drawn up to the level, and floors down from it; an element that begins below a floor and ends flush with its top carries the floor; one that ends within the floor or continues above it is reported',
  explains: ({ a, b, type, tolerance_mm }) =>
    type === 'hard' && (endsIn(a, b, tolerance_mm) || endsIn(b, a, tolerance_mm)),
};
