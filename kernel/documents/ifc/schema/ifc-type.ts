/** @module ifc type: the types of attributes, and the parser of their text in the tables. */

/** The simple types of EXPRESS that IFC uses. */
export type SimpleName =
  | 'REAL'
  | 'INTEGER'
  | 'NUMBER'
  | 'BOOLEAN'
  | 'LOGICAL'
  | 'STRING'
  | 'BINARY';

/** The type of an attribute. */
export type IfcType =
  | {
      readonly kind: 'simple';
      readonly name: SimpleName;
      /** Maximum number of characters; the exact number if `fixed`. */
      readonly width: number | null;
      readonly fixed: boolean;
    }
  /** A named type based on another one: IfcLabel on STRING. */
  | { readonly kind: 'defined'; readonly name: string; readonly of: IfcType }
  | { readonly kind: 'enumeration'; readonly name: string; readonly values: ReadonlySet<string> }
  | { readonly kind: 'select'; readonly name: string }
  | { readonly kind: 'entity'; readonly name: string }
  | {
      readonly kind: 'aggregate';
      readonly shape: 'LIST' | 'SET' | 'ARRAY' | 'BAG';
      readonly low: number;
      /** Null if there is no upper bound. */
      readonly high: number | null;
      readonly unique: boolean;
      readonly of: IfcType;
    };

const SIMPLE: ReadonlyMap<string, SimpleName> = new Map(
  (['REAL', 'INTEGER', 'NUMBER', 'BOOLEAN', 'LOGICAL', 'STRING', 'BINARY'] as const).map((name) => [
    name,
    name,
  ]),
);
const SHAPES: ReadonlyMap<string, 'LIST' | 'SET' | 'ARRAY' | 'BAG'> = new Map([
  ['L', 'LIST'],
  ['S', 'SET'],
  ['A', 'ARRAY'],
  ['B', 'BAG'],
]);

/**
 * Parses a type from its text in the tables: `L1:?(IfcPoint)`, `STRING(22)FIXED`, `IfcLabel`. Named types are looked up
 * with `named`.
 * @throws {RangeError} for a malformed text.
 */
export function readType(text: string, named: (name: string) => IfcType): IfcType {
  const aggregate = /^([LSAB])(\d+):([^U(]+)(U?)\((.*)\)$/u.exec(text);
  if (aggregate !== null) {
    const [, letter = '', low = '0', high = '?', unique = '', of = ''] = aggregate;
    const upper = Number(high);
    return {
      kind: 'aggregate',
      shape: SHAPES.get(letter) ?? 'LIST',
      low: Number(low),
      high: Number.isInteger(upper) ? upper : null,
      unique: unique === 'U',
      of: readType(of, named),
    };
  }
  const simple = /^([A-Z]+)(?:\((\d+)\))?(FIXED)?$/u.exec(text);
  const name = SIMPLE.get(simple?.[1] ?? '');
  if (simple !== null && name !== undefined) {
    const width = simple[2] === undefined ? null : Number(simple[2]);
    return { kind: 'simple', name, width, fixed: simple[3] !== undefined };
  }
  if (!/^Ifc\w+$/u.test(text)) throw new RangeError(`\`${text}\` is not an IFC type`);
  return named(text);
}
