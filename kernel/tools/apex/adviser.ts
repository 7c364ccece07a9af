/** @module adviser: proposes tools for an intent: the best if it is clear, up to 5 candidates, at most 3 questions. */
import type { PlaneAnswer, PlaneRequest } from './plane.ts';
import { rankTools, type CatalogueTool, type RankedTool } from './rank-tools.ts';
import { readIntent } from './read-intent.ts';

/** A tool that matches, and the words that it shares with the intent. */
export type FittingTool = {
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly because: readonly string[];
};

/** The proposal for an intent: one tool, or `ask` if no tool is clearly the best. */
export type Choice =
  | { readonly outcome: 'tool'; readonly best: RankedTool; readonly ranking: readonly RankedTool[] }
  | { readonly outcome: 'ask'; readonly ranking: readonly RankedTool[] };

/** Largest number of tools and of questions in an answer; the budget of the caller can only lower them. */
const TOOLS_MAX = 5;
const QUESTIONS_MAX = 3;
/** Below this many points an intent matches a tool only by chance. */
const POINTS_MIN = 1.5;
/** Two changing tools whose points have at least this ratio are too close to choose between. */
const CLOSE_RATIO = 0.95;

/**
 * Chooses a tool for an intent. The outcome is `ask` if the intent names neither an action nor a question, no tool fits
 * well, two changing tools fit about equally, or the best match for a question would change the building.
 */
export function chooseTool(catalogue: readonly CatalogueTool[], text: string): Choice {
  const { mood } = readIntent(text);
  const ranking = rankTools(catalogue, text);
  const [best, second] = ranking;
  if (best === undefined || mood === 'bare' || best.points < POINTS_MIN) {
    return { outcome: 'ask', ranking };
  }
  const { effect } = best.tool;
  const alike = effect === 'changes' && (second?.points ?? 0) >= best.points * CLOSE_RATIO;
  if (alike || (mood === 'question' && effect === 'changes')) return { outcome: 'ask', ranking };
  return { outcome: 'tool', best, ranking };
}

/**
 * Formats a choice as the answer of the plane `mpa`: `{outcome, tools, questions}`. Calls no tool; the caller decides.
 */
export function adviceOn(
  choice: Choice,
  request: Pick<PlaneRequest, 'budgets' | 'payload'>,
): PlaneAnswer {
  const toolLimit = Math.min(TOOLS_MAX, request.budgets.tools_max ?? TOOLS_MAX);
  const questionLimit = Math.min(
    QUESTIONS_MAX,
    request.budgets.clarifying_questions_max ?? QUESTIONS_MAX,
  );
  const tools = choice.ranking
    .slice(0, toolLimit)
    .map(({ tool: { name, server, title }, because }): FittingTool => ({
      name,
      server,
      title,
      because,
    }));
  const questions = questionsOf(choice, request.payload).slice(0, questionLimit);
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
  const argumentNames = typeof payload === 'object' && payload !== null ? Object.keys(payload) : [];
  const { tool } = choice.best;
  return tool.required
    .filter((name) => !argumentNames.includes(name))
    .map((name) => `which \`${name}\` should \`${tool.name}\` use`);
}
