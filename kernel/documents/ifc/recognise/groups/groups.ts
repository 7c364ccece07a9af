/** @module groups: the groups, zones and systems of a file as groups of the model. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import { KINDS } from '../../../../building/kinds/elements.ts';
import { group as groupKind } from '../../../../building/kinds/group/group.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import { cleaned, Ids } from '../ids.ts';
import { isTooLong, ownersOf } from '../manifest-rows.ts';
import type { OtherElement, Recognised, Recognition } from '../recognise.ts';
import { FreeNames } from '../storeys.ts';
import { GroupReader } from './group-reader.ts';
import { PlacedGroups } from './placed-groups.ts';

/** Maximum number of groups of a file that become elements. */
const MAX_GROUPS = 2000;
/** Maximum length of a name, characters: room for a number within the limit of the kind. */
const MAX_NAME = 140;
const STEP = 100;

/** The only placement of a group that is placed once, where its elements are. */
const PLACED_ONCE = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false } as const;

/**
 * The recognition with the groups of its elements. A group in a group contributes its members. Groups without a
 * recognised member, and those beyond the limits, stay in the facts of the file. `taken`: names that groups must not have.
 */
export function withGroups(
  found: Recognition,
  model: IfcModel,
  { fileKey, taken }: { readonly fileKey: string; readonly taken: readonly string[] },
): Recognition {
  const rows = model.rows('IfcGroup').toSorted((a, b) => a - b);
  if (rows.length === 0) return found;
  const reader = new GroupReader(model, memberIdsOf(found.products));
  const placed = new PlacedGroups(model, reader, found);
  const naming = { ids: new Ids(fileKey), names: new FreeNames(taken) };
  const made: OtherElement[] = [];
  for (const [done, row] of rows.entries()) {
    if (done % STEP === 0) checkpoint({ done, total: rows.length, doing: 'reading groups' });
    if (made.length >= MAX_GROUPS) break;
    if (placed.isPart(row)) continue;
    const what = placed.of(row) ?? placedOnce(reader.membersOf(row));
    if (what === null) continue;
    const one = elementOf(row, what, { model, ...naming });
    if (!isTooLong(one.element)) made.push(one);
  }
  return { ...found, others: [...found.others, ...made] };
}

type Placed = {
  readonly members: readonly (readonly string[])[];
  readonly placements: readonly Readonly<Record<string, number | boolean>>[];
};

function placedOnce(members: readonly string[]): Placed | null {
  // The order of the members of a group has no meaning, and another export may have another one.
  return members.length === 0 ? null : { members: [members.toSorted()], placements: [PLACED_ONCE] };
}

function elementOf(
  row: number,
  { members, placements }: Placed,
  { model, ids, names }: { readonly model: IfcModel; readonly ids: Ids; readonly names: FreeNames },
): OtherElement {
  const entity = model.typeOf(row);
  const guid = model.text(row, 'GlobalId');
  const stated =
    cleaned(model.text(row, 'Name'), MAX_NAME) || cleaned(longNameOf(row, model), MAX_NAME);
  const params = {
    name: names.free(stated || entity.replace(/^Ifc/u, '')),
    members: members.map((all) => [...all]),
    placements: placements.map((one) => ({ ...one })),
  };
  const id = ids.of(groupKind.kind, { row, guid });
  const element = { id, kind: groupKind.kind, params };
  return { row, entity, guid, name: model.text(row, 'Name'), element };
}

function longNameOf(row: number, model: IfcModel): string | null {
  return model.has(row, 'LongName') ? model.text(row, 'LongName') : null;
}

/** By row of a product, the id of the element that it is in a group. Levels and parts of other products are none. */
function memberIdsOf(products: readonly Recognised[]): ReadonlyMap<number, string> {
  const owners = ownersOf(products);
  const ids = new Map<number, string>();
  for (const one of products) {
    const { element, product } = one;
    if (element === null || owners.get(element.id) !== one || !canBeMember(element)) continue;
    ids.set(product.row, element.id);
  }
  return ids;
}

function canBeMember(element: ElementRecord): boolean {
  const { transform } = KINDS.of(element);
  return transform !== 'none' && transform !== 'up_and_down' && !isTooLong(element);
}
