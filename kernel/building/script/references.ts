/** @module references: the names of results, and references to them in later statements. */
import type { NamedElements } from '../../../schemas/plan.ts';
import type { Kinds } from '../kinds/kinds.ts';
import { type Cursor, expect, isWord, peek, refuseNext, second, take } from './cursor.ts';
import { expression, textIn } from './expressions.ts';
import { isTaken, type Named, resultNamed, nameInside, resultNames, spend } from './scope.ts';
import { type Place, ScriptFault, inBackticks } from './script-error.ts';
import type { Token } from './tokens.ts';
import { textOf } from './values.ts';

/** A call to a geometry tool. `as` is the name of its result; `$name` in arguments refers to it. */
export type ScriptCall = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly as?: string;
  readonly line: number;
  readonly column: number;
  /** The loops and parts around it, innermost first; absent outside of them. */
  readonly within?: readonly string[];
};

/** A defined part: its parameters, and the indexes of its body, from after its first brace to its last brace. */
export type Part = {
  readonly parameters: readonly string[];
  readonly from: number;
  readonly to: number;
};

/** Names given by earlier calls, with their elements. */
export type EarlierNames = ReadonlyMap<string, NamedElements>;

/** The state of reading a script. */
export type Script = {
  readonly cursor: Cursor;
  /** The kinds whose parameters `set` can change. */
  readonly kinds: Kinds;
  readonly calls: ScriptCall[];
  readonly parts: Map<string, Part>;
  /** Loops and parts in execution, innermost first, as refusals name them. */
  within: readonly string[];
  /** Parts among them. */
  readonly active: Set<string>;
  /** Full names of calls. */
  readonly call_names: Set<string>;
  /** Elements by the names that earlier calls gave. */
  readonly earlier: EarlierNames;
  /** The closing brace of each opening one, by token. */
  readonly braces: ReadonlyMap<number, number>;
  /** First word of the statement that is read; null outside of statements. */
  statement: string | null;
  /** Level of new elements: `$name`, `@name` or an id; null before the first one. */
  level: string | null;
  /** Statements and blocks so far. */
  readonly count: { statements: number; blocks: number };
};

/** Two underscores in a row are reserved for the parts of a group. */
const NAME = /^(?!\w*__)[A-Za-z][A-Za-z0-9_]{0,29}$/;

/** Reads a new name and checks that it is free. Throws ScriptFault. */
export function newName({ cursor }: Pick<Script, 'cursor'>): string {
  const token = peek(cursor);
  const name = anyName(cursor);
  if (isTaken(cursor.scope, name)) refuseTaken(token, name);
  return name;
}

function refuseTaken(place: Place, name: string): never {
  throw new ScriptFault(
    place,
    `the name ${inBackticks(name)} is taken, expected a name that is not in use`,
    ['a new name'],
  );
}

/** Reads a word that is a valid name, in use or not. Throws ScriptFault. */
export function anyName(cursor: Cursor): string {
  const token = peek(cursor);
  if (token.kind !== 'word' || !NAME.test(token.text)) {
    return refuseNext(cursor, ['a name of 1 to 30 letters, digits and _']);
  }
  take(cursor);
  return token.text;
}

/** Part of the full names of results in an unnamed block, which no script can write. */
export const UNNAMED = '____';

/** The name of a call as scripts write it (`rows.2.w`); null if no script can write it. */
export function writtenName({ tool, as = '' }: Pick<ScriptCall, 'tool' | 'as'>): string | null {
  const hidden = as.includes(UNNAMED) || (tool === 'create_level' && /^level__\d+$/.test(as));
  return as === '' || hidden ? null : as.replaceAll(/__(?!_)/g, '.');
}

/** Statements of one script, counted each time that they are executed. */
export const MAX_STATEMENTS = 2000;

/** Counts a statement, or a call in a block. Throws ScriptFault beyond the limit. */
export function countStatement(script: Script, place: Place): void {
  script.count.statements += 1;
  if (script.count.statements <= MAX_STATEMENTS) return;
  throw new ScriptFault(
    place,
    `the script has more than ${MAX_STATEMENTS} statements: split it into several scripts`,
    ['the end of the script'],
  );
}

