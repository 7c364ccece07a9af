/** @module completions: what may be written next in an argument of a prompt or an address; nothing that the caller may not see. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Look } from '../../governance/gate/resources/look.ts';
import type { BuildingView } from '../building/view.ts';
import type { Completion, CompletionAsk } from '../host/features.ts';
import { ELEMENT, LEVELS, SUMMARY } from './addresses.ts';
import { PROMPTS } from './prompts/all-prompts.ts';
import type { Subject } from './prompts/prompt.ts';

/** Values of one answer, as the protocol has it. */
const VALUES_MOST = 100;

/** What completions come from. */
export type CompletionSources = {
  readonly look: () => Promise<Look<BuildingView>>;
  /** Ids of the caller's approvals that wait. */
  readonly waiting: (from: Connection) => Promise<readonly string[]>;
};

const OF_TEMPLATES: ReadonlyMap<string, Readonly<Record<string, Subject>>> = new Map([
  [SUMMARY, { branch: 'branch' }],
  [LEVELS, { branch: 'branch' }],
  [ELEMENT, { branch: 'branch', element_id: 'element' }],
]);

/** Completes; an argument that nothing is known of has no values. */
export function completing(
  sources: CompletionSources,
): (from: Connection, ask: CompletionAsk) => Promise<Completion> {
  return async (from, ask) => {
    const subject = subjectOf(ask);
    const all = subject === null ? [] : await valuesOf(sources, from, { ask, subject });
    const wanted = ask.value.toLowerCase();
    const fitting = all.filter((value) => value.toLowerCase().includes(wanted));
    // What begins as it is written comes first; otherwise the order of the model
    const ranked = fitting.toSorted(
      (a, b) => Number(begins(b, wanted)) - Number(begins(a, wanted)),
    );
    return { values: ranked.slice(0, VALUES_MOST), total: fitting.length };
  };
}

const begins = (value: string, wanted: string): boolean => value.toLowerCase().startsWith(wanted);

function subjectOf({ of, argument }: CompletionAsk): Subject | null {
  if ('template' in of) {
    const parts = OF_TEMPLATES.get(of.template);
    return parts !== undefined && Object.hasOwn(parts, argument) ? (parts[argument] ?? null) : null;
  }
  const prompt = PROMPTS.find(({ name }) => name === of.prompt);
  return prompt?.arguments.find(({ name }) => name === argument)?.completed ?? null;
}

async function valuesOf(
  { look, waiting }: CompletionSources,
  from: Connection,
  { ask, subject }: { readonly ask: CompletionAsk; readonly subject: Subject },
): Promise<readonly string[]> {
  if (subject === 'approval') return await waiting(from);
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
