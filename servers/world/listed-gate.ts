/**
 * @module listed-gate: a server's gate whose tools are loaded by its first call; lists come from the stored tool list.
 */
import { missingPermission, permittedTools } from '../../governance/access/permitted-tools.ts';
import type { Connection } from '../../governance/access/principal.ts';
import type { GateCall, GateWorld } from '../../governance/gate/call/context.ts';
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import {
  type Audience,
  type ListedTool,
  reasonToWithhold,
  type Selection,
} from '../../governance/tool/registry.ts';
import { onceOpened } from './once-opened.ts';
import { listedFor, type StoredTool } from './tool-list.ts';

type Called = Pick<GateCall, 'tool' | 'arguments'>;

/** A stored tool with its list entry for each kind of principal. */
type Offered = StoredTool & { readonly entry: Readonly<Record<Audience, ListedTool>> };

/**
 * Returns a gate that lists the tools of a selection as the gate of `open` would, with the same permissions. `open` is
 * called by the first call or refusal, and again after a failure.
 */
export function listedGate(
  stored: readonly StoredTool[],
  selection: Selection,
  {
    world,
    server,
    open,
  }: {
    readonly world: GateWorld;
    readonly server: string;
    readonly open: () => Promise<Gate>;
  },
): Gate {
  const { directory, recorder } = world;
  const offered = new Map<string, Offered>();
  const withheld = new Map<string, string>();
  for (const tool of stored) {
    const { name } = tool.listed;
    const reason = reasonToWithhold({ toolset: tool.toolset, action: tool.action }, selection);
    if (reason === null) offered.set(name, { ...tool, entry: entriesOf(tool) });
    else withheld.set(name, reason);
  }
  const tools = [...offered.values()];
  const opened = onceOpened(open);
  /** The answer of the opened gate. If it cannot be opened, the call is answered and entered as failed. */
  const answer = async (
    from: Connection,
    call: Called,
    ask: (gate: Gate) => Promise<GateAnswer>,
  ): Promise<GateAnswer> => {
    let gate: Gate;
    try {
      gate = await opened();
    } catch (error) {
      const { enteredAnswer } = await import('../../governance/gate/entered-answer.ts');
      const entering = {
        ...world,
        server,
        catchUp: async () => await directory.refresh(),
        actionOf: (name: string) => offered.get(name)?.action ?? 'NONE',
      };
      return await enteredAnswer(entering, from, call, async () => await Promise.reject(error));
    }
    return await ask(gate);
  };
  return {
    // A shutdown also waits for calls whose gate is still being opened.
    call: (from, call) =>
      recorder.during(() => answer(from, call, async (gate) => await gate.call(from, call))),
    refuse: (from, call, refusal) =>
      recorder.during(() =>
        answer(from, call, async (gate) => await gate.refuse(from, call, refusal)),
      ),
    list: ({ kind }) => tools.map(({ entry }) => entry[kind]),
    listPermitted: async (from: Connection) => {
      await directory.refresh();
      const { kind } = from.identify().principal;
      return permittedTools(directory, from, tools).map(({ entry }) => entry[kind]);
    },
    missingPermission: (from, tool) => missingPermission(directory, from, offered.get(tool)),
    withheld,
    answers: (tool) => offered.get(tool)?.answers ?? null,
  };
}

function entriesOf(tool: StoredTool): Readonly<Record<Audience, ListedTool>> {
  return { agent: listedFor(tool, 'agent'), human: listedFor(tool, 'human') };
}