/** The name of a result in calls of tools, unique in the script. */
export function fullName({ cursor }: Script, name: string): string {
  return `${cursor.scope.prefix}${name}`;
}

/** Adds a call under its full name, if it has one. Throws ScriptFault for a name in use. */
export function addCall(script: Script, call: Omit<ScriptCall, 'within'>): void {
  const { within, call_names } = script;
  if (call.as !== undefined && call_names.has(call.as)) refuseTaken(call, call.as);
  if (call.as !== undefined) call_names.add(call.as);
  script.calls.push(within.length === 0 ? call : { ...call, within });
}

/** Names the result of a call that was added under its full name. */
export function nameResult(script: Script, name: string, tool: string): void {
  const ref = `$${fullName(script, name)}`;
  script.cursor.scope.names.set(name, { kind: 'result', tool, ref });
}

/** Names the result of a call that created or placed a group; the names of its elements follow its own. */
export function namePlacement(script: Script, name: string, group: Named | null): void {
  const { scope } = script.cursor;
  // A placement of a placement refers to the group, so there are no chains to follow
  const first = group?.kind === 'result' ? group.inside?.of : null;
  const of = first?.kind === 'result' && first.inside !== undefined ? first : group;
  const ref = `$${fullName(script, name)}`;
  scope.names.set(name, { kind: 'result', tool: 'create_group', ref, inside: { of, scope } });
}

/** The full name of one part of a group; no script can write it, since it contains two underscores in a row. */
export function partName(group: string, part: string): string {
  return `${group}__${part}`;
}

/** Names several walls, each by its part. */
export function nameWalls(script: Script, name: string, parts: readonly string[]): void {
  const members = parts.map((part): [string, Named] => {
    const ref = `$${partName(fullName(script, name), part)}`;
    return [part, { kind: 'result', tool: 'create_wall', ref }];
  });
  script.cursor.scope.names.set(name, { kind: 'group', of: 'walls', members: new Map(members) });
}

/** Returns whether the next token can be a reference to an element. */
export function startsReference(cursor: Cursor): boolean {
  const { kind } = peek(cursor);
  return kind === 'reference' || kind === 'named';
}

/**
 * `$name`, `$group.part`, `@name`, or the id of an element, bare or quoted, as an argument of the tools. The kind of a
 * result is checked here; the kind of an id or `@name` is checked by the tool.
 */
export function reference(script: Script, expected: string, tools: readonly string[]): string {
  const { cursor } = script;
  const token = peek(cursor);
  if (token.kind === 'named') return elementReference(cursor, token);
  if (token.kind === 'text' || (token.kind === 'word' && token.text.includes('_'))) {
    take(cursor);
    const id = token.kind === 'text' ? textIn(cursor, token) : token.text;
    if (id !== '' && !id.startsWith('$')) return id;
    throw new ScriptFault(token, `found ${inBackticks(token.text)}, expected ${expected}`, [
      expected,
    ]);
  }
  if (token.kind !== 'reference') return refuseNext(cursor, [expected, 'the id of one']);
  return refOf(resolve(script, tools), token, tools);
}

/** `@name` as an argument of tools. */
function elementReference(
  cursor: Cursor,
  token: Extract<Token, { readonly kind: 'named' }>,
): string {
  take(cursor);
  return `@${textIn(cursor, token)}`;
}

/** Reads a reference to one element or to several under one name. Throws ScriptFault. */
export function readNamed(script: Script): Named {
  const { cursor } = script;
  const token = peek(cursor);
  if (token.kind === 'named') {
    return { kind: 'result', tool: null, ref: elementReference(cursor, token) };
  }
  return resolve(script, []).named;
}

/** A reference: its elements, and its text in the script. */
type Resolved = { readonly named: Named; readonly written: string };

/** Follows `$name` and its parts, also calculated ones: `$name.south`, `$name.{i}`. */
function resolve(script: Script, tools: readonly string[]): Resolved {
  const { cursor } = script;
  const token = take(cursor);
  if (token.kind !== 'reference') return refuseNext(cursor, ['a name such as $wall']);
  const own = resultNamed(cursor.scope, token.name);
  const before = own === undefined ? script.earlier.get(token.name) : undefined;
  if (before !== undefined) return resolveEarlier(before, token, partsOf(cursor, token));
  if (own === undefined) return refuseUnknown(script, token, tools);
  let at: Resolved = { named: own, written: `$${token.name}` };
  for (const part of partsOf(cursor, token)) {
    at = { named: member(script, at, part, token), written: `${at.written}.${part}` };
  }
  return at;
}

