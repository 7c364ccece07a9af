/** @module by-rules: a take-off by the rules of a standard as a table, with definition and source of each figure. */
import type { Refuse } from '../../../schemas/plan.ts';
import type { AnyKind } from '../../building/kinds/kind.ts';
import type { ModelView } from '../../building/model/view.ts';
import { requireCategory } from '../schedules/schedule.ts';
import type { Column, Row, Table } from '../schedules/table.ts';
import { boma } from './boma.ts';
import { din276 } from './din276.ts';
import { din277 } from './din277.ts';
import type { Figure } from './figure.ts';
import { ifcSets } from './ifc-sets.ts';
import { ipms } from './ipms.ts';
import { nrm } from './nrm.ts';

/** The standards by whose rules quantities are computed. */
export const RULES = ['ifc', 'din276', 'din277', 'nrm', 'ipms', 'boma'] as const;
export type RulesName = (typeof RULES)[number];

export type RulesRequest = {
  readonly rules: RulesName;
  /** Categories or kinds, for `ifc` only. */
  readonly categories?: readonly string[] | undefined;
  /** `level` or nothing. */
  readonly grouping?: readonly string[] | undefined;
};

const TITLES: { readonly [rules in RulesName]: string } = {
  ifc: 'Quantities by the Qto sets of IFC4',
  din276: 'Quantities of cost groups of DIN 276:2018-12',
  din277: 'Areas and volumes by DIN 277:2021-08',
  nrm: 'Floor areas by NRM 1',
  ipms: 'Floor areas by IPMS All Buildings (2023)',
  boma: 'Floor areas of office buildings by BOMA 2024',
};

/** What a reader must know about the definitions. */
const NOTES: { readonly [rules in RulesName]: readonly string[] } = {
  ifc: [
    'a quantity is the sum over the elements that have it; exported IFC files have the single values',
  ],
  din276: [
    'the text of the standard is not public: units of cost groups are as commentaries quote them, without numbers of clauses',
    'how the quantities are measured is not in the standard: each definition states it',
  ],
  din277: [
    'the text of the standard is not public: terms and groups are as commentaries quote them, without numbers of clauses',
    'the usage of a room decides about its group; enclosed areas are those between walls',
  ],
  nrm: [
    'the definitions are those of the Code of Measuring Practice, without numbers of clauses',
    'enclosed areas are those between walls',
  ],
  ipms: [
    'figures are named as in the standard, without numbers of clauses',
    'enclosed areas are those between walls; columns and inner walls are not deducted',
  ],
  boma: [
    'the text of the standard is not public: terms are as its publisher and commentaries describe them, without numbers of clauses',
    'the usage of a room decides whether it is a shaft or parking; enclosed areas are those between walls',
  ],
};

function column(key: string, title: string, more: Partial<Column> = {}): Column {
  return { key, title, type: 'text', unit: null, decimals: null, summed: false, ...more };
}

const COLUMNS: readonly Column[] = [
  column('level', 'Level'),
  column('figure', 'Figure'),
  column('name', 'Name'),
  column('value', 'Value', { type: 'number', decimals: 3 }),
  column('unit', 'Unit'),
  column('definition', 'Definition'),
  column('source', 'Source'),
  column('because', 'Not computed, or incomplete'),
];

/**
 * The figures of a standard. Refuses INVALID_ARGUMENT for an unknown category, for categories with rules about whole
 * buildings, and for another grouping than by level.
 */
export function takeOffByRules(
  view: ModelView,
  { rules, categories, grouping }: RulesRequest,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): Table {
  const byLevel = requireGrouping(grouping, refuse);
  if (rules === 'din276' && byLevel) {
    refuse(
      'INVALID_ARGUMENT',
      `received \`grouping\` with rules \`${rules}\`, expected none: its figures are of whole buildings`,
    );
  }
  if (rules !== 'ifc' && categories !== undefined) {
    refuse(
      'INVALID_ARGUMENT',
      `received \`categories\` with rules \`${rules}\`, expected none: its figures are of whole buildings`,
    );
  }
  const figures =
    rules === 'ifc'
      ? ifcSets(view, kindsOf(categories, view, refuse), byLevel)
      : { din276, din277, nrm, ipms, boma }[rules](view, byLevel);
  const names = new Map(view.levels().map(({ id, params }) => [id, params.name]));
  const ids = new Set(figures.flatMap(({ element_ids }) => element_ids));
  return {
    title: TITLES[rules],
    head: { branch: view.branch, seq: null },
    columns: byLevel ? COLUMNS : COLUMNS.slice(1),
    groups: [],
    rows: figures.map((figure) => rowOf(figure, byLevel, names)),
    count: ids.size,
    totals: (byLevel ? COLUMNS : COLUMNS.slice(1)).map(() => null),
    warnings: [],
    notes: NOTES[rules],
  };
}

function requireGrouping(
  grouping: readonly string[] | undefined,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): boolean {
  if (grouping === undefined) return false;
  if (grouping.length === 1 && grouping[0] === 'level') return true;
  return refuse(
    'INVALID_ARGUMENT',
    `received \`grouping\` ${JSON.stringify(grouping)} with \`rules\`, expected ["level"] or none`,
  );
}

function kindsOf(
  categories: readonly string[] | undefined,
  { kinds }: ModelView,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): readonly AnyKind[] {
  if (categories === undefined) return kinds.all;
  return [...new Set(categories.map((category) => requireCategory(category, kinds, refuse)))];
}

function rowOf(
  { level_id, figure, name, value, unit, definition, source, because, element_ids }: Figure,
  byLevel: boolean,
  names: ReadonlyMap<string, string>,
): Row {
  const level = names.get(level_id ?? '') ?? null;
  const rounded = value === null ? null : Math.round(value * 1000) / 1000;
  const cells = [figure, name, rounded, value === null ? null : unit, definition, source, because];
  return { element_ids, cells: byLevel ? [level, ...cells] : cells };
}
