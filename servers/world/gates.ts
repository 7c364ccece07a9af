/** @module gates: the gate of each server over one world; a gate's tools are loaded once, by its first call. */
import { type Connection, connectionOf } from '../../governance/access/principal.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import { mergedGate } from '../../governance/gate/merged.ts';
import {
  governedResources,
  type Resources,
  type ResourceSource,
} from '../../governance/gate/resources/governed-resources.ts';
import type { Selection } from '../../governance/tool/registry.ts';
import type { Observer } from '../host/observed.ts';
import type { Service } from '../host/requests.ts';
import type { Neighbour, Neighbours } from '../mpt/sources.ts';
import type { ApprovalPreviews } from '../view/answers/approval-preview.ts';
import { listedGate } from './listed-gate.ts';
import { onceOpened } from './once-opened.ts';
import { ALL, SERVERS, type ServerName } from './servers.ts';
import { readToolList } from './tool-list.ts';
import type { World } from './world.ts';

/** Observes the requests of a server with tools of these names. */
type Observe = (server: string, names: ReadonlySet<string>) => Observer;

/** The gates of a process. A route of the mpt server uses the same gates as a call from outside. */
export class Gates {
  readonly #world: World;
  readonly #selection: Selection;
  readonly #observe: Observe | undefined;
  readonly #gates = new Map<ServerName, Gate>();
  readonly #offered = new Map<string, () => Promise<Omit<Service, 'connection'>>>();
  readonly #previews = onceOpened(async () => await this.#openPreviews());

  constructor(world: World, selection: Selection, observe?: Observe) {
    this.#world = world;
    this.#selection = selection;
    this.#observe = observe;
  }

