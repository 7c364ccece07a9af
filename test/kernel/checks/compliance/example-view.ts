import type { Example } from '../../../kernel/compliance/rule.ts';
import type { Run } from '../../../kernel/compliance/run.ts';
/** @module example view: a model with the elements of an example, checked as tools would make them. */
import { loadSolidKernel } from '../../../kernel/geometry/mesh/solid-kernel.ts';
import type { Element } from '../../../kernel/kinds/elements.ts';
import { KINDS } from '../../../kernel/kinds/elements.ts';
import { Model } from '../../../kernel/model/model.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';

const solids = await loadSolidKernel();
const EMPTY = new Model({ solids }).view('main');

/** The event that makes an element. */
export function creation(element: Element): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** A view of these elements. Throws for an element that its kind refuses, as a tool would. */
export function viewOf(elements: readonly Element[]): ModelView {
  if (EMPTY === null) throw new Error('no main branch');
  const view = EMPTY.apply(elements.map(creation));
  for (const element of elements) {
    KINDS.of(element).check(element, view, {
      refuse: (code, message) => {
        throw new Error(`${code}: ${message}`);
      },
      ids: { next: (kind) => kind },
      snap_mm: 20,
      pause: () => null,
    });
  }
  return view;
}

/** A run over the example. */
export function runOf({ elements, circumstances = {} }: Example): Run {
  const view: ModelView = viewOf(elements);
  return { view, circumstances: { occupancy: null, sprinklered: false, ...circumstances } };
}
