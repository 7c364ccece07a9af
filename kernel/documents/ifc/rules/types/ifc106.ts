/** @module IFC106: each instance belongs to a rooted instance, that is, one with a GUID. */
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import type { IfcEntity, IfcInverse } from '../../schema/ifc-schema.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

/** Inverse attributes that connect an instance to the one to which it belongs. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'StyledByItem',
  'HasCoordinateOperation',
  'LayerAssignments',
  'LayerAssignment',
  'HasSubContexts',
  'HasProperties',
  'HasRepresentation',
  'HasColours',
  'HasTextures',
  'HasShapeAspects',
  'WellKnownText',
]);

/** Instances visited between two checkpoints. */
const BETWEEN_CHECKPOINTS = 2048;

export const ifc106 = defineIfcRule({
  id: 'IFC106',
  title: 'Every instance belongs to an instance with a GUID',
  group: 'types',
  clause: 'IfcRoot',
  severity: 'warning',
  checks: [
    {
      of: unreached,
      faults: (row, model) => ({
        message: `${named(row, model)} does not belong to an instance with a GUID`,
      }),
    },
    { of: (model) => model.rows('IfcRoot').slice(0, 1), faults: () => null },
  ],
});

/** Instances that cannot be reached from a rooted instance; none if an instance on the way cannot be read. */
export function* unreached(model: IfcModel): Generator<number, void, void> {
  const reached = new Uint8Array(model.file.count);
  const { unread } = model;
  const open = [...model.rows('IfcRoot')];
  for (const row of open) reached[row] = 1;
  let visited = 0;
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    visited += 1;
    if (visited % BETWEEN_CHECKPOINTS === 0) checkpoint();
    for (const next of neighbours(row, model)) {
      if (reached[next] === 1) continue;
      reached[next] = 1;
      open.push(next);
    }
  }
  if (model.unread > unread) return;
  for (let row = 0; row < reached.length; row += 1) {
    if (reached[row] !== 1 && model.entityOf(row) !== undefined) yield row;
  }
}

function* neighbours(row: number, model: IfcModel): Generator<number, void, void> {
  yield* model.allRefs(row);
  for (const { entity, attribute } of followedOf(row, model)) {
    yield* model.referrers(row, entity, attribute);
  }
}

const followed = new WeakMap<IfcEntity, readonly IfcInverse[]>();

/** Inverse attributes of an instance that are followed. */
function followedOf(row: number, model: IfcModel): readonly IfcInverse[] {
  const entity = model.entityOf(row);
  if (entity === undefined) return [];
  const known = followed.get(entity);
  if (known !== undefined) return known;
  const made = entity.inverses.filter(({ name }) => FOLLOWED.has(name));
  followed.set(entity, made);
  return made;
}
