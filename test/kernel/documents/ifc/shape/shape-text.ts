/** @module shape-text: files with one product, from a notation in which instances are written inside each other. */
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import type { IfcSchemaName } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import {
  type EvaluatedShape,
  loadShapeEvaluator,
  type ShapeFailure,
} from '../../../../../kernel/documents/ifc/shape/evaluate.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import { readText, stepText } from '../step-text.ts';

/** What a file has in addition to its items. */
export type FileOptions = {
  readonly schema?: IfcSchemaName;
  /** Unit of length; millimetres by default. */
  readonly length?: string;
  /** Unit of plane angle; radians by default. */
  readonly angle?: string;
  /** Placement of the product, in braces or as a number; none by default. */
  readonly placement?: string;
  /** Further representations, in braces. */
  readonly representations?: string;
  readonly identifier?: string;
  /** Further instances with numbers of their own. */
  readonly data?: string;
};

const MILLIMETRE = '{IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)}';
const RADIAN = '{IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)}';
export const METRE = '{IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)}';
export const DEGREE =
  "{IFCCONVERSIONBASEDUNIT($,.PLANEANGLEUNIT.,'DEGREE',{IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.017453292519943295),{IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)})})}";

/** Instances from 1000 on for each pair of braces, the innermost first; references replace them. */
export function flatText(text: string): string {
  const lines: string[] = [];
  const open: string[][] = [];
  let own: string[] = [];
  for (const part of text.split(/([{}])/u)) {
    if (part === '{') {
      open.push(own);
      own = [];
    } else if (part === '}') {
      const id = 1000 + lines.length;
      lines.push(`#${id}=${own.join('')};`);
      own = open.pop() ?? [];
      own.push(`#${id}`);
    } else {
      own.push(part);
    }
  }
  return [...lines, own.join('')].join('\n');
}

/** A reader of a file with one product, and the row of that. */
export function readerOf(
  items: string,
  options: FileOptions = {},
): { reader: ShapeReader; row: number; model: IfcModel } {
  const { schema = 'IFC4', length = MILLIMETRE, angle = RADIAN, placement = '$' } = options;
  const { representations = '', identifier = 'Body', data = '' } = options;
  const body = items === '' ? '' : `{IFCSHAPEREPRESENTATION($,'${identifier}','Any',(${items}))}`;
  const all = [body, representations].filter((one) => one !== '').join();
  const text = flatText(
    `#1=IFCPROJECT('0$Project0000000000000',$,'P',$,$,$,$,$,{IFCUNITASSIGNMENT((${length},${angle}))});\n` +
      `#2=IFCBUILDINGELEMENTPROXY('0$Product0000000000000',$,'Q',$,$,${placement},{IFCPRODUCTDEFINITIONSHAPE($,$,(${all}))},$,$);\n${data}`,
  );
  const model = new IfcModel(readText(stepText(schema, text)), schema);
  return { reader: new ShapeReader(model, { x: 0, y: 0, z: 0 }), row: model.file.rowOf(2), model };
}

const evaluator = await loadShapeEvaluator();

/** The body of the product of a file; `sides` are chords of a full turn, 720 by default. */
export function bodyOf(
  items: string,
  options: FileOptions & { readonly sides?: number | null } = {},
): EvaluatedShape | ShapeFailure {
  const { reader, row } = readerOf(items, options);
  const { sides = 720 } = options;
  return evaluator.evaluate(reader.body(row)?.items ?? [], [], { sides });
}

/** The body; throws the reason if it cannot be computed. */
export function solidOf(
  items: string,
  options: FileOptions & { readonly sides?: number | null } = {},
): EvaluatedShape {
  const body = bodyOf(items, options);
  if (body.ok) return body;
  throw new Error(body.why);
}

/** The reason why a body cannot be computed; the empty text for one that can. */
export function whyNot(items: string, options: FileOptions = {}): string {
  const body = bodyOf(items, options);
  return body.ok ? '' : body.why;
}

/** The evaluator of all tests of a file. */
export { evaluator };

/** Least and greatest coordinates of a body, rounded to 0.001 mm. */
export function boxOf({ box: { min, max } }: EvaluatedShape): readonly number[] {
  return [min.x, min.y, min.z, max.x, max.y, max.z].map(
    (value) => Math.round(value * 1000) / 1000 + 0,
  );
}

export const UP = '{IFCDIRECTION((0.,0.,1.))}';

/** A point in braces. */
export function point(...coordinates: readonly number[]): string {
  return `{IFCCARTESIANPOINT((${coordinates.map((value) => real(value)).join()}))}`;
}

/** A direction in braces. */
export function direction(...ratios: readonly number[]): string {
  return `{IFCDIRECTION((${ratios.map((value) => real(value)).join()}))}`;
}

/** A placement in space. */
export function axes(origin: string, axis = '$', reference = '$'): string {
  return `{IFCAXIS2PLACEMENT3D(${origin},${axis},${reference})}`;
}

/** A number as a real of STEP. */
export function real(value: number): string {
  const text = String(value);
  return /[.e]/u.test(text) ? text.replace('e', '.E').replace(/(\..*)\.E/u, '$1E') : `${text}.`;
}

/** An extrusion of a profile along z. */
export function extrusion(area: string, depth: number, place = '$'): string {
  return `{IFCEXTRUDEDAREASOLID(${area},${place},${UP},${real(depth)})}`;
}

/** A profile with attributes as numbers; null for an omitted one. */
export function profile(keyword: string, ...values: readonly (number | null)[]): string {
  const rest = values.map((value) => (value === null ? '$' : real(value))).join();
  return `{${keyword}(.AREA.,$,$,${rest})}`;
}

/** A profile inside of a polyline, which is closed. */
export function polygon(...corners: readonly (readonly [number, number])[]): string {
  return `{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${polyline(...corners, corners[0] ?? [0, 0])})}`;
}

/** A polyline. */
export function polyline(...corners: readonly (readonly number[])[]): string {
  return `{IFCPOLYLINE((${corners.map((corner) => point(...corner)).join()}))}`;
}

/** A rectangular block: its lowest corner and its sizes. */
export function block(
  x: number,
  y: number,
  z: number,
  ...[dx, dy, dz]: readonly [number, number, number]
): string {
  return `{IFCBLOCK(${axes(point(x, y, z))},${real(dx)},${real(dy)},${real(dz)})}`;
}
