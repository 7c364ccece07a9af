/** @module tests of what rules cannot check: it is neither a fault nor a pass, and has a reason. */
import { describe, expect, test } from 'vitest';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import {
  DISABLED_IFC_RULES,
  IFC_RULES,
} from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import {
  type IfcRuleResult,
  runIfcRules,
} from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { stepText } from '../step-text.ts';

function resultsOf(data: string, schema = 'IFC4'): ReadonlyMap<string, IfcRuleResult> {
  const file = readStepFile(Buffer.from(stepText(schema, data)));
  return new Map(runIfcRules(file, IFC_RULES).map((one) => [one.rule.id, one]));
}

/** Ids of rules with findings. */
function failed(results: ReadonlyMap<string, IfcRuleResult>): readonly string[] {
  return [...results.values()].filter(({ found }) => found > 0).map(({ rule }) => rule.id);
}

const PROJECT = "#1=IFCPROJECT('0004DuGz89YXxbZvu$uSpk',$,'P',$,$,$,$,$,$);";

describe('limits of the reader are not faults of a file', () => {
  test.each([
    [
      'nested brackets',
      `#5=IFCPOLYLINE(${'('.repeat(40)}#6${')'.repeat(40)});`,
      'more than 32 nested brackets',
    ],
    [
      'a number that a double cannot hold',
      `#5=IFCDIRECTION((${'9'.repeat(400)}.,0.));`,
      'a number above 1.7E308',
    ],
  ])('%s', (_name, data, reason) => {
    const results = resultsOf(`${PROJECT}\n${data}`);
    expect(results.get('STP001')).toMatchObject({
      verdict: 'not_evaluated',
      found: 0,
      not_checked: [{ reason: expect.stringContaining(reason), line: 9 }],
    });
    for (const id of ['SCH002', 'SCH003']) {
      expect(results.get(id)).toMatchObject({
        verdict: 'not_evaluated',
        not_checked: [{ about: { entity: '#5' }, line: 9 }],
      });
    }
    // The project has no context, and nothing refers to the instance.
    expect(failed(results)).toEqual(['IFC106', 'GEM051']);
  });

  test('long numbers that a double can hold are read', () => {
    const long = `0.${'0'.repeat(300)}${'123'.repeat(200)}`;
    const results = resultsOf(`${PROJECT}\n#5=IFCDIRECTION((${long},1.));`);
    expect(results.get('SCH003')?.verdict).toBe('pass');
    expect(results.get('STP001')?.verdict).toBe('pass');
  });

  test('more names than are distinguished', () => {
    const names = Array.from({ length: 20_001 }, (_, i) => `#${i + 10}=IFCX${i}();`).join('\n');
    const last = '#9=IFCSUBCONTRACTRESOURCE();\n#8=IFCRELNESTS($,$,$,$,#30010,(#9));';
    const results = resultsOf(`${PROJECT}\n${names}\n${last}`);
    const reasons = results.get('STP001')?.not_checked.map(({ reason }) => reason);
    expect(reasons?.[0]).toContain('more than 20000 entity names');
    // 20,000 names are distinguished; the project is one of them.
    expect(results.get('SCH001')?.found).toBe(19_999);
    for (const { rule, verdict, not_checked } of results.values()) {
      expect({ id: rule.id, verdict }).not.toMatchObject({ verdict: 'pass' });
      const skipped = not_checked.length > 0 || verdict === 'not_applicable';
      expect({ id: rule.id, skipped }).toEqual({ id: rule.id, skipped: true });
    }
  });

  test('an outline with more pairs of segments than are compared', () => {
    const count = 4000;
    const zigzag = Array.from({ length: count }, (_, i) => `(${i % 2 === 0 ? 0 : 1000}.,${i}.)`);
    const points = [...zigzag, `(2000.,${count}.)`, '(2000.,-9.)', '(0.,-9.)'].join(',');
    const results = resultsOf(
      `${PROJECT}\n#5=IFCCARTESIANPOINTLIST2D((${points}),$);\n#6=IFCINDEXEDPOLYCURVE(#5,$,.F.);\n#7=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#6);`,
    );
    expect(results.get('SWE001')).toMatchObject({
      verdict: 'not_evaluated',
      not_checked: [{ reason: expect.stringContaining('more than 4000000 pairs'), line: 11 }],
    });
  });

  test.each([
    ['SWE001', (outline: number) => `IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#${outline})`],
    ['BRP001', (outline: number) => `IFCFACE((#${outline}))`],
  ])('many outlines that share their points: %s', (id, ownerOf) => {
    const count = 600;
    const zigzag = Array.from({ length: count }, (_, i) => [i % 2 === 0 ? 0 : 1000, i]);
    // The plane of a face is compared along its second axis.
    const points = [...zigzag, [2000, count], [2000, -9], [0, -9]].map(
      ([x, y], i) =>
        `#${i + 10}=IFCCARTESIANPOINT((${id === 'SWE001' ? `${x}.,${y}.` : `${y}.,${x}.`}));`,
    );
    const refs = points.map((_, i) => `#${i + 10}`).join(',');
    const outlines = Array.from({ length: 300 }, (_, i) =>
      id === 'SWE001'
        ? `#${5000 + 3 * i}=IFCPOLYLINE((${refs}));`
        : `#${5000 + 3 * i}=IFCFACEBOUND(#${5001 + 3 * i},.T.);\n#${5001 + 3 * i}=IFCPOLYLOOP((${refs}));`,
    );
    const owners = outlines.map((_, i) => `#${5002 + 3 * i}=${ownerOf(5000 + 3 * i)};`);
    const text = stepText('IFC4', [PROJECT, ...points, ...outlines, ...owners].join('\n'));
    const rules = [...IFC_RULES, ...DISABLED_IFC_RULES].filter((rule) => rule.id === id);
    const [result] = runIfcRules(readStepFile(Buffer.from(text)), rules);
    expect(result).toMatchObject({
      verdict: 'not_evaluated',
      not_checked: [{ reason: expect.stringContaining(`${id} was stopped after reading`) }],
    });
  });

  test('an outline with other curves than lines and arcs', () => {
    const results = resultsOf(
      `${PROJECT}\n#6=IFCELLIPSE(#2,2.,1.);\n#7=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#6);`,
    );
    expect(results.get('SWE001')).toMatchObject({
      verdict: 'not_evaluated',
      not_checked: [{ about: { entity: '#7' } }],
    });
  });

  test('a map conversion of a project without units', () => {
    const results = resultsOf(
      `${PROJECT}\n#5=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);\n#6=IFCMAPCONVERSION(#7,#5,0.,0.,0.,$,$,$);`,
    );
    expect(results.get('GRF005')).toMatchObject({
      verdict: 'not_evaluated',
      not_checked: [
        { reason: expect.stringContaining('the units of the map and of the project are unknown') },
      ],
    });
  });
});

