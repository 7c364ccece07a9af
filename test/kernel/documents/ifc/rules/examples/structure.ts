/** @module structure: examples of rules for the structure of a building. */
import { stepText } from '../../step-text.ts';
import { type Examples, ifc2x3, ifc4, ifc4x3, ONLY_A_WALL } from './example.ts';

const PROJECT = "#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);";
const SITE = "#2=IFCSITE('s',$,$,$,$,$,$,$,$,$,$,$,$,$);";
const STOREY = "#3=IFCBUILDINGSTOREY('f',$,$,$,$,$,$,$,$,$);";
const WALL = "#4=IFCWALL('w',$,$,$,$,$,$,$,$);";
const PART = "#5=IFCBUILDINGELEMENTPART('b',$,$,$,$,$,$,$,$);";
const IN_STOREY = "#6=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#4),#3);";
const PART_IN_WALL = "#7=IFCRELAGGREGATES('a',$,$,$,#4,(#5));";
const STAIR = "#1=IFCSTAIR('s',$,$,$,$,$,$,$,$);";

const coordination = (data: string): string => stepText('IFC2X3', data, 'CoordinationView_V2.0');
const BUILDING_2X3 = "#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);";

const placed = (above: string): string =>
  ifc4(`
    #1=IFCLOCALPLACEMENT($,#9);
    #2=IFCLOCALPLACEMENT(${above},#9);
    #4=IFCWALL('w',$,$,$,$,#1,$,$,$);
    #5=IFCBUILDINGELEMENTPART('b',$,$,$,$,#2,$,$,$);
    ${PART_IN_WALL}
    #9=IFCAXIS2PLACEMENT3D(#10,$,$);
    #10=IFCCARTESIANPOINT((0.,0.,0.));`);

/** A wall that is positioned along a referent. */
const POSITIONED = `${WALL}\n#5=IFCREFERENT('r',$,$,$,$,$,$,$);\n#6=IFCRELPOSITIONS('p',$,$,$,#5,(#4));`;

