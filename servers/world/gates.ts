/** @module gates: the gate of each server over one world, opened with its tools when it is first asked for, and once. */
import { type Connection, connectionOf } from '../../governance/access/principal.ts';
import { createGate, type Gate } from '../../governance/gate/gate.ts';
import { mergedGate } from '../../governance/gate/merged.ts';
import {
  governedResources,
  type Resources,
  type ResourceSource,
} from '../../governance/gate/resources/governed-resources.ts';
import { looking } from '../../governance/gate/resources/look.ts';
import type { Selection } from '../../governance/tool/registry.ts';
import type { Observer } from '../host/observed.ts';
import type { Service } from '../host/requests.ts';
import type { Neighbour, Neighbours } from '../mpt/sources.ts';
import { ALL, SERVERS, type ServerName } from './servers.ts';
import type { World } from './world.ts';

/** Watches the requests of a server, whose tools have these names. */
type Observe = (server: string, names: ReadonlySet<string>) => Observer;

/** The gates of a process. A route of the mpt server leads to the same gates as a call from outside. */
export class Gates {
  readonly #world: World;
  readonly #selection: Selection;
  readonly #observe: Observe | undefined;
  readonly #opened = new Map<ServerName, Promise<Gate>>();
  readonly #offered = new Map<string, Promise<Omit<Service, 'connection'>>>();

  constructor(world: World, selection: Selection, observe?: Observe) {
    this.#world = world;
    this.#selection = selection;
    this.#observe = observe;
  }

  /** The gate of a server, or that of all servers behind one connection. */
  async open(name: ServerName | typeof ALL): Promise<Gate> {
    if (name !== ALL) return await this.#one(name);
    const [first, ...others] = SERVERS;
    return mergedGate([
      await this.#one(first.name),
      ...(await Promise.all(others.map(async (server) => await this.#one(server.name)))),
    ]);
  }

  /** What a connection to a server is answered from. */
  async service(name: ServerName | typeof ALL, connection: Connection): Promise<Service> {
    const offered = this.#offered.get(name) ?? this.#offer(name);
    this.#offered.set(name, offered);
    return { connection, ending: this.#world.ending, ...(await offered) };
  }

  async #offer(name: ServerName | typeof ALL): Promise<Omit<Service, 'connection'>> {
    const { gates: world } = this.#world;
    const { offeredBy } = await import('../features/offered.ts');
    const { recordResources } = await import('../features/record-resources.ts');
    const gate = await this.open(name);
    const { features, resources } = offeredBy({
      world,
      name,
      gate,
      spatial: () => this.#one('spatial'),
      look: async () => looking({ ...world, server: name, domain: await this.#world.building() }),
      records: governedResources(world, name, recordResources({ ...world, gate })),
      files: this.resources(name),
      fileMark: async (from, uri) => await this.#fileMark(from, uri),
      watches: await this.#world.watches(),
    });
    const names = gate.list({ kind: 'agent' }).map((tool) => tool.name);
    const observer = this.#observe?.(name, new Set(names));
    return { gate, features, resources, ...(observer === undefined ? {} : { observer }) };
  }

  /** Id of the event that last wrote a file that the caller may read. */
  async #fileMark(from: Connection, uri: string): Promise<string | null> {
    const { pathOfUri } = await import('../../kernel/files/artefact-address.ts');
    const path = pathOfUri(uri);
    if (path === null) return null;
    const { files } = this.#world;
    if (!(await files.mayRead(path, from.identify().principal))) return null;
    return (await (await this.#world.artefacts()).newest(path))?.event_id ?? null;
  }

  /** The files below `artifacts/`, opened when they are first asked for. */
  resources(name: ServerName | typeof ALL): Resources {
    const world = this.#world;
    const files = async (): Promise<ResourceSource> => {
      const { artefactResources } = await import('../files/artefact-resources.ts');
      // What others have left half done is ended first.
      await world.artefacts();
      return artefactResources(world.files);
    };
    return governedResources(world.gates, name, {
      list: async (...given) => await (await files()).list(...given),
      read: async (...given) => await (await files()).read(...given),
    });
  }

  #one(name: ServerName): Promise<Gate> {
    const opened = this.#opened.get(name) ?? this.#make(name);
    this.#opened.set(name, opened);
    return opened;
  }

  async #make(name: ServerName): Promise<Gate> {
    const world = this.#world;
    const shared = { ...world.gates, server: name };
    const building = async (): ReturnType<World['building']> => await world.building();
    switch (name) {
      case 'geometry': {
        const { geometryServer } = await import('../geometry/server.ts');
        const domain = await world.building();
        return createGate(geometryServer, this.#selection, { ...shared, domain });
      }
      case 'spatial': {
        const { spatialServer } = await import('../spatial/server.ts');
        const domain = await world.building();
        return createGate(spatialServer, this.#selection, { ...shared, domain });
      }
      case 'validation': {
        const { validationServerOf } = await import('../validation/server.ts');
        const { packsIn } = await import('../validation/own-packs.ts');
        const { ifcFilesIn } = await import('../validation/ifc-files.ts');
        const domain = await world.building();
        const server = validationServerOf(packsIn(world.rules), ifcFilesIn(world.files));
        return createGate(server, this.#selection, { ...shared, domain });
      }
      case 'documentation': {
        const { documentationServerOf } = await import('../documentation/server.ts');
        const domain = await world.building();
        const { directory } = world.gates;
        const project = (): string => directory.workspace().workspace_id;
        const server = documentationServerOf(await world.artefacts(), project);
        return createGate(server, this.#selection, { ...shared, domain });
      }
      case 'pseudo-axion': {
        const { pseudoAxionServer } = await import('../pseudo-axion/server.ts');
        const domain = await world.experiment();
        return createGate(pseudoAxionServer, this.#selection, { ...shared, domain, building });
      }
      case 'mpt': {
        const { mptServer } = await import('../mpt/server.ts');
        const domain = await world.tools(this.#neighbours());
        return createGate(mptServer, this.#selection, { ...shared, domain, building });
      }
      default:
        return name satisfies never;
    }
  }

  #neighbours(): Neighbours {
    return new Map(
      SERVERS.map(({ name }) => [name, async () => asNeighbour(await this.#one(name))] as const),
    );
  }
}

function asNeighbour(gate: Gate): Neighbour {
  return {
    list: gate.list,
    call: async (call, { principal, signal, progress }) => {
      const answer = await gate.call(connectionOf(principal), {
        ...call,
        signal,
        progress,
      });
      return answer.envelope;
    },
  };
}
