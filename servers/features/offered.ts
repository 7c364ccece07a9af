/** @module offered: what a server offers beside its tools: addresses to read and watch, prompts, completions and notices. */
import { fileReader } from '../../governance/access/file-reading.ts';
import { agentOf, type Connection } from '../../governance/access/principal.ts';
import type { GateWorld } from '../../governance/gate/context.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import type {
  ListedResource,
  Resources,
} from '../../governance/gate/resources/governed-resources.ts';
import type { Look } from '../../governance/gate/resources/look.ts';
import { digestOf } from '../../kernel/canonical/hash.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { BuildingView } from '../building/view.ts';
import type { Features, ResourceTemplate } from '../host/features.ts';
import { INVALID_PARAMS, RequestFault } from '../host/requests.ts';
import {
  ANSWERS,
  APPROVALS,
  AUDIT_HEAD,
  ELEMENT,
  GRAMMAR,
  LEVELS,
  partsOf,
  SUMMARY,
} from './addresses.ts';
import { completing } from './completions.ts';
import { modelResources } from './model-resources.ts';
import { noticed } from './person-notice.ts';
import { PREVIEW_PAGE, SHOWN_BY_PAGE } from './preview-page.ts';
import { filledPrompt, LISTED_PROMPTS } from './prompts/all-prompts.ts';
import { waitingOf } from './record-resources.ts';
import type { Watches } from './watches.ts';

/** What features are made of. */
export type FeatureSources = {
  readonly world: GateWorld;
  /** The server that offers them, and its gate. */
  readonly name: string;
  readonly gate: Gate;
  readonly spatial: () => Promise<Gate>;
  readonly look: () => Promise<Look<BuildingView>>;
  /** The records of the workspace, governed. */
  readonly records: Resources;
  /** The files below `artifacts/`, governed. */
  readonly files: Resources;
  /** Id of the event that last wrote the file at an address; null where the caller may not have it. */
  readonly fileMark: (from: Connection, uri: string) => Promise<string | null>;
  readonly watches: Watches;
};

const JSON_TYPE = 'application/json';
const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: SUMMARY,
    name: 'model summary',
    title: 'A branch at a glance',
    description: 'What get_model_summary answers.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: LEVELS,
    name: 'levels',
    title: 'The levels of a branch',
    description: 'Ids, names, elevations, heights and counts.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: ELEMENT,
    name: 'element',
    title: 'One element of a branch',
    description: 'What get_element answers.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: ANSWERS,
    name: 'answer schema',
    title: 'What a tool answers',
    description: 'The whole JSON schema, of which outputSchema lists the names and types.',
    mimeType: JSON_TYPE,
  },
];
const RECORDS: readonly string[] = [GRAMMAR, APPROVALS, AUDIT_HEAD, PREVIEW_PAGE];

/** The features of one server, with all that can be read through it. */
export function offeredBy(sources: FeatureSources): {
  readonly features: Features;
  readonly resources: Resources;
} {
  const { gate, world, records, files, look, spatial, watches } = sources;
  const model = modelResources(spatial, look);
  const ownerOf = (uri: string): Pick<Resources, 'list' | 'read'> => {
    if (model.owns(uri)) return model;
    return RECORDS.includes(uri) || partsOf(ANSWERS, uri) !== null ? records : files;
  };
  const { complete, mark } = {
    complete: completing({ look, waiting: waitingIds(world) }),
    mark: marking(sources, model),
  };
  return {
    resources: {
      list: async (from) => {
        const lists: (readonly ListedResource[])[] = [];
        for (const source of [model, records, files]) lists.push(await source.list(from));
        return lists.flat();
      },
      read: async (from, uri) => await ownerOf(uri).read(from, uri),
    },
    features: {
      templates: TEMPLATES,
      prompts: LISTED_PROMPTS,
      prompt: filledPrompt,
      complete: async (from, ask) => {
        try {
          return await complete(from, ask);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          throw new RequestFault(INVALID_PARAMS, `${error.body.message}; ${error.body.hint}`);
        }
      },
      toolMeta: pageOf(gate),
      finish: noticed,
      watch: async (from, uri, changed) => {
        const first = await mark(from, uri);
        if (first === null) {
          throw new RequestFault(
            INVALID_PARAMS,
            `nothing at \`${uri.slice(0, 500)}\` that you may read`,
            { uri },
          );
        }
        return watching(
          await watches.add({ from, key: uri, mark: () => mark(from, uri) }, changed),
        );
      },
      watchTools: async (from, changed) =>
        watching(
          await watches.add(
            {
              from,
              key: `tools of ${sources.name}`,
              mark: async () => digestOf((await gate.shown(from)).map(({ name }) => name)),
            },
            changed,
          ),
        ),
    },
  };
}

function watching(stop: (() => void) | null): () => void {
  if (stop !== null) return stop;
  throw new RequestFault(
    INVALID_PARAMS,
    'too much is watched already; read again from time to time',
  );
}

/** The page that shows a plan stands beside tools that may wait for a person, and beside the preview. */
function pageOf(gate: Gate): Features['toolMeta'] {
  const shown = gate
    .list({ kind: 'agent' })
    .filter(({ name, annotations }) => annotations.destructiveHint || name === 'preview_operation');
  return new Map(shown.map(({ name }) => [name, SHOWN_BY_PAGE]));
}

function waitingIds(world: GateWorld): (from: Connection) => Promise<readonly string[]> {
  return async (from) => {
    await world.directory.refresh();
    const { principal, refusal } = from.identify();
    if (refusal !== null) return [];
    const { policy } = world.directory.workspace();
    await world.limitRate(principal.name, world.now().getTime(), policy.rate_limit_per_minute);
    return (await waitingOf(world, principal)).map(({ approval_id }) => approval_id);
  };
}

/** What an address would answer a caller, as a text that is another when the answer is; null where it may read nothing there. */
function marking(
  { world, gate, fileMark }: FeatureSources,
  model: ReturnType<typeof modelResources>,
): (from: Connection, uri: string) => Promise<string | null> {
  return async (from, uri) => {
    await world.directory.refresh();
    const { principal, refusal } = from.identify();
    if (refusal !== null) return null;
    const { READ } = agentOf(world.directory, principal)?.permissions.permissions ?? {};
    if (READ === undefined) return null;
    if (model.owns(uri)) return await model.mark(from, uri);
    switch (uri) {
      case GRAMMAR:
      case PREVIEW_PAGE:
        return 'fixed';
      case APPROVALS:
        return digestOf(await waitingOf(world, principal));
      case AUDIT_HEAD:
        if (!fileReader(world.directory, principal).readsAll) return null;
        return (await world.reader.auditHead())?.hash ?? 'empty';
      default:
        return partsOf(ANSWERS, uri) === null ? await fileMark(from, uri) : answerMark(gate, uri);
    }
  };
}

/** What a tool answers does not change while a server runs. */
function answerMark(gate: Gate, uri: string): string | null {
  return gate.answers(partsOf(ANSWERS, uri)?.['tool'] ?? '') === null ? null : 'fixed';
}
