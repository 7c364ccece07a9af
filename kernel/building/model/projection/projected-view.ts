/** @module projected view: one branch at one moment, with where each element stands and what it is drawn with. */
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import { type Mark, pointsOf } from '../../kinds/symbol.ts';
import { whereMade } from '../derived/plan-marks.ts';
import { StateView, type ViewSource } from '../state-view.ts';
import { everyElement, levelIdOf } from '../state/lookup.ts';

/**
 * A view for drawing. Whoever looks may have to show a state that does not hold together, so what cannot be made of an
 * element is nothing here: no marks, no extent.
 */
export class ProjectedView {
  readonly source: ViewSource;
  readonly model: StateView;

  constructor(source: ViewSource) {
    this.source = source;
    this.model = new StateView(source);
  }

  /** The level that an element is on; a level is on itself. */
  storeyOf(id: string): string | null {
    return this.model.elementOf(id, 'level')?.id ?? this.model.levelOf(id);
  }

  /** Elements on a level in the order in which they are drawn; with null those on no level. */
  drawnOn(level_id: string | null): readonly Element[] {
    const { kinds } = this.model;
    const layerOf = (element: Element): number | null => {
      const { symbol } = kinds.of(element);
      return symbol === 'none' ? null : symbol.layer;
    };
    const elements = level_id === null ? this.#nowhere() : this.model.elementsOnLevel(level_id);
    return [...elements]
      .flatMap((element) => {
        const layer = layerOf(element);
        return layer === null ? [] : [{ element, layer }];
      })
      .toSorted((a, b) => a.layer - b.layer)
      .map(({ element }) => element);
  }

  #nowhere(): readonly Element[] {
    const { state } = this.source;
    return [...everyElement(state)].filter((element) => levelIdOf(state, element) === null);
  }

  /** What an element is drawn with in plan, mm. */
  marks(id: string): readonly Mark[] {
    return this.model.marks(id);
  }

  /** Extent in plan of the body of an element, else of its outline, else of what it is drawn with; mm. */
  extent(id: string): Box2 | null {
    const box = whereMade(() => this.model.bounds(id));
    if (box !== null) return ringBounds([box.min, box.max]);
    const points = whereMade(() => this.model.outline(id)) ?? this.marks(id).flatMap(pointsOf);
    return points.length === 0 ? null : ringBounds(points);
  }
}
