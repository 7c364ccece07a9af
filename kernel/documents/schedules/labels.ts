/** @module labels: display names of elements in tables. */
import type { Element } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Cell } from './table.ts';

/** The parameter that is the type of an element by its kind; null without one. */
export function typeIn(element: Element, view: ModelView): Cell {
  const { type } = view.kinds.of(element).schedule;
  return type === null ? null : textOrNull(valueIn(element, type));
}

/** The element's own material with its thickness. */
export function constructionIn(element: Element, view: ModelView): string | null {
  const type = typeIn(element, view);
  const thickness = valueIn(element, 'thickness');
  const parts = [type, typeof thickness === 'number' ? `${thickness} mm` : null];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(' ');
}

function valueIn({ params }: Element, name: string): unknown {
  const found = Object.entries(params).find(([key]) => key === name);
  return found?.[1];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Display name of an element: number and name if it has them, else its id; null if it is not in the view. */
export function labelOf(id: string | null, view: ModelView): string | null {
  const element = id === null ? undefined : view.element(id);
  if (element === undefined) return null;
  const parts = [valueIn(element, 'number'), valueIn(element, 'name')].filter(
    (part) => typeof part === 'string',
  );
  if (parts.length > 0) return parts.join(' ');
  const made_of = constructionIn(element, view);
  return made_of === null ? element.id : `${element.kind} ${made_of}`;
}
