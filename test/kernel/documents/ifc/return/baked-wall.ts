/** @module baked wall: gives the wall of a STEP text a body with holes of its own, as programs without openings write it. */

/** Left, bottom, right and top, mm. */
export type Edges = readonly [left: number, bottom: number, right: number, top: number];

/**
 * The text with an elevation of a wall of 200 mm, along x from its placement, in place of its first extrusion; `holes`
 * are in the body itself.
 */
export function withBakedHoles(text: string, whole: Edges, holes: readonly Edges[]): string {
  const [, solid = ''] = /#(\d+)=IFCEXTRUDEDAREASOLID/u.exec(text) ?? [];
  const rings = holes.map((hole, i) => [900_020 + 10 * i, hole] as const);
  const lines = [
    '#900001=IFCCARTESIANPOINT((0.,100.,0.));',
    '#900002=IFCDIRECTION((0.,-1.,0.));',
    '#900003=IFCDIRECTION((1.,0.,0.));',
    '#900004=IFCAXIS2PLACEMENT3D(#900001,#900002,#900003);',
    '#900005=IFCDIRECTION((0.,0.,1.));',
    ...ring(900_010, whole),
    ...rings.flatMap(([number, hole]) => ring(number, hole)),
    `#900006=IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,#900010,(${rings.map(([number]) => `#${number}`).join()}));`,
  ];
  const replaced = text.replace(
    new RegExp(`#${solid}=IFCEXTRUDEDAREASOLID\\([^;]*;`, 'u'),
    `#${solid}=IFCEXTRUDEDAREASOLID(#900006,#900004,#900005,200.);`,
  );
  return withLines(replaced, lines);
}

/** The text with more lines in its data. */
export function withLines(text: string, lines: readonly string[]): string {
  const end = text.lastIndexOf('ENDSEC;');
  return `${text.slice(0, end)}${lines.join('\n')}\n${text.slice(end)}`;
}

/** The text without openings and without what refers to them. */
export function withoutOpenings(text: string): string {
  const openings = [...text.matchAll(/#(\d+)=IFCOPENINGELEMENT\(/gu)].map(([, number]) => number);
  const isOf = new RegExp(`[(,](?:${openings.map((number) => `#${number}`).join('|')})[),]`, 'u');
  return text
    .split('\n')
    .filter(
      (line) =>
        !line.includes('=IFCOPENINGELEMENT(') && !(/=IFCREL/u.test(line) && isOf.test(line)),
    )
    .join('\n');
}

function ring(number: number, [x, y, to, top]: Edges): readonly string[] {
  const corners = [
    [x, y],
    [to, y],
    [to, top],
    [x, top],
  ];
  const ids = corners.map((_, i) => `#${number + 1 + i}`);
  return [
    ...corners.map(([a, b], i) => `${ids[i]}=IFCCARTESIANPOINT((${a}.,${b}.));`),
    `#${number}=IFCPOLYLINE((${[...ids, ids[0]].join()}));`,
  ];
}
