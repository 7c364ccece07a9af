/** @module practice-terrace: the windows of a terrace of six houses from the public test data consist of frames and glass. */
import { expect, test } from 'vitest';

import { publicFile } from '../public-files.ts';
import { built } from './example.ts';

const SCRIPT = publicFile('practice/terrace.plumb');

test.skipIf(SCRIPT === null)(
  'the 24 windows of 41.04 m² are frames of 60 mm and glass, and not blocks of 14.364 m³',
  async () => {
    const { view } = await built((SCRIPT ?? '').toString());
    const windows = [...view.elementsOf('window')];
    expect(windows).toHaveLength(24);
    const sum = (of: (id: string) => number | null): number =>
      windows.reduce((total, { id }) => total + (of(id) ?? NaN), 0);
    expect(sum((id) => view.measures(id).area_mm2) / 1e6).toBeCloseTo(41.04, 9);
    // Six of 1.8 by 1.4 m and eighteen of 1.2 by 1.2 m, each less 0.12 m.
    const glass = 6 * 1.68 * 1.28 + 18 * 1.08 * 1.08;
    const figures = (name: string) => (id: string) => {
      const element = view.element(id);
      if (element === undefined) return null;
      return view.kinds.of(element).schedule.figures?.of(element, view)[name] ?? null;
    };
    expect(sum(figures('glass_area_mm2')) / 1e6).toBeCloseTo(glass, 9);
    expect(sum(figures('frame_area_mm2')) / 1e6).toBeCloseTo(41.04 - glass, 9);
    // Frames are 60 mm deep, glass is 24 mm thick.
    const volume = (41.04 - glass) * 0.06 + glass * 0.024;
    expect(volume).toBeCloseTo(1.242, 3);
    expect(sum((id) => view.measures(id).volume_mm3) / 1e9).toBeCloseTo(volume, 6);
  },
);
