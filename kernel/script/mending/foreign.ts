/** @module foreign: how other languages write what a script writes otherwise, as rules for one line. */

/** A pattern, and what stands there in a script. */
type Rule = readonly [RegExp, string];

/** A value without brackets, commas and semicolons in it. */
const VALUE = String.raw`([^,;()]+?)`;
const TITLED = 'level|room|material|type (?:wall|floor|roof|door|window)';

/** Loops: C and JavaScript, Python, Rust and Swift, BASIC and Lua. */
const LOOPS: readonly Rule[] = [
  [
    new RegExp(
      String.raw`\bfor\s*\(\s*(?:let |var |int |const )?\s*(\w+)\s*=\s*${VALUE}\s*;\s*\1\s*<(?!=)\s*${VALUE}\s*;[^){]*\)`,
      'gu',
    ),
    'for $1 in $2..$3',
  ],
  [
    new RegExp(
      String.raw`\bfor\s*\(\s*(?:let |var |int |const )?\s*(\w+)\s*=\s*${VALUE}\s*;\s*\1\s*<=\s*${VALUE}\s*;[^){]*\)`,
      'gu',
    ),
    'for $1 in $2..$3 + 1',
  ],
  [/\bin\s+range\(\s*([^,()]+?)\s*\)/gu, 'in 0..$1'],
  [/\bin\s+range\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)/gu, 'in $1..$2'],
  [
    /\bfor\s*\(\s*(?:(?:let|const|var)\s+)?(\w+)\s+(?:of|in)\s+([^{]+?)\s*\)\s*\{/gu,
    'for $1 in $2 {',
  ],
  [/\.\.=\s*([\w.]+)/gu, '..$1 + 1'],
  [/\.\.<\s*(?=[\w(])/gu, '..'],
  [/\bfor\s+(\w+)\s*=\s*([\w.]+)\s*(?:to|,)\s*([\w.]+)/gu, 'for $1 in $2..$3 + 1'],
];

/** Texts in other quotes, and values put into them. */
const TEXTS: readonly Rule[] = [
  [/[“”„«»]/gu, '"'],
  [/'([^'"]*)'/gu, '"$1"'],
  [/`([^`"]*)`/gu, '"$1"'],
  [/\bf"/gu, '"'],
  [/\$(?=\{[^}"]*\}[^"]*")/gu, ''],
  [/"([^"]*)"\s*(?:\+|\.\.|&)\s*\(([^()"]*[A-Za-z][^()"]*)\)/gu, '"$1{$2}"'],
  [/"([^"]*)"\s*(?:\+|\.\.|&)\s*([A-Za-z][\w.]*)/gu, '"$1{$2}"'],
  [/\bcolou?r\s+"?#?([0-9a-f]{6})\b"?/giu, 'colour "#$1"'],
  [/\bprofile\s+([A-Za-z]*\s?\d[\w.]*)/gu, 'profile "$1"'],
];

/** Points as lists, objects and with a height; arrows between them. */
const POINTS: readonly Rule[] = [
  [/\[\s*([^[\],]+),\s*([^[\],]+)(?:,\s*[^[\],]+)?\]/gu, '($1, $2)'],
  [/\{\s*"?x"?\s*:\s*([^,{}]+),\s*"?y"?\s*:\s*([^,{}]+)(?:,[^{}]*)?\}/gu, '($1, $2)'],
  [/\(\s*x\s*[=:]\s*([^,()]+),\s*y\s*[=:]\s*([^,()]+)\)/gu, '($1, $2)'],
  [/\(\s*([^,()]+),\s*([^,()]+),\s*[^,()]+\)/gu, '($1, $2)'],
  [/\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)/gu, '($1, $2)'],
  [/\)\s*(?:->|=>|→|-)\s*\(/gu, ') to ('],
  [/\b(-?[\d.]+) (-?[\d.]+) to (-?[\d.]+) (-?[\d.]+)/gu, '($1, $2) to ($3, $4)'],
];

/** Names: of several words, with hyphens, in quotes; given before an equals sign. */
const NAMES: readonly Rule[] = [
  [/^(\s*)(?:const|var|let mut|local|my|int|float|double|auto|def)\s+(\w+)\s*:?=/gu, '$1let $2 ='],
  [/^(\s*)\$?(\w+)\s*:?=\s*/gu, '$1let $2 = '],
  [
    new RegExp(
      String.raw`\b(${TITLED})\s+([A-Za-z][\w-]*(?:\s+[\w-]+)+?)(?=\s+(?:at|rect|colou?r|layers|size|frame)\b|\s*\()`,
      'gu',
    ),
    '$1 "$2"',
  ],
  [/\bas\s+\$(\w+)/gu, 'as $1'],
  [/\bas\s+"?([A-Za-z]\w*)[\s-]+(\w+)"?[\s-]+(\w+)"?\s*$/gu, 'as $1_$2_$3'],
  [/\bas\s+"?([A-Za-z]\w*)[\s-]+(\w+)"?\s*$/gu, 'as $1_$2'],
  [/\bas\s+"(\w+)"/gu, 'as $1'],
  [/\$\{(\w+)\}/gu, '$$$1'],
  [/^(\s*)\$([\w.]+)\.(\w+)\s*=\s*/gu, '$1set $$$2 $3 '],
  [/\bset\s+([$@][\w.]+)\.(\w+)\s*=/gu, 'set $1 $2 ='],
  [/^(\s*)(?:def|function|func|fn|module|macro)\s+(\w+\s*\([^)]*\))/gu, '$1part $2'],
];

/** Numbers: units of other spellings, signs for degrees, circle numbers. */
const NUMBERS: readonly Rule[] = [
  [/(\d)\s*(?:metres?|meters?)\b/giu, '$1m'],
  [/(\d)\s*(?:millimetres?|millimeters?)\b/giu, '$1mm'],
  [/(\d)\s*(?:centimetres?|centimeters?)\b/giu, '$1cm'],
  [/(\d)\s*(?:°|º|degrees?\b)/giu, '$1deg'],
  [/(\d) (mm|cm|m|ft|deg)\b/gu, '$1$2'],
  [/(-?)\b(?:math\.)?pi\s*\/\s*2\b/giu, '$190'],
  [/(-?)\b(?:math\.)?pi\s*\/\s*4\b/giu, '$145'],
  [/(-?)\b(?:math\.)?pi\b/giu, '$1180'],
  [/(\d),(\d+)(?=\s*(?:m|mm|cm)\b)/gu, '$1.$2'],
];

/** Comments, fences of Markdown, and a call with its arguments in brackets. */
const FRAMES: readonly Rule[] = [
  [/^\s*(?:--|%|REM\b|\/\*|\*\/|\*)/gu, '# '],
  [/\/\*(.*?)\*\//gu, ''],
  [/^(\s*[a-z]+)\s*\((.*)\)\s*$/gu, '$1 $2'],
  [/^(\s*(?:add|create|make|place|draw|build)_?)([a-z]+\b)/gu, '$2'],
  [/\bin\s+(\S+)\s+at\s+position\b/gu, 'in $1 at'],
  [/^(\s*(?:door|window|opening))\s+at\s+(\S+)\s+in\s+(\S+)/gu, '$1 in $3 at $2'],
  [/^(\s*room\s+(?:"[^"]*"|[^\s(]+))\s*(?=\()/gu, '$1 at '],
  [/^(\s*room)\s+(\([^()]*\))\s+("[^"]*"|\w+)/gu, '$1 $3 at $2'],
  [/^(\s*floor\b.*?)((?:\s+(?:thickness|type|name)\s+\S+)+)(\s+hole\s.*)$/gu, '$1$3$2'],
  [/^(\s*roof\b.*?)\s+(flat|shed|gable|hip|mansard)\b/gu, '$1 type $2'],
  [/^(\s*)copy\s+([$@].*?\s+by\s+.*)$/gu, '$1move $2 copy'],
  [/^(\s*)(?:rotate)\b/gu, '$1turn'],
  [/^(\s*)set\s+(\S+)\s+"?([PQ](?:set|to)_\w+)"?[.\s]\s*/gu, '$1properties $2 $3 '],
];

/** The rules, those first that change the most. */
const RULES: readonly Rule[] = [
  [/^\s*```.*$/gu, ''],
  ...LOOPS,
  ...TEXTS,
  ...NUMBERS,
  ...POINTS,
  ...NAMES,
  ...FRAMES,
];

/** Longer lines are not rewritten, and none with wider gaps in texts: rules would try where each gap ends in all ways. */
const LINE_MOST = 500;
const GAPS = /\S\s{4}/u;

/** A line with single blanks behind its indentation, outside of texts; null where it is too long to be rewritten. */
function narrowed(line: string): string | null {
  if (line.length > LINE_MOST) return null;
  const narrow = line.replaceAll(/"[^"]*"|(?<=\S)\s+/gu, (text) =>
    text.startsWith('"') ? text : ' ',
  );
  return GAPS.test(narrow) ? null : narrow;
}

/** What a line may have been meant to be, where another language was in mind. */
export function* asForeign(whole: string): Generator<string> {
  const line = narrowed(whole);
  if (line === null) return;
  for (const [pattern, meant] of RULES) {
    const other: string = line.replaceAll(pattern, meant);
    if (other !== line) yield other;
  }
}

/** First words of blocks that indentation ends, or a word of its own. */
const HEAD = /^(\s*)(for|part|def|function)\b(.*?)\s*(?::|\bdo\b)?\s*$/u;
const TAIL = /^\s*(?:end|done|next|endfor|next \w+|end for|end;)\s*$/u;

/** The lines with braces around the block that is indented below a line; null where none is. */
export function withBraces(lines: readonly string[], head: number): readonly string[] | null {
  const [, indent = '', word = '', rest = ''] = HEAD.exec(narrowed(lines[head] ?? '') ?? '') ?? [];
  if (word === '' || /\{\s*$/u.test(lines[head] ?? '')) return null;
  let last = head;
  for (let at = head + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if ((/^\s*/u.exec(line)?.[0].length ?? 0) <= indent.length) break;
    last = at;
  }
  if (last === head) return null;
  const made = lines.slice();
  made[head] = `${indent}${word}${rest} {`;
  if (TAIL.test(lines[last + 1] ?? '')) made[last + 1] = `${indent}}`;
  else made[last] = `${lines[last] ?? ''} }`;
  return made;
}
