/** @module text: examples of rules for the text and its schema. */
import { type Examples, ifc4 } from './example.ts';

const NOTHING = ifc4('');
const STOREYS =
  "#1=IFCBUILDINGSTOREY('a',$,$,$,$,$,$,$,$,$);\n#2=IFCBUILDINGSTOREY('b',$,$,$,$,$,$,$,$,$);";

export const TEXT: Readonly<Record<string, Examples>> = {
  STP001: {
    pass: ifc4("#1=IFCLABEL('a');"),
    fail: ifc4('#1=IFCDIRECTION((1.,0.);\n#1=IFCDIRECTION((1.,0.));'),
  },
  STP002: {
    pass: NOTHING,
    fail: NOTHING.replace(/FILE_NAME.*\n/u, ''),
    na: NOTHING.replace(/HEADER;[^]*?ENDSEC;\n/u, ''),
  },
  SCH001: {
    pass: ifc4('#1=IFCDIRECTION((1.,0.));'),
    fail: ifc4('#1=IFCELEVATORTYPE((1.,0.));'),
    na: NOTHING,
  },
  SCH002: {
    pass: ifc4('#1=IFCDIRECTION((1.,0.));'),
    fail: ifc4('#1=IFCDIRECTION((1.,0.),$);'),
    na: NOTHING,
  },
  SCH003: {
    pass: ifc4("#1=IFCPROPERTYSINGLEVALUE('a',$,IFCBOOLEAN(.T.),$);"),
    fail: ifc4("#1=IFCPROPERTYSINGLEVALUE('a',$,IFCBOOLEAN(.YES.),$);"),
    na: NOTHING,
  },
  SCH004: {
    pass: ifc4("#1=IFCGROUP('a',$,$,$,$);\n#2=IFCGROUP('b',$,$,$,$);"),
    fail: ifc4("#1=IFCGROUP('a',$,$,$,$);\n#2=IFCGROUP('a',$,$,$,$);"),
    na: NOTHING,
  },
  SCH005: {
    pass: ifc4(`${STOREYS}\n#3=IFCRELAGGREGATES('c',$,$,$,#1,(#2));`),
    fail: ifc4(`${STOREYS}\n#3=IFCRELAGGREGATES('c',$,$,$,#1,(#2));
      #4=IFCRELNESTS('d',$,$,$,#2,(#1));`),
    na: NOTHING,
  },
};
