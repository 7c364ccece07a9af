/** @module group-statements: groups of elements, and further placements of them. */
import { ZONE_KINDS } from '../kinds/group/zone-kinds.ts';
import { expect } from './cursor.ts';
import { addStatement, finish, levelOption, type Options, wordOption } from './options.ts';
import { plainNumber, point, textOrWord } from './quantities.ts';
import {
  readNamed,
  earlierIn,
  namePlacement,
  reference,
  type Script,
  startsReference,
} from './references.ts';
import type { Place } from './script-error.ts';
import { selectedIds } from './transforms.ts';

/** The position of a placement relative to the first one: mirrored, then turned, then moved, or on another level. */
const PLACING: Options = {
  mirror: (cursor) => {
    const from = point(cursor);
    expect(cursor, 'to', 'to P');
    return { mirror: { from, to: point(cursor) } };
  },
  turn: (cursor) => {
    const turn_deg = plainNumber(cursor, 'degrees counter-clockwise such as 90', 'deg');
    expect(cursor, 'about', 'about P');
    return { turn_deg, about: point(cursor) };
  },
  by: (cursor) => ({ move: point(cursor) }),
  on: levelOption('level_id'),
};

const GROUP: Options = { zone: wordOption('zone_kind', ZONE_KINDS) };

/** `group TEXT REFS` with `zone KIND` */
export function groupStatement(script: Script, place: Place, name: string | null): void {
  const title = textOrWord(script.cursor, 'the name of the group');
  const from = script.cursor.at;
  const values = { name: title, element_ids: selectedIds(script) };
  const earlier = earlierIn(script, from);
  const read = finish(script, place, name, { values, options: GROUP });
  addStatement(script, 'create_group', read);
  if (read.name !== null) namePlacement(script, read.name, earlier);
}

/** `place GROUP [mirror P to P] [turn DEGREES about P] [by P] [on LEVEL]` */
export function placeStatement(script: Script, place: Place, name: string | null): void {
  const expected = 'a group such as $flat or @Flat';
  const from = script.cursor.at;
  const isNamed = startsReference(script.cursor);
  const group_id = reference(script, expected, ['create_group']);
  if (isNamed) script.cursor.at = from;
  const group = isNamed ? readNamed(script) : null;
  const read = finish(script, place, name, { values: {}, options: PLACING });
  const values = { group_id, placements: [read.values] };
  addStatement(script, 'create_group', { ...read, values });
  if (read.name !== null) namePlacement(script, read.name, group);
}