  /** The gate of a server, or of all servers behind one connection. */
  open(name: ServerName | typeof ALL): Promise<Gate> {
    return Promise.resolve(this.#gate(name));
  }

  #gate(name: ServerName | typeof ALL): Gate {
    if (name !== ALL) return this.#one(name);
    const [first, ...others] = SERVERS;
    return mergedGate([this.#one(first.name), ...others.map((server) => this.#one(server.name))]);
  }

  /**
   * The service of a connection to a server. Throws SettingsError for invalid settings of the tool service, so that an
   * operator learns of them at the start instead of at the first call.
   */
  async service(name: ServerName | typeof ALL, connection: Connection): Promise<Service> {
    const offered = this.#offered.get(name) ?? onceOpened(async () => await this.#offer(name));
    this.#offered.set(name, offered);
    return { connection, ending: this.#world.ending, ...(await offered()) };
  }

  async #offer(name: ServerName | typeof ALL): Promise<Omit<Service, 'connection'>> {
    const { gates: world } = this.#world;
    const { offeredBy } = await import('../features/offered.ts');
    const { recordResources } = await import('../features/record-resources.ts');
    const gate = this.#gate(name);
    if (name === 'mpt' || name === ALL) await this.#world.beginTools();
    const { features, resources } = offeredBy({
      world,
      name,
      gate,
      spatial: async () => await Promise.resolve(this.#one('spatial')),
      look: async () => {
        const { branchReader } = await import('../../governance/gate/resources/look.ts');
        return branchReader({ ...world, server: name, domain: await this.#world.building() });
      },
      records: governedResources(
        world,
        name,
        recordResources({ ...world, gate, previews: this.#previews }),
      ),
      files: this.resources(name),
      fileMark: async (from, uri) => await this.#fileMark(from, uri),
      watches: await this.#world.watches(),
    });
    const names = gate.list({ kind: 'agent' }).map((tool) => tool.name);
    const observer = this.#observe?.(name, new Set(names));
    return { gate, features, resources, ...(observer === undefined ? {} : { observer }) };
  }

  /** Opens the previews of pending approvals. */
  async #openPreviews(): Promise<ApprovalPreviews> {
    const { approvalPreviews } = await import('../view/answers/approval-preview.ts');
    const { catchUpFor } = await import('../../governance/gate/catch-up.ts');
    const { gates: world } = this.#world;
    const domain = await this.#world.building();
    return approvalPreviews({ ...world, domain, catchUp: catchUpFor({ ...world, domain }) });
  }

  /** Id of the event that last wrote a file that the caller may read. */
  async #fileMark(from: Connection, uri: string): Promise<string | null> {
    const { pathOfUri } = await import('../../kernel/base/files/artefact-address.ts');
    const path = pathOfUri(uri);
    if (path === null) return null;
    const { files } = this.#world;
    if (!(await files.mayRead(path, from.identify().principal))) return null;
    return (await (await this.#world.artefacts()).newest(path))?.event_id ?? null;
  }

  /** The files below `artifacts/`, opened by the first request for them. */
  resources(name: ServerName | typeof ALL): Resources {
    const world = this.#world;
    const files = async (): Promise<ResourceSource> => {
      const { artefactResources } = await import('../files/artefact-resources.ts');
      // Unfinished exports of other processes are settled first.
      await world.artefacts();
      return artefactResources(world.files);
    };
    return governedResources(world.gates, name, {
      list: async (...given) => await (await files()).list(...given),
      read: async (...given) => await (await files()).read(...given),
    });
  }

  #one(name: ServerName): Gate {
    const known = this.#gates.get(name);
    if (known !== undefined) return known;
    const gate = listedGate(readToolList(name), this.#selection, {
      world: this.#world.gates,
      server: name,
      open: async () => await this.#open(name),
    });
    this.#gates.set(name, gate);
    return gate;
  }

  /**
   * Loads the tools of a server and the modules that execute them, which take most of the time and memory of a process.
   */
  async #open(name: ServerName): Promise<Gate> {
    const world = this.#world;
    // A workspace without a keeper refuses the call with the reason, and ends the server.
    await world.connect();
    const { createGate } = await import('../../governance/gate/gate.ts');
    const shared = { ...world.gates, server: name };
    const building = async (): ReturnType<World['building']> => await world.building();
    const { threads } = world;
    switch (name) {
      case 'geometry': {
        const { geometryServerOf } = await import('../geometry/server.ts');
        const { ifcFilesIn } = await import('../files/ifc-files.ts');
        const domain = await world.building();
        const server = geometryServerOf(ifcFilesIn(world.files));
        return createGate(server, this.#selection, { ...shared, domain, threads });
      }
      case 'spatial': {
        const { spatialServer } = await import('../spatial/server.ts');
        const domain = await world.building();
        return createGate(spatialServer, this.#selection, { ...shared, domain, threads });
      }
      case 'validation': {
        const { validationServerOf } = await import('../validation/server.ts');
        const { packsIn } = await import('../validation/own-packs.ts');
        const { ifcFilesIn } = await import('../files/ifc-files.ts');
        const domain = await world.building();
        const server = validationServerOf(packsIn(world.rules), ifcFilesIn(world.files));
        return createGate(server, this.#selection, { ...shared, domain, threads });
      }
      case 'documentation': {
        const { documentationServerOf } = await import('../documentation/server.ts');
        const { ifcFilesIn } = await import('../files/ifc-files.ts');
        const domain = await world.building();
        const { directory } = world.gates;
        const project = (): string => directory.workspace().workspace_id;
        const files = ifcFilesIn(world.files);
        const server = documentationServerOf(await world.artefacts(), project, files);
        return createGate(server, this.#selection, { ...shared, domain, threads });
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
      SERVERS.map(
        ({ name }) =>
          [name, async () => await Promise.resolve(asNeighbour(this.#one(name)))] as const,
      ),
    );
  }
}

function asNeighbour(gate: Gate): Neighbour {
  return {
    list: gate.list,
    call: async (call, { principal, signal, progress }) =>
      await gate.call(connectionOf(principal), { ...call, signal, progress }),
  };
}
