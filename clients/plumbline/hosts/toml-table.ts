/** @module toml-table: one table of a TOML file with keys set in it; everything else stays as it is, to the byte. */

/** A text in which a key cannot be set without understanding more of TOML than this does. */
export class TomlFault extends Error {}

/** The text with `values` (TOML by key) set in the table `name`, which is added at the end where there is none. */
export function withTomlTable(
  text: string,
  name: string,
  values: Readonly<Record<string, string>>,
): string {
  const lines = text.split('\n');
  const apart = lines.find((line) =>
    Object.keys(values).some((key) => headerOf(line) === `${name}.${key}`),
  );
  if (apart !== undefined) throw new TomlFault(`there is a table of its own: ${apart.trim()}`);
  const header = lines.findIndex((line) => headerOf(line) === name);
  if (header < 0) {
    const table = [
      `[${name}]`,
      ...Object.entries(values).map(([key, value]) => `${key} = ${value}`),
    ];
    const before = text.trimEnd();
    return `${before === '' ? '' : `${before}\n\n`}${table.join('\n')}\n`;
  }
  const after = lines.findIndex((line, index) => index > header && headerOf(line) !== null);
  const end = after < 0 ? lines.length : after;
  const table = lines.slice(header + 1, end);
  for (const [key, value] of Object.entries(values)) {
    const at = table.findIndex((line) => new RegExp(`^\\s*"?${key}"?\\s*=`).test(line));
    const line = `${key} = ${value}`;
    if (at < 0) table.splice(table.findLastIndex((one) => one.trim() !== '') + 1, 0, line);
    else if (isWhole(table[at] ?? '')) table[at] = line;
    else throw new TomlFault(`\`${key}\` of [${name}] goes over several lines`);
  }
  return [...lines.slice(0, header + 1), ...table, ...lines.slice(end)].join('\n');
}

/** A text, a list of texts or a table of texts, in TOML. */
export function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return tomlText(value);
  const pairs = Object.entries(value).map(([key, held]) => `${key} = ${tomlValue(held)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** A basic string, number or boolean. TOML has the escapes of JSON and, unlike it, takes no raw U+007F. */
function tomlText(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

/** The texts by name in an inline table `field` of the table `name`; none where it is not there, or of another form. */
export function tomlTexts(
  text: string,
  name: string,
  field: string,
): Readonly<Record<string, string>> {
  const lines = text.split('\n');
  const header = lines.findIndex((line) => headerOf(line) === name);
  if (header < 0) return {};
  const after = lines.findIndex((line, index) => index > header && headerOf(line) !== null);
  const table = lines.slice(header + 1, after < 0 ? lines.length : after);
  const line = table.find((one) => new RegExp(`^\\s*"?${field}"?\\s*=`).test(one)) ?? '';
  const pairs = line
    .slice(line.indexOf('=') + 1)
    .matchAll(/"?([\w-]+)"?\s*=\s*(?:("(?:[^"\\]|\\.)*")|'([^']*)')/g);
  return Object.fromEntries(
    Array.from(pairs, ([, key = '', quotedText, plain = '']) => [
      key,
      quotedText === undefined ? plain : String(JSON.parse(quotedText)),
    ]),
  );
}

/** The name of the table that a line begins, null for any other line. */
function headerOf(line: string): string | null {
  const name = /^\s*\[+\s*([^\]]*?)\s*\]+\s*(?:#.*)?$/.exec(line)?.[1];
  return name?.replaceAll(/["'\s]/g, '') ?? null;
}

/** Whether a value ends on its line and nothing follows it. */
function isWhole(line: string): boolean {
  const value = line.slice(line.indexOf('=') + 1).trim();
  return (
    /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]#]*\]|\{[^}#]*\})$/.test(value) &&
    !/^(?:"""|''')/.test(value)
  );
}
