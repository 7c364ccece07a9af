/** @module read element: stored JSON checked against the schema of its kind and turned into an element. */
import { CompiledValidator } from '../../../schemas/compiled-validator.ts';
import type { ElementRecord, ParamValues } from '../../../schemas/events.ts';
import type { Element } from '../../kinds/elements.ts';
import type { AnyElement, AnyKind } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { ModelFault } from './model-fault.ts';

type Params = AnyElement['params'];

const SHAPES = new WeakMap<AnyKind, CompiledValidator<Params>>();

/** The compiled schema of a kind's parameters, made when it is first needed. */
function shapeOf(kind: AnyKind): CompiledValidator<Params> {
  const known = SHAPES.get(kind);
  if (known !== undefined) return known;
  const shape = new CompiledValidator<Params>(kind.params);
  SHAPES.set(kind, shape);
  return shape;
}

/**
 * Takes what the schema of its kind gave for an element of the building. A list made for a test may hold one kind more
 * than the type knows; nothing outside the files of the kinds goes over all of them by name.
 */
function isListed(element: AnyElement, kinds: Kinds): element is Element {
  return kinds.find(element.kind) !== undefined;
}

function checked(element: AnyElement, kinds: Kinds): Element {
  if (isListed(element, kinds)) return element;
  throw new ModelFault('MALFORMED_EVENT', `got no kind \`${element.kind}\``);
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

/** The element with these parameters; throws `ModelFault` MALFORMED_EVENT when they do not fit the kind. */
export function elementWith(
  { id, kind, params }: { readonly id: string; readonly kind: string; readonly params: unknown },
  kinds: Kinds,
): Element {
  return checked({ id, kind, params: parsed(shapeOf(kinds.of({ kind })), params, id) }, kinds);
}

/**
 * The element with some of its parameters replaced, by names that it has; throws `ModelFault`
 * MALFORMED_EVENT when they do not fit its kind.
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

/** The element that an event carries; throws `ModelFault` MALFORMED_EVENT. */
export function readElement(element: ElementRecord, kinds: Kinds): Element {
  const { id, kind } = element;
  if (kinds.find(kind) !== undefined) return elementWith(element, kinds);
  throw new ModelFault('MALFORMED_EVENT', `\`${id}\` is a \`${kind}\`, which is no known kind`);
}
