/** @module given-paths: accepts the absolute paths and addresses that answers report as paths of inputs. */
import { isAbsolute } from 'node:path';

import { pathOfUri } from '../../kernel/base/files/artefact-address.ts';

/** Members of an input that are paths of files. */
const PATHS: ReadonlySet<string> = new Set(['path', 'artifact']);

/**
 * The input of a tool with paths relative to `artifacts/` in place of absolute paths and addresses of files below it.
 * Other values are unchanged, also the texts of a program's own files.
 *
 * @param artifacts absolute path of `artifacts/`
 */
export function withRelativePaths(
  artifacts: string,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const relative = (value: unknown, isPath: (member: string) => boolean): unknown => {
    if (Array.isArray(value)) return value.map((one: unknown) => relative(one, isPath));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]: [string, unknown]) => [
        member,
        typeof inner === 'string' && isPath(member)
          ? relativePath(artifacts, inner)
          : // The members of `files` are names that the caller chose.
            relative(inner, member === 'files' ? () => false : (name) => PATHS.has(name)),
      ]),
    );
  };
  const mapped = relative(input, (member) => PATHS.has(member));
  return { ...Object(mapped) };
}

function relativePath(artifacts: string, given: string): string {
  const root = `${artifacts.replaceAll('\\', '/')}/`;
  const path = given.replaceAll('\\', '/');
  if (isAbsolute(given) && path.startsWith(root)) return path.slice(root.length);
  return pathOfUri(given) ?? given;
}
