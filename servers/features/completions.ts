/** @module completions: completions of prompt and resource arguments, restricted to what the caller may see. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Look } from '../../governance/gate/resources/look.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { Completion, CompletionAsk } from '../host/features.ts';
import { APPROVAL_PREVIEW, ELEMENT, LEVELS, SUMMARY } from './addresses.ts';
import { PROMPTS } from './prompts/all-prompts.ts';
import type { Subject } from './prompts/prompt.ts';

/** Maximum number of values in one answer, as the protocol prescribes. */
const MAX_VALUES = 100;

/** Sources of completions. */
export type CompletionSources = {
  readonly look: () => Promise<Look<BuildingView>>;
  /** Ids of the caller's pending approvals. */
  readonly pending: (from: Connection) => Promise<readonly string[]>;
};

const OF_TEMPLATES: ReadonlyMap<string, Readonly<Record<string, Subject>>> = new Map([
  [SUMMARY, { branch: 'branch' }],
  [LEVELS, { branch: 'branch' }],
  [ELEMENT, { branch: 'branch', element_id: 'element' }],
  [APPROVAL_PREVIEW, { approval_id: 'approval' }],
]);

/** Completes an argument; an unknown argument has no values. */
export function completing(
  sources: CompletionSources,
): (from: Connection, ask: CompletionAsk) => Promise<Completion> {
  return async (from, ask) => {
    const subject = subjectOf(ask);
    const all = subject === null ? [] : await valuesOf(sources, from, { ask, subject });
    const typed = ask.value.toLowerCase();
    const fitting = all.filter((value) => value.toLowerCase().includes(typed));
    // Values with the given prefix first, otherwise in model order.
    const ranked = fitting.toSorted((a, b) => Number(begins(b, typed)) - Number(begins(a, typed)));
    return { values: ranked.slice(0, MAX_VALUES), total: fitting.length };
  };
}

const begins = (value: string, typed: string): boolean => value.toLowerCase().startsWith(typed);

function subjectOf({ of, argument }: CompletionAsk): Subject | null {
  if ('template' in of) {
    const parts = OF_TEMPLATES.get(of.template);
    return parts !== undefined && Object.hasOwn(parts, argument) ? (parts[argument] ?? null) : null;
  }
  const prompt = PROMPTS.find(({ name }) => name === of.prompt);
  return prompt?.arguments.find(({ name }) => name === argument)?.completed ?? null;
}

async function valuesOf(
  { look, pending }: CompletionSources,
  from: Connection,
  { ask, subject }: { readonly ask: CompletionAsk; readonly subject: Subject },
): Promise<readonly string[]> {
  if (subject === 'approval') return await pending(from);
  const branch = subject === 'branch' ? 'main' : (ask.others['branch'] ?? 'main');
  const view = await (await look()).at(from, branch, true);
  if (view === null) return [];
  switch (subject) {
    case 'branch':
      return view.branches().flatMap(({ name, status }) => (status === 'open' ? [name] : []));
    case 'element':
      return [...view.elements()].map(({ id }) => id);
    default:
      return subject satisfies never;
  }
}
