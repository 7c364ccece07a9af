/** @module quantities-in: the quantities of elements in an exported file. */
import type { IfcSchemaName } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from './reread.ts';

/** The quantities of one element by name; lengths in mm, areas in m², volumes in m³, as in the file. */
export type Values = Readonly<Record<string, number>>;

/** Quantities in a file by the GUID-bearing line of the element: `IFCSPACE`, `IFCSLAB` …, in the order of the file. */
export function quantitiesOf(
  entity: string,
  events: readonly PlannedEvent[],
  schema: IfcSchemaName = 'IFC4',
): readonly Values[] {
  const { text } = exported(modelOf(...events), schema);
  const lines = new Map([...text.matchAll(/^#(\d+)=(.+);$/gmu)].map(([, id, line]) => [id, line]));
  const sets = [...lines.values()].flatMap((line) => {
    const [, of, set] =
      /^IFCRELDEFINESBYPROPERTIES\(.*\((#\d+)\),#(\d+)\)$/u.exec(line ?? '') ?? [];
    const qto = lines.get(set);
    if (!lines.get(of?.slice(1))?.startsWith(`${entity}(`)) return [];
    if (!qto?.startsWith('IFCELEMENTQUANTITY(')) return [];
    const refs = [...(/\(([#\d,]+)\)\)$/u.exec(qto)?.[1] ?? '').matchAll(/#(\d+)/gu)];
    const values = refs.map(([, id]): [string, number] => {
      const [, name = '', value] =
        /^IFCQUANTITY\w+\('(\w+)',\$,\$,([\d.E+-]+)/u.exec(lines.get(id) ?? '') ?? [];
      return [name, Number(value)];
    });
    return [Object.fromEntries(values)];
  });
  return sets;
}
