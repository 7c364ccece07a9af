/** @module check-permissions: checks the names in a permission file, and replaces names of levels with ids. */
import type * as z from 'zod';

import { nearest } from '../../../kernel/base/text/nearest.ts';
import { useIssueWords } from '../../../schemas/issue-words.ts';
import { ACTIONS, AgentPermissions, PermissionScope } from '../../../schemas/permissions.ts';

useIssueWords();

/** A level that a file may name. */
export type KnownLevel = { readonly id: string; readonly name: string; readonly branch: string };

/** The valid names. `levels` reads the model; it is called only for a file that names a level. */
export type Known = {
  readonly categories: readonly string[];
  readonly levels: () => Promise<readonly KnownLevel[]>;
};

/** The permissions to register and the bindings of their names, or all faults of the file. */
export type CheckedPermissions =
  | {
      readonly ok: true;
      readonly permissions: AgentPermissions;
      readonly bindings: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Checks the JSON value of a permission file. */
export async function checkPermissions(value: unknown, known: Known): Promise<CheckedPermissions> {
  const read = AgentPermissions.safeParse(value, { reportInput: true });
  if (!read.success) return { ok: false, faults: read.error.issues.flatMap(shapeFaults) };
  const faults: string[] = [];
  const bindings = new Map<string, string>();
  const { permissions } = read.data;
  const scopes: AgentPermissions['permissions'] = {};
  for (const action of ACTIONS) {
    const scope = permissions[action];
    if (scope === undefined) continue;
    for (const category of scope.categories ?? []) {
      if (known.categories.includes(category)) continue;
      faults.push(unknownName(`${action}: unknown category`, category, known.categories));
    }
    scopes[action] = scope;
    if (scope.levels === undefined) continue;
    const levels: string[] = [];
    for (const entry of scope.levels) {
      const found = levelsNamed(entry, await known.levels());
      if (typeof found === 'string') {
        faults.push(`${action}: ${found}`);
        continue;
      }
      for (const { id, name } of found) bindings.set(id, name);
      levels.push(...found.map(({ id }) => id));
    }
    scopes[action] = { ...scope, levels: [...new Set(levels)] };
  }
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    permissions: { ...read.data, permissions: scopes },
    bindings: [...bindings].map(([id, name]) => `level \`${name}\` is \`${id}\``),
  };
}

/**
 * The levels for an entry: the one with this id, else the one with this name on main, else those with this name on other
 * branches. Returns the fault as a text if no level matches.
 */
function levelsNamed(entry: string, levels: readonly KnownLevel[]): readonly KnownLevel[] | string {
  const byId = levels.find(({ id }) => id === entry);
  if (byId !== undefined) return [byId];
  const byName = levels.filter(({ name }) => name === entry);
  const main = byName.filter(({ branch }) => branch === 'main');
  if (main.length > 1) {
    const ids = main.map(({ id }) => `\`${id}\``).join(' and ');
    return `\`${entry}\` is the name of ${ids}: name one of them by id`;
  }
  if (byName.length > 0) return main.length > 0 ? main : byName;
  return unknownName('unknown level', entry, [
    ...new Set(levels.flatMap(({ id, name }) => [name, id])),
  ]);
}

/** Maximum number of names listed if there is no close match. */
const NAMES_MAX = 20;

function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== null) return `${what} \`${name}\`, did you mean \`${near}\`?`;
  return known.length === 0
    ? `${what} \`${name}\`: none exists yet`
    : `${what} \`${name}\`, expected one of ${known.slice(0, NAMES_MAX).join(', ')}`;
}

function shapeFaults(issue: z.core.$ZodIssue): readonly string[] {
  const where = issue.path.join('.');
  const at = where === '' ? '' : ` in ${where}`;
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsAt(issue.path);
    return issue.keys.map((key) => unknownName(`unknown field${at}`, key, fields));
  }
  if (issue.code === 'invalid_value') {
    const near = nearest(JSON.stringify(issue.input) ?? '', issue.values.map(String));
    return [`${where}: ${issue.message}${near === null ? '' : `, did you mean \`${near}\`?`}`];
  }
  return [`${where === '' ? '' : `${where}: `}${issue.message}`];
}

/** Names of the fields of a permission file at a path. */
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
