/** @module read element: stored JSON checked against the schema of its kind and turned into an element. */
import type { Element, ElementKind } from '../../schemas/elements.ts';
import { ELEMENT_KINDS, ELEMENT_PARAMS } from '../../schemas/elements.ts';
import type { ParamValues } from '../../schemas/events.ts';
import { ModelFault } from './model-fault.ts';
import { StoredShape } from './stored-shape.ts';

const KINDS: ReadonlySet<unknown> = new Set(ELEMENT_KINDS);
const LONGEST_ID = 100;

const SHAPES = {
  level: new StoredShape(ELEMENT_PARAMS.level),
  wall: new StoredShape(ELEMENT_PARAMS.wall),
  floor: new StoredShape(ELEMENT_PARAMS.floor),
  roof: new StoredShape(ELEMENT_PARAMS.roof),
  column: new StoredShape(ELEMENT_PARAMS.column),
  beam: new StoredShape(ELEMENT_PARAMS.beam),
  stair: new StoredShape(ELEMENT_PARAMS.stair),
  ramp: new StoredShape(ELEMENT_PARAMS.ramp),
  railing: new StoredShape(ELEMENT_PARAMS.railing),
  grid: new StoredShape(ELEMENT_PARAMS.grid),
  room: new StoredShape(ELEMENT_PARAMS.room),
  opening: new StoredShape(ELEMENT_PARAMS.opening),
  door: new StoredShape(ELEMENT_PARAMS.door),
  window: new StoredShape(ELEMENT_PARAMS.window),
  solid: new StoredShape(ELEMENT_PARAMS.solid),
} as const;

/** The frame of an element, checked by hand: a ledger holds very many of them. */
function isStored(
  value: unknown,
): value is { readonly id: string; readonly kind: ElementKind; readonly params: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'kind' in value && 'params' in value)) return false;
  const { id, kind } = value;
  return (
    Object.keys(value).length === 3 &&
    typeof id === 'string' &&
    id.length > 0 &&
    id.length <= LONGEST_ID &&
    KINDS.has(kind)
  );
}

function parsed<T>(shape: StoredShape<T>, value: unknown, id: string): T {
  const result = shape.read(value);
  if ('data' in result) return result.data;
  const [issue] = result.error.issues;
  const where = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`;
  throw new ModelFault('MALFORMED_EVENT', `parameters of \`${id}\` do not fit its kind: ${where}`);
}

type ParamsFrom = <T>(shape: StoredShape<T>) => T;

function elementFrom(id: string, kind: ElementKind, params: ParamsFrom): Element {
  switch (kind) {
    case 'level':
      return { id, kind, params: params(SHAPES.level) };
    case 'wall':
      return { id, kind, params: params(SHAPES.wall) };
    case 'floor':
      return { id, kind, params: params(SHAPES.floor) };
    case 'roof':
      return { id, kind, params: params(SHAPES.roof) };
    case 'column':
      return { id, kind, params: params(SHAPES.column) };
    case 'beam':
      return { id, kind, params: params(SHAPES.beam) };
    case 'stair':
      return { id, kind, params: params(SHAPES.stair) };
    case 'ramp':
      return { id, kind, params: params(SHAPES.ramp) };
    case 'railing':
      return { id, kind, params: params(SHAPES.railing) };
    case 'grid':
      return { id, kind, params: params(SHAPES.grid) };
    case 'room':
      return { id, kind, params: params(SHAPES.room) };
    case 'opening':
      return { id, kind, params: params(SHAPES.opening) };
    case 'door':
      return { id, kind, params: params(SHAPES.door) };
    case 'window':
      return { id, kind, params: params(SHAPES.window) };
    case 'solid':
      return { id, kind, params: params(SHAPES.solid) };
    default:
      return kind satisfies never;
  }
}

/** The element with these parameters; throws `ModelFault` MALFORMED_EVENT when they do not fit the kind. */
export function elementWith(id: string, kind: ElementKind, params: unknown): Element {
  return elementFrom(id, kind, (shape) => parsed(shape, params, id));
}

/**
 * The element with some of its parameters replaced, by names that it has; throws `ModelFault`
 * MALFORMED_EVENT when they do not fit its kind.
 */
export function elementChanged({ id, kind, params }: Element, updates: ParamValues): Element {
  return elementFrom(id, kind, (shape) => {
    const changed = shape.changed(params, updates);
    return changed === null ? parsed(shape, { ...params, ...updates }, id) : changed.data;
  });
}

/** The element that lies in an event; throws `ModelFault` MALFORMED_EVENT. */
export function readElement(value: unknown): Element {
  if (!isStored(value))
    throw new ModelFault(
      'MALFORMED_EVENT',
      'got no element, want an object with id, kind and params',
    );
  return elementWith(value.id, value.kind, value.params);
}
