/** @module types: examples of rules for types and entities. */
import { stepText } from '../../step-text.ts';
import { type Examples, ifc2x3, ifc4, ifc4x3, ONLY_A_WALL } from './example.ts';

const typed = (occurrence: string, type: string): string =>
  ifc4(`${occurrence}\n${type}\n#3=IFCRELDEFINESBYTYPE('r',$,$,$,(#1),#2);`);
const WALL_TYPE = "#2=IFCWALLTYPE('t',$,$,$,$,$,$,$,$,.SOLIDWALL.);";
const DOOR_TYPE = "#2=IFCDOORTYPE('t',$,$,$,$,$,$,$,$,.DOOR.,.SINGLE_SWING_LEFT.,$,$);";
const WINDOW_TYPE = "#2=IFCWINDOWTYPE('t',$,$,$,$,$,$,$,$,.WINDOW.,.SINGLE_PANEL.,$,$);";
const door = (operation: string, inWords: string): string =>
  `#1=IFCDOOR('d',$,$,$,$,$,$,$,$,$,$,${operation},${inWords});`;
const window = (partitioning: string, inWords: string): string =>
  `#1=IFCWINDOW('d',$,$,$,$,$,$,$,$,$,$,${partitioning},${inWords});`;

export const TYPES: Readonly<Record<string, Examples>> = {
  OJT001: {
    pass: typed("#1=IFCWALL('w',$,$,$,$,$,$,$,$);", WALL_TYPE),
    fail: typed("#1=IFCWALL('w',$,$,$,$,$,$,$,.SHEAR.);", WALL_TYPE),
    na: ONLY_A_WALL,
  },
  BLT001: {
    pass: ifc4(door('.USERDEFINED.', "'tilts'")),
    fail: typed(door('.SINGLE_SWING_LEFT.', '$'), DOOR_TYPE),
    na: ifc4(door('$', '$')),
  },
  BLT002: {
    pass: ifc4(window('.USERDEFINED.', "'round'")),
    fail: ifc4(window('.SINGLE_PANEL.', "'round'")),
    na: typed("#1=IFCWALL('w',$,$,$,$,$,$,$,$);", WINDOW_TYPE),
  },
  IFC101: { pass: ONLY_A_WALL, fail: stepText('IFC4X1', '') },
  IFC102: {
    pass: ifc4x3("#1=IFCBUILDINGSTOREY('f',$,$,$,$,$,$,$,$,$);"),
    fail: ifc4x3("#1=IFCBUILDINGSTOREY('f',$,$,$,$,$,$,$,$,3.);"),
    na: ifc2x3('#1=IFCDIRECTION((1.,0.));'),
  },
  IFC106: {
    pass: ifc4(
      "#1=IFCWALL('w',$,$,$,$,#2,$,$,$);\n#2=IFCLOCALPLACEMENT($,#3);\n#3=IFCAXIS2PLACEMENT3D(#4,$,$);\n#4=IFCCARTESIANPOINT((0.,0.,0.));",
    ),
    fail: ifc4("#1=IFCWALL('w',$,$,$,$,$,$,$,$);\n#2=IFCDIRECTION((1.,0.));"),
    na: ifc4(''),
  },
  IFC105: {
    pass: ifc4(
      "#1=IFCWALL('w',$,$,$,$,#2,$,$,$);\n#2=IFCLOCALPLACEMENT($,#3);\n#3=IFCAXIS2PLACEMENT3D(#4,$,$);\n#4=IFCCARTESIANPOINT((0.,0.,0.));",
    ),
    fail: ifc4("#1=IFCWALL('w',$,$,$,$,$,$,$,$);\n#2=IFCDIRECTION((1.,0.));"),
    na: ifc4(''),
  },
};
