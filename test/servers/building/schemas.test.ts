/** @module the schema of every tool can be written as JSON Schema and follows the rules of hosts. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { ALL_TOOLS } from './world.ts';

function inputSchema(tool: (typeof ALL_TOOLS)[number]): Record<string, unknown> {
  return z.toJSONSchema(tool.input, { io: 'input', target: 'draft-2020-12' });
}

/** Every sub-schema with its path. */
function walk(value: unknown, path: string, visit: (node: unknown, path: string) => void): void {
  visit(value, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) walk(item, `${path}/${key}`, visit);
}

describe.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  const schema = inputSchema(tool);
  it('has an object without a union at its root', () => {
    expect(schema['type']).toBe('object');
    for (const keyword of ['oneOf', 'anyOf', 'allOf', 'if']) {
      expect(schema).not.toHaveProperty(keyword);
    }
  });
  it('has no list of types, and no bare true as the schema of a property', () => {
    const bad: string[] = [];
    walk(schema, '#', (node, path) => {
      if (path.endsWith('/type') && Array.isArray(node)) bad.push(path);
      if (/\/properties\/\w+$|\/items$/u.test(path) && typeof node === 'boolean') bad.push(path);
    });
    expect(bad).toEqual([]);
  });
  it('has an output schema that can be generated', () => {
    expect(z.toJSONSchema(tool.output)).toMatchObject({ type: 'object' });
  });
});

describe('the servers', () => {
  it('offer the tools of the contract, in order', () => {
    const shown = geometryServer.tools.filter((tool) => !('toolset' in tool));
    expect(shown.map(({ name }) => name).join(' ')).toBe(
      'create_level create_wall create_floor create_roof create_column create_beam create_stair create_ramp create_railing create_furniture create_grid create_room create_separation create_opening place_door place_window boolean_operation join_elements edit_walls modify_parameter move_element copy_element transform_elements delete_elements set_properties create_type apply_changes run_script create_branch merge_branch undo',
    );
    const more = geometryServer.tools.filter((tool) => 'toolset' in tool);
    expect(more.map(({ name }) => name).join(' ')).toBe(
      'create_material create_group set_site rotate_element restore discard_branch',
    );
  });
  it('describe themselves in at most 2,000 characters', () => {
    for (const { instructions } of [geometryServer, spatialServer]) {
      expect(instructions.length).toBeLessThanOrEqual(2000);
    }
  });
});
