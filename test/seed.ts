/** @module one seed for every law, so that a run can be repeated; LAW_SEED gives another. */
import * as fc from 'fast-check';

const FIXED = 20_261;
const given = process.env['LAW_SEED'];

fc.configureGlobal({ seed: given === undefined ? FIXED : Number(given) });
