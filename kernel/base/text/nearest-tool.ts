/** @module nearest-tool: finds the tool that an unknown name most probably means, for the hints of refusals. */
import { editDistance } from './edit-distance.ts';
import { nearest } from './nearest.ts';

/** Verbs with the same meaning. */
const VERBS: readonly (readonly string[])[] = [
  'create add place insert make new draw put build',
  'delete remove erase discard destroy',
  'modify change set edit update rename',
  'move shift translate',
  'copy duplicate clone',
  'get show read describe',
  'query list find search filter',
  'check validate verify lint test',
  'export save write download',
  'import load open upload',
  'run execute start',
  'undo revert',
].map((verbs) => verbs.split(' '));

/** Other words for the objects of tools. */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ['slab', 'floor'],
  ['storey', 'level'],
  ['space', 'room'],
  ['pillar', 'column'],
]);

/** Words that stand for every kind of element, or for each of its values. */
const GENERAL: ReadonlySet<string> = new Set(['element', 'parameter']);

type Words = { readonly verb: string; readonly nouns: readonly string[] };

/** The verb of a name, by default its first word, and its other words in the singular. */
function wordsOf(name: string): Words {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const [first = ''] = words;
  const verb =
    meaningOf(first) >= 0 ? first : (words.find((word) => meaningOf(word) >= 0) ?? first);
  const nouns = words.toSpliced(words.indexOf(verb), 1).map((word) => word.replace(/s$/, ''));
  return { verb, nouns: nouns.map((noun) => OBJECTS.get(noun) ?? noun) };
}

/** The number of a verb's meaning; -1 for an unknown verb. */
function meaningOf(verb: string): number {
  return VERBS.findIndex((verbs) => verbs.includes(verb));
}

function isOtherAction(a: Words, b: Words): boolean {
  const [first, second] = [meaningOf(a.verb), meaningOf(b.verb)];
  return first >= 0 && second >= 0 && first !== second;
}

/** Score of a tool for the meaning of a name: the same action on the same object first; 0 for another meaning. */
function scoreOf(wanted: Words, tool: Words): number {
  if (isOtherAction(wanted, tool)) return 0;
  const isSame = wanted.verb === tool.verb;
  const isSimilar = isSame || (meaningOf(wanted.verb) >= 0 && meaningOf(tool.verb) >= 0);
  const shared = tool.nouns.filter(
    (noun) => wanted.nouns.includes(noun) && !GENERAL.has(noun),
  ).length;
  const all = new Set([...tool.nouns, ...wanted.nouns]).size;
  if (shared > 0) return (isSimilar ? 3 : 1) + shared / all + (isSame ? 0.1 : 0);
  const isGeneral = tool.nouns.every((noun) => GENERAL.has(noun));
  if (!isGeneral) return 0;
  return isSame ? 2.5 : isSimilar ? 0.5 : 0;
}

/**
 * The tool that a name means: one with at most one other letter, else the one for the same action and object
 * (`place_door` for `create_door`, `delete_elements` for `remove_wall`), else the one with the closest name; null if none
 * is close.
 */
export function nearestTool(name: string, tools: Iterable<string>): string | null {
  const known = [...tools];
  const typed = name.slice(0, 80);
  const near = nearest(typed, known);
  if (near !== null && editDistance(typed.toLowerCase(), near) <= 1) return near;
  const wanted = wordsOf(typed);
  const close = near === null || isOtherAction(wanted, wordsOf(near)) ? null : near;
  const scored = known
    .map((tool) => ({ tool, score: scoreOf(wanted, wordsOf(tool)) }))
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) => b.score - a.score || editDistance(typed, a.tool) - editDistance(typed, b.tool),
    );
  return scored[0]?.tool ?? close;
}
