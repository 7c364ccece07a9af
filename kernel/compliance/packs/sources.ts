/** @module sources: the standards and editions that rules are taken from. */
import type { Confidence, Source } from '../rule.ts';

/** Clauses of one edition of a standard. */
function clausesOf(standard: string, edition: string) {
  return (clause: string, confidence: Confidence): Source => ({
    standard,
    edition,
    clause,
    confidence,
  });
}

export const ibc = clausesOf('IBC-2021', '2021');
export const ada = clausesOf('ADA-2010', '2010');
export const adk = clausesOf('UK-ADK-2013', '2013');
export const adm = clausesOf('UK-ADM', '2015, volume 2');
export const adb = clausesOf('UK-ADB', '2019, volume 2');
export const din = clausesOf('DIN-18040-1', '2010-10');
