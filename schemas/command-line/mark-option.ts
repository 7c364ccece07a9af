/** @module mark-option: a mark as one word of a command line: `ELEMENT=TEXT`, `X,Y,Z@LEVEL=TEXT` or `ELEMENT:X,Y,Z@LEVEL=TEXT`. */
import type { Mark } from '../governance.ts';

/** The parts of a mark as a person writes it: names or ids, and a place in mm. */
export type MarkOption = {
  readonly text: string;
  readonly element: string | null;
  readonly place: {
    readonly x: number;
    readonly y: number;
    /** Null if it is left out; the height of the level is meant. */
    readonly z: number | null;
    readonly level: string | null;
  } | null;
};

const NUMBER = String.raw`(-?\d{1,10}(?:\.\d{1,10})?)`;
const PLACE = new RegExp(`^(?:(.+):)?${NUMBER},${NUMBER}(?:,${NUMBER})?(?:@(.+))?$`, 'su');

/**
 * The parts of a written mark: the text follows the first `=`. Null for a word without target or text, and for a place that
 * has neither height nor level.
 */
export function readMarkOption(word: string): MarkOption | null {
  const at = word.indexOf('=');
  const [target, text] = [word.slice(0, Math.max(0, at)).trim(), word.slice(at + 1)];
  if (target === '' || text.trim() === '') return null;
  const found = PLACE.exec(target);
  if (found === null) return { text, element: target, place: null };
  const [, element, x, y, z, level] = found;
  if (z === undefined && level === undefined) return null;
  const place = {
    x: Number(x),
    y: Number(y),
    z: z === undefined ? null : Number(z),
    level: level ?? null,
  };
  return { text, element: element ?? null, place };
}

/** A mark as a word that `readMarkOption` reads, with ids and a place on the grid of 0.001 mm. */
export function markOption({ text, element_id, at, level_id }: Mark): string {
  const place =
    at === undefined
      ? []
      : [[at.x, at.y, at.z].map(onGrid).join(',') + (level_id === undefined ? '' : `@${level_id}`)];
  return `${[...(element_id === undefined ? [] : [element_id]), ...place].join(':')}=${text}`;
}

/** A length (mm) on the grid of 0.001 mm, which is never written with an exponent; −0 becomes 0. */
function onGrid(mm: number): number {
  return Math.round(mm * 1000) / 1000 + 0;
}
