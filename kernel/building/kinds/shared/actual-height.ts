/** @module actual height: the height of what ends under a slope, which is not the one that is stored. */
import { toGrid } from '../../schemas/units.ts';
import type { HoldingView } from './held.ts';
import type { Figures } from './scheduled.ts';

type Ended = {
  readonly id: string;
  readonly params: { readonly top_under?: string | null };
};

/** The greatest height of what ends under something, mm; nothing of what is as high as it says. */
export const actualHeight: Figures<Ended> = {
  names: ['height'],
  of({ id, params: { top_under } }: Ended, view: HoldingView) {
    const box = typeof top_under === 'string' ? view.bounds(id) : null;
    return box === null ? {} : { height: toGrid(box.max.z - box.min.z) };
  },
};
