/** @module pack: the rules of UK-ADB. */
import type { Pack } from '../../pack.ts';
import { adbExitWidth } from './exit-width.ts';
import { adbStoreyExits } from './storey-exits.ts';
import { adbTravelMoreWays } from './travel-more-ways.ts';
import { adbTravelOneWay } from './travel-one-way.ts';

export const UK_ADB: Pack = {
  standard: 'UK-ADB',
  title: 'Approved Document B (England), volume 2: means of escape',
  version: '1.0.0',
  rules: [adbExitWidth, adbStoreyExits, adbTravelMoreWays, adbTravelOneWay],
};