/** The names of earlier calls that tokens of a statement refer to. */
export function earlierIn(script: Script, from: number): Named | null {
  const { cursor, earlier } = script;
  const members = new Map<string, Named>();
  for (const token of cursor.tokens.slice(from, cursor.at)) {
    if (token.kind !== 'reference' || resultNamed(cursor.scope, token.name) !== undefined) continue;
    const elements = earlier.get(token.name);
    const named = elements === undefined ? null : tree(elements);
    if (named !== null) members.set(token.name, named);
  }
  return members.size === 0 ? null : { kind: 'result', tool: null, ref: '', members };
}

type ReferenceToken = Extract<Token, { readonly kind: 'reference' }>;

/** The parts after a name, as they are read. */
function* partsOf(cursor: Cursor, token: ReferenceToken): Generator<string> {
  yield* token.parts;
  for (let part = partNext(cursor, false); part !== null; part = partNext(cursor, true)) yield part;
}

/** The elements of a name from an earlier call, or of a part of it. Throws ScriptFault if no such element exists. */
function resolveEarlier(
  elements: NamedElements,
  token: ReferenceToken,
  parts: Iterable<string>,
): Resolved {
  let written = `$${token.name}`;
  let within = elements;
  for (const part of parts) {
    const inside = insideOf(within).get(part);
    if (inside === undefined && within.size > 0) refuseMember({ within, written }, part, token);
    within = inside ?? within;
    written = `${written}.${part}`;
  }
  const named = tree(within);
  if (named !== null) return { named, written };
  throw new ScriptFault(
    token,
    elements.size === 0
      ? `the last call that gave the name ${inBackticks(`$${token.name}`)} kept no elements for later calls`
      : `the elements that an earlier call named ${inBackticks(written)} are no longer on the branch`,
    ['a name of existing elements'],
  );
}

/** Elements by the first word of their parts (`south`, `2` of `2.view`), and within that by the rest. */
function insideOf(elements: NamedElements): ReadonlyMap<string, NamedElements> {
  const inside = new Map<string, Map<string, string | null>>();
  for (const [part, id] of elements) {
    if (part === '') continue;
    const [first = '', ...rest] = part.split('.');
    const own = inside.get(first) ?? new Map<string, string | null>();
    inside.set(first, own.set(rest.join('.'), id));
  }
  return inside;
}

/**
 * Elements by part as nested names. Elements that no longer exist are left out, together with the other fields of their
 * answer. Null if nothing is left.
 */
function tree(elements: NamedElements): Named | null {
  const ref = elements.get('');
  if (ref === null) return null;
  const members = new Map<string, Named>();
  for (const [part, own] of insideOf(elements)) {
    const named = tree(own);
    if (named !== null) members.set(part, named);
  }
  if (ref !== undefined) return { kind: 'result', tool: null, ref, members };
  return members.size === 0 ? null : { kind: 'group', of: 'block', members };
}

/** Refuses a part that an earlier call has not named. */
function refuseMember(
  { within, written }: { readonly within: NamedElements; readonly written: string },
  part: string,
  place: Place,
): never {
  const named = tree(within);
  const members = [...(named?.members?.keys() ?? [])].map((one) => `${written}.${one}`);
  const whole = named?.kind === 'result' ? [written] : [];
  throw new ScriptFault(
    place,
    `no earlier call has given the name ${inBackticks(`${written}.${part}`)}`,
    [...whole, ...members].slice(0, MAX_OFFERED),
  );
}

/** A calculated part, `.{i}`, or a part written after one; null if no part follows. */
function partNext(cursor: Cursor, behind: boolean): string | null {
  const token = peek(cursor);
  if (behind && token.kind === 'number' && token.text.startsWith('.')) {
    return take(cursor).text.slice(1);
  }
  const after = second(cursor);
  const follows = isWord(after, '{') || (behind && after.kind === 'word');
  if (!isWord(token, '.') || !follows) return null;
  take(cursor);
  if (take(cursor).kind === 'word') return after.text;
  const value = expression(cursor, 'the number of a part');
  expect(cursor, '}');
  return textOf(value) ?? '';
}

