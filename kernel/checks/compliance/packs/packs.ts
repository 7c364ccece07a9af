/** @module packs: the built-in packs. */
import type { Pack } from '../pack.ts';
import { ADA_2010 } from './ada-2010.ts';
import { DIN_18040_1 } from './din-18040-1.ts';
import { IBC_2021 } from './ibc-2021.ts';
import { UK_ADB } from './uk-adb.ts';
import { UK_ADK_2013 } from './uk-adk-2013.ts';
import { UK_ADM } from './uk-adm.ts';

/** All built-in packs, in the order of answers and of the documentation. */
export const PACKS: readonly Pack[] = [
  IBC_2021,
  ADA_2010,
  UK_ADK_2013,
  UK_ADM,
  UK_ADB,
  DIN_18040_1,
];
