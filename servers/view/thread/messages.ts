/** @module messages: between the hub and the thread that answers the page. */
import type { RefusalBody } from '../../../schemas/errors.ts';
import type { Principal } from '../../../schemas/governance.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import type { BytesAnswer } from '../answers/answer.ts';

/** Who looks: the owner of the workspace, or a registered agent or person. */
export type Viewer =
  | { readonly kind: 'owner' }
  | { readonly kind: 'registered'; readonly principal: Principal };

/** A text that is equal for all sign-ins of a person. */
export function personOf(viewer: Viewer): string {
  return viewer.kind === 'owner' ? 'owner' : `registered ${viewer.principal.name}`;
}

/** To the thread. */
export type ToViewThread =
  | {
      readonly what: 'ask';
      readonly id: number;
      /** Id of the sign-in, for its marks. */
      readonly sign_in: string;
      readonly viewer: Viewer;
      readonly name: string;
      readonly input: unknown;
    }
  /** The keeper's own copy of an approval, as the thread has asked for. */
  | { readonly what: 'approval'; readonly id: number; readonly approval: ApprovalRecord | null }
  | { readonly what: 'forget'; readonly sign_in: string };

/** From the thread. */
export type FromViewThread =
  | {
      readonly what: 'answer';
      readonly id: number;
      readonly outcome: Outcome;
      /** Whether something is hidden from the person: the time of the answer may depend on it. */
      readonly hides: boolean;
    }
  /** Asks for the keeper's own copy of an approval. */
  | { readonly what: 'approval'; readonly id: number; readonly approval_id: string };

/** The end of a question. */
export type Outcome =
  | { readonly how: 'json'; readonly text: string }
  | { readonly how: 'bytes'; readonly answer: BytesAnswer }
  | { readonly how: 'refused'; readonly refusal: RefusalBody }
  | { readonly how: 'failed'; readonly fault: string };