/** A part of a group, an element of a placement, or a field of a tool's answer. */
function member(script: Script, { named, written }: Resolved, part: string, place: Place): Named {
  if (named.kind === 'group') {
    const found = named.members.get(part);
    if (found !== undefined) return found;
    return refuseGroup({ named, written: `${written}.${part}` }, written, place);
  }
  const like = named.inside === undefined ? undefined : nameInside(named.inside, part);
  if (like !== undefined) return counterpart(script, like, { ref: named.ref, place });
  if (named.members === undefined) {
    return { kind: 'result', tool: null, ref: `${named.ref}.${part}` };
  }
  const found = named.members.get(part);
  if (found !== undefined) return found;
  throw new ScriptFault(
    place,
    `no earlier call has given the name ${inBackticks(`${written}.${part}`)}`,
    [written, ...[...named.members.keys()].map((one) => `${written}.${one}`)].slice(0, MAX_OFFERED),
  );
}

/** The elements of a placement that correspond to elements of the first one, under the same names. Throws ScriptFault. */
function counterpart(
  { cursor }: Script,
  like: Named,
  { ref, place }: { readonly ref: string; readonly place: Place },
): Named {
  const all = (members: ReadonlyMap<string, Named>): ReadonlyMap<string, Named> =>
    new Map([...members].map(([key, one]) => [key, inPlacement(one)] as const));
  const inPlacement = (named: Named): Named => {
    spend(cursor.meter, 1, place);
    if (named.kind === 'group') return { ...named, members: all(named.members) };
    const { tool, ref: own, members } = named;
    if (own.startsWith('@')) {
      const why = `${inBackticks(own)} is the name of one element, expected a name of the script`;
      throw new ScriptFault(place, why, ['a name given with `as`']);
    }
    const there = { kind: 'result', tool, ref: `${ref}.${own.replace('$', '')}` } as const;
    return members === undefined ? there : { ...there, members: all(members) };
  };
  return inPlacement(like);
}

/** Members that a refusal lists. */
const MAX_OFFERED = 20;

function refuseGroup({ named, written }: Resolved, group: string, place: Place): never {
  const members = named.kind === 'group' ? [...named.members.keys()] : [];
  const walls = named.kind === 'group' && named.of === 'walls';
  throw new ScriptFault(
    place,
    walls
      ? `${inBackticks(written)} is not one wall, expected one of its walls`
      : `${inBackticks(written)} is not a result, expected a name that is given in the block`,
    members.length === 0
      ? ['a name that is given in it']
      : members.slice(0, MAX_OFFERED).map((part) => `${group}.${part}`),
  );
}

function refOf(
  { named, written }: Resolved,
  token: Place & { readonly text: string },
  tools: readonly string[],
): string {
  if (named.kind === 'group') return refuseGroup({ named, written }, written, token);
  const { tool, ref } = named;
  if (tool !== null && tools.length > 0 && !tools.includes(tool)) {
    const expected = tools.map((one) => `a ${kindOf(one)}`);
    const message = `${inBackticks(token.text)} is a ${kindOf(tool)}, expected ${expected.join(' or ')}`;
    throw new ScriptFault(token, message, expected);
  }
  return ref;
}

function kindOf(tool: string): string {
  return tool.replace('create_', '').replace('place_', '');
}

function refuseUnknown(
  { cursor }: Script,
  token: Place & { readonly text: string },
  tools: readonly string[],
): never {
  const usable = [...resultNames(cursor.scope)]
    .filter(([, named]) => isUsable(named, tools))
    .map(([name]) => `$${name}`);
  throw new ScriptFault(
    token,
    `nothing before this line is called ${inBackticks(token.text)}, and no change that you have committed on this branch has given this name (dry runs and pending changes give none); an id, or \`@\` and the name of an element, is also accepted`,
    usable.length === 0 ? ['a name given earlier with `as`'] : usable.slice(-MAX_OFFERED),
  );
}

function isUsable(named: Named, tools: readonly string[]): boolean {
  if (named.kind === 'group' || tools.length === 0 || named.tool === null) return true;
  return tools.includes(named.tool);
}