const ports = (...directions: readonly string[]): string =>
  ifc4x3(`#1=IFCCABLESEGMENT('c',$,$,$,$,$,$,$,$);
    ${directions.map((flow, i) => `#${10 + i}=IFCDISTRIBUTIONPORT('${i}',$,$,$,$,$,$,.${flow}.,$,$);`).join('\n')}
    #2=IFCRELNESTS('n',$,$,$,#1,(${directions.map((_, i) => `#${10 + i}`).join(',')}));`);

const GROUPS = "#1=IFCGROUP('1',$,$,$,$);\n#2=IFCGROUP('2',$,$,$,$);\n#3=IFCGROUP('3',$,$,$,$);";
const member = (id: number, of: number, group: number): string =>
  `#${id}=IFCRELASSIGNSTOGROUP('r${id}',$,$,$,(#${of}),$,#${group});`;

export const STRUCTURE: Readonly<Record<string, Examples>> = {
  PJS101: { pass: ifc4(PROJECT), fail: ONLY_A_WALL },
  PJS002: {
    pass: ifc4(`${PROJECT}
      #2=IFCWALLTYPE('t',$,$,$,$,$,$,$,$,.SOLIDWALL.);
      #3=IFCRELDECLARES('d',$,$,$,#1,(#2));`),
    fail: ifc4(`${PROJECT}\n${WALL}\n#3=IFCRELDECLARES('d',$,$,$,#1,(#4));`),
    na: ifc4(PROJECT),
  },
  PJS003: {
    pass: ifc4("#1=IFCGROUP('3xS3BCk291UvhgP2dvNsg$',$,$,$,$);"),
    fail: ifc4("#1=IFCGROUP('4xS3BCk291UvhgP2dvNsg$',$,$,$,$);"),
    na: ifc4('#1=IFCDIRECTION((1.,0.));'),
  },
  SPS001: {
    pass: coordination(`${PROJECT}\n${SITE}\n${BUILDING_2X3}
      #4=IFCRELAGGREGATES('1',$,$,$,#1,(#2));\n#5=IFCRELAGGREGATES('2',$,$,$,#2,(#3));`),
    fail: coordination(`${PROJECT}\n${SITE}\n${BUILDING_2X3}
      #4=IFCRELAGGREGATES('1',$,$,$,#1,(#2,#3));`),
    na: ifc2x3(PROJECT),
  },
  SPS002: {
    pass: ifc4(`${PROJECT}\n${SITE}\n#4=IFCRELAGGREGATES('1',$,$,$,#1,(#2));`),
    fail: ifc4(`${PROJECT}\n${STOREY}\n#4=IFCRELAGGREGATES('1',$,$,$,#1,(#3));`),
    na: ONLY_A_WALL,
  },
  SPS003: {
    pass: ifc4(`${STOREY}\n${WALL}\n${PART}\n${IN_STOREY}\n${PART_IN_WALL}`),
    fail: ifc4(`${STOREY}\n${WALL}\n${PART}\n${PART_IN_WALL}
      #8=IFCRELCONTAINEDINSPATIALSTRUCTURE('d',$,$,$,(#5),#3);`),
    na: ONLY_A_WALL,
  },
  SPS005: {
    pass: ifc4(`${STOREY}\n${WALL}\n${IN_STOREY}`),
    fail: ifc4(`${STOREY}\n${WALL}\n${IN_STOREY}
      #8=IFCCURTAINWALL('q',$,$,$,$,$,$,$,$);\n#9=IFCRELAGGREGATES('r',$,$,$,#8,(#4));`),
    na: ifc4(STOREY),
  },
  SPS007: {
    pass: ifc4(`${STOREY}\n${WALL}\n${IN_STOREY}`),
    fail: ONLY_A_WALL,
    na: ifc4(STOREY),
  },
  SPS008: {
    pass: ifc4(STOREY),
    fail: ifc4(`#1=IFCPRODUCTDEFINITIONSHAPE($,$,());
      #3=IFCBUILDINGSTOREY('f',$,$,$,$,$,#1,$,$,$);`),
    na: ONLY_A_WALL,
  },
  OJP001: { pass: placed('#1'), fail: placed('$'), na: ONLY_A_WALL },
  GRP001: {
    pass: ifc4(`${GROUPS}\n${member(4, 1, 2)}\n${member(5, 1, 3)}\n${member(6, 2, 3)}`),
    fail: ifc4(`${GROUPS}\n${member(4, 1, 2)}\n${member(5, 2, 3)}\n${member(6, 3, 1)}`),
    na: ONLY_A_WALL,
  },
  BLT003: {
    pass: ifc4x3(`${STAIR}
      #2=IFCSTAIRFLIGHT('f',$,$,$,$,$,$,$,$,$,$,$,$);\n#3=IFCRELAGGREGATES('a',$,$,$,#1,(#2));`),
    fail: ifc4x3(`${STAIR}\n${WALL}\n#3=IFCRELAGGREGATES('a',$,$,$,#1,(#4));`),
    na: ONLY_A_WALL,
  },
  SPS004: {
    pass: ifc4x3(POSITIONED),
    fail: ifc4x3(
      `${POSITIONED}\n${STOREY}\n#7=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#4),#3);`,
    ),
    na: ifc4x3(`${STOREY}\n${WALL}\n${IN_STOREY}`),
  },
  SPS006: {
    pass: ifc4x3(
      `${POSITIONED}\n${STOREY}\n#7=IFCRELREFERENCEDINSPATIALSTRUCTURE('c',$,$,$,(#4),#3);`,
    ),
    fail: ifc4x3(POSITIONED),
    na: ifc4x3(`${STOREY}\n${WALL}\n${IN_STOREY}`),
  },
  SYS001: { pass: ports('SOURCE', 'SINK'), fail: ports('SOURCE', 'SOURCE'), na: ONLY_A_WALL },
};
