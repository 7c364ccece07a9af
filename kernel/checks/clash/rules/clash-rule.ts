/** @module clash rule: a reason why two elements that meet do not clash, as one value. */
import type { ClashBody } from '../clash-body.ts';
import type { ClashType, ClashView } from '../clash-view.ts';
import type { Contact } from '../contact.ts';

/** Two bodies that meet, and how; `type` is what they would be reported as. */
export type ClashPair = {
  readonly a: ClashBody;
  readonly b: ClashBody;
  readonly contact: Contact;
  readonly type: ClashType;
  readonly tolerance_mm: number;
};

/** What lies beyond what the rule explains is reported: a wall that goes through a floor does not stand on it. */
export type ClashRule = {
  readonly id: string;
  readonly title: string;
  /** Why that is no clash, and how far it goes. */
  readonly why: string;
  readonly explains: (pair: ClashPair, view: ClashView) => boolean;
};
