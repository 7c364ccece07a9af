/** @module check-permissions: checks the names in a permission file, and replaces names of levels by ids. */
import type * as z from 'zod';

import { nearest } from '../../../kernel/base/text/nearest.ts';
import { ACTIONS, AgentPermissions, PermissionScope } from '../../../schemas/permissions.ts';

/** A level that a file may name. */
export type KnownLevel = { readonly id: string; readonly name: string; readonly branch: string };

/** The valid names. `levels` reads the model, which only files that name a level need. */
export type Known = {
  readonly categories: readonly string[];
  readonly levels: () => Promise<readonly KnownLevel[]>;
};

/** A file as it is registered and the bindings of its names, or everything that is wrong with it. */
export type CheckedPermissions =
  | { readonly ok: true; readonly permissions: AgentPermissions; readonly bound: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Checks the JSON value of a permission file. */
export async function checkPermissions(value: unknown, known: Known): Promise<CheckedPermissions> {
  const read = AgentPermissions.safeParse(value, { reportInput: true });
  if (!read.success) return { ok: false, faults: read.error.issues.flatMap(shapeFaults) };
  const faults: string[] = [];
  const bound = new Map<string, string>();
  const { permissions } = read.data;
  const scopes: AgentPermissions['permissions'] = {};
  for (const action of ACTIONS) {
    const scope = permissions[action];
    if (scope === undefined) continue;
    for (const category of scope.categories ?? []) {
      if (known.categories.includes(category)) continue;
      faults.push(unknownName(`${action}: no category`, category, known.categories));
    }
    scopes[action] = scope;
    if (scope.levels === undefined) continue;
    const levels: string[] = [];
    for (const named of scope.levels) {
      const found = levelsNamed(named, await known.levels());
      if (typeof found === 'string') {
        faults.push(`${action}: ${found}`);
        continue;
      }
      for (const { id, name } of found) bound.set(id, name);
      levels.push(...found.map(({ id }) => id));
    }
    scopes[action] = { ...scope, levels: [...new Set(levels)] };
  }
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    permissions: { ...read.data, permissions: scopes },
    bound: [...bound].map(([id, name]) => `level \`${name}\` is \`${id}\``),
  };
}

/**
 * The levels for an entry: the one with this id, else the one with this name on main, else those of other branches.
 * Returns a text with the reason if there is none.
 */
function levelsNamed(named: string, levels: readonly KnownLevel[]): readonly KnownLevel[] | string {
  const byId = levels.find(({ id }) => id === named);
  if (byId !== undefined) return [byId];
  const called = levels.filter(({ name }) => name === named);
  const main = called.filter(({ branch }) => branch === 'main');
  if (main.length > 1) {
    const ids = main.map(({ id }) => `\`${id}\``).join(' and ');
    return `\`${named}\` is the name of ${ids}: name one of them by id`;
  }
  if (called.length > 0) return main.length > 0 ? main : called;
  return unknownName('no level', named, [...new Set(levels.flatMap(({ id, name }) => [name, id]))]);
}

/** Number of names listed if there is no close match. */
const SHOWN = 20;

function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== null) return `${what} \`${name}\`, did you mean \`${near}\`?`;
  return known.length === 0
    ? `${what} \`${name}\`: there is none yet`
    : `${what} \`${name}\`, expected one of ${known.slice(0, SHOWN).join(', ')}`;
}

function shapeFaults(issue: z.core.$ZodIssue): readonly string[] {
  const where = issue.path.join('.');
  const at = where === '' ? '' : ` in ${where}`;
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsAt(issue.path);
    return issue.keys.map((key) => unknownName(`no field${at}`, key, fields));
  }
  if (issue.code === 'invalid_value') {
    const near = nearest(JSON.stringify(issue.input) ?? '', issue.values.map(String));
    return [`${where}: ${issue.message}${near === null ? '' : `, did you mean \`${near}\`?`}`];
  }
  return [`${where === '' ? '' : `${where}: `}${issue.message}`];
}

/** Names of the fields that a permission file has at a place. */
function fieldsAt(path: readonly PropertyKey[]): readonly string[] {
  switch (path.length) {
    case 0:
      return Object.keys(AgentPermissions.shape);
    case 1:
      return path[0] === 'permissions' ? ACTIONS : [];
    case 2:
      return Object.keys(PermissionScope.shape);
    default:
      return [];
  }
}
