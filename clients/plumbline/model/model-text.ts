/** @module model-text: the model in words: a summary, one storey or one element. */
import { personName } from '../../../governance/control/person-names.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { ProjectedView } from '../../../kernel/building/model/projection/projected-view.ts';
import type { ElementRecord, StoredEvent } from '../../../schemas/events.ts';
import { currentParams, elementText, valueText } from '../../../servers/approvals/element-text.ts';
import type { Registry } from '../session.ts';

/** An answer about the model. */
export type ModelAnswer = { readonly json: unknown; readonly lines: readonly string[] };

/** Number of elements by category. */
function countsOf(
  elements: Iterable<ElementRecord>,
  { model }: ProjectedView,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const element of elements) {
    const found = model.element(element.id);
    if (found === undefined || found.kind === 'level') continue;
    const { category } = model.kinds.of(found);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

function countWords(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).map(([category, count]) => `${category} ${count}`);
  return words.length === 0 ? 'nothing' : words.join(', ');
}

/** Levels from the bottom up, with the number of elements on each; reference models are counted by themselves. */
export function summaryAnswer(view: ProjectedView, branches: readonly string[]): ModelAnswer {
  const { model } = view;
  const isOwn = ({ id }: ElementRecord): boolean => model.referenceOf(id) === null;
  const references = model.references();
  const levels = model
    .levels()
    .filter(isOwn)
    .toSorted((a, b) => a.params.elevation - b.params.elevation)
    .map(({ id, params: { name, elevation, height } }) => {
      const counts = countsOf(model.elementsOnLevel(id), view);
      return { level_id: id, name, elevation, height, counts };
    });
  const counts = countsOf([...model.elements()].filter(isOwn), view);
  const rows = levels.map(
    ({ level_id, name, elevation, height, counts: own }) =>
      `  ${printable(name)} (${printable(level_id)}) at ${elevation} mm, ${height} mm high: ${countWords(own)}`,
  );
  return {
    json: { branch: model.branch, seq: model.seq, counts, levels, branches, references },
    lines: [
      `branch    ${printable(model.branch)}, event ${model.seq}${branches.length > 1 ? `; branches: ${branches.map(printable).join(', ')}` : ''}`,
      `model     ${countWords(counts)}`,
      levels.length === 0 ? 'levels    none yet' : `levels    ${levels.length}, from the bottom up`,
      ...rows,
      ...references.map(
        ({ name, import_id, elements }) =>
          `reference ${printable(name ?? import_id)} (${printable(import_id)}): ${elements} elements, of which nothing may change`,
      ),
      ...(levels.length === 0
        ? []
        : [
            'next: `plumbline show LEVEL --picture FILE` draws one, `plumbline show LEVEL` lists it',
          ]),
    ],
  };
}

/** Every element of a storey, by kind. */
export function storeyAnswer(view: ProjectedView, level: ElementRecord): ModelAnswer {
  const elements = [...view.model.elementsOnLevel(level.id)]
    .filter(({ id }) => id !== level.id)
    .toSorted((a, b) => a.kind.localeCompare(b.kind, 'en') || a.id.localeCompare(b.id, 'en'));
  return {
    json: { level, counts: countsOf(elements, view), elements },
    lines: [
      printable(elementText(level, view)),
      ...elements.map((element) => `  ${printable(elementText(element, view))}`),
      ...(elements.length === 0 ? ['  nothing on this level'] : []),
    ],
  };
}

/** Kind, id and name. */
function describe({ kind, id, params: { name } }: ElementRecord): string {
  return typeof name === 'string' ? `${kind} ${id} ${JSON.stringify(name)}` : `${kind} ${id}`;
}

/** Units of measures by the end of their names: the unit that people use, and its size. */
const UNITS = [
  { suffix: '_mm3', unit: 'm³', scale: 1e9 },
  { suffix: '_mm2', unit: 'm²', scale: 1e6 },
  { suffix: '_mm', unit: 'mm', scale: 1 },
] as const;

/** A measure by its name without unit, with its value in the unit of drawings: areas in m², volumes in m³, lengths in mm. */
function measureRow(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === null || value === undefined) return [];
  const unit = UNITS.find(({ suffix }) => name.endsWith(suffix));
  if (unit === undefined || typeof value !== 'number') return [[name, valueText(value)]];
  const rounded = Number((value / unit.scale).toFixed(3));
  return [[name.slice(0, -unit.suffix.length), `${rounded} ${unit.unit}`]];
}

/** One element: parameters, measures, its host and hosted elements, and its changes with their authors, newest first. */
export function elementAnswer(
  view: ProjectedView,
  element: ElementRecord,
  history: readonly StoredEvent[],
  registry: Registry,
): ModelAnswer {
  const { model } = view;
  const { id, kind, params } = element;
  const found = model.element(id);
  const host =
    found === undefined ? undefined : model.element(model.kinds.references(found).host ?? '');
  const level = model.element(view.storeyOf(id) ?? '');
  const hosted = model.hostedBy(id);
  const measures = found === undefined ? {} : model.measures(id);
  const changes = history.map(({ seq, at, type, agent_id, user_id, approval_id, reasoning }) => {
    const agent = registry.agents.find((one) => one.agent_id === agent_id)?.name ?? null;
    const by = agent ?? personName(registry, user_id);
    return { seq, at, type, by, approval_id: approval_id ?? null, reasoning: reasoning ?? null };
  });
  const rows: readonly (readonly [string, string])[] = [
    ...Object.entries(currentParams(element, view)).flatMap(([name, value]) =>
      value === null ? [] : [[name, valueText(value)] as const],
    ),
    ...Object.entries(measures).flatMap(([name, value]) => measureRow(name, value)),
    ...(level === undefined || level.id === id ? [] : [['level', describe(level)] as const]),
    ...(host === undefined ? [] : [['host', describe(host)] as const]),
    ...hosted.map((one) => ['hosts', describe(one)] as const),
  ];
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return {
    json: {
      element_id: id,
      kind,
      params,
      measures,
      level_id: level?.id ?? null,
      host_id: host?.id ?? null,
      hosted: hosted.map((one) => one.id),
      history: changes,
    },
    lines: [
      printable(`${kind} ${id}`),
      ...rows.map(([name, text]) => `  ${printable(name).padEnd(width)}  ${printable(text)}`),
      'changed',
      ...changes.map(({ seq, at, type, by, approval_id, reasoning }) =>
        [
          printable(`  ${seq} ${at} ${type} by ${by}`),
          approval_id === null ? '' : ` (approval ${printable(approval_id)})`,
          reasoning === null ? '' : `: ${printable(reasoning)}`,
        ].join(''),
      ),
    ],
  };
}
