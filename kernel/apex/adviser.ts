/** @module adviser: the default plane: finds the tools that fit an intent, by words alone, and asks at most 3 questions. */
import type { Plane, PlaneAnswer, PlaneRequest } from './plane.ts';
import { wordsOf } from './routing.ts';

/** What the adviser knows of a tool. */
export type CatalogueTool = {
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly description: string;
  /** Names of arguments that a call must have. */
  readonly required: readonly string[];
};

/** A tool that fits, and the words why. */
export type FittingTool = {
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly because: readonly string[];
};

/** A tool with its points; words of the name count 6, of the title 3, of the description 1. */
export type RankedTool = {
  readonly tool: CatalogueTool;
  readonly points: number;
  readonly because: readonly string[];
};

const WEIGHTS = { name: 6, title: 3, description: 1 } as const;
const TOOLS_MAX = 5;
const QUESTIONS_MAX = 3;

/** Words that say nothing about what is wanted. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by can could do does for from give has have how i in into is it its me my need of on one or our please should show some than that the their them then there this to use want was we what when where which with would you your'.split(
    ' ',
  ),
);

/** A word without its plural and verb endings, enough to let `doors` find `door` and `placing` find `place`. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/(?:ies)$/, 'y')
    .replace(/(?:sses|shes|ches|xes)$/, (ending) => ending.slice(0, -2))
    .replace(/(?<![su])s$/, '')
    .replace(/(?:ing|ed)$/, '')
    .replace(/e$/, '');
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text.replaceAll('_', ' '))
      .filter((word) => !EMPTY_WORDS.has(word))
      .map(stem),
  );
}

/** The tools that share words with a text, best first; equal points in the order of their names. */
export function rankTools(
  catalogue: readonly CatalogueTool[],
  text: string,
): readonly RankedTool[] {
  const wanted = new Map(
    wordsOf(text.replaceAll('_', ' '))
      .filter((word) => !EMPTY_WORDS.has(word))
      .map((word) => [stem(word), word]),
  );
  return catalogue
    .map((tool) => ranked(tool, wanted))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || order(keyOf(a.tool), keyOf(b.tool)));
}

function ranked(tool: CatalogueTool, wanted: ReadonlyMap<string, string>): RankedTool {
  const parts = [
    { stems: stemsOf(tool.name), weight: WEIGHTS.name },
    { stems: stemsOf(tool.title), weight: WEIGHTS.title },
    { stems: stemsOf(tool.description), weight: WEIGHTS.description },
  ];
  let points = 0;
  const because: string[] = [];
  for (const [stemmed, word] of wanted) {
    const weight = parts.reduce(
      (sum, part) => sum + (part.stems.has(stemmed) ? part.weight : 0),
      0,
    );
    points += weight;
    if (weight > 0) because.push(word);
  }
  return { tool, points, because: because.toSorted(order) };
}

function keyOf(tool: CatalogueTool): string {
  return `${tool.name} ${tool.server}`;
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The plane `mpa`: answers an intent with `{tools, questions}`. It calls nothing and decides nothing: the caller picks.
 *
 * @param catalogue the tools that this caller may see, asked anew for each request
 */
export function createAdviser(catalogue: () => readonly CatalogueTool[]): Plane {
  return {
    name: 'mpa',
    dispatch: async (request) => await Promise.resolve(advice(catalogue(), request)),
  };
}

function advice(catalogue: readonly CatalogueTool[], request: PlaneRequest): PlaneAnswer {
  const ranking = rankTools(catalogue, request.intent);
  const limit = Math.min(TOOLS_MAX, request.budgets.tools_max ?? TOOLS_MAX);
  const asked = Math.min(QUESTIONS_MAX, request.budgets.clarifying_questions_max ?? QUESTIONS_MAX);
  const tools = ranking
    .slice(0, limit)
    .map(({ tool: { name, server, title }, because }): FittingTool => ({
      name,
      server,
      title,
      because,
    }));
  return {
    kind: 'output',
    payload: { tools, questions: questionsOf(ranking, request.payload).slice(0, asked) },
    consumed: {},
  };
}

function questionsOf(ranking: readonly RankedTool[], payload: unknown): readonly string[] {
  const [best, second] = ranking;
  if (best === undefined)
    return [
      'should the model be changed, questioned, checked or documented',
      'which kind of element is it about',
      'which result is expected',
    ];
  const given = typeof payload === 'object' && payload !== null ? Object.keys(payload) : [];
  const missing = best.tool.required.filter((name) => !given.includes(name));
  return [
    ...(second?.points === best.points
      ? [`is it \`${best.tool.name}\` or \`${second.tool.name}\` that is wanted`]
      : []),
    ...missing.map((name) => `which \`${name}\` should \`${best.tool.name}\` use`),
  ];
}
