/** @module across: what is on the other side of the relations of a product: its parts, and the parts of these. */

/** The relations of a file, or of a file with a patch. */
export type Relations = {
  /** Records of an entity or its subtypes that refer to a record in an attribute. */
  usersIn(row: number, entity: string, attribute: string): readonly number[];
  /** Records to which an attribute refers. */
  refs(row: number, attribute: string): readonly number[];
};

/** A relation: its entity, the attribute of one side, and that of the other. */
export type Relation = readonly [entity: string, near: string, far: string];

/** From a whole to its parts. */
export const DECOMPOSING: readonly Relation[] = [
  ['IfcRelAggregates', 'RelatingObject', 'RelatedObjects'],
  ['IfcRelNests', 'RelatingObject', 'RelatedObjects'],
];

/** Records on the other side of relations. */
export function across(
  file: Relations,
  row: number,
  relations: readonly Relation[],
): readonly number[] {
  return relations.flatMap(([entity, near, far]) =>
    file.usersIn(row, entity, near).flatMap((relation) => file.refs(relation, far)),
  );
}

/**
 * Records on the other side of relations, and those on the other side of theirs, each once and without the first one.
 * What `isMeant` excludes is neither returned nor followed.
 */
export function reachedBy(
  file: Relations,
  row: number,
  relations: readonly Relation[],
  isMeant: (row: number) => boolean = () => true,
): readonly number[] {
  const found = [row];
  const seen = new Set(found);
  for (const at of found) {
    for (const one of across(file, at, relations)) {
      if (seen.has(one) || !isMeant(one)) continue;
      seen.add(one);
      found.push(one);
    }
  }
  return found.slice(1);
}