describe('an instance that cannot be read', () => {
  const set = "#3=IFCPROPERTYSET('003N3rWjVcRB5EuxpCi4hM',$,'Pset_WallCommon',$,(#4));";

  test('is one fault of the text, and no rule has another one for it', () => {
    const broken = `#4=IFCPROPERTYSINGLEVALUE('IsExternal' $,IFCBOOLEAN(.T.),$);`;
    const results = resultsOf(`${PROJECT}\n${set}\n${broken}`);
    // The project has no context.
    expect(failed(results)).toEqual(['STP001', 'GEM051']);
    expect(results.get('STP001')?.found).toBe(1);
    expect(results.get('PSE001')).toMatchObject({
      verdict: 'not_evaluated',
      not_checked: [{ about: { entity: '#3' }, reason: expect.stringContaining('see STP001') }],
    });
    expect(results.get('SCH001')?.verdict).toBe('pass');
  });

  test('does not hide the faults of other instances', () => {
    const other = "#5=IFCPROPERTYSET('003i9ErV8M7FCcEFCD_2Gw',$,'Pset_Other',$,(#6));";
    const results = resultsOf(`${PROJECT}\n${set}\n#4=IFCPROPERTYSINGLEVALUE(;\n${other}`);
    expect(results.get('PSE001')).toMatchObject({
      verdict: 'fail',
      findings: [{ message: '`Pset_Other` is not a standard property set of IFC4' }],
      not_checked: [{ about: { entity: '#3' } }],
    });
  });

  test('keeps a rule from passing that would have chosen it', () => {
    const results = resultsOf(
      `${PROJECT}\n#3=IFCPROPERTYSET('003N3rWjVcRB5EuxpCi4hM',$,'Pset_X' $);`,
    );
    expect(results.get('PSE001')).toMatchObject({ verdict: 'not_evaluated', found: 0 });
  });

  test('keeps a rule from failing that lacks a relationship', () => {
    const wall = "#5=IFCWALL('001hXwmMlpDfItv5jCZgbO',$,'W',$,$,$,$,$,.SOLIDWALL.);";
    const relation = (end: string): string =>
      `#6=IFCRELCONTAINEDINSPATIALSTRUCTURE('001jesurJt_sWQEQs6IGlY',$,$,$,(#5)${end};`;
    const storey = "#7=IFCBUILDINGSTOREY('0015b0NmcTNxVDv9CzSxka',$,'G',$,$,$,$,$,.ELEMENT.,0.);";
    const whole = resultsOf([PROJECT, wall, storey, relation(',#7)')].join('\n'));
    expect(whole.get('SPS005')).toMatchObject({ verdict: 'pass', not_checked: [] });
    const broken = resultsOf([PROJECT, wall, storey, relation(' #7)')].join('\n'));
    expect(broken.get('SPS005')).toMatchObject({ verdict: 'not_evaluated', found: 0 });
    const none = resultsOf([PROJECT, wall, storey].join('\n'));
    expect(none.get('SPS005')).toMatchObject({ verdict: 'fail', found: 1 });
  });

  test('keeps IFC106 from reporting what it may refer to', () => {
    const unit = '#7=IFCUNITASSIGNMENT((#8));\n#8=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);';
    const project = (units: string): string =>
      `#1=IFCPROJECT('0004DuGz89YXxbZvu$uSpk',$,'P',$,$,$,$,$,${units});\n${unit}`;
    expect(resultsOf(project('#7')).get('IFC106')?.verdict).toBe('pass');
    expect(resultsOf(project('$')).get('IFC106')?.found).toBe(2);
    expect(resultsOf(project('#7 #7')).get('IFC106')).toMatchObject({
      verdict: 'not_evaluated',
      found: 0,
    });
  });
});

test('a user-defined entity is none of the schema, and an instance of another file is not looked at', () => {
  const text = stepText('IFC4', `${PROJECT}\n#5=!OWN(1);\n#6=IFCPOLYLINE((#90,#90));`).replace(
    'DATA;',
    'REFERENCE;\n#90=<b.ifc#p>;\nENDSEC;\nDATA;',
  );
  const results = runIfcRules(readStepFile(Buffer.from(text)), IFC_RULES);
  const verdicts = new Map(results.map(({ rule, verdict }) => [rule.id, verdict]));
  expect([verdicts.get('STP001'), verdicts.get('SCH001'), verdicts.get('SCH003')]).toEqual([
    'pass',
    'pass',
    'not_evaluated',
  ]);
});

test('a header without a schema is the reason why rules are not evaluated', () => {
  const results = resultsOf(PROJECT, 'OTHER');
  expect(results.get('PJS101')).toMatchObject({
    verdict: 'not_evaluated',
    not_checked: [{ reason: 'the header does not name an IFC schema' }],
  });
  expect(results.get('IFC101')?.verdict).toBe('fail');
});
