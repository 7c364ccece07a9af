import type { RefusalBody } from '../../../schemas/errors.ts';
/** @module messages: between the hub and the thread that answers the page. */
import type { Principal } from '../../../schemas/governance.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import type { BytesAnswer } from '../answers/answer.ts';

/** Who looks: the owner of the workspace, or a registered agent or person. */
export type Viewer =
  | { readonly kind: 'owner' }
  | { readonly kind: 'registered'; readonly principal: Principal };

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
  /** Whether what this person sees differs from what they last saw, for the stream of changes. */
  | { readonly what: 'approval'; readonly id: number; readonly approval: ApprovalRecord | null }
  | { readonly what: 'forget'; readonly sign_in: string };

/** From the thread. */
export type FromViewThread =
  | { readonly what: 'answer'; readonly id: number; readonly outcome: Outcome }
  /** Asks for the keeper's own copy of an approval. */
  | { readonly what: 'approval'; readonly id: number; readonly approval_id: string };

/** The end of a question. */
export type Outcome =
  | { readonly how: 'json'; readonly text: string }
  | { readonly how: 'bytes'; readonly answer: BytesAnswer }
  | { readonly how: 'refused'; readonly refusal: RefusalBody }
  | { readonly how: 'failed'; readonly fault: string };
