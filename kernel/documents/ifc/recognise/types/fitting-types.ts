/** @module fitting-types: the types of doors and windows, with what all of their elements share. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import { NO_FITTING, type as typeKind } from '../../../../building/kinds/type/type.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import { cleaned, Ids, shortGuid } from '../ids.ts';
import { Products } from '../products.ts';
import type { OtherElement, Recognised, Recognition } from '../recognise.ts';
import { FreeNames } from '../storeys.ts';

const STEP = 1000;
/** Largest width and depth of a frame that is read, mm. */
const MAX_FRAME = 2000;

/** By kind, the parameter that the operation of its types defines. */
const OPERATION: Readonly<Record<string, string>> = { door: 'door_type', window: 'window_type' };
const LININGS = ['IfcDoorLiningProperties', 'IfcWindowLiningProperties'] as const;
const LINING_SETS = new Set(['Pset_DoorLiningProperties', 'Pset_WindowLiningProperties']);
const SINGLE = 'IfcPropertySingleValue';

/** The file, its unit of length in mm, and the names of types. */
type Reading = {
  readonly model: IfcModel;
  readonly mm: number;
  readonly names: FreeNames;
  /** By row of a set that types may share; null for one without lining properties. */
  readonly frames: Map<number, Frame | null>;
};

/** Elements of one type: the rows of the type in the file, and the elements. */
type Typed = {
  readonly kind: string;
  readonly name: string;
  readonly rows: Set<number>;
  readonly elements: ElementRecord[];
};

/**
 * The recognition with types for its doors and windows. A type has the frame that the file states, and the operation if
 * the file states it for the type and each product of the type is an element that has it. Files state sizes for each
 * element, so these stay with the elements. `taken`: names that types must not have.
 */
export function withFittingTypes(
  found: Recognition,
  model: IfcModel,
  { fileKey, taken }: { readonly fileKey: string; readonly taken: readonly string[] },
): Recognition {
  const products = new Products(model);
  const types = new Map<string, Typed>();
  const keys = new Map<string, string>();
  for (const [done, one] of found.products.entries()) {
    if (done % STEP === 0) {
      checkpoint({ done, total: found.products.length, doing: 'reading types' });
    }
    const named = namedType(one, products);
    if (named === null) continue;
    const { key, type, kind, name, element } = named;
    keys.set(element.id, key);
    const known = types.get(key);
    if (known === undefined) {
      types.set(key, { kind, name, rows: new Set([type]), elements: [element] });
    } else {
      known.rows.add(type);
      known.elements.push(element);
    }
  }
  if (types.size === 0) return found;
  const names = new FreeNames([...taken, ...typeNames(found.others)]);
  const made = new Map<string, OtherElement>();
  const ids = new Ids(fileKey);
  const reading = { model, mm: found.mm_per_unit, names, frames: new Map() };
  for (const [key, typed] of types) {
    made.set(key, typeOf(typed, ids.named(typeKind.kind, key), reading));
  }
  return {
    ...found,
    products: found.products.map((one): Recognised => {
      const key = one.element === null ? undefined : keys.get(one.element.id);
      const type = key === undefined ? undefined : made.get(key);
      if (one.element === null || type === undefined) return one;
      const params = { ...one.element.params, type_id: type.element.id };
      return { ...one, element: { ...one.element, params } };
    }),
    others: [...found.others, ...made.values()],
  };
}

function typeNames(others: readonly OtherElement[]): readonly string[] {
  return others.flatMap(({ element: { kind, params } }) =>
    kind === typeKind.kind && typeof params['name'] === 'string' ? [params['name']] : [],
  );
}

type Named = {
  readonly key: string;
  readonly type: number;
  readonly kind: string;
  readonly name: string;
  readonly element: ElementRecord;
};

/** The type of a door or window; null for other products, and without a type that has a name of its own. */
function namedType({ element, product, outcome }: Recognised, products: Products): Named | null {
  if (element === null || outcome !== 'parametric' || product.class === 'IfcOpeningElement') {
    return null;
  }
  const { kind } = element;
  if (OPERATION[kind] === undefined) return null;
  const type = products.typeOf(product.row);
  if (type === null) return null;
  const { model } = products;
  const stated = cleaned(model.text(type, 'Name'));
  const own = ownName(stated, element);
  const name = own ?? stated;
  if (name === '') return null;
  // Types of Plumbline are one in the model and, for each size, one in the file.
  const key = JSON.stringify(
    own === null
      ? [kind, shortGuid(model.text(type, 'GlobalId'), type) ?? type, name]
      : [kind, name],
  );
  return { key, type, kind, name, element };
}

