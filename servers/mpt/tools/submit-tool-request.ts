/** @module submit_tool_request: one attributed question to the project's read-only tools and its log. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { ToolsView } from '../view.ts';

const Text = z.string();

/** Submits one question. The engine, not the input schema, validates it, so that every attempt is counted and audited. */
export const submitToolRequest = defineJob({
  name: 'submit_tool_request',
  title: 'Submit a tool request',
  description:
    'Asks one attributed question for an actor with an explicit knowledge view and gets verbatim excerpts with provenance: LEDGER_SEARCH (words) and LEDGER_GET (event id) over the event log, or a reading tool by its name in capitals (GET_MODEL_SUMMARY) with JSON arguments as query_text. A question may not ask to decide, summarise, infer or write. Budget: 3 questions a beat, 6 a request, 50 results.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    tool_request_id: Text.describe('Unique within the request.'),
    request_id: Text.describe('The invocation that it belongs to; a new one ends the one before.'),
    beat_id: Text.min(1)
      .max(200)
      .describe('Your unit of work within the request; a new one ends the one before.')
      .optional(),
    requested_by: z
      .looseObject({
        engine: Text.optional(),
        actor: Text.optional(),
        knowledge_view: Text.optional(),
      })
      .describe(
        'All three; actor: your own name, knowledge_view: PUBLIC or OWN, unless the operator gave others.',
      ),
    tool: z
      .looseObject({
        name: Text.optional(),
        query_text: Text.optional(),
        constraints: z
          .looseObject({})
          .describe('All three: time_window null or {from, to}, limit 1 to 50, person_id or null.')
          .optional(),
      })
      .describe('The question.'),
  }),
  output: z.looseObject({ kind: z.literal('RESULTS') }),
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
