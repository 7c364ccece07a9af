/** @module example-events: one planned event of each type. */
import type { ElementRecord, EventType, PlannedEventOf } from '../../schemas/events.ts';

const level: ElementRecord = {
  id: 'level_1',
  kind: 'level',
  params: { elevation: 0, height: 3000, name: 'Ground' },
};
const grid: ElementRecord = {
  id: 'grid_1',
  kind: 'grid',
  params: { end: { x: 0, y: 5000.125 }, level_id: null, name: 'A', start: { x: 0, y: 0 } },
};
const permit = { run: 'tool.run', server: 'mpt', tool: 'code_js', input_digest: 'ab12' } as const;

/** Types of events that a plan may contain. */
type PlannedType = Exclude<EventType, 'event.passed_over' | 'event.voided'>;

export const EXAMPLE_EVENTS: { readonly [T in PlannedType]: PlannedEventOf<T> } = {
  'level.created': {
    type: 'level.created',
    aggregate_id: 'level_1',
    payload: { element: level },
  },
  'element.created': {
    type: 'element.created',
    aggregate_id: 'grid_1',
    payload: { element: grid },
  },
  'model.imported': {
    type: 'model.imported',
    aggregate_id: 'import_1',
    payload: {
      counts: { Levels: 1, Walls: 4 },
      file: {
        application: 'A drawing program',
        bytes: 1200,
        schema: 'IFC4',
        sha256: 'ab'.repeat(32),
      },
      frame: { mm_per_unit: 1000, origin: { x: 12_000, y: 0, z: -250 } },
      import_id: 'import_1',
      manifest: { bytes: 3000, elements: 5, rows: 6, sha256: 'cd'.repeat(32) },
      meshes: null,
      name: 'house.ifc',
      recogniser: { version: 1 },
      reference: false,
      supersedes: null,
    },
  },
  'import.reverted': {
    type: 'import.reverted',
    aggregate_id: 'import_1',
    payload: {
      counts: { Levels: 1, Walls: 4 },
      import_id: 'import_1',
      manifest: { elements: 5, sha256: 'cd'.repeat(32) },
    },
  },
  'import.matched': {
    type: 'import.matched',
    aggregate_id: 'import_2',
    payload: {
      import_id: 'import_2',
      matches: [{ element_id: 'wall_1', guid: '1xS3BCk291UvhgP2dvNsgp', record: 42 }],
    },
  },
  'element.hosted': {
    type: 'element.hosted',
    aggregate_id: 'wall_1',
    payload: { host_id: 'wall_1', hosted_id: 'door_1' },
  },
  'element.modified': {
    type: 'element.modified',
    aggregate_id: 'grid_1',
    payload: { updates: { name: 'B' }, previous: { name: 'A' } },
  },
  'element.deleted': {
    type: 'element.deleted',
    aggregate_id: 'grid_1',
    payload: { element: grid, cascade_of: null },
  },
  'elements.joined': {
    type: 'elements.joined',
    aggregate_id: 'wall_1',
    payload: {
      element_ids: ['wall_1', 'wall_2'],
      join_type: 'butt',
      previous: { wall_1: 'auto', wall_2: 'auto' },
    },
  },
  'branch.created': {
    type: 'branch.created',
    aggregate_id: 'design/a',
    payload: { name: 'design/a', from: 'main', from_seq: 0 },
  },
  'branch.discarded': {
    type: 'branch.discarded',
    aggregate_id: 'design/a',
    payload: { name: 'design/a' },
  },
  'branch.merged': {
    type: 'branch.merged',
    aggregate_id: 'main',
    payload: { source: 'design/a', target: 'main', source_seq: 7, target_seq: 9 },
  },
  'branch.restored': { type: 'branch.restored', aggregate_id: 'main', payload: { to_seq: 7 } },
  'event.reverted': {
    type: 'event.reverted',
    aggregate_id: 'operation_1',
    payload: { event_id: 'event_1', operation_id: 'operation_1' },
  },
  'run.permitted': { type: 'run.permitted', aggregate_id: 'permit_1', payload: permit },
  'run.started': { type: 'run.started', aggregate_id: 'permit_1', payload: permit },
  'run.begun': {
    type: 'run.begun',
    aggregate_id: 'exec_1',
    payload: {
      server: 'mpt',
      tool: 'code.js',
      run_id: 'run_1',
      exec_id: 'b'.repeat(64),
      record_id: 'run_1',
      input_sha256: 'a'.repeat(64),
      call: 1,
      web_requests: 0,
      most: { calls: 6, concurrent: 6, web_requests: 3 },
      by: { kind: 'agent', name: 'anna', session_id: 'ses_1' },
      process: { id: 'process_1', pid: 1, host: 'here' },
    },
  },
  'run.unfinished': {
    type: 'run.unfinished',
    aggregate_id: 'run_1',
    payload: { begun_seq: 7, tool: 'code.js', run_id: 'run_1', because: 'the process ended' },
  },
  'tool.run': {
    type: 'tool.run',
    aggregate_id: 'run_1',
    payload: { run_id: 'run_1', metrics: { gas: 13 }, annotations: [] },
  },
  'experiment.run': {
    type: 'experiment.run',
    aggregate_id: 'run_2',
    payload: {
      kind: 'suite',
      run_id: 'run_2',
      folder: 'artifacts/experiments/run_2',
      config: { agents: ['honest'], episodes: 5 },
      files: { 'report.json': 'ab12' },
      result: { thresholds: {} },
    },
  },
  'validation.run': {
    type: 'validation.run',
    aggregate_id: 'runs of validate_constraints',
    payload: {
      tool: 'validate_constraints',
      options: { level_id: null },
      head: { branch: 'main', branch_seq: 7, seq: 9 },
      whole: true,
      summary: { status: 'violations' },
      findings: [
        {
          finding_id: '0123456789abcdef',
          check: 'unjoined_end',
          severity: 'warning',
          element_ids: ['wall_1'],
          level_id: 'level_1',
          message: 'end of wall `wall_1` ends on nothing',
          location: { x: 0, y: 0.5, z: 0 },
          box: { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } },
          details: { gap_mm: 12.5 },
          since: 'event_1',
        },
      ],
      found: 1,
    },
  },
  'name.given': {
    type: 'name.given',
    aggregate_id: 'name shell of agent agent-1',
    payload: {
      elements: [
        { id: 'wall_1', part: 'south' },
        { id: 'wall_2', part: 'north' },
      ],
      name: 'shell',
    },
  },
  'topic.created': {
    type: 'topic.created',
    aggregate_id: 'topic_1',
    payload: {
      element_ids: ['wall_1'],
      imported: null,
      own: {
        element_ids: ['wall_1'],
        location: { x: 1, y: 2, z: 3 },
        members: {
          assigned_to: null,
          author: 'alice',
          created_at: null,
          description: 'Too narrow',
          due_date: null,
          labels: ['door'],
          modified_at: null,
          modified_author: null,
          priority: 'High',
          stage: null,
          status: 'Open',
          title: 'Door',
          type: 'Issue',
        },
      },
      topic_id: '8ac9822a-761a-4deb-9f39-f61286acbf6a',
    },
  },
  'topic.updated': {
    type: 'topic.updated',
    aggregate_id: 'topics',
    payload: {
      author: 'alice',
      changes: { status: 'Closed' },
      comments: [{ text: 'Done', viewpoint: null }],
      element_ids: ['wall_1'],
      imported: null,
      topic_id: '8ac9822a-761a-4deb-9f39-f61286acbf6a',
    },
  },
  'clash.excluded': {
    type: 'clash.excluded',
    aggregate_id: 'excluded clashes',
    payload: {
      clash_id: '0123456789abcdef',
      element_ids: ['wall_1', 'wall_2'],
      because: 'the pipe is cast in',
      excluded: true,
    },
  },
  'view.created': {
    type: 'view.created',
    aggregate_id: 'view_1',
    payload: { definition: { kind: 'plan', level_id: 'level_1' }, level_ids: ['level_1'] },
  },
  'sheet.created': {
    type: 'sheet.created',
    aggregate_id: 'sheet_1',
    payload: { definition: { views: ['view_1'] }, level_ids: ['level_1'] },
  },
  'schedule.generated': {
    type: 'schedule.generated',
    aggregate_id: 'artefacts at doors.csv',
    payload: {
      tool: 'generate_schedule',
      options: { category: 'Doors' },
      head: { branch: 'main', seq: 9, at: '2026-01-01T00:00:00.000Z' },
      whole: true,
      file: { path: 'doors.csv', media_type: 'text/csv', bytes: 3, sha256: 'ab12' },
      counts: { rows: 1 },
    },
  },
  'export.created': {
    type: 'export.created',
    aggregate_id: 'artefacts at house.ifc',
    payload: {
      tool: 'export_ifc',
      options: { schema: 'IFC4' },
      head: { branch: 'main', seq: null, at: null },
      whole: false,
      file: { path: 'house.ifc', media_type: 'application/x-step', bytes: 3, sha256: 'ab12' },
      counts: { IfcWall: 1 },
    },
  },
};
