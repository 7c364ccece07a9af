/** @module projected view: one branch at one moment, with the level of each element and its plan symbols. */
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import { type Mark, pointsOf } from '../../kinds/facets/symbol.ts';
import { builtOrNull } from '../derived/plan-marks.ts';
import { StateView, type ViewSource } from '../state-view.ts';
import { everyElement, levelIdOf } from '../state/lookup.ts';

/**
 * A view for drawing. It may have to show an inconsistent state, so results that cannot be computed for an element are
 * omitted: it then has no marks and no extent.
 */
export class ProjectedView {
  readonly source: ViewSource;
  readonly model: StateView;

  constructor(source: ViewSource) {
    this.source = source;
    this.model = new StateView(source);
  }

  /** The level of an element; a level is its own level. */
  storeyOf(id: string): string | null {
    return this.model.elementOf(id, 'level')?.id ?? this.model.levelOf(id);
  }

  /** Elements on a level in drawing order; with null the elements without a level. */
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

  /** The symbols with which an element is drawn in plan, mm. */
  marks(id: string): readonly Mark[] {
    return this.model.marks(id);
  }

  /** Extent in plan of the body of an element, otherwise of its outline, otherwise of its marks; mm. */
  extent(id: string): Box2 | null {
    const box = builtOrNull(() => this.model.bounds(id));
    if (box !== null) return ringBounds([box.min, box.max]);
    const points = builtOrNull(() => this.model.outline(id)) ?? this.marks(id).flatMap(pointsOf);
    return points.length === 0 ? null : ringBounds(points);
  }
}
