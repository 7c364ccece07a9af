/** @module material: the colour and class of a material that layers, frames and leaves refer to by name. */
import * as z from 'zod';

import type { ElementRecord } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import { NOWHERE } from '../facets/nowhere.ts';
import { type ElementFor, type KindView, defineKind, isOf } from '../kind.ts';
import { requireOwnName } from '../rules/own-name.ts';

const params = z.strictObject({
  name: z.string().min(1).max(200),
  /** Red, green and blue, two hexadecimal digits each. */
  colour: z.string().min(7).max(7),
  class: z.string().min(1).max(100).nullable(),
});
export type Material = ElementFor<'material', typeof params>;

function colourFault({ params: { colour } }: Material): string | null {
  return /^#[0-9a-f]{6}$/iu.test(colour)
    ? null
    : `\`colour\` is \`${colour}\`, expected a colour such as #c8b090`;
}

/** A material. */
export const material = defineKind({
  kind: 'material',
  category: 'Materials',
  params,
  fixed: {},
  plain_numbers: {},
  refs: {},
  check(element: Material, view: KindView, context: PlanContext<'INVALID_ARGUMENT'>) {
    const why = colourFault(element);
    if (why !== null) context.refuse('INVALID_ARGUMENT', why, { element_id: element.id });
    requireOwnName(element, view, context);
    return { element, warnings: [], facts: {} };
  },
  integrity(element: Material) {
    const why = colourFault(element);
    return why === null ? null : { why };
  },
  ...NOWHERE,
  schedule: { type: 'class', columns: ['name', 'class', 'colour'], summed: [] },
  shown: 'all',
});

/** The first material of a view with this name, compared without case and Unicode spelling. */
export function materialNamed(
  name: string,
  view: { named(name: string): readonly ElementRecord[] },
): Material | undefined {
  return view.named(name).find((one) => isOf(material, one));
}

/** The name of a material: as given, or of the material to which `@name` or an id refers. */
export function materialName(
  reference: string,
  view: Pick<KindView, 'element' | 'named'>,
  context: PlanContext<'INVALID_ARGUMENT'>,
): string {
  const element = view.element(reference);
  if (isOf(material, element)) return element.params.name;
  if (!reference.startsWith('@')) return reference;
  const named = materialNamed(reference.slice(1).replaceAll('"', ''), view);
  if (named !== undefined) return named.params.name;
  return context.refuse(
    'INVALID_ARGUMENT',
    `no material is called \`${reference}\`: types refer to materials by name. Expected \`${reference.slice(1)}\` without \`@\`; create_material can give it a colour`,
    { material: reference },
  );
}
