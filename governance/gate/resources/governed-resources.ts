/** @module governed-resources: the files that answers link to, for callers that may read their contents; each read is audited. */
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type FileReader, fileReader } from '../../access/file-reading.ts';
import { activeAgent, type Connection } from '../../access/principal.ts';
import { callEntry } from '../call-entry.ts';
import type { GateWorld } from '../call/context.ts';
import { successEnvelope } from '../call/envelope.ts';
import { failureOf, isUnwritable } from '../failure.ts';

/** A file as it is listed. */
export type ListedResource = {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  /** Bytes, if known before it is read. */
  readonly size?: number;
  readonly title?: string;
  readonly description?: string;
  /** For the host, such as what a page may load. */
  readonly _meta?: Readonly<Record<string, unknown>>;
};

/** A file with its content: text, or base64 of its bytes. */
export type ResourceContent = Pick<ListedResource, 'uri' | 'mimeType' | '_meta'> &
  ({ readonly text: string } | { readonly blob: string });

/** A page of a list. `next`: the cursor of the next page; null if there is none. */
export type ResourcePage = {
  readonly listed: readonly ListedResource[];
  readonly next: string | null;
};

/** The store of the files. */
export type ResourceSource = {
  /** A page of the files that the reader may read; the first one if `cursor` is null. Refuses a malformed cursor. */
  readonly list: (reader: FileReader, cursor: string | null) => Promise<ResourcePage>;
  /** Null for a file that does not exist or that the reader may not read. */
  readonly read: (uri: string, reader: FileReader) => Promise<ResourceContent | null>;
};

/** The resources of one server, for the principal of a connection. */
export type Resources = {
  /** The first page, or the one at `cursor`. */
  readonly list: (from: Connection, cursor?: string | null) => Promise<ResourcePage>;
  /** Throws `ResourceRefused`. */
  readonly read: (from: Connection, uri: string) => Promise<ResourceContent>;
};

/** A refused read, with the envelope that a tool call would have returned. */
export class ResourceRefused extends Error {
  readonly envelope: EnvelopeBody;

  constructor(envelope: EnvelopeBody) {
    super(envelope.error?.message ?? 'refused');
    this.name = 'ResourceRefused';
    this.envelope = envelope;
  }
}

const READ_CALL = 'resources/read';

/** The resources of a source behind the same checks as a query. */
export function governedResources(
  world: Omit<GateWorld, 'pictures'>,
  server: string,
  source: ResourceSource,
): Resources {
  const parts = { ...world, server };

  async function admitted(from: Connection): Promise<FileReader> {
    await world.directory.refresh();
    const { principal, refusal } = from.identify();
    if (refusal !== null) throw refusal;
    const agent = activeAgent(world.directory, principal);
    const { policy } = world.directory.workspace();
    await world.limitRate(agent.name, world.now().getTime(), policy.rate_limit_per_minute);
    if (agent.permissions.permissions.READ === undefined) throw noReadRefusal(agent.name);
    return fileReader(world.directory, principal);
  }

  return {
    list: (from, cursor = null) =>
      world.recorder.during(async () => await source.list(await admitted(from), cursor)),
    read: (from, uri) => world.recorder.during(async () => await read(from, uri)),
  };

  async function read(from: Connection, uri: string): ReturnType<Resources['read']> {
    const call = { tool: READ_CALL, arguments: { uri } };
    try {
      world.recorder.assertWritable();
      const content = await source.read(uri, await admitted(from));
      if (content === null) throw noFileRefusal(uri);
      const { principal } = from.identify();
      const caller = { principal, reasoning: null, timestamp: world.now().toISOString() };
      const envelope = successEnvelope(caller, {}, null, []);
      world.recorder.add(
        callEntry(parts, principal, call, { action: 'READ', envelope, fault_id: null }),
      );
      return content;
    } catch (error) {
      const { principal } = from.identify();
      const { outcome, fault_id } = failureOf(parts, principal, call, error);
      const { envelope } = outcome;
      const entry = callEntry(parts, principal, call, { action: 'READ', envelope, fault_id });
      if (isUnwritable(envelope)) {
        world.recorder.addIfRoom(entry);
        throw new ResourceRefused(envelope);
      }
      await world.recorder.write(entry).catch((also: unknown) => {
        throw new ResourceRefused(failureOf(parts, principal, call, also).outcome.envelope);
      });
      throw new ResourceRefused(envelope);
    }
  }
}

function noReadRefusal(name: string): Refusal {
  return new Refusal(
    'PERMISSION_DENIED',
    `\`${name}\` has no permission READ, which reading a file requires`,
    'ask the operator to run `plumbline agent grant NAME --permissions FILE`',
  );
}

function noFileRefusal(uri: string): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `there is no file \`${uri.slice(0, 500)}\` that you may read`,
    'use the uri of a resource link exactly as it was returned',
  );
}
