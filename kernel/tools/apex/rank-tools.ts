/** @module rank-tools: how well each tool of a catalogue fits an intent, by mood, action and subject. */
import { readIntent, type Intent } from './read-intent.ts';
import { actionsOf, conceptsOf, isMeaningful, plainWords } from './vocabulary.ts';

/** What a call of a tool does: `reads` answers, `changes` changes the building, `runs` is any other work. */
export type ToolEffect = 'reads' | 'changes' | 'runs';

/** A tool as the adviser ranks it. */
export type CatalogueTool = {
  readonly name: string;
  readonly server: string;
  readonly title: string;
  readonly description: string;
  readonly effect: ToolEffect;
  /** Names of arguments that a call must have. */
  readonly required: readonly string[];
};

/** A tool with its points and the words of the intent that brought them. */
export type RankedTool = {
  readonly tool: CatalogueTool;
  readonly points: number;
  readonly because: readonly string[];
};

const WEIGHTS = { name: 6, title: 3, description: 1 } as const;
/** Factors for a tool that does what was asked for, another change, another work, a reading of a special kind. */
const ACTION = { same: 1.6, change: 0.1, other: 0.35, unnamed: 0.6 } as const;
/** Factor for what the intent is about and the tool only mentions, and the other way round. */
const ROLE_OTHER = 0.6;
/** Factor for a check or an analysis where the intent asks for none: it answers more than was asked, of other things. */
const UNASKED_CHECK = 0.1;
const CHECKS = /^validate_|(?<!^bounding)_(?:analysis|check|completeness|compliance|detection)$/;
const ASKS_FOR_CHECK =
  /^(?:access|analys|analyz|audit|check|clash|code|collid|collision|complete|compl(?:y|ies|ian)|egress|escape|evacuat|inspect|law|legal|missing|regulation|rule|screen|standard|valid|violat|wheelchair)/;
const FOR_A_QUESTION: Readonly<Record<ToolEffect, number>> = { reads: 1, runs: 0.5, changes: 0.05 };

/** The tools that share meaning with a text, best first; ties in the order of their names. */
export function rankTools(
  catalogue: readonly CatalogueTool[],
  text: string,
): readonly RankedTool[] {
  const intent = readIntent(text);
  const known = catalogue.map((tool) => profileOf(tool));
  const rarity = rarityIn(known);
  return known
    .map((profile) => ranked(profile, intent, rarity))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || order(keyOf(a.tool), keyOf(b.tool)));
}

type Profile = {
  readonly tool: CatalogueTool;
  readonly actions: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
  /** Concepts that its title names only to say where or of what: the wall of `Place a door in a wall`. */
  readonly circumstances: ReadonlySet<string>;
  /** A name that says `element` takes one, a name that says `elements` several. */
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

/** How much a concept says: 1 where one tool has it in its name or title, less the more have. */
function rarityIn(known: readonly Profile[]): (concept: string) => number {
  const counts = new Map<string, number>();
  for (const { weights } of known) {
    for (const [concept, weight] of weights) {
      if (weight > WEIGHTS.description) counts.set(concept, (counts.get(concept) ?? 0) + 1);
    }
  }
  return (concept) => 1 / (1 + Math.log(Math.max(1, counts.get(concept) ?? 1)));
}

function ranked(
  { tool, actions, weights, circumstances, number }: Profile,
  intent: Intent,
  rarity: (concept: string) => number,
): RankedTool {
  let points = 0;
  const because = new Set<string>();
  for (const [concept, { word, weight, circumstance }] of intent.concepts) {
    const own = weights.get(concept);
    if (own === undefined) continue;
    const same = concept === 'element' || circumstances.has(concept) === circumstance;
    points += own * weight * (same ? 1 : ROLE_OTHER) * rarity(concept);
    because.add(word);
  }
  points *= forMood(tool, actions, intent) * forAction(tool, actions, intent);
  if (CHECKS.test(tool.name) && !asksForCheck(intent)) points *= UNASKED_CHECK;
  if (number !== undefined && intent.number !== undefined && tool.effect === 'reads') {
    points *= number === intent.number ? 1.3 : 0.7;
  }
  return { tool, points, because: [...because].toSorted(order) };
}

function asksForCheck({ concepts }: Intent): boolean {
  return [...concepts.values()].some(({ word }) => ASKS_FOR_CHECK.test(word));
}

/** A question is answered by reading; a run may compute an answer, a change is none. */
function forMood({ effect }: CatalogueTool, actions: readonly string[], { mood }: Intent): number {
  if (mood !== 'question') return 1;
  return FOR_A_QUESTION[effect === 'runs' && actions.includes('read') ? 'reads' : effect];
}

function forAction(
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

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
