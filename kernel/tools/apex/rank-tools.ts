/** @module rank-tools: scores how well each tool of a catalogue fits an intent, by mood, action and subject. */
import { readIntent, type Intent } from './read-intent.ts';
import { actionsOf, conceptsOf, isMeaningful, plainWords, rarityOf } from './vocabulary.ts';

/** Effect of a tool: `reads` returns information, `changes` changes the building, `runs` does any other work. */
export type ToolEffect = 'reads' | 'changes' | 'runs';

/** A tool as the adviser ranks it. */
export type CatalogueTool = {
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly description: string;
  readonly effect: ToolEffect;
  /** Names of the required arguments. */
  readonly required: readonly string[];
};

/** A tool, its points, and the words of the intent that it matched. */
export type RankedTool = {
  readonly tool: CatalogueTool;
  readonly points: number;
  readonly because: readonly string[];
};

/** Points of a concept, by the text of the tool that contains it. */
const WEIGHTS = { name: 6, title: 3, description: 1 } as const;
/**
 * Factors for a request: `same`, the tool has the requested action; `change`, it makes another change; `other`, it does
 * other work. `unnamed` is for a question, if the tool has no action that the question names.
 */
const ACTION = { same: 1.6, change: 0.1, other: 0.35, unnamed: 0.6 } as const;
/** Factor for a subject of the intent that the tool only mentions, and vice versa. */
const ROLE_OTHER = 0.6;
/** Factor for a tool that checks or analyses if the intent requests no check. */
const UNASKED_CHECK = 0.1;
/** Names of tools that check or analyse. */
const CHECKS = /^validate_|(?<!^bounding)_(?:analysis|check|completeness|compliance|detection)$/;
/** Words of an intent that requests a check. */
const ASKS_FOR_CHECK =
  /^(?:access|analys|analyz|audit|check|clash|code|collid|collision|complete|compl(?:y|ies|ian)|egress|escape|evacuat|inspect|law|legal|missing|regulation|rule|screen|standard|valid|violat|wheelchair)/;
/** Factors for a question, by the effect of the tool. */
const FOR_A_QUESTION: Readonly<Record<ToolEffect, number>> = { reads: 1, runs: 0.5, changes: 0.05 };

/**
 * The tools that match a text, best first; ties are ordered by name. The points of a tool depend only on its own texts,
 * so adding a tool does not change the points of the others.
 */
export function rankTools(
  catalogue: readonly CatalogueTool[],
  text: string,
): readonly RankedTool[] {
  const intent = readIntent(text);
  return catalogue
    .map((tool) => scoreTool(profileOf(tool), intent))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || compareText(keyOf(a.tool), keyOf(b.tool)));
}

type Profile = {
  readonly tool: CatalogueTool;
  readonly actions: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
  /** Concepts that the title names only as a place or object: the wall of `Place a door in a wall`. */
  readonly circumstances: ReadonlySet<string>;
  /** Whether the tool takes one element or several: `elements` in its name, or `an element` in its title. */
  readonly number: 'one' | 'several' | undefined;
};

function profileOf(tool: CatalogueTool): Profile {
  const weights = new Map<string, number>();
  for (const part of ['name', 'title', 'description'] as const) {
    for (const concept of new Set(
      plainWords(tool[part]).filter(isMeaningful).flatMap(conceptsOf),
    )) {
      weights.set(concept, (weights.get(concept) ?? 0) + WEIGHTS[part]);
    }
  }
  const words = tool.name.split('_');
  const [title = ''] = plainWords(tool.title);
  const { subjects, circumstances } = rolesIn(plainWords(tool.title));
  return {
    tool,
    circumstances: new Set(circumstances.filter((one) => !subjects.includes(one))),
    actions: [...new Set([...actionsOf(words[0] ?? ''), ...actionsOf(title)])],
    weights,
    number: words.includes('elements')
      ? 'several'
      : /\b(?:an|one) element\b/i.test(tool.title)
        ? 'one'
        : undefined,
  };
}

function rolesIn(title: readonly string[]): {
  readonly subjects: readonly string[];
  readonly circumstances: readonly string[];
} {
  const at = title.findIndex((word) => word === 'of' || word === 'in');
  return at < 0
    ? { subjects: title.flatMap(conceptsOf), circumstances: [] }
    : {
        subjects: title.slice(0, at).flatMap(conceptsOf),
        circumstances: title.slice(at).flatMap(conceptsOf),
      };
}

function scoreTool(
  { tool, actions, weights, circumstances, number }: Profile,
  intent: Intent,
): RankedTool {
  let points = 0;
  const because = new Set<string>();
  for (const [concept, { word, weight, circumstance }] of intent.concepts) {
    const own = weights.get(concept);
    if (own === undefined) continue;
    const same = concept === 'element' || circumstances.has(concept) === circumstance;
    points += own * weight * (same ? 1 : ROLE_OTHER) * rarityOf(concept);
    because.add(word);
  }
  points *= moodFactor(tool, actions, intent) * actionFactor(tool, actions, intent);
  if (CHECKS.test(tool.name) && !asksForCheck(intent)) points *= UNASKED_CHECK;
  if (number !== undefined && intent.number !== undefined && tool.effect === 'reads') {
    points *= number === intent.number ? 1.3 : 0.7;
  }
  return { tool, points, because: [...because].toSorted(compareText) };
}

function asksForCheck({ concepts }: Intent): boolean {
  return [...concepts.values()].some(({ word }) => ASKS_FOR_CHECK.test(word));
}

/** A query answers a question, a run may compute the answer, a change does not answer it. */
function moodFactor(
  { effect }: CatalogueTool,
  actions: readonly string[],
  { mood }: Intent,
): number {
  if (mood !== 'question') return 1;
  return FOR_A_QUESTION[effect === 'runs' && actions.includes('read') ? 'reads' : effect];
}

function actionFactor(
  { effect }: CatalogueTool,
  actions: readonly string[],
  { mood, actions: wanted }: Intent,
): number {
  const same = actions.some((action) => wanted.includes(action));
  if (mood === 'question') return same || actions.includes('read') ? 1 : ACTION.unnamed;
  if (same) return ACTION.same;
  if (wanted.length === 0) return 1;
  return effect === 'changes' ? ACTION.change : ACTION.other;
}

function keyOf(tool: CatalogueTool): string {
  return `${tool.name} ${tool.server}`;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
