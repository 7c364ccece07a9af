/** @module input-shape: where the input of a tool is open or unbounded, at any level of its schema. */
import type { Schema } from '../contracts/contract.ts';

/**
 * The first place at any level that lets unknown members in, and the first member of the input without an upper bound:
 * what lies deeper is bounded by the size of the whole input. Empty where there is none.
 */
export type InputFaults = { readonly open: string; readonly unbounded: string };

/** Deeper schemas are at fault: no input of a tool is read as deep. */
const DEPTH_MAX = 64;

/** Walks a schema that may be anyone's. Encoded files are bounded by the size of the whole input too. */
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

/** `level`: how many members deep; `depth`: how many schemas deep. */
type Place = { readonly name: string; readonly level: number; readonly depth: number };

function visit(schema: unknown, place: Place, walk: Walk): void {
  if (schema === false) return;
  if (place.depth > DEPTH_MAX) {
    walk.open.push(`\`${place.name}\` nests more than ${DEPTH_MAX} levels`);
    return;
  }
  const said = isSchema(schema) ? schema : {};
  if ('enum' in said || 'const' in said) return;
  const reference = said['$ref'];
  if (typeof reference === 'string') {
    follow(reference, place, walk);
    return;
  }
  const types = [said['type'] ?? []].flat();
  if (types.length === 0) {
    visitCombined(said, place, walk);
    return;
  }
  if (types.includes('object')) visitObject(said, place, walk);
  if (types.includes('array')) visitList(said, place, walk);
  const text =
    types.includes('string') &&
    said['maxLength'] === undefined &&
    said['contentEncoding'] === undefined;
  const list = types.includes('array') && said['maxItems'] === undefined;
  if (place.level === 1 && (text || list)) walk.unbounded.push(`\`${place.name}\` has no bound`);
}

/** What has no type of its own is what its alternatives are; without alternatives it is anything. */
function visitCombined(said: Schema, place: Place, walk: Walk): void {
  const alternatives = said['anyOf'] ?? said['oneOf'];
  if (!Array.isArray(alternatives) || alternatives.length === 0) {
    walk.open.push(`\`${place.name}\` takes any value`);
    return;
  }
  for (const one of alternatives) visit(one, { ...place, depth: place.depth + 1 }, walk);
}

function visitObject(said: Schema, place: Place, walk: Walk): void {
  const others = said['additionalProperties'] ?? said['unevaluatedProperties'];
  if (others === undefined || others === true) {
    walk.open.push(`additionalProperties of \`${place.name}\` is not false`);
  } else {
    visit(others, below(place, '*'), walk);
  }
  for (const word of ['properties', 'patternProperties']) {
    const members = said[word];
    if (!isSchema(members)) continue;
    for (const [name, member] of Object.entries(members)) visit(member, below(place, name), walk);
  }
}

function visitList(said: Schema, place: Place, walk: Walk): void {
  const first = said['prefixItems'];
  if (Array.isArray(first)) for (const item of first) visit(item, below(place, '[]'), walk);
  visit(said['items'], below(place, '[]'), walk);
}

/** Follows a reference within the schema, each once. */
function follow(reference: string, place: Place, walk: Walk): void {
  if (walk.followed.has(reference)) return;
  walk.followed.add(reference);
  let target: unknown = reference.startsWith('#') ? walk.root : undefined;
  for (const part of reference.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isSchema(target) && Object.hasOwn(target, name) ? target[name] : undefined;
  }
  visit(target, { ...place, depth: place.depth + 1 }, walk);
}

function below({ name, level, depth }: Place, member: string): Place {
  const path = level === 0 ? member : `${name}.${member}`;
  return { name: path.slice(0, 200), level: level + 1, depth: depth + 1 };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
