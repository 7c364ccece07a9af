/** @module offered: features of a server other than its tools: resources, subscriptions, prompts, completions and notices. */
import { fileReader } from '../../governance/access/file-reading.ts';
import { agentOf, type Connection } from '../../governance/access/principal.ts';
import type { GateWorld } from '../../governance/gate/call/context.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import type { Resources } from '../../governance/gate/resources/governed-resources.ts';
import type { Look } from '../../governance/gate/resources/look.ts';
import { digestOf } from '../../kernel/base/canonical/hash.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { Features, ResourceTemplate } from '../host/features.ts';
import { INVALID_PARAMS, RequestFault } from '../host/requests.ts';
import {
  ANSWERS,
  APPROVAL_PREVIEW,
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
import { pendingApprovalsOf } from './record-resources.ts';
import type { Watches } from './watches.ts';

/** Dependencies of the features. */
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
  /** Id of the event that last wrote the file at an address; null if the caller may not read it. */
  readonly fileMark: (from: Connection, uri: string) => Promise<string | null>;
  readonly watches: Watches;
};

const JSON_TYPE = 'application/json';
const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: SUMMARY,
    name: 'model summary',
    title: 'A branch at a glance',
    description: 'Answer of get_model_summary.',
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
    description: 'Answer of get_element.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: ANSWERS,
    name: 'answer schema',
    title: 'Answer schema of a tool',
    description: 'Complete JSON Schema of an answer; outputSchema lists its names and main types.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: APPROVAL_PREVIEW,
    name: 'approval preview',
    title: 'A pending change in 3D',
    description:
      'For the preview page: `changes` as JSON, or the shapes `before` or `after` as bytes. Use get_operation instead.',
    mimeType: 'application/octet-stream',
  },
];
const RECORDS: readonly string[] = [GRAMMAR, APPROVALS, AUDIT_HEAD, PREVIEW_PAGE];
const RECORD_TEMPLATES = [ANSWERS, APPROVAL_PREVIEW] as const;

/** The features of one server with all its resources. */
export function offeredBy(sources: FeatureSources): {
  readonly features: Features;
  readonly resources: Resources;
} {
  const { gate, world, records, files, look, spatial, watches } = sources;
  const model = modelResources(spatial, look);
  const ownerOf = (uri: string): Pick<Resources, 'read'> => {
    if (model.owns(uri)) return model;
    const isRecord = RECORDS.includes(uri) || RECORD_TEMPLATES.some((one) => partsOf(one, uri));
    return isRecord ? records : files;
  };
  const complete = completing({ look, pending: pendingIds(world) });
  const mark = marking(sources, model);
  return {
    resources: {
      list: async (from, cursor = null) => {
        if (cursor !== null) return await files.list(from, cursor);
        const first = [...(await model.list(from)), ...(await records.list(from)).listed];
        const { listed, next } = await files.list(from);
        return { listed: [...first, ...listed], next };
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
            `no resource at \`${uri.slice(0, 500)}\` that you may read`,
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
              mark: async () => digestOf((await gate.listPermitted(from)).map(({ name }) => name)),
            },
            changed,
          ),
        ),
    },
  };
}

/** The function that ends a watch. Throws a fault if there are too many watches. */
function watching(stop: (() => void) | null): () => void {
  if (stop !== null) return stop;
  throw new RequestFault(
    INVALID_PARAMS,
    'too many subscriptions are open; read the resource again from time to time instead',
  );
}

/** The preview page is offered for tools that may need an approval, and for the preview. */
function pageOf(gate: Gate): Features['toolMeta'] {
  const shown = gate
    .list({ kind: 'agent' })
    .filter(({ name, annotations }) => annotations.destructiveHint || name === 'preview_operation');
  return new Map(shown.map(({ name }) => [name, SHOWN_BY_PAGE]));
}

function pendingIds(world: GateWorld): (from: Connection) => Promise<readonly string[]> {
  return async (from) => {
    await world.directory.refresh();
    const { principal, refusal } = from.identify();
    if (refusal !== null) return [];
    const { policy } = world.directory.workspace();
    await world.limitRate(principal.name, world.now().getTime(), policy.rate_limit_per_minute);
    return (await pendingApprovalsOf(world, principal)).map(({ approval_id }) => approval_id);
  };
}

/** A fingerprint of the content of an address for a caller; null if the caller may read nothing there. */
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
        return digestOf(await pendingApprovalsOf(world, principal));
      case AUDIT_HEAD:
        if (!fileReader(world.directory, principal).readsAll) return null;
        return (await world.reader.auditHead())?.hash ?? 'empty';
      default:
        return partsOf(ANSWERS, uri) === null ? await fileMark(from, uri) : answerMark(gate, uri);
    }
  };
}

/** Output schemas do not change while a server runs. */
function answerMark(gate: Gate, uri: string): string | null {
  return gate.answers(partsOf(ANSWERS, uri)?.['tool'] ?? '') === null ? null : 'fixed';
}
