/** @module example view: a model with the elements of an example, checked as tools check them. */
import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import type { Example } from '../../../../kernel/checks/compliance/rule.ts';
import type { Run } from '../../../../kernel/checks/compliance/run.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';

const solids = await loadSolidKernel();
const EMPTY = new Model({ solids }).view('main');

/** The event that creates an element. */
export function creation(element: Element): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** A view of these elements. Throws for an element that its kind refuses. */
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
    });
  }
  return view;
}

/** A run over the example. */
export function runOf({ elements, circumstances = {} }: Example): Run {
  const view: ModelView = viewOf(elements);
  return { view, circumstances: { occupancy: null, sprinklered: false, ...circumstances } };
}
