/** @module operation-text: what an operation did, in words and numbers. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { importedCount, isExchange, revertedCount } from '../../../schemas/element-changes.ts';
import {
  carriedElement,
  changedNames,
  type ElementRecord,
  type ImportRecord,
  isRunRecord,
  type ParamValues,
  type StoredEvent,
  touchedIds,
} from '../../../schemas/events.ts';
import { topicSummary } from '../../approvals/topic-text.ts';
import { movedText } from '../elements/moved-text.ts';
import type { LogRow } from '../protocol/log.ts';

/** Kinds of rows that are operations. */
type Kind = Exclude<LogRow['kind'], 'refusal' | 'rejection'>;

/** Types of events that decide the kind of their operation, the most important first. */
const DECIDING: readonly (readonly [StoredEvent['type'], Kind])[] = [
  ['branch.merged', 'merge'],
  ['branch.restored', 'undo'],
  ['event.reverted', 'undo'],
  ['event.voided', 'undo'],
  ['model.imported', 'import'],
  ['import.reverted', 'import'],
  ['branch.created', 'branch'],
  ['branch.discarded', 'branch'],
  ['validation.run', 'check'],
  ['export.created', 'export'],
  ['schedule.generated', 'export'],
];

/** The kind of an operation. */
export function kindOf(events: readonly StoredEvent[]): Kind {
  const found = DECIDING.find(([type]) => events.some((event) => event.type === type));
  if (found !== undefined) return found[1];
  return events.every(isRunRecord) ? 'run' : 'change';
}

/** Elements by what became of them; an element that the same operation creates and deletes is in none. */
type Net = {
  readonly created: ReadonlyMap<string, ElementRecord>;
  /** Names of the changed parameters. */
  readonly modified: ReadonlyMap<string, readonly string[]>;
  /** By id, how an element that was only moved, and once, was moved. */
  readonly moved: ReadonlyMap<string, string>;
  readonly deleted: ReadonlyMap<string, ElementRecord>;
};

function netOf(events: readonly StoredEvent[]): Net {
  const created = new Map<string, ElementRecord>();
  const deleted = new Map<string, ElementRecord>();
  const modified = new Map<string, readonly string[]>();
  const moved = new Map<string, string>();
  const modify = (id: string, names: readonly string[]): void => {
    if (!created.has(id)) modified.set(id, [...(modified.get(id) ?? []), ...names]);
  };
  for (const event of events) {
    const element = carriedElement(event);
    if (element !== null && event.type === 'element.deleted') {
      modified.delete(element.id);
      if (!created.delete(element.id)) deleted.set(element.id, element);
    } else if (element !== null) {
      if (deleted.delete(element.id)) modify(element.id, []);
      else created.set(element.id, element);
    } else if (event.type === 'element.modified') {
      const { aggregate_id: id, payload } = event;
      const by = modified.has(id) ? null : movedText(payload.updates, payload.previous);
      if (by === null) moved.delete(id);
      else moved.set(id, by);
      modify(id, changedNames(payload));
    } else if (event.type === 'elements.joined') {
      for (const id of touchedIds(event)) {
        moved.delete(id);
        modify(id, ['join_type']);
      }
    }
  }
  return { created, modified, moved, deleted };
}

/** Numbers of elements that the visible events create, modify and delete; elements of imports count by their manifests. */
export function countsOf(events: readonly StoredEvent[]): LogRow['counts'] {
  const { created, modified, deleted } = netOf(events);
  const exchanges = importedCount(events.filter(isExchange));
  const imported = importedCount(events) - exchanges;
  return {
    created: created.size + imported,
    modified: modified.size + exchanges,
    deleted: deleted.size + revertedCount(events),
  };
}

/** Maximum number of kinds, of changed parameters and of elements that are named, and of parts of the text. */
const [KINDS_NAMED, PARAMS_NAMED, ELEMENTS_NAMED, PARTS] = [4, 5, 3, 6];
/** Maximum number of elements that a row leads to. */
const ELEMENTS = 100;

/** Ids of the elements that visible events create and modify, and that the view has, in the order of the events. */
export function elementsOf(
  events: readonly StoredEvent[],
  view: Pick<BuildingView, 'element'>,
): readonly string[] {
  const { created, modified } = netOf(events);
  const ids = [...created.keys(), ...modified.keys()];
  return ids.filter((id) => view.element(id) !== undefined).slice(0, ELEMENTS);
}

