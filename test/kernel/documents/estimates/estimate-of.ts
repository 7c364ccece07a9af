/** @module estimate of: estimates of a view by a list that is written in a test. */
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { boundList } from '../../../../kernel/documents/estimates/bound-line.ts';
import { type Estimate, estimate } from '../../../../kernel/documents/estimates/estimate.ts';
import { faultText } from '../../../../kernel/documents/estimates/list.ts';
import { readList } from '../../../../kernel/documents/estimates/read/read-list.ts';
import { fieldsOf } from '../../../../kernel/documents/schedules/fields.ts';
import { propertyField } from '../../../../kernel/documents/schedules/property-field.ts';

const HEADER = 'id,matches,work,quantity,unit,value,result_unit,stage,density_kg_m3,source,edition';

/** A line: id, conditions after the category, quantity with unit, price; the rest has defaults. */
export type Given = {
  readonly id: string;
  readonly matches: string;
  readonly quantity: string;
  readonly unit: string;
  readonly value?: string;
  readonly work?: string;
  readonly stage?: string;
  readonly density?: string;
};

/** The text of a list. */
export function listOf(lines: readonly Given[]): string {
  const rows = lines.map((one) =>
    [
      one.id,
      one.matches,
      one.work ?? '',
      one.quantity,
      one.unit,
      one.value ?? '1',
      one.stage === undefined ? 'EUR' : 'kgCO2e',
      one.stage ?? '',
      one.density ?? '',
      'Source',
      '2026',
    ].join(','),
  );
  return [HEADER, ...rows, ''].join('\n');
}

/** The estimate by a list. @throws {Error} with the faults of the list. */
export function estimateBy(
  lines: readonly Given[],
  view: ModelView,
  group_by = 'category',
): Estimate {
  const read = readList(new TextEncoder().encode(listOf(lines)), '.');
  if (!read.ok) throw new Error(read.faults.map(faultText).join('\n'));
  const bound = boundList(read.lines, view.kinds, '.');
  if (!bound.ok) throw new Error(bound.faults.map(faultText).join('\n'));
  const field = fieldsOf(view.kinds.all).get(group_by) ?? propertyField(group_by) ?? 'cost_group';
  return estimate(view, bound.lines, field);
}
