/** @module BLT002: partitioning types of windows. */
import { defineIfcRule } from '../ifc-rule.ts';
import { operationChecks } from './own-operation.ts';

export const blt002 = defineIfcRule({
  id: 'BLT002',
  title: 'The partitioning of a window is stated once, and described only if it is user-defined',
  group: 'types',
  clause: 'IfcWindow, PartitioningType',
  severity: 'error',
  checks: operationChecks({
    occurrence: 'IfcWindow',
    type: 'IfcWindowType',
    attribute: 'PartitioningType',
    description: 'UserDefinedPartitioningType',
  }),
});