/** What an operation did, in one line. Names of branches that the person may not read are left out. */
export function textOf(
  events: readonly StoredEvent[],
  view: Pick<BuildingView, 'branches' | 'element' | 'position'>,
): string {
  const known = new Set(view.branches().map(({ name }) => name));
  const notes = events.flatMap((event) => restoreNote(event, view) ?? noteOf(event, known) ?? []);
  const net = netOf(events);
  const { created, deleted } = net;
  const changes = [
    ...elementsText('creates', [...created.values()]),
    ...modifiedText(net, view),
    ...elementsText('deletes', [...deleted.values()]),
  ];
  const all = [...new Set([...notes, ...changes])];
  const more = all.length - PARTS;
  return [...all.slice(0, PARTS), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function elementsText(verb: string, elements: readonly ElementRecord[]): readonly string[] {
  const [only] = elements;
  if (only === undefined) return [];
  const name = elements.length === 1 ? nameOf(only) : null;
  return [
    name === null
      ? `${verb} ${numbersOf(elements.map(({ kind }) => kind))}`
      : `${verb} ${only.kind} ${name}`,
  ];
}

/**
 * Modified elements by the kinds that they have now, a few of them with their names, and how they were moved if all were moved
 * equally; one element with its changed parameters.
 */
function modifiedText(
  { modified, moved }: Pick<Net, 'modified' | 'moved'>,
  view: Pick<BuildingView, 'element'>,
): readonly string[] {
  const [only] = modified;
  if (only === undefined) return [];
  const kindOfId = (id: string): string => view.element(id)?.kind ?? 'element';
  const nameOfId = (id: string): string | null => {
    const element = view.element(id);
    return element === undefined ? null : nameOf(element);
  };
  const [distance, ...others] = new Set([...modified.keys()].map((id) => moved.get(id)));
  const by = others.length === 0 ? distance : undefined;
  if (modified.size > 1) {
    const ids = [...modified.keys()];
    const names = ids.length > ELEMENTS_NAMED ? [] : ids.flatMap((id) => nameOfId(id) ?? []);
    const named = names.length === 0 ? '' : ` (${names.join(', ')})`;
    const what = `${numbersOf(ids.map(kindOfId))}${named}`;
    return [by === undefined ? `modifies ${what}` : `moves ${what} ${by}`];
  }
  const [id, params] = only;
  const name = nameOfId(id);
  const what = name === null ? counted(1, kindOfId(id)) : `${kindOfId(id)} ${name}`;
  if (by !== undefined) return [`moves ${what} ${by}`];
  const words = [...new Set(params)].map((param) => param.replaceAll('_', ' '));
  const shown = words.slice(0, PARAMS_NAMED).join(', ');
  const more = words.length > PARAMS_NAMED ? `, ${words.length - PARAMS_NAMED} more` : '';
  return [`modifies ${what}${shown === '' ? '' : `: ${shown}${more}`}`];
}

function nameOf({ params }: ElementRecord): string | null {
  const { name }: ParamValues = params;
  return typeof name === 'string' && name !== '' ? name : null;
}

/** Numbers by kind, such as `3 walls, 1 door`. */
function numbersOf(kinds: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const rest = sorted.slice(KINDS_NAMED).reduce((sum, [, count]) => sum + count, 0);
  const named = sorted.slice(0, KINDS_NAMED).map(([kind, count]) => counted(count, kind));
  return [...named, ...(rest > 0 ? [`${rest} others`] : [])].join(', ');
}

function counted(count: number, what: string): string {
  if (count === 1 || what === 'furniture') return `${count} ${what}`;
  return `${count} ${what}${what.endsWith('s') ? 'es' : 's'}`;
}

/** Events of which the type is enough; null for those that the numbers of elements state. */
const BY_TYPE = {
  'branch.restored': null,
  'event.reverted': 'undoes an operation',
  'event.voided': 'excludes an event that cannot be applied',
  'view.created': 'defines a view',
  'sheet.created': 'defines a sheet',
  'run.permitted': 'runs a tool',
  'run.started': 'runs a tool',
  'run.begun': 'runs a tool',
  'run.unfinished': 'runs a tool',
  'tool.run': 'runs a tool',
  'experiment.run': 'runs a tool',
  'level.created': null,
  'element.created': null,
  'element.modified': null,
  'element.deleted': null,
  'element.hosted': null,
  'elements.joined': null,
  'import.matched': null,
  'name.given': null,
  'event.passed_over': null,
} as const;

/** One event in words; null if the numbers of elements state it. */
function noteOf(event: StoredEvent, known: ReadonlySet<string>): string | null {
  const { type, payload } = event;
  const branch = (name: string): string => (known.has(name) ? `branch ${name}` : 'a branch');
  if (type === 'model.imported') return importNote(payload);
  if (type === 'import.reverted') {
    return `undoes an import of ${counted(payload.manifest.elements, 'element')}`;
  }
  if (type === 'branch.created') {
    return `creates ${branch(payload.name)} from ${branch(payload.from)}`;
  }
  if (type === 'branch.discarded') return `discards ${branch(payload.name)}`;
  if (type === 'branch.merged') {
    return `merges ${branch(payload.source)} into ${branch(payload.target)}`;
  }
  if (type === 'validation.run') {
    return `runs ${payload.tool}: ${counted(payload.found, 'finding')}`;
  }
  if (type === 'schedule.generated' || type === 'export.created') {
    return `makes ${payload.file.path}`;
  }
  if (type === 'topic.created' || type === 'topic.updated') return topicSummary(event);
  if (type === 'clash.excluded') {
    return payload.excluded ? 'accepts a clash' : 'no longer accepts a clash';
  }
  return BY_TYPE[type];
}

/** A restored state, with its number for a person who may know it; null for other events. */
function restoreNote(event: StoredEvent, view: Pick<BuildingView, 'position'>): string | null {
  if (event.type !== 'branch.restored') return null;
  const seq = view.position(event.payload.to_seq);
  return seq === null ? 'restores an earlier state' : `restores the state after event ${seq}`;
}

function importNote({ name, manifest, reference, supersedes }: ImportRecord): string {
  const what = reference ? 'reference model ' : '';
  const how = supersedes === null ? 'imports' : 'revises an import by';
  return `${how} ${what}${name} with ${counted(manifest.elements, 'element')}`;
}
