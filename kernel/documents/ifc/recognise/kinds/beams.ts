/** @module beams: beams and other straight members that are extrusions of a profile square to it, or have its faces. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point3 } from '../../../../building/geometry/vector.ts';
import { cross, dot } from '../../../../building/geometry/vector.ts';
import { headOf, profileOf } from '../../../../building/kinds/rules/profile.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';
import { facedMember } from './faced-member.ts';
import { type Member, memberOf, unit } from './member.ts';
import { planeParams } from './wall-planes.ts';

/** Lengths in plan and heights up to this are rounding, mm. */
const NONE_MM = 1e-3;

/** The beam that a product is. */
export function proposeBeam(
  beam: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const extruded = memberOf(shape);
  const member = isUnrecognised(extruded)
    ? (facedMember(shape, null, context) ?? extruded)
    : extruded;
  if (isUnrecognised(member)) return member;
  const { ids, products, shapes } = context;
  const id = ids.of('beam', beam);
  const params = beamParams(beam, member, context);
  if (isUnrecognised(params)) return params;
  const element: ElementRecord = { id, kind: 'beam', params };
  const cuts = products.openingsOf(beam.row).flatMap((row) => shapes.body(row)?.items ?? []);
  return [{ product: beam, element, expected: { items: shape.items, cuts }, host_id: null }];
}

function beamParams(
  beam: Product,
  { start, end, width, section, planes }: Member,
  { storeys }: Context,
): ElementRecord['params'] | Unrecognised {
  const level = storeys.of(beam.storey, Math.min(start.z, end.z));
  const top = level.elevation + level.height;
  const params = {
    profile: section.profile,
    ...(section.outline === null ? {} : { outline: section.outline }),
  };
  const along = unit({ x: end.x - start.x, y: end.y - start.y, z: end.z - start.z });
  const plan = Math.sqrt(along.x * along.x + along.y * along.y);
  const rise = end.z - start.z;
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const isUpright = Math.sqrt(dx * dx + dy * dy) <= NONE_MM;
  const isLevel = Math.abs(rise) <= NONE_MM;
  // The top of a section is above its axis, square to it.
  const head = isUpright ? 0 : headIn(params);
  if (head === null) return { why: 'its section is too small or too large for the model' };
  const up = isUpright
    ? { x: 0, y: 0, z: 0 }
    : {
        x: ((0 - along.x) / plan) * along.z * head,
        y: ((0 - along.y) / plan) * along.z * head,
        z: plan * head,
      };
  const at = ({ x, y }: Point3) => ({ x: toGrid(x + up.x), y: toGrid(y + up.y) });
  const from = at(start);
  const roll = plainRoll(rollOf(along, width, isUpright), section.profile);
  return {
    level_id: level.id,
    name: nameOf(beam),
    start: from,
    end: isUpright ? from : at(end),
    ...params,
    elevation_offset: toGrid(start.z + up.z - top),
    ...(isLevel ? {} : { end_offset: toGrid(end.z + up.z - top) }),
    ...(roll === 0 ? {} : { roll_deg: roll }),
    ...planeParams(planes, level.elevation),
  };
}

/** Turn of the width about the axis from the level direction to its left, or on an upright axis from +x; degrees. */
function rollOf(along: Point3, width: Point3, isUpright: boolean): number {
  const level = isUpright ? { x: 1, y: 0, z: 0 } : unit({ x: 0 - along.y, y: along.x, z: 0 });
  const upwards = cross(along, level);
  return toGrid((Math.atan2(dot(width, upwards), dot(width, level)) * 180) / Math.PI);
}

/** The smallest equal turn of a section: texts of these forms name sections with two axes of symmetry. */
function plainRoll(roll: number, profile: string): number {
  if (profile.startsWith('circle') || profile.startsWith('CHS')) return 0;
  const isSymmetric = /^(?:I |rounded )?\d/u.test(profile);
  return isSymmetric && Math.abs(Math.abs(roll) - 180) < 1e-3 ? 0 : roll;
}

/** Height of a section above its axis, mm; null for one that the model does not have, such as one of 20 m. */
function headIn(params: Parameters<typeof profileOf>[0]['params']): number | null {
  try {
    return headOf(profileOf({ id: '', kind: 'beam', params }));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
