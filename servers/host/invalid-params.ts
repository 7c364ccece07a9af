/** @module invalid-params: the refusal of parameters that do not fit their method, in our words. */
import * as z from 'zod';

import { receivedWords, useIssueWords } from '../../schemas/issue-words.ts';
import { INVALID_PARAMS, RequestFault } from './requests.ts';

// The schemas of both SDKs are of the same package, so their messages are in our words too.
useIssueWords();

const Issues = z.array(
  z.looseObject({ path: z.array(z.unknown()).optional(), message: z.string() }),
);

/** The refusal of a request; names the first value that does not fit. `issues`: those of a schema of the whole request. */
export function invalidParams(method: string, request: unknown, issues: unknown): RequestFault {
  const [issue] = Issues.safeParse(issues).data ?? [];
  const path = (issue?.path ?? []).map(String);
  const value = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
    request,
  );
  const expected = issue?.message ?? 'expected other parameters';
  return new RequestFault(
    INVALID_PARAMS,
    `\`${path.join('.')}\` of \`${method}\` is ${receivedWords(value)}: ${expected}; correct it and send the request again`,
  );
}
