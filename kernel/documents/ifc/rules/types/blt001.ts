/** @module BLT001: operation types of doors. */
import { defineIfcRule } from '../ifc-rule.ts';
import { operationChecks } from './own-operation.ts';

export const blt001 = defineIfcRule({
  id: 'BLT001',
  title: 'The operation of a door is stated once, and described only if it is user-defined',
  group: 'types',
  clause: 'IfcDoor, OperationType',
  severity: 'error',
  checks: operationChecks({
    occurrence: 'IfcDoor',
    type: 'IfcDoorType',
    attribute: 'OperationType',
    description: 'UserDefinedOperationType',
  }),
});
