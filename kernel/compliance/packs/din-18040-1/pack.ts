/** @module pack: the rules of DIN-18040-1. */
import type { Pack } from '../../pack.ts';
import { dinCorridorWidth } from './corridor-width.ts';
import { dinDoorHeight } from './door-height.ts';
import { dinDoorMovement } from './door-movement.ts';
import { dinDoorThreshold } from './door-threshold.ts';
import { dinDoorWidth } from './door-width.ts';
import { dinMovementArea } from './movement-area.ts';
import { dinRampLanding } from './ramp-landing.ts';
import { dinRampRun } from './ramp-run.ts';
import { dinRampSlope } from './ramp-slope.ts';
import { dinRampWidth } from './ramp-width.ts';

export const DIN_18040_1: Pack = {
  standard: 'DIN-18040-1',
  title: 'DIN 18040-1: barrier-free public buildings',
  version: '1.0.0',
  rules: [
    dinCorridorWidth,
    dinDoorHeight,
    dinDoorMovement,
    dinDoorThreshold,
    dinDoorWidth,
    dinMovementArea,
    dinRampLanding,
    dinRampRun,
    dinRampSlope,
    dinRampWidth,
  ],
};
