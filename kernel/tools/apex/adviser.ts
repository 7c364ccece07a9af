/** @module adviser: the tools that fit an intent, which of them to call or that none is clear, and at most 3 questions. */
import type { Plane, PlaneAnswer, PlaneRequest } from './plane.ts';
import { rankTools, type CatalogueTool, type RankedTool } from './rank-tools.ts';
import { readIntent } from './read-intent.ts';

/** A tool that matches, and the words that it shares with the intent. */
export type FittingTool = {
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly because: readonly string[];
};

/** What is proposed for an intent: a tool, or `ask` where no tool is clear. */
export type Choice =
  | { readonly outcome: 'tool'; readonly best: RankedTool; readonly ranking: readonly RankedTool[] }
  | { readonly outcome: 'ask'; readonly ranking: readonly RankedTool[] };

const TOOLS_MAX = 5;
const QUESTIONS_MAX = 3;
/** Below this many points the words of an intent fit a tool by chance. */
const POINTS_MIN = 1.5;
/** Two changes that are this close together are not told apart by the words. */
const CLOSE = 0.95;

/**
 * Chooses a tool for an intent. `ask`: it names nothing to be done or known, nothing fits well, two changes fit alike,
 * or what fits a question best would change the building.
 */
export function chooseTool(catalogue: readonly CatalogueTool[], text: string): Choice {
  const { mood } = readIntent(text);
  const ranking = rankTools(catalogue, text);
  const [best, second] = ranking;
  if (best === undefined || mood === 'bare' || best.points < POINTS_MIN) {
    return { outcome: 'ask', ranking };
  }
  const { effect } = best.tool;
  const alike = effect === 'changes' && (second?.points ?? 0) >= best.points * CLOSE;
  if (alike || (mood === 'question' && effect === 'changes')) return { outcome: 'ask', ranking };
  return { outcome: 'tool', best, ranking };
}

/**
 * The plane `mpa`: returns `{outcome, tools, questions}` for an intent. It calls no tool; the caller chooses.
 *
 * @param catalogue returns the tools that this caller may see; called for each request
 */
export function createAdviser(catalogue: () => readonly CatalogueTool[]): Plane {
  return {
    name: 'mpa',
    dispatch: async (request) =>
      await Promise.resolve(adviceOn(chooseTool(catalogue(), request.intent), request)),
  };
}

/** A choice as the answer of a plane. */
export function adviceOn(choice: Choice, request: PlaneRequest): PlaneAnswer {
  const limit = Math.min(TOOLS_MAX, request.budgets.tools_max ?? TOOLS_MAX);
  const asked = Math.min(QUESTIONS_MAX, request.budgets.clarifying_questions_max ?? QUESTIONS_MAX);
  const tools = choice.ranking
    .slice(0, limit)
    .map(({ tool: { name, server, title }, because }): FittingTool => ({
      name,
      server,
      title,
      because,
    }));
  const questions = questionsOf(choice, request.payload).slice(0, asked);
  return { kind: 'output', payload: { outcome: choice.outcome, tools, questions }, consumed: {} };
}

function questionsOf(choice: Choice, payload: unknown): readonly string[] {
  if (choice.outcome === 'ask') {
    const [best, second] = choice.ranking;
    return [
      ...(best === undefined || second === undefined
        ? ['should the model be changed, questioned, checked or documented']
        : [`is it \`${best.tool.name}\` or \`${second.tool.name}\` that is wanted`]),
      'which kind of element is it about',
      'which result is expected',
    ];
  }
  const given = typeof payload === 'object' && payload !== null ? Object.keys(payload) : [];
  const { tool } = choice.best;
  return tool.required
    .filter((name) => !given.includes(name))
    .map((name) => `which \`${name}\` should \`${tool.name}\` use`);
}
