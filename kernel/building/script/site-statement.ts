/** @module site-statement: the location, orientation and boundary of the site. */
import { type Cursor } from './cursor.ts';
import { addStatement, finish, type Options } from './options.ts';
import { plainNumber, textOrWord } from './quantities.ts';
import type { Script } from './references.ts';
import type { Place } from './script-error.ts';
import { outline } from './shapes.ts';

function metres(cursor: Cursor, what: string): number {
  return plainNumber(cursor, `${what} in metres`);
}

const SITE: Options = {
  boundary: (cursor) => ({ boundary: outline(cursor) }),
  north: (cursor) => ({
    true_north_deg: plainNumber(cursor, 'degrees from y to true north, counter-clockwise', 'deg'),
  }),
  crs: (cursor) => ({
    georeference: {
      crs: textOrWord(cursor, 'a system such as "EPSG:25832"'),
      eastings: metres(cursor, 'eastings'),
      northings: metres(cursor, 'northings'),
      height: metres(cursor, 'a height'),
    },
  }),
};

/** `site` with `boundary SHAPE`, `north DEGREES` and `crs TEXT E N H`. */
export function siteStatement(script: Script, place: Place, name: string | null): void {
  addStatement(script, 'set_site', finish(script, place, name, { values: {}, options: SITE }));
}
