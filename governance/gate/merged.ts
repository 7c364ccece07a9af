/** @module merged: several servers behind one connection, each with its own gate. */
import { nearest } from '../../kernel/base/text/nearest.ts';
import type { GateCall } from './call/context.ts';
import type { Gate } from './gate.ts';

/**
 * One gate that lists the tools of all and passes each call to the gate that has its tool; `preview_operation` goes to the
 * gate of the tool to preview. A tool of several servers is listed once. An unknown name is refused by the gate with the
 * closest match.
 */
export function mergedGate(gates: readonly [Gate, ...Gate[]]): Gate {
  const [first] = gates;
  return {
    withheld: new Map(gates.flatMap(({ withheld }) => [...withheld])),
    list: (principal) => {
      const listed = new Map(
        gates.flatMap((gate) => gate.list(principal)).map((tool) => [tool.name, tool]),
      );
      return [...listed.values()];
    },
    answers: (name) => {
      for (const gate of gates) {
        const schema = gate.answers(name);
        if (schema !== null) return schema;
      }
      return null;
    },
    listPermitted: async (from) => {
      const each = await Promise.all(gates.map(async (gate) => await gate.listPermitted(from)));
      return [...new Map(each.flat().map((tool) => [tool.name, tool])).values()];
    },
    call: (from, call) => {
      const { principal } = from.identify();
      const target = call.tool === 'preview_operation' ? toolToPreview(call) : call.tool;
      const has = (gate: Gate, name: string): boolean =>
        gate.list(principal).some((tool) => tool.name === name);
      const withholding = gates.find(({ withheld }) => withheld.has(target));
      if (withholding !== undefined) return withholding.call(from, call);
      const names = gates.flatMap((gate) => gate.list(principal).map(({ name }) => name));
      const near = names.includes(target) ? target : nearest(target, names);
      const gate = gates.find((one) => near !== null && has(one, near)) ?? first;
      return gate.call(from, call);
    },
    missingPermission: (from, tool) =>
      gates.map((gate) => gate.missingPermission(from, tool)).find((action) => action !== null) ??
      null,
    refuse: (from, call, refusal) => {
      const { principal } = from.identify();
      const owner = gates.find((gate) =>
        gate.list(principal).some(({ name }) => name === call.tool),
      );
      return (owner ?? first).refuse(from, call, refusal);
    },
  };
}

/** The tool that a preview is for. */
function toolToPreview(call: GateCall): string {
  const given: unknown = call.arguments;
  const tool: unknown =
    typeof given === 'object' && given !== null ? Reflect.get(given, 'tool') : null;
  return typeof tool === 'string' ? tool : call.tool;
}
