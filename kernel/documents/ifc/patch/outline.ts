/** @module outline: the points of polylines, and the sizes of profiles. */
import { isSame, Owned } from './owned.ts';
import { PatchFault } from './patch-fault.ts';
import { enumeration, list, NO_VALUE, real, reals, ref, refs, text } from './patch-value.ts';
import type { Records } from './records.ts';

/** Maximum number of points that are changed one by one, each of which reads the whole list; more are added instead. */
const MAX_MOVED = 100;

/** Coordinates in units of the file: two in a plane, three in space. */
export type Coordinates = readonly number[];

/** What changes of the profile of an extrusion; undefined leaves it. */
export type ProfileEdit = {
  /** XDim and YDim of a rectangle. */
  readonly rectangle?: { readonly x?: number; readonly y?: number };
  /** Corners of a closed outline, each once; a rectangle becomes an outline. */
  readonly points?: readonly Coordinates[];
  /** Place of the centre of a parametric profile. */
  readonly centre?: Coordinates;
};

/**
 * Changes the profile in an attribute of an item; returns whether this changes it.
 * @throws {PatchFault} if the profile has no such sizes
 */
export function changeProfile(item: Owned, attribute: string, edit: ProfileEdit): boolean {
  const { rectangle, points, centre } = edit;
  if (rectangle === undefined && points === undefined && centre === undefined) return false;
  const profile = item.child(attribute);
  if (profile === null) {
    throw new PatchFault(`${item.records.label(item.row)} has no profile in ${attribute}`);
  }
  const isSized = rectangle !== undefined && changeRectangle(profile, rectangle);
  const isMoved = centre !== undefined && changeCentre(profile, centre);
  const isOutlined = points !== undefined && changeOutline(item, attribute, profile, points);
  return isSized || isMoved || isOutlined;
}

function changeRectangle(
  profile: Owned,
  { x, y }: { readonly x?: number; readonly y?: number },
): boolean {
  const { records, row } = profile;
  if (!records.isA(row, 'IfcRectangleProfileDef')) {
    throw new PatchFault(`got ${records.label(row)}, expected IfcRectangleProfileDef`);
  }
  for (const size of [x, y]) {
    if (size !== undefined && !(size > 0)) {
      throw new PatchFault(`got a size of \`${size}\`, expected one above 0`);
    }
  }
  const isWider = profile.setNumber('XDim', x);
  return profile.setNumber('YDim', y) || isWider;
}

function changeCentre(profile: Owned, centre: Coordinates): boolean {
  const { records, row } = profile;
  if (!records.isA(row, 'IfcParameterizedProfileDef')) {
    throw new PatchFault(`got ${records.label(row)}, expected IfcParameterizedProfileDef`);
  }
  const position = profile.child('Position');
  if (position !== null) return position.setPoint('Location', centre);
  if (centre.every((value) => value === 0)) return false;
  const Location = ref(records.add('IfcCartesianPoint', { Coordinates: reals(centre) }));
  return profile.set('Position', ref(records.add('IfcAxis2Placement2D', { Location })));
}

function changeOutline(
  item: Owned,
  attribute: string,
  profile: Owned,
  points: readonly Coordinates[],
): boolean {
  const { records, row } = profile;
  if (points.length < 3) {
    throw new PatchFault(`got an outline of ${points.length} points, expected at least 3`);
  }
  if (records.isA(row, 'IfcArbitraryClosedProfileDef')) {
    const curve = profile.child('OuterCurve');
    if (curve === null) throw new PatchFault(`${records.label(row)} has no OuterCurve`);
    return changePoints(curve, points, true);
  }
  if (!records.isA(row, 'IfcRectangleProfileDef')) {
    throw new PatchFault(
      `got ${records.label(row)}, expected IfcArbitraryClosedProfileDef or IfcRectangleProfileDef`,
    );
  }
  const corners = points.map((point) => addPoint(records, point));
  const OuterCurve = ref(
    records.add('IfcPolyline', { Points: refs([...corners, corners[0] ?? -1]) }),
  );
  const name = records.text(row, 'ProfileName');
  const ProfileName = name === null ? NO_VALUE : text(name);
  const ProfileType = enumeration('AREA');
  const values = { ProfileType, ProfileName, OuterCurve };
  return item.set(attribute, ref(records.add('IfcArbitraryClosedProfileDef', values)));
}

function addPoint(records: Records, point: Coordinates): number {
  return records.add('IfcCartesianPoint', { Coordinates: reals(point) });
}

