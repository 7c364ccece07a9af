/** @module corrections: what the arguments of a refused call may have been meant to be; whoever asks tries them. */
import * as z from 'zod';

import type { InputSchema } from '../../../governance/tool/define.ts';
import { unwrapped } from '../../../governance/tool/repaired-keys.ts';
import { repaired } from '../../../governance/tool/repaired.ts';
import type { Element } from '../../../kernel/kinds/elements.ts';
import { nearest } from '../../../kernel/text/nearest.ts';
import type { RefusalBody } from '../../../schemas/errors.ts';
import { SIZE_LIMIT_MM, COORDINATE_LIMIT_MM } from '../../../schemas/units.ts';
import type { BuildingView } from '../view.ts';
import { ringCorrections } from './ring-corrections.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A call that was refused. */
export type Refused = {
  readonly input: InputSchema;
  readonly own: Arguments;
  readonly refusal: RefusalBody;
};

/** Other arguments in which the same call may hold, the likeliest first. Nothing that the view does not show is in them. */
export function* corrections(refused: Refused, view: BuildingView): Generator<Arguments> {
  const { own, refusal, input } = refused;
  const scaled = IN_METRES.has(refusal.name) ? inMillimetres(input, own) : null;
  if (scaled?.all === true) yield scaled.own;
  yield* otherIds(refused, view);
  yield* otherParameter(refused, view);
  yield* ringCorrections(own);
  yield* otherPlaces(refused);
  yield* oneOfTwo(refused);
  if (scaled?.all === false) yield scaled.own;
}

/** A name, an id of another kind or a misspelt one, with what it may mean in its place. */
function* otherIds({ own, refusal }: Refused, view: BuildingView): Generator<Arguments> {
  if (!OF_IDS.has(refusal.name)) return;
  const { data } = refusal;
  const wrong =
    [data['element_id'], data['level_id'], data['name']].find(
      (id): id is string => typeof id === 'string' && said(own).has(id),
    ) ?? (typeof data['name'] === 'string' ? `@${data['name']}` : null);
  if (wrong === null || !said(own).has(wrong)) return;
  const put = (id: string): Arguments => replaced(own, wrong, id);
  if (view.named(wrong).length > 0) yield put(`@${wrong}`);
  const element = view.element(wrong);
  if (element !== undefined) yield* related(element, view).map(put);
  const near = wrong.startsWith('@') ? [data['near']].flat() : view.nearIds(wrong, NEAR_TRIED);
  for (const one of near.slice(0, NEAR_TRIED)) {
    if (typeof one === 'string') yield put(wrong.startsWith('@') ? `@${one}` : one);
  }
}

/** Refusals of something that an id names. */
const OF_IDS: ReadonlySet<string> = new Set([
  'ELEMENT_NOT_FOUND',
  'INVALID_ARGUMENT',
  'LEVEL_NOT_FOUND',
  'NOT_A_HOST',
]);
/** Near ids that are tried. */
const NEAR_TRIED = 2;

/** What something of another kind hangs on: its host, its level, what both of these are. */
function related(element: Element, view: BuildingView): readonly string[] {
  const { host } = view.kinds.references(element);
  const level = view.levelOf(element.id);
  return [host, level].flatMap((id) => (id !== null && view.element(id) !== undefined ? [id] : []));
}

function said(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  const texts = new Set<string>();
  for (const item of Object.values(value)) for (const text of said(item)) texts.add(text);
  return texts;
}

function replaced<T>(value: T, from: string, to: string): T;
function replaced(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, replaced(item, from, to)]),
  );
}

