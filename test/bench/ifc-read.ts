/** @module ifc-read: an IFC file of 60,000 instances read beside web-ifc. */
import { IfcAPI, LogLevel } from 'web-ifc';

import { readStepFile } from '../../kernel/documents/ifc/read/step-file.ts';
import { alternating, type BenchRow } from './measure.ts';

/** Instances of one group, of which the file has many. */
const GROUP = 12;
const INSTANCES = 60_000;

/** Reading of instances, and of all of their arguments. */
export async function ifcReadRows(): Promise<readonly BenchRow[]> {
  const bytes = Buffer.from(text());
  const api = new IfcAPI();
  await api.Init();
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const found = { ours: 0, theirs: 0 };
  const rounds = { rounds: 7, calls: 1 };
  const opened = await alternating(
    () => {
      found.theirs = withModel(api, bytes, (model) => api.GetAllLines(model).size());
    },
    () => {
      found.ours = readStepFile(bytes).count;
    },
    rounds,
  );
  assertEqual(found);
  const read = await alternating(
    () => {
      found.theirs = withModel(api, bytes, (model) => {
        const lines = api.GetAllLines(model);
        let args = 0;
        for (let i = 0; i < lines.size(); i += 1) {
          args += api.GetRawLineData(model, lines.get(i)).arguments.length;
        }
        return args;
      });
    },
    () => {
      const file = readStepFile(bytes);
      found.ours = 0;
      for (let row = 0; row < file.count; row += 1) found.ours += file.values(row).length;
    },
    rounds,
  );
  assertEqual(found);
  return [compared('instances found', opened, 1), compared('with all arguments', read, 0.5)];
}

type Measured = Awaited<ReturnType<typeof alternating>>;

function compared(what: string, { a, b, ratio }: Measured, most: number): BenchRow {
  const rate = (us: number): string => `${((INSTANCES / us) * 1000).toFixed(0)}k instances/s`;
  return {
    what: `read an IFC file of ${INSTANCES / 1000}k instances, ${what}`,
    baseline: `web-ifc ${rate(a.p50_us)}`,
    measured: rate(b.p50_us),
    ratio,
    target: `at most ${most} times as long`,
    holds: ratio <= most,
  };
}

function withModel(api: IfcAPI, bytes: Uint8Array, use: (model: number) => number): number {
  const model = api.OpenModel(bytes);
  const result = use(model);
  api.CloseModel(model);
  return result;
}

/** A comparison of readers that read different things says nothing. */
function assertEqual({ ours, theirs }: { readonly ours: number; readonly theirs: number }): void {
  if (ours !== theirs) throw new Error(`ours read ${ours}, web-ifc ${theirs}`);
}

/** Walls with a placement, a body of an extruded outline, and a property. */
function text(): string {
  const lines: string[] = [];
  for (let at = 1; at <= INSTANCES; at += GROUP) {
    const x = (at * 0.37).toFixed(3);
    lines.push(
      `#${at}=IFCCARTESIANPOINT((${x},12.5,0.));`,
      `#${at + 1}=IFCAXIS2PLACEMENT3D(#${at},$,$);`,
      `#${at + 2}=IFCLOCALPLACEMENT($,#${at + 1});`,
      `#${at + 3}=IFCCARTESIANPOINT((0.,0.));`,
      `#${at + 4}=IFCCARTESIANPOINT((${x},0.));`,
      `#${at + 5}=IFCCARTESIANPOINT((${x},0.24));`,
      `#${at + 6}=IFCPOLYLINE((#${at + 3},#${at + 4},#${at + 5},#${at + 3}));`,
      `#${at + 7}=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,'outline',#${at + 6});`,
      `#${at + 8}=IFCDIRECTION((0.,0.,1.));`,
      `#${at + 9}=IFCEXTRUDEDAREASOLID(#${at + 7},#${at + 1},#${at + 8},2.75);`,
      `#${at + 10}=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);`,
      `#${at + 11}=IFCWALL('3xS3BCk291UvhgP${String(at).padStart(7, '0')}',$,'Wall ${at}',$,$,#${at + 2},$,'${at}',.SOLIDWALL.);`,
    );
  }
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('a.ifc','2026-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}
