/** @module measured: the box and volume of a body, from its triangles. */
import type { BoxMm } from '../../../../../schemas/units.ts';

/** One element as a reader sees it: its body with all openings cut, mm and mm³. */
export type ReadBody = { readonly box: BoxMm; readonly volume: number };

/** A file as a reader sees it. */
export type ReadFile = {
  /** Number of lines of each entity, by keyword. */
  readonly counts: ReadonlyMap<string, number>;
  /** By GUID. */
  readonly bodies: ReadonlyMap<string, ReadBody>;
  /** `Name` or, if the reader returns it, `LongName`, by GUID. */
  readonly names: ReadonlyMap<string, string | null>;
  /** Share of the volume of a round body that the reader loses to chords, in addition to the model's loss. */
  readonly round_share: number;
  /** How it draws the fillets of an I-section: as facets, or as one straight chamfer. */
  readonly fillets: 'facets' | 'chamfers';
};

/** A corner, mm. */
export type Corner = readonly [x: number, y: number, z: number];

/** Triangles in any order, counter-clockwise when seen from outside. */
export class Measured {
  #volume = 0;
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #high = [-Infinity, -Infinity, -Infinity];

  triangle(a: Corner, b: Corner, c: Corner): void {
    this.#volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
    for (let k = 0; k < 3; k += 1) {
      const [p = NaN, q = NaN, r = NaN] = [a[k], b[k], c[k]];
      this.#low[k] = Math.min(this.#low[k] ?? NaN, p, q, r);
      this.#high[k] = Math.max(this.#high[k] ?? NaN, p, q, r);
    }
  }

  body(): ReadBody {
    const corner = ([x = NaN, y = NaN, z = NaN]: readonly number[]) => ({ x, y, z });
    return { box: { min: corner(this.#low), max: corner(this.#high) }, volume: this.#volume };
  }
}
