/** @module request-verifier: admits each request signed by an active approver once; all others get the same refusal. */
import type { IncomingMessage } from 'node:http';

import { contentDigest } from '../../governance/control/message-signature.ts';
import { claimIn, RUN_FIELD, WINDOW_S } from '../../governance/control/signed-exchange.ts';
import { generateKeyPair } from '../../kernel/base/canonical/signature.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { ApproverRecord } from '../../schemas/governance.ts';
import { HttpRefusal, NOT_SERVED } from '../http/http-refusal.ts';
import { Nonces } from './nonces.ts';

/** Dependencies of the verifier. */
export type VerifierSources = {
  readonly reader: Pick<LedgerRead, 'registry'>;
  readonly now: () => Date;
  /** Name of this run of the hub, with which nonces begin: a signature for another run or another hub is invalid. */
  readonly run: string;
};

/** A key whose private half is discarded: verifying against it takes as long for unknown names as for known ones. */
const NOBODY = generateKeyPair().publicKey;

/** Verifies the signatures of requests. */
export class RequestVerifier {
  readonly #sources: VerifierSources;
  readonly #nonces: Nonces;

  constructor(sources: VerifierSources, nonces = new Nonces()) {
    this.#sources = sources;
    this.#nonces = nonces;
  }

  /**
   * Returns the approver who has signed a request with this body. Refuses any other request (401) with the same answer
   * for every reason, and a request of an approver with too many unexpired nonces (429).
   */
  async admit(request: IncomingMessage, body: string): Promise<ApproverRecord> {
    const { headers, method = '', url = '' } = request;
    const digest = contentDigest(body);
    const parts = { method, authority: (headers.host ?? '').toLowerCase(), target: url, digest };
    const claim = claimIn(parts, {
      input: one(headers['signature-input']),
      signature: one(headers['signature']),
    });
    if (claim === null || headers['content-digest'] !== digest) throw this.#refusal();
    const approver = await this.#approver(claim.name);
    const isSigned = claim.isSigned(approver?.public_key ?? NOBODY);
    const { run } = this.#sources;
    const now = Math.floor(this.#sources.now().getTime() / 1000);
    const isNow = Math.abs(claim.created - now) <= WINDOW_S;
    if (!isSigned || approver === null || !isNow || !claim.nonce.startsWith(`${run}.`)) {
      throw this.#refusal();
    }
    const spent = this.#nonces.spend(approver.name, claim.nonce, {
      until: claim.created + WINDOW_S,
      now,
    });
    if (spent === 'used') throw this.#refusal();
    if (spent === 'too_many') {
      throw new HttpRefusal(
        [429, NOT_SERVED],
        'too many requests from this approver; wait before the next one',
        {
          'retry-after': String(WINDOW_S),
        },
      );
    }
    return approver;
  }

  /** Refuses (401) an approver who has been revoked, or has another key, since a request was admitted. */
  async assertStill({ name, public_key }: ApproverRecord): Promise<void> {
    const now = await this.#approver(name);
    if (now?.public_key !== public_key) throw this.#refusal();
  }

  /** Discards expired nonces. */
  sweep(): void {
    this.#nonces.forget(Math.floor(this.#sources.now().getTime() / 1000));
  }

  /** The active approver of this name, null if there is none. */
  async #approver(name: string): Promise<ApproverRecord | null> {
    const row = await this.#sources.reader.registry('approver', name);
    if (row === null) return null;
    const record = ApproverRecord.parse(JSON.parse(row.record));
    return record.status === 'active' ? record : null;
  }

  /** The same for every reason. It states the run that the next signature must name. */
  #refusal(): HttpRefusal {
    return new HttpRefusal(
      [401, NOT_SERVED],
      'the request has no new, valid signature of an active approver',
      { [RUN_FIELD]: this.#sources.run, 'accept-signature': ACCEPT },
    );
  }
}

const ACCEPT =
  'plumbline=("@method" "@authority" "@path" "@query" "content-digest");created;nonce;keyid;alg="ed25519";tag="plumbline-approver"';

function one(field: string | string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : undefined;
}
