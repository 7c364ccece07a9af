/** @module measured: box and volume of a body from its triangles. */
import type { BoxMm } from '../../../../../schemas/units.ts';

/** What a reader sees of one element: its body with all openings cut, mm and mm³. */
export type ReadBody = { readonly box: BoxMm; readonly volume: number };

/** A file as a reader sees it. */
export type ReadFile = {
  /** How many lines there are of an entity, by its keyword. */
  readonly counts: ReadonlyMap<string, number>;
  /** By GUID. */
  readonly bodies: ReadonlyMap<string, ReadBody>;
  /** `Name`, or where the reader tells it `LongName`, by GUID. */
  readonly names: ReadonlyMap<string, string | null>;
  /** Part of the volume of a round body that it loses to chords beyond what the model loses. */
  readonly round_share: number;
  /** How it draws the fillets of an I-section: as facets, or straight over from end to end. */
  readonly fillets: 'facets' | 'chamfers';
};

/** A corner, mm. */
export type Corner = readonly [x: number, y: number, z: number];

/** Triangles as they come, counter-clockwise from outside. */
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
    for (const corner of [a, b, c]) {
      for (const [k, value] of corner.entries()) {
        this.#low[k] = Math.min(this.#low[k] ?? value, value);
        this.#high[k] = Math.max(this.#high[k] ?? value, value);
      }
    }
  }

  body(): ReadBody {
    const corner = ([x = NaN, y = NaN, z = NaN]: readonly number[]) => ({ x, y, z });
    return { box: { min: corner(this.#low), max: corner(this.#high) }, volume: this.#volume };
  }
}
