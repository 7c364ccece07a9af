/** @module schedule-columns: lists the columns of schedules for the description of an argument. */
import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { derivedFields } from '../../../kernel/documents/schedules/derived-fields.ts';

/** Names of the derived columns of all kinds. A column that exists in mm and in m is listed only in mm. */
function derivedColumns(): readonly string[] {
  const all = new Set(KINDS.all.flatMap((kind) => derivedFields(kind).map(({ key }) => key)));
  return [...all].filter((name) => twinOf(name) === name || !all.has(twinOf(name)));
}

/** The name of the column in mm, mm² or mm³ that corresponds to one in m, m² or m³; any other name unchanged. */
function twinOf(name: string): string {
  return name.replace(/_m([23]?)$/, '_mm$1');
}

/** Description of the argument that names the columns of a schedule. */
export const COLUMNS = `Columns: parameters (get_element lists them), SET.NAME, or derived: ${derivedColumns().join(', ')}; _mm, _mm2, _mm3 also as _m, _m2, _m3. Default: the usual ones.`;
