/** @module groups: writes groups, and those that are placed with one subgroup for each placement. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import {
  group,
  type Group,
  type Placement,
  placementName,
} from '../../../../building/kinds/group/group.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import { isOf } from '../../../../building/kinds/kind.ts';
import { GROUP_TYPES, PLACEMENT_SET } from '../../schema/placement-set.ts';
import type { Draft } from '../draft.ts';
import { type Ref, type Typed, typed } from '../step/step-value.ts';

/** The placement of a group that is a set of elements where they are. */
const ONLY = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false } as const;

/**
 * Writes each group among the elements with its members that are in the file. A group with placements has one subgroup for each of them,
 * whose set of properties states its motion.
 */
export function writeGroups(draft: Draft, elements: readonly AnyElement[]): void {
  for (const one of elements) {
    if (isOf(group, one)) writeGroup(draft, one);
  }
}

function writeGroup(draft: Draft, one: Group): void {
  const { file } = draft;
  const { id } = one;
  const { name, members, placements } = one.params;
  file.numberFrom(draft.numbersOf(id));
  const [ids = []] = members;
  if (isSet(one)) {
    const refs = refsOf(draft, ids);
    if (refs.length > 0) assign(draft, id, refs, file.root('IfcGroup', id, { Name: name }));
    return;
  }
  const parts: Ref[] = [];
  for (const [row, all] of members.entries()) {
    const [refs, placement] = [refsOf(draft, all), placements[row]];
    if (refs.length === 0 || placement === undefined) continue;
    const text = `${id}/placement ${placement.number}`;
    const made = { Name: placementName(one, row), ObjectType: GROUP_TYPES.placement };
    const part = file.root('IfcGroup', text, made);
    assign(draft, text, refs, part);
    writePlacement(draft, text, { placement, part });
    parts.push(part);
  }
  if (parts.length === 0) return;
  const made = { Name: name, ObjectType: GROUP_TYPES.group };
  assign(draft, id, parts, file.root('IfcGroup', id, made));
}

/** Whether a group has only elements, and no motion. */
function isSet({ params: { placements } }: Group): boolean {
  return deepEqual(placements, [ONLY]);
}

function refsOf({ placed, hosted }: Draft, ids: readonly string[]): readonly Ref[] {
  return ids.flatMap((one) => placed.get(one)?.ref ?? hosted.get(one) ?? []);
}

function assign({ file }: Draft, text: string, RelatedObjects: readonly Ref[], to: Ref): void {
  file.root('IfcRelAssignsToGroup', `${text}/members`, { RelatedObjects, RelatingGroup: to });
}

/** Writes the number and the motion of a placement. */
function writePlacement(
  { file }: Draft,
  id: string,
  { placement, part }: { readonly placement: Placement; readonly part: Ref },
): void {
  const { number, x, y, turn_deg, mirrored } = placement;
  const one = (Name: string, NominalValue: Typed): Ref =>
    file.add('IfcPropertySingleValue', { Name, NominalValue });
  const HasProperties = [
    one(PLACEMENT_SET.number, typed('IfcInteger', number)),
    one(PLACEMENT_SET.x, typed('IfcLengthMeasure', x)),
    one(PLACEMENT_SET.y, typed('IfcLengthMeasure', y)),
    one(PLACEMENT_SET.turn, typed('IfcReal', turn_deg)),
    one(PLACEMENT_SET.mirrored, typed('IfcBoolean', mirrored)),
  ];
  const Name = PLACEMENT_SET.name;
  const set = file.root('IfcPropertySet', `${id}/set`, { Name, HasProperties });
  file.root('IfcRelDefinesByProperties', `${id}/set/defines`, {
    RelatedObjects: [part],
    RelatingPropertyDefinition: set,
  });
}
