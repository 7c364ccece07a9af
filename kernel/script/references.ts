/** @module references: names of the results of statements, and how later statements refer to them. */
import type { Kinds } from '../kinds/kinds.ts';
import { type Cursor, peek, refuseNext, take } from './cursor.ts';
import { type Place, ScriptFault, shown } from './script-error.ts';

/** A call to a geometry tool. `as` is the name of its result; `$name` in arguments refers to it. */
export type ScriptCall = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly as?: string;
  readonly line: number;
  readonly column: number;
};

/** One call's result, or the walls that one statement makes, by the part of their name. */
type Named =
  | { readonly kind: 'result'; readonly tool: string }
  | { readonly kind: 'group'; readonly parts: ReadonlyMap<string, string> };

/** What has been read so far. */
export type Script = {
  readonly cursor: Cursor;
  /** The kinds whose parameters `set` can change. */
  readonly kinds: Kinds;
  readonly calls: ScriptCall[];
  readonly names: Map<string, Named>;
  /** Level of new elements: `$name` or an id; null before the first one. */
  level: string | null;
};

/** Two underscores in a row are reserved for the parts of a group. */
const NAME = /^(?!\w*__)[A-Za-z][A-Za-z0-9_]{0,29}$/;

/** Reads a new name and checks that it is free. Throws ScriptFault. */
export function newName(script: Script): string {
  const token = peek(script.cursor);
  if (token.kind !== 'word' || !NAME.test(token.text)) {
    return refuseNext(script.cursor, ['a name of 1 to 30 letters, digits and _']);
  }
  if (script.names.has(token.text)) refuseTaken(token, token.text);
  take(script.cursor);
  return token.text;
}

function refuseTaken(place: Place, name: string): never {
  throw new ScriptFault(place, `the name ${shown(name)} is taken, want one that is not used yet`, [
    'a new name',
  ]);
}

/** Adds a call under a name that is free. */
export function addCall(script: Script, call: ScriptCall): void {
  script.calls.push(call);
  if (call.as === undefined) return;
  if (script.names.has(call.as)) refuseTaken(call, call.as);
  script.names.set(call.as, { kind: 'result', tool: call.tool });
}

/** The name of one part of a group; no script can write it, since it holds two underscores in a row. */
export function partName(group: string, part: string): string {
  return `${group}__${part}`;
}

/** Names a group: each part is a call, named by `partName`. */
export function addGroup(script: Script, name: string, parts: readonly string[]): void {
  const byPart = new Map(parts.map((part) => [part, partName(name, part)]));
  script.names.set(name, { kind: 'group', parts: byPart });
}

/** `$name`, `$group.part`, or the id of an element, bare or quoted, as an argument of the tools. */
export function reference(script: Script, wanted: string, tools: readonly string[]): string {
  const token = peek(script.cursor);
  if (token.kind === 'text' || (token.kind === 'word' && token.text.includes('_'))) {
    take(script.cursor);
    const id = token.kind === 'text' ? token.value : token.text;
    if (id !== '' && !id.startsWith('$')) return id;
    throw new ScriptFault(token, `got ${shown(token.text)}, want ${wanted}`, [wanted]);
  }
  if (token.kind !== 'reference') return refuseNext(script.cursor, [wanted, 'the id of one']);
  const named = script.names.get(token.name);
  if (named === undefined) return refuseUnknown(script, token, tools);
  take(script.cursor);
  if (named.kind === 'group') {
    const member = token.part === null ? undefined : named.parts.get(token.part);
    const parts = [...named.parts.keys()].map((part) => `$${token.name}.${part}`);
    if (member !== undefined) return checkedResult(script, token, member, tools);
    throw new ScriptFault(
      token,
      `${shown(token.text)} is not one wall, want one of its walls`,
      parts,
    );
  }
  if (token.part !== null) return token.text;
  return checkedResult(script, token, token.name, tools);
}

function checkedResult(
  script: Script,
  token: Place & { readonly text: string },
  name: string,
  tools: readonly string[],
): string {
  const named = script.names.get(name);
  if (named?.kind === 'result' && tools.length > 0 && !tools.includes(named.tool)) {
    const made = named.tool.replace('create_', '').replace('place_', '');
    const wanted = tools.map((tool) => `a ${tool.replace('create_', '').replace('place_', '')}`);
    const message = `${shown(token.text)} is a ${made}, want ${wanted.join(' or ')}`;
    throw new ScriptFault(token, message, wanted);
  }
  return `$${name}`;
}

function refuseUnknown(
  script: Script,
  token: Place & { readonly text: string },
  tools: readonly string[],
): never {
  const usable = [...script.names]
    .filter(
      ([, named]) => named.kind === 'group' || tools.length === 0 || tools.includes(named.tool),
    )
    .map(([name]) => `$${name}`)
    .filter((name) => !name.includes('__'));
  throw new ScriptFault(
    token,
    `nothing before this line is called ${shown(token.text)}`,
    usable.length === 0 ? ['a name given earlier with `as`'] : usable.slice(-20),
  );
}
