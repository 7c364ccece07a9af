/** @module georeference: examples of rules for georeferences. */
import { type Examples, ifc4, ifc4x3, ONLY_A_WALL } from './example.ts';

const CONTEXTS = `#1=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#9,$);
  #2=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Plan',2,1.E-5,#9,$);
  #3=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);`;
const conversion = (id: number, context: number, eastings: string): string =>
  `#${id}=IFCMAPCONVERSION(#${context},#3,${eastings},0.,0.,1.,0.,1.);`;

const scaled = (scale: string): string =>
  ifc4(`#1=IFCPROJECT('p',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));
    #3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
    #4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
    #5=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#4);
    #6=IFCMAPCONVERSION(#9,#5,0.,0.,0.,1.,0.,${scale});`);

const BUILDING = "#1=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);";
const rigid = (type: string): string =>
  ifc4x3(`#1=IFCRIGIDOPERATION(#8,#9,IFCLENGTHMEASURE(1.),${type}(2.),$);`);

/** A site at the given latitude and longitude, and its place in ETRS89 / UTM zone 32N: 48° 7' 50" north, 11° 34' 1" east. */
const sited = (latitude: string, longitude: string, place = '691000.125,5334000.5'): string =>
  ifc4(`#1=IFCSITE('s',$,$,$,$,$,$,$,$,${latitude},${longitude},$,$,$);
    #4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
    #5=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#4);
    #6=IFCMAPCONVERSION(#9,#5,${place},0.,1.,0.,1.);`);

export const GEOREFERENCE: Readonly<Record<string, Examples>> = {
  GRF001: {
    pass: ifc4x3(`${CONTEXTS}\n${conversion(4, 1, '5.')}\n${conversion(5, 2, '5.')}`),
    fail: ifc4x3(`${CONTEXTS}\n${conversion(4, 1, '5.')}\n${conversion(5, 2, '6.')}`),
    na: ifc4x3(CONTEXTS),
  },
  GRF003: {
    pass: ifc4(`${BUILDING}\n#3=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);`),
    fail: ifc4(BUILDING),
    na: ONLY_A_WALL,
  },
  GRF005: { pass: scaled('0.001'), fail: scaled('1.'), na: ONLY_A_WALL },
  GRF006: {
    pass: ifc4x3("#1=IFCPROJECTEDCRS('WKT',$,$,$,$,$,$);\n#2=IFCWELLKNOWNTEXT('PROJCRS[]',#1);"),
    fail: ifc4x3("#1=IFCPROJECTEDCRS('WKT',$,$,$,$,$,$);"),
    na: ifc4x3("#1=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);"),
  },
  GRF008: {
    pass: rigid('IFCLENGTHMEASURE'),
    fail: rigid('IFCPOSITIVELENGTHMEASURE'),
    na: ONLY_A_WALL,
  },
  PLC001: {
    pass: ifc4(`${CONTEXTS}\n${conversion(4, 1, '5.')}\n${conversion(5, 2, '5.')}`),
    fail: ifc4(`${CONTEXTS}\n${conversion(4, 1, '5.')}\n${conversion(5, 2, '6.')}`),
    na: ONLY_A_WALL,
  },
  PLC002: {
    pass: sited('(48,7,50)', '(11,34,1,400000)'),
    fail: sited('(48,-7,50)', '(11,34,1,400000)'),
    na: ONLY_A_WALL,
  },
  PLC003: {
    pass: sited('(48,7,50)', '(11,34,1,400000)'),
    fail: sited('(48,13,5)', '(11,56,7)'),
    na: sited('$', '$'),
  },
  PLC004: {
    pass: sited('$', '$'),
    fail: sited('$', '$', '5334000.5,691000.125'),
    na: ONLY_A_WALL,
  },
};
