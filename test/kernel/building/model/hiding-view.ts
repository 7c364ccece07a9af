/** @module hiding view: a model view that hides given elements. */
import { FilteredView } from '../../../../kernel/building/model/filtered-view.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';

/** Hides the same ids after planned events. */
export class HidingView extends FilteredView {
  readonly #whole: ModelView;
  readonly #hidden: ReadonlySet<string>;

  constructor(whole: ModelView, hidden: ReadonlySet<string>) {
    super(whole, (id) => whole.element(id) !== undefined && !hidden.has(id));
    this.#whole = whole;
    this.#hidden = hidden;
  }
  apply(events: readonly PlannedEvent[]): HidingView {
    return new HidingView(this.#whole.apply(events), this.#hidden);
  }
}
