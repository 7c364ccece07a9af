import { nearest } from '../../kernel/text/nearest.ts';
/** @module merged: several servers behind one connection, each with its own gate. */
import type { GateCall } from './context.ts';
import type { Gate } from './gate.ts';

/**
 * One gate that shows the tools of all and passes each call to the gate whose tool it is; `preview_operation` to the
 * one whose tool is to be previewed. A tool that several have is shown once. A name that none has is refused by the
 * gate with the nearest name.
 */
export function mergedGate(gates: readonly [Gate, ...Gate[]]): Gate {
  const [first] = gates;
  return {
    withheld: new Map(gates.flatMap(({ withheld }) => [...withheld])),
    list: (principal) => {
      const shown = new Map(
        gates.flatMap((gate) => gate.list(principal)).map((tool) => [tool.name, tool]),
      );
      return [...shown.values()];
    },
    answers: (name) => {
      for (const gate of gates) {
        const schema = gate.answers(name);
        if (schema !== null) return schema;
      }
      return null;
    },
    shown: async (from) => {
      const each = await Promise.all(gates.map(async (gate) => await gate.shown(from)));
      return [...new Map(each.flat().map((tool) => [tool.name, tool])).values()];
    },
    call: (from, call) => {
      const { principal } = from.identify();
      const wanted = call.tool === 'preview_operation' ? previewed(call) : call.tool;
      const has = (gate: Gate, name: string): boolean =>
        gate.list(principal).some((tool) => tool.name === name);
      const withholding = gates.find(({ withheld }) => withheld.has(wanted));
      if (withholding !== undefined) return withholding.call(from, call);
      const names = gates.flatMap((gate) => gate.list(principal).map(({ name }) => name));
      const near = names.includes(wanted) ? wanted : nearest(wanted, names);
      const gate = gates.find((one) => near !== null && has(one, near)) ?? first;
      return gate.call(from, call);
    },
    beyond: (from, tool) =>
      gates.map((gate) => gate.beyond(from, tool)).find((action) => action !== null) ?? null,
    refuse: (from, call, refusal) => {
      const { principal } = from.identify();
      const named = gates.find((gate) =>
        gate.list(principal).some(({ name }) => name === call.tool),
      );
      return (named ?? first).refuse(from, call, refusal);
    },
  };
}

function previewed(call: GateCall): string {
  const given: unknown = call.arguments;
  const tool: unknown =
    typeof given === 'object' && given !== null ? Reflect.get(given, 'tool') : null;
  return typeof tool === 'string' ? tool : call.tool;
}
