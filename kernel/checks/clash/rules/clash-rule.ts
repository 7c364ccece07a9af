/** @module clash rule: a reason why two elements that meet do not clash. */
import type { ModelView } from '../../../building/model/view.ts';
import type { ClashBody } from '../clash-body.ts';
import type { ClashType } from '../clash-options.ts';
import type { Contact } from '../contact.ts';

/** Two bodies that meet, with their contact; `type` is the type that would be reported. */
export type ClashPair = {
  readonly a: ClashBody;
  readonly b: ClashBody;
  readonly contact: Contact;
  readonly type: ClashType;
  readonly tolerance_mm: number;
};

/** Contacts that exceed the rule are reported: a wall that passes through a floor does not stand on it. */
export type ClashRule = {
  readonly id: string;
  readonly title: string;
  /** Why the pair does not clash, and the limit of the rule. */
  readonly why: string;
  readonly explains: (pair: ClashPair, view: ModelView) => boolean;
};
