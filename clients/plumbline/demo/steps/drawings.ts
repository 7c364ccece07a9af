/** @module drawings: the house as drawings, a schedule, a picture and an IFC file. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import { type AgentClient, connectAgent } from '../agent-client.ts';
import { check, type DemoContext, resultOf, type Step } from '../context.ts';

const View = z.looseObject({ view_id: z.string() });
const File = z.looseObject({ path: z.string(), size: z.number(), sha256: z.string() });

const REASONING = 'hand over the finished house';

export const drawingsStep: Step = {
  title: 'the house is drawn, scheduled and exported; the log records the files with their digests',
  async run(context) {
    const documentation = await connectAgent('documentation', context.dir);
    context.onEnd(documentation.close);
    const write = writerOf(documentation, context);
    const level_id = resultOf(context, 'house').get('ground');
    check(level_id !== undefined, 'the level `ground` in the script of the house');
    const define = async (tool: string, args: object): Promise<string> => {
      const answer = await documentation.call(tool, {
        ...args,
        dry_run: false,
        reasoning: REASONING,
      });
      check(answer.success, `a view from ${tool}`, answer);
      return View.parse(answer.data).view_id;
    };
    await write('export_ifc', { schema: 'IFC4', path: 'house.ifc' }, 'the house as IFC 4');
    const plan = await define('create_plan', { level_id, scale: 50 });
    for (const format of FORMATS) {
      const path = `plan.${format}`;
      await write('export_drawing', { view_id: plan, format, path }, 'the ground floor, 1:50');
    }
    const section = await define('create_section', {
      cut_plane: { origin: { x: 0, y: 4000, z: 0 }, normal: { x: 0, y: -1 } },
      scale: 50,
    });
    await write(
      'export_drawing',
      { view_id: section, format: 'svg', path: 'section.svg' },
      'a section, 1:50',
    );
    await write(
      'generate_schedule',
      { category: 'Doors', format: 'xlsx', path: 'doors.xlsx' },
      'the doors as a table',
    );
    await write(
      'export_drawing',
      { camera: {}, format: 'png', path: 'house.png' },
      'the house in 3D',
    );
  },
};

const FORMATS = ['svg', 'pdf', 'png'] as const;

/** A function that writes a file, compares it with the answer of the tool, and lists it. */
function writerOf(
  documentation: AgentClient,
  { listFile, print }: DemoContext,
): (tool: string, args: object, what: string) => Promise<void> {
  return async (tool, args, what) => {
    const answer = await documentation.call(tool, {
      ...args,
      dry_run: false,
      reasoning: REASONING,
    });
    check(answer.success && answer.event_id !== null, `a file from ${tool}`, answer);
    const { path, size, sha256 } = File.parse(answer.data);
    check(sha256Hex(readFileSync(path)) === sha256, `the digest of ${path} to match the answer`);
    print(`${tool}: ${path}, ${size} bytes, sha256 ${sha256.slice(0, 12)}…`);
    listFile(path, what);
  };
}
