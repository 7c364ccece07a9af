/** @module model-resources: the model as resources; each is a query of the spatial server through the same gate. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import {
  type ListedResource,
  type ResourceContent,
  ResourceRefused,
} from '../../governance/gate/resources/governed-resources.ts';
import type { Look } from '../../governance/gate/resources/look.ts';
import { digestOf } from '../../kernel/base/canonical/hash.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { addressOf, ELEMENT, LEVELS, partsOf, SUMMARY } from './addresses.ts';

/** Addresses that can be read and watched. */
export type AddressSource = {
  readonly owns: (uri: string) => boolean;
  readonly list: (from: Connection) => Promise<readonly ListedResource[]>;
  /** Throws `ResourceRefused`. */
  readonly read: (from: Connection, uri: string) => Promise<ResourceContent>;
  /** A fingerprint of the content for the caller; null if it may read nothing there. Leaves no log entry. */
  readonly mark: (from: Connection, uri: string) => Promise<string | null>;
};

type Question = {
  readonly template: string;
  readonly tool: string;
  readonly answer: (data: EnvelopeBody['data']) => unknown;
  readonly mark: (view: BuildingView, parts: Readonly<Record<string, string>>) => unknown;
};

const QUESTIONS: readonly Question[] = [
  {
    template: SUMMARY,
    tool: 'get_model_summary',
    answer: (data) => data,
    // For an unrestricted view the last event of the branch is the same fingerprint, without reading.
    mark: (view) =>
      view.whole ? view.branch_seq : [...view.elements()].map(({ id }) => [id, view.version(id)]),
  },
  {
    template: LEVELS,
    tool: 'get_model_summary',
    answer: ({ branch, levels, level_count }) => ({ branch, levels, level_count }),
    mark: (view) =>
      view.levels().map((level) => [level, [...view.elementsOnLevel(level.id)].length]),
  },
  {
    template: ELEMENT,
    tool: 'get_element',
    answer: (data) => data,
    mark: (view, { element_id = '' }) => view.element(element_id) ?? null,
  },
];

const JSON_TYPE = 'application/json';
const MAIN = { branch: 'main' };
const LISTED: readonly ListedResource[] = [
  {
    uri: addressOf(SUMMARY, MAIN),
    name: 'model summary',
    title: 'The model at a glance',
    description: 'Answer of get_model_summary for main.',
    mimeType: JSON_TYPE,
  },
  {
    uri: addressOf(LEVELS, MAIN),
    name: 'levels',
    title: 'The levels of the model',
    description: 'Ids, names, elevations, heights and counts of the levels of main.',
    mimeType: JSON_TYPE,
  },
];

/**
 * The resources of the model.
 *
 * @param spatial returns the gate of the spatial server, opened at the first read
 */
export function modelResources(
  spatial: () => Promise<Gate>,
  look: () => Promise<Look<BuildingView>>,
): AddressSource {
  return {
    owns: (uri) => questionAt(uri) !== null,
    list: async (from) => {
      const tools = await (await spatial()).listPermitted(from);
      return tools.length > 0 && (await (await look()).at(from, 'main', false)) !== null
        ? LISTED
        : [];
    },
    read: async (from, uri) => {
      const { question, parts } = requireQuestion(uri);
      const answer = await (
        await spatial()
      ).call(from, {
        tool: question.tool,
        arguments: { ...parts, reasoning: `reads the resource ${uri}` },
        signal: new AbortController().signal,
        progress: () => undefined,
      });
      if (answer.isError) throw new ResourceRefused(answer.envelope);
      const text = JSON.stringify(question.answer(answer.envelope.data));
      return { uri, mimeType: JSON_TYPE, text };
    },
    mark: async (from, uri) => {
      const { question, parts } = requireQuestion(uri);
      const view = await (await look()).at(from, parts['branch'] ?? 'main', false);
      const marked = view === null ? null : question.mark(view, parts);
      return marked === null ? null : digestOf(marked);
    },
  };
}

type FoundQuestion = {
  readonly question: Question;
  readonly parts: Readonly<Record<string, string>>;
};

function questionAt(uri: string): FoundQuestion | null {
  for (const question of QUESTIONS) {
    const parts = partsOf(question.template, uri);
    if (parts !== null) return { question, parts };
  }
  return null;
}

function requireQuestion(uri: string): FoundQuestion {
  const at = questionAt(uri);
  if (at === null) throw new Error(`\`${uri}\` is not an address of the model`);
  return at;
}
