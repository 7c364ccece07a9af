/** @module lost-values: the values of a branch that exist before a change and not after it, computed from elements and not from events. */
import type { ElementRecord, Json } from '../../../../schemas/events.ts';

/** Paths with a value in an element; paths of list items with the number of their occurrences. */
type Said = ReadonlyMap<string, number>;

/** Elements by id. */
export type Elements = ReadonlyMap<string, ElementRecord>;

/** A value that no longer exists. */
export type LostValue = { readonly element_id: string; readonly path: string };

const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}])[\p{L}\p{N}]/u;

/** Paths of which one replaces another, as listed in docs/permissions.md. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  top_level_id: ['height', 'follows_level'],
  point: ['boundary_points'],
  offset: ['location'],
  location: ['offset'],
  'curtain.columns': ['curtain.panel_width', 'curtain.column_positions'],
  'curtain.panel_width': ['curtain.columns', 'curtain.column_positions'],
  'curtain.column_positions': ['curtain.columns', 'curtain.panel_width'],
  'curtain.rows': ['curtain.panel_height', 'curtain.row_positions'],
  'curtain.panel_height': ['curtain.rows', 'curtain.row_positions'],
  'curtain.row_positions': ['curtain.rows', 'curtain.panel_height'],
  'edges[].slope_deg': ['edges[].gable'],
  'edges[].gable': ['edges[].slope_deg'],
};

/** Paths that replace another one; `false` there does not. */
const INSTEADS: ReadonlySet<string> = new Set(Object.values(INSTEAD).flat());

/** Values that elements have before and not after, and elements that no longer exist. */
export function lostValues(before: Elements, after: Elements): readonly (LostValue | string)[] {
  return [...before].flatMap(([element_id, was]): readonly (LostValue | string)[] => {
    const is = after.get(element_id);
    if (is === undefined) return [element_id];
    if (is === was) return [];
    return lostPaths(was, is).map((path) => ({ element_id, path }));
  });
}

function lostPaths(was: ElementRecord, is: ElementRecord): readonly string[] {
  const [had, has] = [saidIn(was.params), saidIn(is.params)];
  return [...had].flatMap(([path, times]) => {
    const list = path.slice(0, Math.max(0, path.indexOf('[]')));
    // A shorter list is an edit; an empty one has no path at all.
    if (list !== '' && has.has(list) && (has.get(list) ?? 0) < (had.get(list) ?? 0)) return [];
    const least = path.includes('[]') ? times : 1;
    if ((has.get(path) ?? 0) >= least) return [];
    const instead = (INSTEAD[path] ?? []).some((other) =>
      path.includes('[]')
        ? (has.get(path) ?? 0) + (has.get(other) ?? 0) >= times + (had.get(other) ?? 0)
        : has.has(other) && at(was.params, other) !== at(is.params, other),
    );
    return instead ? [] : [path];
  });
}

function at(params: Json, path: string): string {
  let value: Json | undefined = params;
  for (const step of path.split('.')) {
    value = isRecord(value) ? value[step] : undefined;
  }
  return JSON.stringify(value ?? null);
}

function saidIn(params: Json): Said {
  const found = new Map<string, number>();
  walk(params, '', found);
  return found;
}

function walk(value: Json | undefined, path: string, found: Map<string, number>): void {
  if (saysNothing(value) || (value === false && INSTEADS.has(path))) return;
  if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      walk(member, path === '' ? name : `${path}.${name}`, found);
    }
    return;
  }
  const list = Array.isArray(value) ? value : null;
  found.set(path, (found.get(path) ?? 0) + (list?.length ?? 1));
  for (const item of list ?? []) {
    if (isRecord(item)) walk(item, `${path}[]`, found);
  }
}

function saysNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return !VISIBLE.test(value);
  return typeof value === 'object' && Object.values(value).every((part: Json) => saysNothing(part));
}

function isRecord(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
