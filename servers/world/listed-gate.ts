/**
 * @module listed-gate: a server's gate whose tools are loaded by its first call; lists come from the stored tool list.
 */
import { missingPermission, permittedTools } from '../../governance/access/permitted-tools.ts';
import type { Connection } from '../../governance/access/principal.ts';
import type { GateWorld } from '../../governance/gate/call/context.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import {
  type Audience,
  type ListedTool,
  reasonToWithhold,
  type Selection,
} from '../../governance/tool/registry.ts';
import { listedFor, type StoredTool } from './tool-list.ts';

/** A stored tool with its list entry for each kind of principal. */
type Offered = StoredTool & { readonly entry: Readonly<Record<Audience, ListedTool>> };

/**
 * Returns a gate that lists the tools of a selection as the gate of `open` would, with the same permissions. `open` is
 * called once, by the first call or refusal.
 */
export function listedGate(
  stored: readonly StoredTool[],
  selection: Selection,
  {
    world: { directory, recorder },
    open,
  }: {
    readonly world: Pick<GateWorld, 'directory' | 'recorder'>;
    readonly open: () => Promise<Gate>;
  },
): Gate {
  const offered = new Map<string, Offered>();
  const withheld = new Map<string, string>();
  for (const tool of stored) {
    const { name } = tool.listed;
    const reason = reasonToWithhold({ toolset: tool.toolset, action: tool.action }, selection);
    if (reason === null) offered.set(name, { ...tool, entry: entriesOf(tool) });
    else withheld.set(name, reason);
  }
  const tools = [...offered.values()];
  let opened: Promise<Gate> | undefined;
  const gate = (): Promise<Gate> => (opened ??= open());
  return {
    // A shutdown also waits for calls whose gate is still being opened.
    call: (from, call) => recorder.during(async () => await (await gate()).call(from, call)),
    refuse: (from, call, refusal) =>
      recorder.during(async () => await (await gate()).refuse(from, call, refusal)),
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
