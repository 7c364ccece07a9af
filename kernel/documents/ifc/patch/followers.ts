/** @module followers: records that describe another one without sharing it, such as its style and its layer. */
import type { Records } from './records.ts';

/** An attribute in which an entity refers to what it describes. A single one is copied with it, a list gets the copy too. */
type Follower = {
  readonly entity: string;
  readonly attribute: string;
  readonly how: 'copied' | 'listed' | 'kept';
};

const FOLLOWERS: readonly Follower[] = [
  { entity: 'IfcStyledItem', attribute: 'Item', how: 'copied' },
  { entity: 'IfcIndexedColourMap', attribute: 'MappedTo', how: 'copied' },
  { entity: 'IfcIndexedTextureMap', attribute: 'MappedTo', how: 'copied' },
  { entity: 'IfcPresentationLayerAssignment', attribute: 'AssignedItems', how: 'listed' },
  { entity: 'IfcShapeAspect', attribute: 'ShapeRepresentations', how: 'kept' },
  { entity: 'IfcShapeAspect', attribute: 'PartOfProductDefinitionShape', how: 'kept' },
];

/** How a user follows a record; null if it shares it. */
function followsHow(records: Records, user: number, row: number): Follower | null {
  for (const follower of FOLLOWERS) {
    if (!records.isA(user, follower.entity)) continue;
    if (records.refs(user, follower.attribute).includes(row)) return follower;
  }
  return null;
}

/** Whether a user only describes a record: as a style, a layer, or the shape of an aspect of the same product. */
export function isFollower(records: Records, user: number, row: number): boolean {
  if (followsHow(records, user, row) !== null) return true;
  if (!records.isA(user, 'IfcRepresentation')) return false;
  let isAspect = false;
  for (const above of records.users(user)) {
    if (!followsHow(records, above, user)) return false;
    if (records.isA(above, 'IfcShapeAspect')) isAspect = true;
  }
  return isAspect;
}

/** Whether a record has at least a number of users that share it. */
export function hasSharers(records: Records, row: number, least: number): boolean {
  let found = 0;
  for (const user of records.users(row)) {
    if (!isFollower(records, user, row)) found += 1;
    if (found >= least) return true;
  }
  return false;
}

/** Gives a copy the layers of its original, and if `isStyled` also the styles. */
export function followTo(records: Records, from: number, to: number, isStyled = true): void {
  for (const user of records.usersOf(from)) {
    const follower = followsHow(records, user, from);
    if (follower?.how === 'copied' && isStyled) {
      const copy = records.copy(user);
      records.redirect(copy, { from, to });
    } else if (follower?.how === 'listed') {
      const position = records.position(user, follower.attribute);
      const before = records.content(user).args[position] ?? '()';
      const end = before.lastIndexOf(')');
      records.setText(user, position, `${before.slice(0, end)},#${records.idText(to)})`);
    }
  }
}
