/** @module exchange-schema: the schema in which a branch is checked against an IDS file. */
import type { IfcSchemaName } from '../../ifc/schema/ifc-schema.ts';
import type { Ids, IdsSchema } from '../ids.ts';

/** The schemas in order of preference among those that equally many specifications name. */
const PREFERRED = ['IFC4', 'IFC4X3_ADD2', 'IFC2X3'] as const satisfies readonly IdsSchema[];

const WRITTEN = { IFC4: 'IFC4', IFC4X3_ADD2: 'IFC4X3', IFC2X3: 'IFC2X3' } as const;

/** The schema that most specifications of the file name: a file of the branch in this schema is what they ask for. */
export function exchangeSchema({ specifications }: Pick<Ids, 'specifications'>): IfcSchemaName {
  const counts = PREFERRED.map(
    (name) => specifications.filter(({ ifcVersion }) => ifcVersion.includes(name)).length,
  );
  const most = counts.indexOf(Math.max(...counts));
  return WRITTEN[PREFERRED[most] ?? 'IFC4'];
}
