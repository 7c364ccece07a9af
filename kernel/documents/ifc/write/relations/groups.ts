/** @module groups: writes groups, and those that are placed with one subgroup for each placement. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import {
  group,
  type Group,
  type Placement,
  placementName,
} from '../../../../building/kinds/group/group.ts';
import { zoneTitle } from '../../../../building/kinds/group/zones.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import { isOf } from '../../../../building/kinds/kind.ts';
import { GROUP_TYPES, PLACEMENT_SET } from '../../schema/placement-set.ts';
import { closestGroup } from '../closest-entity.ts';
import { type Draft, refOf } from '../draft.ts';
import { attempt } from '../elements.ts';
import { factsOf, noteStated, statedOf } from '../stated/stated-sets.ts';
import { labelOf } from '../stated/stated-values.ts';
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
    if (refs.length > 0) attempt(draft, one, () => writeSetOf(draft, one, refs));
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

/** Writes a group without motion, with the class and the sets of its file. */
function writeSetOf(draft: Draft, one: Group, refs: readonly Ref[]): void {
  const { id } = one;
  const facts = factsOf(draft, one);
  const zone = zoneTitle(one);
  const wanted = facts?.entity ?? (zone === null ? 'IfcGroup' : 'IfcZone');
  const isZone = draft.schema.isA(wanted, 'IfcZone');
  const isMixed = isZone && !refs.every(({ entity }) => isInZone(draft, entity));
  const entity = isMixed ? 'IfcGroup' : closestGroup(draft.schema, wanted);
  if (entity !== wanted) {
    const why = isMixed
      ? 'not all of its elements are spaces'
      : `a group of ${draft.schema.name} cannot be an ${wanted}`;
    draft.warnings.push({ element: one, verb: 'is', rest: `written as ${entity}: ${why}` });
  }
  const made = {
    Name: one.params.name,
    Description: facts?.description ?? null,
    ObjectType: labelOf(facts?.object_type ?? zone),
  };
  const ref = draft.file.root(entity, id, made);
  assign(draft, id, refs, ref);
  draft.groups.set(id, ref);
  if (facts === null) return;
  const stated = statedOf(draft, one, {}, facts);
  const owner = { entity, predefined: null };
  noteStated(draft, { element: one, owner }, { stated, hasQuantities: false });
}

function isInZone({ schema }: Draft, entity: string): boolean {
  return IN_ZONES.some((one) => schema.entity(one) !== undefined && schema.isA(entity, one));
}

/** Entities that a zone may have. */
const IN_ZONES = ['IfcZone', 'IfcSpace', 'IfcSpatialZone'] as const;

/** Whether a group has only elements, and no motion. */
function isSet({ params: { placements } }: Group): boolean {
  return deepEqual(placements, [ONLY]);
}

function refsOf(draft: Draft, ids: readonly string[]): readonly Ref[] {
  return ids.flatMap((one) => refOf(draft, one) ?? []);
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
