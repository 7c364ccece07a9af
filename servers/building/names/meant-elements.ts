/** @module meant elements: `@name` in arguments that are ids of elements, replaced by the id that the caller means. */
import * as z from 'zod';

import type { InputSchema } from '../../../governance/tool/define.ts';
import type { Element } from '../../../kernel/kinds/elements.ts';
import { nearestFirst } from '../../../kernel/model/plan/names.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { ELEMENT_IDS } from '../arguments.ts';

/** Names and ids that a refusal lists. */
const OFFERED = 10;

/** What looking names up needs of a view: nothing that its caller may not see. */
type Named = Pick<ModelView, 'branch' | 'named' | 'elements'>;

/**
 * The arguments with `@name` replaced by an id wherever they are ids of elements. Refuses ELEMENT_NOT_FOUND or
 * LEVEL_NOT_FOUND (`data.near`: names that are alike), and INVALID_ARGUMENT for a name that several have and for one of
 * another kind.
 */
export function meantArguments(
  input: InputSchema,
  given: Readonly<Record<string, unknown>>,
  view: Named,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const schema = input.shape[name];
      return [name, schema === undefined ? value : meant(schema, value, view)];
    }),
  );
}

function meant(schema: z.core.$ZodType, value: unknown, view: Named): unknown {
  const ids = ELEMENT_IDS.get(schema);
  if (ids !== undefined) return meantId(value, ids.kinds, view);
  if (schema instanceof z.ZodPipe) return meant(schema.out, value, view);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    return meant(schema.unwrap(), value, view);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown) => meant(schema.element, item, view));
  }
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    return meantArguments(schema, { ...value }, view);
  }
  return value;
}

/** The id that a value means: that of the element of a name, where it is `@name`. */
export function meantId(value: unknown, kinds: readonly string[], view: Named): unknown {
  if (typeof value !== 'string' || !value.startsWith('@')) return value;
  const name = nameIn(value);
  const alike = view.named(name);
  const fitting = alike.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  const same = fitting.filter((element) => nameOf(element) === name);
  const [first, ...others] = same.length > 0 ? same : fitting;
  if (first === undefined) return refuseUnknown(value, kinds, { alike, view });
  if (others.length === 0) return first.id;
  const element_ids = [first, ...others].map(({ id }) => id);
  throw new Refusal(
    'INVALID_ARGUMENT',
    `${element_ids.length} elements are called \`${value}\`: ${element_ids.slice(0, OFFERED).join(', ')}`,
    'use one of the ids in data.element_ids',
    { name, element_ids: element_ids.slice(0, OFFERED) },
  );
}

/** The name in `@name`, or in `@"name"` as scripts have it. */
function nameIn(value: string): string {
  return /^@"([^"]+)"$/u.exec(value)?.[1] ?? value.slice(1);
}

function refuseUnknown(
  value: string,
  kinds: readonly string[],
  { alike, view }: { readonly alike: readonly Element[]; readonly view: Named },
): never {
  const wanted = kinds.length === 0 ? 'element' : kinds.join(' or ');
  const [other] = alike;
  if (other !== undefined) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `\`${value}\` is a ${other.kind}, expected a ${wanted}`,
      'use the name or the id of an element of that kind',
      { element_id: other.id, kind: other.kind },
    );
  }
  const name = nameIn(value);
  const near = nearestFirst(name, namesIn(view, kinds)).slice(0, OFFERED);
  throw new Refusal(
    kinds.length === 1 && kinds[0] === 'level' ? 'LEVEL_NOT_FOUND' : 'ELEMENT_NOT_FOUND',
    `no ${wanted} on branch \`${view.branch}\` is called \`${value}\``,
    near.length === 0
      ? 'give the element a name with modify_parameter, or use its id'
      : 'use one of the names in data.near, the nearest comes first, or an id',
    { name, near },
  );
}

function nameOf({ params }: Element): string | null {
  return 'name' in params ? params.name : null;
}

/** Names of the elements of these kinds, each once, in order of creation. */
function namesIn(view: Named, kinds: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const element of view.elements()) {
    const name = nameOf(element);
    if (name !== null && (kinds.length === 0 || kinds.includes(element.kind))) names.add(name);
  }
  return [...names];
}
