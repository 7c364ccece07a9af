/** @module bounds: reads the boundaries of the spaces of a file as texts, with their surfaces in world coordinates. */
import type { Point3 } from '../../../../../kernel/building/geometry/vector.ts';
import {
  type Matrix,
  pointThrough,
  product,
} from '../../../../../kernel/documents/ifc/shape/matrix.ts';
import { patchOf, type Patching } from '../patch/patching.ts';

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** From the units of a file to the coordinates of the model, mm. */
type Frame = { readonly mm_per_unit: number; readonly origin: Point3 };

const MILLIMETRES: Frame = { mm_per_unit: 1, origin: { x: 0, y: 0, z: 0 } };

/**
 * One text for each boundary, sorted: level, space, element, and the box of its surface in the model, in half mm.
 * `nameOf`: the name of an object, by its GlobalId.
 */
export function boundsIn(
  file: Buffer,
  nameOf: (guid: string) => string,
  frame: Frame = MILLIMETRES,
): readonly string[] {
  const read = patchOf(file);
  const { model } = read;
  return model
    .rows('IfcRelSpaceBoundary')
    .map((row) => {
      const name = (attribute: string): string => {
        const object = model.ref(row, attribute);
        return object === null ? '' : nameOf(model.text(object, 'GlobalId') ?? '');
      };
      const level = model.text(row, 'Name') ?? '';
      const space = model.ref(row, 'RelatingSpace');
      const box = boxOf(read, frame, [space ?? -1, model.ref(row, 'ConnectionGeometry')]);
      return [level, name('RelatingSpace'), name('RelatedBuildingElement'), box].join(' ');
    })
    .toSorted();
}

/** Pairs of second-level boundaries that name each other. */
export function pairsIn(file: Buffer): number {
  const { model } = patchOf(file);
  return model.rows('IfcRelSpaceBoundary').filter((row) => {
    const other = model.ref(row, 'CorrespondingBoundary');
    return other !== null && model.ref(other, 'CorrespondingBoundary') === row;
  }).length;
}

function boxOf(
  { patch, model }: Patching,
  { mm_per_unit: mm, origin }: Frame,
  [space, geometry]: readonly [space: number, geometry: number | null],
): string {
  const surface = geometry === null ? null : model.ref(geometry, 'SurfaceOnRelatingElement');
  if (surface === null) return 'no surface';
  const place = patch.place(space);
  const points = pointsOf({ patch, model }, surface).map((point) => pointThrough(place, point));
  const sides = (['x', 'y', 'z'] as const).map((axis) => {
    const all = points.map((point) => Math.round((point[axis] * mm - origin[axis]) / STEP_MM) + 0);
    return `${Math.min(...all)}..${Math.max(...all)}`;
  });
  return sides.join(' ');
}

/** Coordinates are compared in these steps, mm. */
const STEP_MM = 0.5;

function pointsOf(
  { patch, model }: Pick<Patching, 'patch' | 'model'>,
  surface: number,
): readonly Point3[] {
  const ringOf = (curve: number | null): readonly Point3[] =>
    curve === null
      ? []
      : model.refs(curve, 'Points').map((point) => {
          const [x = 0, y = 0] = patch.numbers(point, 'Coordinates');
          return { x, y, z: 0 };
        });
  const axes = (row: number | null): Matrix => (row === null ? IDENTITY : patch.axes(row));
  if (model.isA(surface, 'IfcCurveBoundedPlane')) {
    const plane = model.ref(surface, 'BasisSurface');
    const at = axes(plane === null ? null : model.ref(plane, 'Position'));
    return ringOf(model.ref(surface, 'OuterBoundary')).map((point) => pointThrough(at, point));
  }
  const profile = model.ref(surface, 'SweptCurve');
  const ring = ringOf(profile === null ? null : model.ref(profile, 'Curve'));
  const at = axes(model.ref(surface, 'Position'));
  const depth = model.number(surface, 'Depth') ?? 0;
  const up = product(at, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, depth]);
  return [at, up].flatMap((matrix) => ring.map((point) => pointThrough(matrix, point)));
}
