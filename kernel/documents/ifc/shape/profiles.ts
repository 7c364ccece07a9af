/** @module profiles: the areas that solids sweep. */
import type { IfcModel } from '../read/ifc-model.ts';
import { axesOf, operatorOf } from './axes.ts';
import { curveOf } from './curves.ts';
import { IDENTITY, type Matrix, product } from './matrix.ts';
import {
  closed,
  directed,
  loopArea,
  mappedPieces,
  type PlaneMap,
  mapped,
  planePieces,
} from './outlines.ts';
import { type Parameters, sectionOf, type Section, strip } from './sections.ts';
import { MAX_CURVE_DEPTH } from './shape-limits.ts';
import type { Loop, ProfileShape } from './shape-node.ts';
import type { ShapeSource } from './shape-source.ts';

const NO_PLACE = { origin: { x: 0, y: 0 }, x: { x: 1, y: 0 } };
const MIRROR: Matrix = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/**
 * The areas of a profile: several for an IfcCompositeProfileDef, whose solid is their union, else one. Profiles derived
 * from others are mapped.
 *
 * @throws {ShapeFault} for a profile that is not supported or encloses no area.
 */
export function profilesOf(source: ShapeSource, row: number): readonly ProfileShape[] {
  const { model } = source;
  const { base, map } = withoutDerivation(source, row);
  if (!model.isA(base, 'IfcCompositeProfileDef')) return [singleProfile(source, base, map)];
  const parts = model.refs(base, 'Profiles').map((part) => {
    const inner = withoutDerivation(source, part);
    if (model.isA(inner.base, 'IfcCompositeProfileDef')) {
      throw source.fault(row, 'expected no composite profile in a composite profile');
    }
    return singleProfile(source, inner.base, product(map, inner.map));
  });
  if (parts.length > 0) return parts;
  throw source.fault(row, 'expected at least one profile');
}

type Derived = { readonly base: number; readonly map: Matrix };

/** The profile from which one is derived, and the map from its plane. */
function withoutDerivation(source: ShapeSource, row: number): Derived {
  const { model } = source;
  let [base, map]: [number, Matrix] = [row, IDENTITY];
  for (let depth = 0; model.isA(base, 'IfcDerivedProfileDef'); depth += 1) {
    if (depth > MAX_CURVE_DEPTH) {
      throw source.fault(row, `expected at most ${MAX_CURVE_DEPTH} profiles in each other`);
    }
    const isMirrored = model.isA(base, 'IfcMirroredProfileDef');
    const own = isMirrored ? MIRROR : operatorOf(source, source.ref(base, 'Operator'));
    map = product(map, own);
    base = source.ref(base, 'ParentProfile');
  }
  return { base, map };
}

function singleProfile(source: ShapeSource, row: number, derived: Matrix): ProfileShape {
  const { model } = source;
  const isParameterised = model.isA(row, 'IfcParameterizedProfileDef');
  const position = isParameterised ? model.ref(row, 'Position') : null;
  const own = position === null ? IDENTITY : axesOf(source, position);
  const parameters = isParameterised ? parametersOf(source, row) : null;
  const section = parameters === null ? drawnSection(source, row) : given(source, row, parameters);
  const map = planeMap(product(derived, own));
  const [outer, ...inner] = [section.outer, ...section.inner].map((loop, i): Loop => {
    const image = mappedPieces(map, loop);
    const area = loopArea(image);
    if (!(Math.abs(area) > 0) || !Number.isFinite(area)) {
      throw source.fault(row, 'expected a profile that encloses an area');
    }
    return directed(image, i === 0);
  });
  const length = Math.hypot(map.x.x, map.x.y);
  return {
    entity: model.typeOf(row),
    name: model.text(row, 'ProfileName'),
    parameters,
    place: isParameterised
      ? {
          origin: mapped(map, { x: 0, y: 0 }),
          x: { x: map.x.x / length, y: map.x.y / length },
        }
      : NO_PLACE,
    outer: outer ?? [],
    inner,
  };
}

function planeMap(matrix: Matrix): PlaneMap {
  const [xx, yx, , ox, xy, yy, , oy] = matrix;
  return { origin: { x: ox, y: oy }, x: { x: xx, y: xy }, y: { x: yx, y: yy } };
}

/** The numbers of a parameterised profile by name, mm and radians; omitted ones are left out. */
function parametersOf({ model, units }: ShapeSource, row: number): Parameters {
  const found: Record<string, number> = {};
  for (const { name } of model.entityOf(row)?.attributes ?? []) {
    const value = model.number(row, name);
    if (value !== null) found[name] = value * (name.endsWith('Slope') ? units.rad : units.mm);
  }
  return found;
}

/** Attributes that may be 0, negative or omitted. */
const FREE = /Radius$|Slope$|^TopXOffset$|^CentreOfGravity/u;

function given(source: ShapeSource, row: number, parameters: Parameters): Section {
  const { model } = source;
  for (const { name, optional } of model.entityOf(row)?.attributes ?? []) {
    if (name === 'Radius' || (!FREE.test(name) && !optional && hasNumber(model, row, name))) {
      source.positive(row, name);
    }
  }
  for (const value of Object.values(parameters)) {
    if (!Number.isFinite(value)) throw source.fault(row, 'expected finite numbers');
  }
  const section = sectionOf(model.typeOf(row), parameters);
  if (section !== null) return section;
  throw source.fault(row, 'this profile is not supported');
}

/** Whether an attribute is one of a number: those of names and positions are not. */
function hasNumber(model: IfcModel, row: number, name: string): boolean {
  if (name === 'ProfileType' || name === 'ProfileName' || name === 'Position') return false;
  return model.has(row, name);
}

/** The area between curves, or of a strip along a line. */
function drawnSection(source: ShapeSource, row: number): Section {
  const { model } = source;
  if (model.isA(row, 'IfcCenterLineProfileDef')) {
    const pieces = planePieces(curveOf(source, source.ref(row, 'Curve')));
    if (pieces.some(({ arc }) => arc !== null)) {
      throw source.fault(row, 'expected a centre line of straight pieces');
    }
    const points = [...pieces.map(({ from }) => from), ...pieces.slice(-1).map(({ to }) => to)];
    return { outer: strip(points, source.positive(row, 'Thickness')), inner: [] };
  }
  if (!model.isA(row, 'IfcArbitraryClosedProfileDef')) {
    throw source.fault(row, 'this profile is not supported');
  }
  const loop = (curve: number): Loop => closed(planePieces(curveOf(source, curve)));
  return {
    outer: loop(source.ref(row, 'OuterCurve')),
    inner: model.refs(row, 'InnerCurves').map((curve) => loop(curve)),
  };
}
