/** @module tool calls: short forms of the calls with which a test solves a task. */
import type { ToolCall } from './edit-task.ts';

type Operation = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** Several operations as one change. */
export function changes(...operations: readonly Operation[]): ToolCall {
  return {
    tool: 'apply_changes',
    arguments: { operations: operations.map(([tool, args]) => ({ tool, arguments: args })) },
  };
}

/** Sets one parameter. */
export function modify(element_id: string, parameter_name: string, value: unknown): Operation {
  return ['modify_parameter', { element_id, parameter_name, value }];
}

/** Sets properties of a set of several elements. */
export function properties(
  element_ids: readonly string[],
  set: string,
  values: Readonly<Record<string, unknown>>,
): Operation {
  return ['set_properties', { element_ids, set, properties: values }];
}

/** The outline of a room from one corner to the opposite one, mm. */
export function rectangle(
  ...[x, y, toX, toY]: readonly [x: number, y: number, toX: number, toY: number]
): readonly object[] {
  return [
    { x, y },
    { x: toX, y },
    { x: toX, y: toY },
    { x, y: toY },
  ];
}
