/** @module element-text: one element and its set parameters as text, not yet escaped for a terminal. */
import { shownParams } from '../../kernel/building/kinds/kind.ts';
import { withEndedAppearance } from '../../kernel/building/kinds/shared/appearance.ts';
import type { ProjectedView } from '../../kernel/building/model/projection/projected-view.ts';
import type { ElementRecord } from '../../schemas/events.ts';

/** Parameters as they may be shown: a report masks secrets in them. */
export type ShownValues = (
  params: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/**
 * Kind, id, name, host, level and every parameter that is set, of a mesh only the numbers of vertices and triangles:
 * `wall W1 "south" on Ground: start (0,0), end (5000,0)`. Lengths in mm.
 *
 * @param shown replaces values that must not be shown; by default all are shown
 */
export function elementText(
  element: ElementRecord,
  view: ProjectedView,
  shown: ShownValues = (params) => params,
): string {
  const { model } = view;
  const level_id = view.storeyOf(element.id);
  const level = level_id === null || level_id === element.id ? undefined : model.element(level_id);
  const host = model.element(model.kinds.references(element).host ?? '');
  const mentioned = new Set([host?.id, level?.id]);
  const name = nameIn(shown(element.params));
  const placeName = (place: ElementRecord): string => {
    return quotable(nameIn(shown({ name: place.params['name'] })) ?? place.id);
  };
  const head = [
    element.kind,
    element.id,
    name === null ? '' : JSON.stringify(name),
    host === undefined ? '' : `in ${placeName(host)}`,
    level === undefined ? '' : `on ${placeName(level)}`,
  ].filter((part) => part !== '');
  const params = Object.entries(shown(currentParams(element, view))).flatMap(([param, value]) => {
    const isInHead = param === 'name' || (typeof value === 'string' && mentioned.has(value));
    return isInHead || value === null ? [] : [`${param} ${valueText(value)}`];
  });
  return `${head.join(' ')}${params.length === 0 ? '' : `: ${params.join(', ')}`}`;
}

/**
 * The parameters that a person sees. A room that follows its walls has its outline in this model; the stored one is that
 * of the time when it was created.
 */
export function currentParams(
  element: ElementRecord,
  { model }: ProjectedView,
): Readonly<Record<string, unknown>> {
  const params = withEndedAppearance(
    shownParams(element, model.kinds),
    element,
    model.kinds.of(element),
    { element: (id) => model.element(id), contents: (id) => model.hostedBy(id) },
  );
  if (element.kind !== 'room' || params['point'] === null) return params;
  const outline = model.outline(element.id);
  return outline === null ? params : { ...params, boundary_points: outline };
}

/** The name with `'` for `"`, so that it cannot close the quotes around it. */
function quotable(name: string): string {
  return name.replaceAll('"', "'");
}

function nameIn({ name }: Readonly<Record<string, unknown>>): string | null {
  return typeof name === 'string' ? name : null;
}

/**
 * A value in short form: points as `(x,y)`, lists of points separated by spaces, values with points such as an axis as
 * `start (x,y) end (x,y)`, everything else as JSON.
 */
export function valueText(value: unknown): string {
  if (value === undefined) return 'unset';
  if (Array.isArray(value) && value.length > 0) {
    const points = value.map(pointText);
    if (points.every((point) => point !== null)) return points.join(' ');
  }
  return pointText(value) ?? membersText(value) ?? JSON.stringify(value);
}

/** The members of an object with a point among them; null for any other value. */
function membersText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  if (members.every(([, one]) => pointText(one) === null)) return null;
  return members.map(([name, one]) => `${name} ${pointText(one) ?? JSON.stringify(one)}`).join(' ');
}

/** The point as text; null for any other value. */
function pointText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const isPoint =
    (entries.length === 2 || entries.length === 3) &&
    entries.every(([axis, coordinate], i) => axis === 'xyz'[i] && typeof coordinate === 'number');
  return isPoint ? `(${entries.map(([, coordinate]) => String(coordinate)).join(',')})` : null;
}