/** The end of the name of a type that Plumbline wrote, by kind: the name in the model, the sizes, and the swing. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  door: /^(?:(.*), )?[a-z_]+ door ([\d.]+) x ([\d.]+) mm, swing ([a-z]+)$/u,
  // The file does not state the operation of every window.
  window: /^(?:(.*), )?[a-z_]+ window ([\d.]+) x ([\d.]+) mm(?:, mirrored)?$/u,
};

/**
 * The name of the type in the model that Plumbline wrote with the sizes of the element: empty for elements without a type;
 * null for types of other programs.
 */
function ownName(name: string, { kind, params }: ElementRecord): string | null {
  const [written, own = '', width, height, swing] = WRITTEN[kind]?.exec(name) ?? [];
  const isOwn =
    written !== undefined &&
    Number(width) === params['width'] &&
    Number(height) === params['height'] &&
    (swing === undefined || swing === params['swing'] || params['door_type'] !== 'single');
  return isOwn ? own : null;
}

function typeOf({ kind, name, rows, elements }: Typed, id: string, reading: Reading): OtherElement {
  const { model, names } = reading;
  const [row = 0] = rows;
  const products = new Set<number>();
  for (const type of rows) {
    for (const relation of model.referrers(type, 'IfcRelDefinesByType', 'RelatingType')) {
      for (const one of model.refs(relation, 'RelatedObjects')) products.add(one);
    }
  }
  const operations = new Set(elements.map(({ params }) => params[OPERATION[kind] ?? '']));
  const [operation = null] = operations;
  const isShared =
    operations.size === 1 &&
    products.size === elements.length &&
    [...rows].every((type) => statesOperation(kind, type, model)) &&
    // A window is fixed if its panels state nothing.
    operation !== 'fixed';
  const frames = [...rows].map((type) => frameOf(type, reading));
  const [frame = NO_FRAME] = frames;
  const isFramed = frames.every((one) => deepEqual(one, frame));
  const params = {
    name: names.free(name),
    for: kind,
    layers: [],
    ...NO_FITTING,
    ...(isShared ? { operation } : {}),
    ...(isFramed ? frame : {}),
  };
  return {
    row,
    entity: model.typeOf(row),
    guid: model.text(row, 'GlobalId'),
    name: model.text(row, 'Name'),
    element: { id, kind: typeKind.kind, params },
  };
}

type Frame = { readonly frame_width: number | null; readonly frame_depth: number | null };
const NO_FRAME: Frame = { frame_width: null, frame_depth: null };

/** The frame of a type, mm: what its first set of lining properties states. */
function frameOf(type: number, { model, mm, frames }: Reading): Frame {
  for (const set of model.refs(type, 'HasPropertySets')) {
    const known = frames.get(set);
    const frame = known === undefined ? frameIn(set, model, mm) : known;
    frames.set(set, frame);
    if (frame !== null) return frame;
  }
  return NO_FRAME;
}

function frameIn(set: number, model: IfcModel, mm: number): Frame | null {
  const number = liningOf(set, model);
  if (number === null) return null;
  const size = (name: string): number | null => {
    const value = toGrid((number(name) ?? NaN) * mm);
    return value > 0 && value <= MAX_FRAME ? value : null;
  };
  const frame_width = size('LiningThickness');
  return frame_width === null ? NO_FRAME : { frame_width, frame_depth: size('LiningDepth') };
}

/** Reads the numbers of a set of lining properties: attributes, in IFC4X3 properties; null for any other set. */
function liningOf(set: number, model: IfcModel): ((name: string) => number | null) | null {
  if (LININGS.some((entity) => model.isA(set, entity))) return (name) => model.number(set, name);
  const isSet = LINING_SETS.has(model.text(set, 'Name') ?? '') && model.isA(set, 'IfcPropertySet');
  if (!isSet) return null;
  return (name) => {
    const property = model
      .refs(set, 'HasProperties')
      .find((row) => model.text(row, 'Name') === name && model.isA(row, SINGLE));
    const value = property === undefined ? null : model.value(property, 'NominalValue');
    const inner = value?.kind === 'typed' ? value.value : value;
    return inner?.kind === 'real' || inner?.kind === 'integer' ? inner.value : null;
  };
}

/** Whether the type of a door states how it opens. Windows state it in the properties of their panels. */
function statesOperation(kind: string, type: number, model: IfcModel): boolean {
  if (kind !== 'door') return true;
  const operation = model.enumName(type, 'OperationType');
  return operation !== null && operation !== 'NOTDEFINED' && operation !== 'USERDEFINED';
}
