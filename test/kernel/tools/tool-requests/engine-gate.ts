/** @module engine-gate: an engine of tool requests that records what it routes, and valid requests for it. */
import { createToolRequestEngine } from '../../../../kernel/tools/tool-requests/engine.ts';
import type {
  RoutedToolRequest,
  ToolRequestAudit,
  ToolRequestParts,
} from '../../../../kernel/tools/tool-requests/engine.ts';

const KNOWLEDGE = {
  actors: new Map([
    ['rebecca', ['REBECCA_VIEW']],
    ['george', ['GEORGE_VIEW', 'LOST_VIEW']],
  ]),
  views: new Map([
    ['REBECCA_VIEW', { private_of: ['rebecca'] }],
    ['GEORGE_VIEW', { private_of: ['george'] }],
  ]),
};

export type Edit = (value: object) => void;

/** Sets the member at a path of names, or deletes it. */
export function put(path: string, value?: unknown): Edit {
  const names = path.split('.');
  const last = names.pop() ?? '';
  return (root) => {
    const parent = names.reduce<object>((node, name) => Reflect.get(node, name) as object, root);
    if (value === undefined) Reflect.deleteProperty(parent, last);
    else Reflect.set(parent, last, value);
  };
}

let count = 0;
/** A valid request, changed by `edit`. */
export function request(edit: Edit = () => {}): string {
  const value = {
    tool_request_id: `q${(count += 1)}`,
    request_id: 'r1',
    requested_by: { engine: 'writer', actor: 'rebecca', knowledge_view: 'REBECCA_VIEW' },
    tool: {
      name: 'LEDGER_SEARCH',
      query_text: 'fire door',
      constraints: { time_window: null, limit: 5, person_id: null },
    },
  };
  edit(value);
  return JSON.stringify(value);
}

/** An engine, what it entered and routed, and the active beat. */
export type Gate = {
  readonly engine: ReturnType<typeof createToolRequestEngine>;
  readonly audit: readonly ToolRequestAudit[];
  readonly routed: readonly RoutedToolRequest[];
  /** The status of the answer, or the code of the rejection. */
  readonly ask: (text: string) => Promise<string>;
  readonly beat: { request_id: string; beat_id: string };
};

export function gate(more: Partial<ToolRequestParts> = {}): Gate {
  const audit: ToolRequestAudit[] = [];
  const routed: RoutedToolRequest[] = [];
  const beat = { request_id: 'r1', beat_id: 'b1' };
  const engine = createToolRequestEngine({
    tools: new Set(['LEDGER_SEARCH', 'LEDGER_GET', 'get_element']),
    knowledge: KNOWLEDGE,
    activeBeat: () => ({ ...beat }),
    audit: { append: async (entry) => audit.push(entry) },
    route: (one) => routed.push(one),
    ...more,
  });
  const ask = async (text: string): Promise<string> => {
    const answer = await engine.validate_and_route_tool_request(text);
    return answer.status === 'ROUTED' ? 'ROUTED' : answer.code;
  };
  return { engine, audit, routed, ask, beat };
}
