/** @module one of each: a building with one element of each kind under the name of its kind. */
import {
  type Element,
  ELEMENT_KINDS,
  type ElementKind,
} from '../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created, make } from '../model/build.ts';
import { building } from './bench.ts';
import { KIND_TABLE } from './kind-table.ts';

/** One element of each kind, in the order of the kinds; the level is the ground floor of the bench. */
export const ONE_OF_EACH: readonly Element[] = ELEMENT_KINDS.map((kind): Element => {
  const id = kind === 'level' ? 'L1' : kind;
  return make<ElementKind>(kind, id, KIND_TABLE[kind].given);
});

/** The bench with one element of each kind. */
export function oneOfEach(...more: readonly PlannedEvent[]): StateView {
  const elements = ONE_OF_EACH.filter(({ kind }) => kind !== 'level');
  return building(...elements.map(({ kind, id, params }) => created(kind, id, params)), ...more);
}
