/** @module read element: validates stored JSON against the schema of its kind and returns it as an element. */
import { CompiledValidator } from '../../../../schemas/compiled-validator.ts';
import type { ElementRecord, ParamValues } from '../../../../schemas/events.ts';
import type { Element } from '../../kinds/elements.ts';
import type { AnyElement, AnyKind } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { ModelFault } from './model-fault.ts';

type Params = AnyElement['params'];

const SHAPES = new WeakMap<AnyKind, CompiledValidator<Params>>();

/** Returns the compiled schema of a kind's parameters; it is compiled on first use. */
function shapeOf(kind: AnyKind): CompiledValidator<Params> {
  const known = SHAPES.get(kind);
  if (known !== undefined) return known;
  const shape = new CompiledValidator<Params>(kind.params);
  SHAPES.set(kind, shape);
  return shape;
}

/**
 * Narrows a value validated by the schema of its kind to `Element`. A test may add a kind that the
 * type does not include; this is safe, because no code outside the files of the kinds enumerates all
 * kinds by name.
 */
function isListed(element: AnyElement, kinds: Kinds): element is Element {
  return kinds.find(element.kind) !== undefined;
}

function checked(element: AnyElement, kinds: Kinds): Element {
  if (isListed(element, kinds)) return element;
  throw new ModelFault('MALFORMED_EVENT', `unknown kind \`${element.kind}\``);
}

function malformed(id: string, where: string): never {
  throw new ModelFault('MALFORMED_EVENT', `parameters of \`${id}\` do not fit its kind: ${where}`);
}

function parsed(shape: CompiledValidator<Params>, value: unknown, id: string): Params {
  const result = shape.validate(value);
  if ('data' in result) return result.data;
  const [issue] = result.error.issues;
  return malformed(id, issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`);
}

/** Returns the element with these parameters. Throws `ModelFault` MALFORMED_EVENT if they do not match the kind. */
export function elementWith(
  { id, kind, params }: { readonly id: string; readonly kind: string; readonly params: unknown },
  kinds: Kinds,
): Element {
  return checked({ id, kind, params: parsed(shapeOf(kinds.of({ kind })), params, id) }, kinds);
}

/**
 * Returns the element with some of its existing parameters replaced. Throws `ModelFault`
 * MALFORMED_EVENT if they do not match its kind.
 */
export function elementChanged(
  { id, kind, params }: AnyElement,
  updates: ParamValues,
  kinds: Kinds,
): Element {
  const shape = shapeOf(kinds.of({ kind }));
  const changed = shape.tryChanged(params, updates);
  const next = changed === null ? parsed(shape, { ...params, ...updates }, id) : changed.data;
  return checked({ id, kind, params: next }, kinds);
}

/** Returns the element with null for parameters that only another state of it has, so that events can remove or add them. */
export function withNulls(element: Element, other: AnyElement, kinds: Kinds): Element {
  const missing = Object.keys(other.params).filter((name) => !Object.hasOwn(element.params, name));
  if (missing.length === 0) return element;
  const nulls = Object.fromEntries(missing.map((name) => [name, null]));
  return elementWith({ ...element, params: { ...element.params, ...nulls } }, kinds);
}

/** Returns the element of an event. Throws `ModelFault` MALFORMED_EVENT for an unknown kind or invalid parameters. */
export function readElement(element: ElementRecord, kinds: Kinds): Element {
  const { id, kind } = element;
  if (kinds.find(kind) !== undefined) return elementWith(element, kinds);
  throw new ModelFault('MALFORMED_EVENT', `\`${id}\` is a \`${kind}\`, which is not a known kind`);
}
