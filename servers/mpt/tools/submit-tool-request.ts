/** @module submit_tool_request: the tool that submits one question to read-only tools and the event log. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { QUESTION_OUTPUT } from '../run-records.ts';
import type { ToolsView } from '../view.ts';

const Text = z.string();
/** Lists a loose object as closed. The engine itself refuses unknown members, so that the attempt is counted. */
const CLOSED = { additionalProperties: false };

/** Submits one question. The engine, not the input schema, validates it, so that all attempts are counted. */
export const submitToolRequest = defineJob({
  name: 'submit_tool_request',
  title: 'Submit a tool request',
  description:
    'Asks one question for an actor with an explicit knowledge view and returns verbatim excerpts with provenance: LEDGER_SEARCH (words) and LEDGER_GET (event id) over the event log, or a reading tool by its name in capitals (GET_MODEL_SUMMARY) with JSON arguments as query_text. A question may not ask to decide, summarise, infer or write. Budget: 3 questions a beat, 6 a request, 50 results.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    tool_request_id: Text.describe('Id of this question, unique within its request.'),
    request_id: Text.describe('Id of your request; a new one ends the previous one.'),
    beat_id: Text.min(1)
      .max(200)
      .describe('Id of your unit of work within the request; a new one ends the previous one.')
      .optional(),
    requested_by: z
      .looseObject({
        engine: Text.describe('Name of the asking program; required.').optional(),
        actor: Text.describe(
          'Your own name, unless the operator configured others; required.',
        ).optional(),
        knowledge_view: Text.describe(
          'PUBLIC or OWN, unless the operator configured others; required.',
        ).optional(),
      })
      .meta(CLOSED)
      .describe('Requester, and its view of the sources.'),
    tool: z
      .looseObject({
        name: Text.describe('LEDGER_SEARCH, LEDGER_GET or a reading tool; required.').optional(),
        query_text: Text.describe('Words, an event id, or JSON arguments; required.').optional(),
        constraints: z
          .looseObject({
            time_window: z
              .unknown()
              .describe('{from, to} in ISO 8601, or null for any time; required.')
              .optional(),
            limit: z.unknown().describe('Maximum number of results, 1 to 50; required.').optional(),
            person_id: z.unknown().describe('Id of a person, or null; required.').optional(),
          })
          .meta(CLOSED)
          .describe('Bounds of the question, all three required.')
          .optional(),
      })
      .meta(CLOSED)
      .describe('Question and the tool that answers it.'),
  }),
  output: QUESTION_OUTPUT,
  refusals: { TOOL_REFUSED: 'read error.data.refusal and ask another question' },
  async run({ beat_id, ...question }, view: ToolsView, caller) {
    const { result, events } = await view.ask(JSON.stringify(question), caller, beat_id);
    if ('kind' in result && result.kind === 'RESULTS') return { data: { ...result }, events };
    return {
      data: { kind: 'RESULTS' as const },
      events,
      refusal: {
        name: 'TOOL_REFUSED' as const,
        message: result.cause,
        data: { ...result, refusal: result.code },
      },
    };
  },
});
