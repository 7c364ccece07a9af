/** @module tools: runs programs within a budget, one on another server's answer. */
import * as z from 'zod';

import { connectAgent } from '../agent-client.ts';
import { check, resultOf, type Step } from '../context.ts';

const Doors = z.looseObject({ elements: z.array(z.looseObject({ width: z.number() })).min(1) });

const Run = z.looseObject({
  output: z.looseObject({
    result: z.looseObject({
      doors: z.number(),
      narrowest: z.number(),
      by_width: z.looseObject({}),
    }),
  }),
  metrics: z.looseObject({ gas_used: z.number() }),
  audit: z.looseObject({
    exec_id: z.string(),
    budgets: z.looseObject({ granted: z.looseObject({ gas: z.number() }) }),
  }),
});

const Refused = z.looseObject({
  refusal: z.string(),
  audit: z.looseObject({ exec_id: z.string() }),
});

const SUMMARY = `import json
from collections import Counter
widths = [door["width"] for door in json.load(open("doors.json"))]
{"doors": len(widths), "narrowest": min(widths), "by_width": Counter(str(width) for width in widths)}`;

export const toolStep: Step = {
  title: 'within its budget, a Python program summarises the doors; one that never ends is stopped',
  async run(context) {
    const { spatial } = resultOf(context, 'agents');
    const mpt = await connectAgent('mpt', context.dir);
    context.onEnd(mpt.close);
    const listed = await spatial.call('query_elements', {
      filter: { categories: ['Doors'] },
      fields: ['name', 'width'],
      reasoning: 'get the doors of the house for a summary',
    });
    check(listed.success, 'the doors of the house', listed);
    const { elements } = Doors.parse(listed.data);

    // The first program in a workspace waits until the interpreter is prepared.
    context.progress({ done: 0, total: null, message: 'preparing the Python interpreter' });
    const summary = {
      tool: 'code.python',
      input: { code: SUMMARY, files: { 'doors.json': JSON.stringify(elements) } },
      budget: { gas: 600 },
      context: { caller: 'demo', exec_id: 'door-summary' },
      reasoning: 'count the doors by width',
    };
    const ran = await mpt.call('mpt_run', summary, context.progress);
    check(ran.success && ran.event_id !== null, 'a summary of the doors', ran);
    const { output, metrics, audit } = Run.parse(ran.data);
    const { doors, narrowest, by_width } = output.result;
    check(doors === elements.length, 'every door in the summary', output);
    const { gas } = audit.budgets.granted;
    check(metrics.gas_used <= gas, 'a run within its budget', metrics);
    const widths = Object.entries(by_width).map(
      ([width, count]) => `${String(count)} of ${width} mm`,
    );
    context.print(
      `${doors} doors (${widths.join(', ')}), narrowest ${narrowest} mm: ${metrics.gas_used} of ${gas} gas`,
    );

    const loop = {
      tool: 'code.python',
      input: { code: 'while True:\n    pass' },
      budget: { gas: 600 },
      context: { caller: 'demo', exec_id: 'endless' },
      reasoning: 'show that a program that never ends is stopped',
    };
    const endless = await mpt.call('mpt_run', loop, context.progress);
    check(endless.error?.name === 'TOOL_REFUSED', 'TOOL_REFUSED', endless);
    const { refusal, audit: ended } = Refused.parse(endless.error.data);
    check(refusal === 'BOUND_GAS', 'BOUND_GAS', endless.error);
    context.print(`an endless loop: REFUSAL(${refusal}), ${endless.error.message}`);

    const entry = await mpt.call('get_ledger', {
      exec_id: ended.exec_id,
      reasoning: 'see that the refused run is also in the ledger',
    });
    check(entry.success, 'the entry of the refused run', entry);
    context.print('the refused run is in the ledger too');
  },
};