/**
 * Changes the points of an IfcPolyline, or of an IfcIndexedPolyCurve without arcs. `isClosed`: the curve ends at its
 * first point, which is given once. Returns whether this changes it.
 * @throws {PatchFault} for another curve
 */
export function changePoints(
  curve: Owned,
  points: readonly Coordinates[],
  isClosed: boolean,
): boolean {
  const { records, row } = curve;
  if (records.isA(row, 'IfcPolyline')) return changePolyline(curve, points, isClosed);
  if (records.isA(row, 'IfcIndexedPolyCurve')) return changeIndexed(curve, points, isClosed);
  throw new PatchFault(`got ${records.label(row)}, expected IfcPolyline or IfcIndexedPolyCurve`);
}

function changePolyline(curve: Owned, points: readonly Coordinates[], isClosed: boolean): boolean {
  const { records, row } = curve;
  const old = records.refs(row, 'Points');
  const [first = -1, last = -1] = [old[0], old.at(-1)];
  const isRound = isClosed && old.length > 1;
  // The first point may be written again, as the same record or as another one.
  const isTwice = isRound && first !== last && isSame(at(records, first), at(records, last));
  const ring = isRound && (first === last || isTwice) ? old.slice(0, -1) : old;
  const isOdd = new Set(ring).size !== ring.length;
  const moved = points.filter((point, i) => !isSame(at(records, ring[i] ?? -1), point));
  if (
    isOdd ||
    moved.length > MAX_MOVED ||
    ring.length !== points.length ||
    (isClosed && ring === old)
  ) {
    return replacePoints(curve, points, isClosed);
  }
  let isChanged = false;
  for (const [i, point] of points.entries()) {
    isChanged = movePoint(curve, ring[i] ?? -1, point) || isChanged;
  }
  if (isTwice) isChanged = movePoint(curve, last, points[0] ?? []) || isChanged;
  return isChanged;
}

function at(records: Records, point: number): Coordinates {
  return records.numbers(point, 'Coordinates');
}

function movePoint(curve: Owned, point: number, to: Coordinates): boolean {
  const { records, row } = curve;
  if (isSame(at(records, point), to)) return false;
  return new Owned(records, [row, point]).set('Coordinates', reals(to));
}

/** Writes a list of points, of which those at old places stay. */
function replacePoints(curve: Owned, points: readonly Coordinates[], isClosed: boolean): boolean {
  const { records, row } = curve;
  const known = records.refs(row, 'Points');
  const rows = points.map((point, i) => {
    const old = known[i];
    return old !== undefined && isSame(at(records, old), point) ? old : addPoint(records, point);
  });
  return curve.set('Points', refs(isClosed ? [...rows, rows[0] ?? -1] : rows));
}

function changeIndexed(curve: Owned, points: readonly Coordinates[], isClosed: boolean): boolean {
  const { records, row } = curve;
  const segments = records.value(row, 'Segments');
  const items = segments.kind === 'list' ? segments.items : [];
  if (items.some((item) => item.kind !== 'typed' || item.type !== 'IFCLINEINDEX')) {
    throw new PatchFault(`${records.label(row)} has arcs, expected a curve of straight segments`);
  }
  const own = curve.child('Points');
  if (own === null) throw new PatchFault(`${records.label(row)} has no points`);
  const coordinates = own.records.value(own.row, 'CoordList');
  const before = coordinates.kind === 'list' ? coordinates.items : [];
  const isRepeated = before.length > 1 && isRepeatedEnd(before);
  const all = isClosed && isRepeated ? [...points, points[0] ?? []] : points;
  const value = list(all.map((point) => list(point.map((one) => real(one)))));
  const isChanged = own.records.equals(own.row, 'CoordList', value)
    ? false
    : own.set('CoordList', value);
  if (before.length === all.length || segments.kind === 'omitted') return isChanged;
  if (!isClosed || isRepeated) return curve.set('Segments', NO_VALUE) || isChanged;
  const indexes = [...all.keys(), 0].map((i) => ({ kind: 'integer', value: i + 1 }) as const);
  const line = { kind: 'typed', type: 'IfcLineIndex', value: list(indexes) } as const;
  return curve.set('Segments', list([line])) || isChanged;
}

function isRepeatedEnd(points: readonly unknown[]): boolean {
  return JSON.stringify(points[0]) === JSON.stringify(points.at(-1));
}
