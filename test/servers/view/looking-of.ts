/** @module looking-of: what a person of a test sees of a building in memory. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import {
  AgentPermissions,
  type PermissionScope,
  WorkspacePolicy,
} from '../../../schemas/permissions.ts';
import type { BuildingDomain } from '../../../servers/building/domain.ts';
import type { Answered } from '../../../servers/view/answers/answer.ts';
import { ANSWERS } from '../../../servers/view/answers/answers.ts';
import type { Looking } from '../../../servers/view/looking/looking.ts';
import { lookingOf } from '../../../servers/view/looking/looking.ts';
import { Marks } from '../../../servers/view/looking/marks.ts';
import { Moments } from '../../../servers/view/looking/moments.ts';
import type { BytesAsk, JsonAsk, PageAnswers } from '../../../servers/view/protocol/answers.ts';
import type { AskName } from '../../../servers/view/protocol/asks.ts';

/** The person with this READ permission; null: without READ. */
export function looker(READ: PermissionScope | null = {}, name = 'person'): ActingAgent {
  const permissions = AgentPermissions.parse({ permissions: READ === null ? {} : { READ } });
  return {
    kind: 'human',
    name,
    agent_id: `agent-${name}`,
    user_id: `user-${name}`,
    permissions,
    registered: permissions,
    token_hash: null,
    status: 'active',
  };
}

/** The registry of a workspace of which nobody but the owner is known. */
const REGISTRY = {
  registry: () => ({
    record: JSON.stringify({
      workspace_id: 'workspace',
      owner: { user_id: 'user-1', name: 'owner' },
      default_agent: 'agent',
      policy: WorkspacePolicy.parse({}),
      created_at: '2026-01-01T00:00:00.000Z',
    }),
  }),
  registryAll: () => [],
};

/** A building and its log, such as a world. */
type Building = { readonly domain: BuildingDomain; readonly log: object };

/** Asks the questions of one sign-in. */
export class Page {
  readonly #world: Building;
  readonly #viewer: ActingAgent;
  readonly #marks = new Marks();
  readonly #moments: Moments;

  constructor(world: Building, viewer: ActingAgent = looker()) {
    this.#world = world;
    this.#moments = new Moments(world.domain);
    this.#viewer = viewer;
  }

  get looking(): Looking {
    return lookingOf({
      viewer: this.#viewer,
      domain: this.#world.domain,
      reader: Object.assign(this.#world.log, REGISTRY) as unknown as LedgerRead,
      workspace: 'workspace',
      now: () => new Date(0),
      marks: this.#marks,
      moments: this.#moments,
      approval: async () => await Promise.resolve(null),
    });
  }

  async #answer(name: AskName, input: unknown): Promise<Answered> {
    await this.#world.domain.catchUp();
    return await answered(name, input, this.looking);
  }

  /** The answer in JSON, as the page reads it. */
  async json<N extends JsonAsk>(name: N, input: unknown): Promise<PageAnswers[N]> {
    const answer = await this.#answer(name, input);
    if (!('json' in answer)) throw new Error(`expected JSON for ${name}`);
    return JSON.parse(JSON.stringify(answer.json)) as PageAnswers[N];
  }

  async bytes(name: BytesAsk, input: unknown): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#answer(name, input);
    if (!('bytes' in answer)) throw new Error(`expected bytes for ${name}`);
    return answer.bytes.bytes;
  }
}

async function answered(name: AskName, input: unknown, looking: Looking): Promise<Answered> {
  const answer = ANSWERS.get(name);
  if (answer === undefined) throw new Error(`no answer ${name}`);
  return await answer.answer(input, looking);
}