/** The nearest parameter that the kind has, and the value as that parameter takes it. */
function* otherParameter({ own, refusal }: Refused, view: BuildingView): Generator<Arguments> {
  const { element_id, parameter_name, value } = own;
  if (typeof parameter_name !== 'string' || typeof element_id !== 'string') return;
  const element = view.element(element_id) ?? view.named(element_id.slice(1))[0];
  if (element === undefined) return;
  const { shape } = view.kinds.of(element).params;
  // A word that is right for another kind means no other parameter of this one.
  const isUnknown = refusal.name === 'UNKNOWN_PARAMETER';
  const isElsewhere = isUnknown && view.kinds.parameters.has(parameter_name);
  const near = isUnknown && !isElsewhere ? nearest(parameter_name, Object.keys(shape)) : null;
  const name = isUnknown ? near : parameter_name;
  if (name === null) return;
  const schema = shape[name];
  if (schema === undefined) return;
  const fitting = repaired(schema, value);
  yield { ...own, parameter_name: name, value: fitting ?? value };
  if (typeof value === 'number' && IN_METRES.has(refusal.name)) {
    yield { ...own, value: toMillimetres(value) };
  }
}

/** Where an opening would fit, and levels the other way round. */
function* otherPlaces({ own, refusal: { data } }: Refused): Generator<Arguments> {
  const asked = own['offset'];
  if (typeof asked === 'number') {
    const { least_offset, greatest_offset, beside } = data;
    const offsets = [least_offset, greatest_offset, ...[beside].flat()]
      .filter((offset) => typeof offset === 'number')
      .toSorted((a, b) => Math.abs(a - asked) - Math.abs(b - asked));
    for (const offset of offsets) yield { ...own, offset };
  }
  const { wall_height, height } = data;
  if (typeof wall_height === 'number' && typeof height === 'number' && height <= wall_height) {
    const name = Object.hasOwn(own, 'sill') ? 'sill' : 'sill_height';
    yield { ...own, [name]: wall_height - height };
  }
  const { base_level_id, top_level_id } = own;
  if (base_level_id !== undefined && top_level_id !== undefined) {
    yield { ...own, base_level_id: top_level_id, top_level_id: base_level_id };
  }
}

/** Without the second of two arguments that say the same. */
function* oneOfTwo({ own, refusal: { data } }: Refused): Generator<Arguments> {
  const [, second] = [data['either']].flat();
  if (typeof second !== 'string') return;
  const { [second]: _left, ...rest } = own;
  yield rest;
}

/** Refusals that lengths in metres come to. */
const IN_METRES: ReadonlySet<string> = new Set([
  'OUT_OF_RANGE',
  'INVALID_BOUNDARY',
  'INVALID_STAIR',
  'OPENING_EXCEEDS_HOST',
  'ROOM_NOT_ENCLOSED',
  'WALL_ZERO_LENGTH',
]);
/** A length below this may be in metres: nobody builds anything of 100 m in one piece. */
const METRES_MOST = 100;

/** The arguments with small lengths taken for metres, and whether all are small; null where none is. */
function inMillimetres(
  schema: z.core.$ZodType,
  given: Arguments,
): { readonly own: Arguments; readonly all: boolean } | null {
  let [found, all] = [false, true];
  const scaled = (outer: z.core.$ZodType | undefined, value: unknown, name = ''): unknown => {
    const inner = unwrapped(outer);
    if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]: [string, unknown]) => [
          key,
          scaled(inner.shape[key], item, key),
        ]),
      );
    }
    if (inner instanceof z.ZodArray && Array.isArray(value)) {
      return value.map((item: unknown) => scaled(inner.element, item));
    }
    if (!(inner instanceof z.ZodNumber) || typeof value !== 'number') return value;
    if (!isLength(inner) && !LENGTHS.test(name)) return value;
    if (value === 0) return value;
    if (Math.abs(value) >= METRES_MOST) {
      all = false;
      return value;
    }
    found = true;
    return toMillimetres(value);
  };
  const own = scaled(schema, given);
  return found && typeof own === 'object' && own !== null ? { own: { ...own }, all } : null;
}

/** Lengths whose limits no listing has room for. */
const LENGTHS =
  /^(?:thickness|width|height|landing|break_height)$|_(?:width|height|depth|thickness)$/u;

/** Lengths and coordinates are known by their limits. */
function isLength({ maxValue }: z.ZodNumber): boolean {
  return maxValue === SIZE_LIMIT_MM || maxValue === COORDINATE_LIMIT_MM;
}

function toMillimetres(metres: number): number {
  return Math.round(metres * 1e6) / 1000;
}
