/** @module example-report: the data of a report on one approved deletion of a wall between two rooms of the example. */
import { readFileSync } from 'node:fs';

import { changeRows, measureTexts } from '../../../clients/plumbline/report/change-rows.ts';
import { LevelPictures } from '../../../clients/plumbline/report/level-pictures.ts';
import type { Caller, ReportData } from '../../../clients/plumbline/report/report-data.ts';
import { type Effect, effectOf } from '../../../servers/approvals/effect.ts';
import { Site } from '../../kernel/building/model/build.ts';
import { siteReader } from '../../kernel/building/model/projection/site-reader.ts';
import { World } from '../../servers/building/world.ts';

const HASH = '60d0fb56f09274e6fd94ab83e3058a528b9a392e184b93a899340391dcffd5b4';
const MASON: Caller = {
  kind: 'agent',
  name: 'mason',
  id: '9df9523e-5fc5-424d-b976-ba2009350842',
  person: 'anna (owner)',
};
const CALLS = { operations: 1, refused: 0, previews: 1, reads: 4, waiting: 1 };
const NONE = { rows: [], total: 0 };

/** A report on one approved operation with this effect. */
function dataOf(effect: Effect): ReportData {
  const pictures = new LevelPictures();
  pictures.add('main', effect);
  const at = '2026-03-10T16:20:00.000Z';
  const session_id = 'ses_uU0sUbsOF30sY11dEVaUo';
  const reasoning = 'the family wants the study to be a part of the living room';
  const approval = {
    approval_id: 'apr_01a20382-af09-77e0-96cb-cfda477d3f55',
    plan_digest: '91dd3013fc571880240b6185b2c947e5cbffa6a7bf75b5e322aef0c836061f51',
    decisions: [
      {
        verdict: 'approve',
        approver: 'anna',
        public_key: '6QLINc8eGfVtsBUiASYu1QE0XkytKxZ/1oufO7Jd570=',
        reason: 'agreed with the family',
        decided_at: at,
        via_hub: false,
        marks: [],
      },
    ],
  } as const;
  const counts = { created: 0, modified: 0, deleted: 1 };
  return {
    ...DATA,
    pictures: pictures.list(),
    operations: {
      rows: [
        {
          entry: 411,
          at,
          caller: MASON,
          session_id,
          tool: 'geometry.delete_elements',
          branch: 'main',
          operation_id: '01a22bfb-5318-7046-838a-3962bbc353e7',
          events: { first: 1290, last: 1290 },
          reasoning,
          approval,
          counts,
          notes: [],
          changes: changeRows(effect, 100),
          measures: measureTexts(effect),
        },
      ],
      total: 1,
    },
    approvals: {
      rows: [
        {
          ...approval,
          status: 'executed',
          requested_at: '2026-03-10T16:12:03.511Z',
          caller: MASON,
          session_id,
          what: 'delete_elements on main: 1 deleted (wall "Study south")',
          because: 'elements are deleted',
          reasoning,
          comments: [],
          executed_entry: 411,
          detail: null,
        },
      ],
      total: 1,
    },
  };
}

/** The effect of deleting a wall between two rooms of the example. */
async function deletion(): Promise<Effect> {
  const world = await World.create();
  const script = readFileSync(new URL('../../../examples/house.plumb', import.meta.url), 'utf8');
  await world.do('run_script', { script });
  const [wall] = world.view.named('Study south');
  const site = new Site();
  site.commit('main', [...world.log.all]);
  const { events } = await world.plan('delete_elements', { element_ids: [wall?.id ?? ''] });
  const planned = events.map((event, index) => Object.assign({ event_id: `${index}` }, event));
  return await effectOf(siteReader(site), { branch: 'main', events: planned });
}

const DATA: ReportData = {
  workspace: { workspace_id: 'f164dc66-bd68-440f-bf6d-3b355dee4e25', owner: 'anna' },
  filter: {
    agent: 'mason',
    session: null,
    branch: null,
    since: { given: '3d', starts_at: '2026-03-07T16:20:00.000Z' },
  },
  verification: {
    ok: true,
    entries: 412,
    events: 1290,
    head: { seq: 412, hash: HASH },
    covered: 412,
    log_key: '1nZzOIx4gVc0tODggG2cSreOw7ZF/fT3lSy3BzG7Oic=',
    checkpoint: null,
    faults: NONE,
  },
  stretch: {
    first: 380,
    last: 412,
    from_at: '2026-03-09T08:02:11.042Z',
    to_at: '2026-03-10T16:20:00.000Z',
    follows: '3b6bd6e8282ccdb67144c612a1c28acf74f34a1d522bc5b70ee93009b0568df7',
    head: HASH,
    events: { first: 1201, last: 1290 },
  },
  counts: { ...CALLS, created: 0, modified: 0, deleted: 1, entries: 9, files: 0 },
  callers: {
    rows: [
      {
        caller: MASON,
        ...CALLS,
        sessions: {
          rows: [
            {
              session_id: 'ses_uU0sUbsOF30sY11dEVaUo',
              first_at: '2026-03-09T08:02:11.042Z',
              last_at: '2026-03-10T16:20:00.000Z',
              ...CALLS,
            },
          ],
          total: 1,
        },
      },
    ],
    total: 1,
  },
  operations: NONE,
  refusals: NONE,
  approvals: NONE,
  checks: NONE,
  files: NONE,
  registry: NONE,
  pictures: NONE,
  unread: NONE,
};

/** The data of the example; the same each time. */
export async function exampleReport(): Promise<ReportData> {
  return dataOf(await deletion());
}
