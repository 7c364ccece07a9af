/** @module actual height: the height of walls and rooms that end under a slope, which differs from the stored height. */
import { toGrid } from '../../../../schemas/units.ts';
import type { Figures } from '../facets/scheduled.ts';
import type { HoldingView } from './held.ts';

type Ended = {
  readonly id: string;
  readonly params: { readonly top_under?: string | null };
};

/** The greatest height of an element that ends under a roof or floor, mm; empty for others. */
export const actualHeight: Figures<Ended> = {
  names: ['height'],
  of({ id, params: { top_under } }: Ended, view: HoldingView) {
    const box = typeof top_under === 'string' ? view.bounds(id) : null;
    return box === null ? {} : { height: toGrid(box.max.z - box.min.z) };
  },
};
