/** @module nearest-tool.test: the tool that an unknown name means, among all tools of the building. */
import { describe, expect, test } from 'vitest';

import { nearestTool } from '../../../../kernel/base/text/nearest-tool.ts';

const TOOLS = [
  'create_level',
  'create_wall',
  'create_floor',
  'create_column',
  'create_group',
  'place_door',
  'place_window',
  'edit_walls',
  'modify_parameter',
  'move_element',
  'rotate_element',
  'delete_elements',
  'apply_changes',
  'undo',
  'get_element',
  'query_elements',
  'get_history',
  'accessibility_check',
  'code_compliance',
  'export_ifc',
  'check_ifc',
];

describe('nearestTool', () => {
  test.each([
    ['creat_wall', 'create_wall'],
    ['create_floors', 'create_floor'],
    ['delete_element', 'delete_elements'],
  ])('finds the typing error in %s', (name, tool) => {
    expect(nearestTool(name, TOOLS)).toBe(tool);
  });

  test.each([
    // `create_floor` differs in fewer letters.
    ['create_door', 'place_door'],
    ['add_window', 'place_window'],
    ['make_wall', 'create_wall'],
    ['create_slab', 'create_floor'],
    ['group_create', 'create_group'],
    ['createWall', 'create_wall'],
    ['check_accessibility', 'accessibility_check'],
    ['check_compliance', 'code_compliance'],
  ])('prefers the same object: %s', (name, tool) => {
    expect(nearestTool(name, TOOLS)).toBe(tool);
  });

  test.each([
    ['remove_wall', 'delete_elements'],
    ['delete_door', 'delete_elements'],
    ['rotate_door', 'rotate_element'],
    ['move_wall', 'move_element'],
    ['set_height', 'modify_parameter'],
    ['list_walls', 'query_elements'],
    ['undo_change', 'undo'],
  ])('prefers the same action on any element: %s', (name, tool) => {
    expect(nearestTool(name, TOOLS)).toBe(tool);
  });

  test('prefers a known action to an unknown one on the same object', () => {
    expect(nearestTool('make_wall', ['bakes_wall', 'create_wall'])).toBe('create_wall');
    expect(nearestTool('make_wall', ['create_wall', 'bakes_wall'])).toBe('create_wall');
  });

  test('suggests no tool with another action, and none for an unrelated name', () => {
    expect(nearestTool('import_ifc', TOOLS)).toBe(null);
    expect(nearestTool('xyz', TOOLS)).toBe(null);
    expect(nearestTool('', TOOLS)).toBe(null);
    expect(nearestTool('create_door', [])).toBe(null);
  });
});
