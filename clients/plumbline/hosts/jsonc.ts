/** @module jsonc: JSON with comments, changed in place: what is not set stays as it is, to the byte. */

/** A text that is not JSON with comments, or has another form than it must have. */
export class JsoncFault extends Error {}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
type Member = { readonly key: string; readonly value: Node };
/** A value by its place in the text; `tail` is where the next member of an object goes, `comma` whether one is there. */
type Node = { readonly start: number; readonly end: number; readonly value: JsonValue } & (
  | {
      readonly members: readonly Member[];
      readonly tail: number;
      readonly comma: boolean;
    }
  | { readonly members: null }
);

/** The value of a text. Throws JsoncFault. */
export function jsoncValue(text: string): JsonValue {
  return scanned(text).value;
}

/** The text with `value` set at the path of keys; objects on the way are made. Throws JsoncFault. */
export function withJsoncValue(text: string, path: readonly string[], value: JsonValue): string {
  let node = scanned(text.trim() === '' ? '{}' : text);
  const source = text.trim() === '' ? '{}\n' : text;
  for (const [index, key] of path.entries()) {
    if (node.members === null) {
      const where = path.slice(0, index).join('.');
      throw new JsoncFault(`\`${where}\` is no object`);
    }
    const found = node.members.findLast((member) => member.key === key)?.value;
    if (found === undefined) {
      const inner = path
        .slice(index + 1)
        .reduceRight<JsonValue>((held, name) => ({ [name]: held }), value);
      return inserted(source, node, key, inner);
    }
    node = found;
  }
  const indent = indentAt(source, node.start);
  return source.slice(0, node.start) + printed(value, indent) + source.slice(node.end);
}

/** The leading white space of the line at a place. */
function indentAt(text: string, place: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1))?.[0] ?? '';
}

function printed(value: JsonValue, indent: string): string {
  return JSON.stringify(value, null, indent.includes('\t') ? '\t' : 2).replaceAll(
    '\n',
    `\n${indent}`,
  );
}

function inserted(
  text: string,
  node: Node & { readonly members: readonly Member[] },
  key: string,
  value: JsonValue,
): string {
  const [first] = node.members;
  const outer = indentAt(text, node.start);
  const unit = outer.includes('\t') ? '\t' : '  ';
  const indent = first === undefined ? outer + unit : indentAt(text, first.value.start);
  const member = `\n${indent}${JSON.stringify(key)}: ${printed(value, indent)}`;
  const comma = first === undefined || node.comma ? '' : ',';
  // A comment behind the last member stays with it.
  const behind =
    /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*(?=\n))?/.exec(text.slice(node.tail))?.[0] ?? '';
  const rest = text.slice(node.tail + behind.length);
  const closes = /^\s*\}/.test(rest);
  return [
    text.slice(0, node.tail),
    comma,
    behind.trimEnd(),
    member,
    closes ? `\n${outer}${rest.trimStart()}` : rest,
  ].join('');
}

/** Reads a whole text. */
function scanned(text: string): Node {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const fail = (wanted: string): never => {
    const line = text.slice(0, at).split('\n').length;
    throw new JsoncFault(`line ${line}: want ${wanted}`);
  };
  const skip = (): void => {
    const gap = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
    gap.lastIndex = at;
    at += gap.exec(text)?.[0].length ?? 0;
  };
  const taken = (sign: string): boolean => {
    skip();
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };
  const scalar = (): JsonValue => {
    const token = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
    token.lastIndex = at;
    const word = token.exec(text)?.[0] ?? fail('a value');
    try {
      const value: JsonValue = JSON.parse(word);
      at += word.length;
      return value;
    } catch {
      return fail('a value');
    }
  };
  const object = (start: number): Node => {
    const members: Member[] = [];
    let [tail, comma] = [at, false];
    while (!taken('}')) {
      if (members.length > 0 && !comma) fail('a comma or `}`');
      const key = scalar();
      if (typeof key !== 'string') return fail('a name in quotes');
      if (!taken(':')) fail('a colon');
      members.push({ key, value: node() });
      tail = at;
      comma = taken(',');
      if (comma) tail = at;
    }
    const value = Object.fromEntries(members.map((member) => [member.key, member.value.value]));
    return { start, end: at, value, members, tail, comma };
  };
  const list = (start: number): Node => {
    const items: JsonValue[] = [];
    let comma = true;
    while (!taken(']')) {
      if (!comma) fail('a comma or `]`');
      items.push(node().value);
      comma = taken(',');
    }
    return { start, end: at, value: items, members: null };
  };
  const node = (): Node => {
    skip();
    const start = at;
    if (taken('{')) return object(start);
    if (taken('[')) return list(start);
    const value = scalar();
    return { start, end: at, value, members: null };
  };
  const root = node();
  skip();
  if (at < text.length) fail('nothing more');
  return root;
}
