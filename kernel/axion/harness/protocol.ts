/** @module protocol: selects the protocol of an episode or a suite. */
import { protocolV2 } from '../protocol-v2/protocol-v2.ts';
import type { Protocol } from './protocol-type.ts';
import { protocolV1 } from './protocol-v1.ts';

/** The protocol of an episode or a suite: v2 if its configuration has a member `v2`. */
export function protocolOf({ v2 }: { readonly v2?: unknown }): Protocol {
  return v2 === undefined ? protocolV1 : protocolV2;
}
