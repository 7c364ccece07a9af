/** @module input-shape: finds where a tool's input accepts unknown members or has no bound, at any schema level. */
import type { Schema } from '../contracts/contract.ts';
import { isJsonObject } from '../contracts/schema-strings.ts';

/**
 * `open`: the first place at any level that accepts unknown members. `unbounded`: the first direct member of the input
 * without an upper bound; deeper members are bounded by the size of the whole input. Empty if nothing is found.
 */
export type InputFaults = { readonly open: string; readonly unbounded: string };

/** Deepest accepted nesting of schemas; no tool needs a deeper input. */
const DEPTH_MAX = 64;

/** Walks an untrusted schema. Encoded files need no bound either: the size of the whole input bounds them. */
export function inputFaults(root: Schema): InputFaults {
  const walk: Walk = { root, followed: new Set(), open: [], unbounded: [] };
  visit(root, { name: 'input', level: 0, depth: 0 }, walk);
  return { open: walk.open[0] ?? '', unbounded: walk.unbounded[0] ?? '' };
}

type Walk = {
  readonly root: Schema;
  readonly followed: Set<string>;
  readonly open: string[];
  readonly unbounded: string[];
};

/** `level`: depth in members of the input; `depth`: depth in nested schemas. */
type Place = { readonly name: string; readonly level: number; readonly depth: number };

function visit(schema: unknown, place: Place, walk: Walk): void {
  if (schema === false) return;
  if (place.depth > DEPTH_MAX) {
    walk.open.push(`\`${place.name}\` nests more than ${DEPTH_MAX} levels`);
    return;
  }
  const own = isJsonObject(schema) ? schema : {};
  if ('enum' in own || 'const' in own) return;
  const reference = own['$ref'];
  if (typeof reference === 'string') {
    follow(reference, place, walk);
    return;
  }
  const types = [own['type'] ?? []].flat();
  if (types.length === 0) {
    visitCombined(own, place, walk);
    return;
  }
  if (types.includes('object')) visitObject(own, place, walk);
  if (types.includes('array')) visitList(own, place, walk);
  const text =
    types.includes('string') &&
    own['maxLength'] === undefined &&
    own['contentEncoding'] === undefined;
  const list = types.includes('array') && own['maxItems'] === undefined;
  if (place.level === 1 && (text || list)) walk.unbounded.push(`\`${place.name}\` has no bound`);
}

/** A schema without a type is judged by its alternatives; without alternatives it accepts any value. */
function visitCombined(own: Schema, place: Place, walk: Walk): void {
  const alternatives = own['anyOf'] ?? own['oneOf'];
  if (!Array.isArray(alternatives) || alternatives.length === 0) {
    walk.open.push(`\`${place.name}\` takes any value`);
    return;
  }
  for (const one of alternatives) visit(one, { ...place, depth: place.depth + 1 }, walk);
}

function visitObject(own: Schema, place: Place, walk: Walk): void {
  const others = own['additionalProperties'] ?? own['unevaluatedProperties'];
  if (others === undefined || others === true) {
    walk.open.push(`additionalProperties of \`${place.name}\` is not false`);
  } else {
    visit(others, below(place, '*'), walk);
  }
  for (const word of ['properties', 'patternProperties']) {
    const members = own[word];
    if (!isJsonObject(members)) continue;
    for (const [name, member] of Object.entries(members)) visit(member, below(place, name), walk);
  }
}

function visitList(own: Schema, place: Place, walk: Walk): void {
  const first = own['prefixItems'];
  if (Array.isArray(first)) for (const item of first) visit(item, below(place, '[]'), walk);
  visit(own['items'], below(place, '[]'), walk);
}

/** Follows a local `$ref`; each reference is followed once. */
function follow(reference: string, place: Place, walk: Walk): void {
  if (walk.followed.has(reference)) return;
  walk.followed.add(reference);
  let target: unknown = reference.startsWith('#') ? walk.root : undefined;
  for (const part of reference.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isJsonObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
  }
  visit(target, { ...place, depth: place.depth + 1 }, walk);
}

function below({ name, level, depth }: Place, member: string): Place {
  const path = level === 0 ? member : `${name}.${member}`;
  return { name: path.slice(0, 200), level: level + 1, depth: depth + 1 };
}
