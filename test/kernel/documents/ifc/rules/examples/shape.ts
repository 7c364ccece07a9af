/** @module shape: examples of rules for shapes. */
import { type Examples, ifc2x3, ifc4, ifc4x3, ONLY_A_WALL } from './example.ts';

const CONTEXT = "#90=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-3,#91,$);";
const shaped = (...shapes: readonly string[]): string =>
  ifc4(`${CONTEXT}
    #1=IFCSPACE('s',$,$,$,$,$,#2,$,$,$,$);
    #2=IFCPRODUCTDEFINITIONSHAPE($,$,(${shapes.map((_, i) => `#${10 + i}`).join(',')}));
    ${shapes.map((one, i) => `#${10 + i}=IFCSHAPEREPRESENTATION(#90,${one},(#80));`).join('\n')}
    #80=IFCBOUNDINGBOX(#81,1.,1.,1.);\n#81=IFCCARTESIANPOINT((0.,0.,0.));`);

const points = (coordinates: readonly (readonly number[])[]): string =>
  coordinates.map((at, i) => `#${10 + i}=IFCCARTESIANPOINT((${at.join(',')}));`).join('\n');
const refs = (count: number): string =>
  Array.from({ length: count }, (_, i) => `#${10 + i}`).join(',');

const polyline = (...coordinates: readonly (readonly number[])[]): string =>
  ifc4(`${CONTEXT}\n${points(coordinates)}\n#1=IFCPOLYLINE((${refs(coordinates.length)}));`);
const indexed = (list: string, segments = '$'): string =>
  ifc4(
    `${CONTEXT}\n#2=IFCCARTESIANPOINTLIST2D((${list}));\n#1=IFCINDEXEDPOLYCURVE(#2,${segments},$);`,
  );
const profile = (...coordinates: readonly (readonly number[])[]): string =>
  ifc4(`${CONTEXT}\n${points(coordinates)}
    #1=IFCPOLYLINE((${refs(coordinates.length)},#10));
    #2=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#1);`);

const triangles = (list: string): string =>
  ifc4(`#2=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));
    #1=IFCTRIANGULATEDFACESET(#2,$,.T.,(${list}),$);`);

/** Faces of a shell, each through points by number from 10. */
const shell = (coordinates: readonly (readonly number[])[], faces: readonly string[]): string =>
  ifc4(`${CONTEXT}\n${points(coordinates)}
    #1=IFCOPENSHELL((${faces.map((_, i) => `#${50 + 3 * i}`).join(',')}));
    ${faces
      .map(
        (loop, i) => `#${50 + 3 * i}=IFCFACE((#${51 + 3 * i}));
      #${51 + 3 * i}=IFCFACEOUTERBOUND(#${52 + 3 * i},.T.);
      #${52 + 3 * i}=IFCPOLYLOOP((${loop}));`,
      )
      .join('\n')}`);
const square = (lift: number): string =>
  shell(
    [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, lift],
      [0, 1, 0],
    ],
    ['#10,#11,#12,#13'],
  );

const TRIANGLES = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [1, 1, 0],
  [5, 0, 0],
  [6, 0, 0],
  [5, 1, 0],
];

/** A face of a polygonal face set, through points by number from 1. */
const polygon = (face: string): string =>
  ifc4(`#2=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(1.,1.,0.),(0.,1.,0.)));
    #1=IFCPOLYGONALFACESET(#2,$,(#3),$);\n#3=IFCINDEXEDPOLYGONALFACE((${face}));`);

const building = (shape: string): string =>
  ifc4(`${CONTEXT}\n#1=IFCBUILDING('b',$,$,$,$,$,${shape},$,$,$,$,$);
    #2=IFCPRODUCTDEFINITIONSHAPE($,$,(#3));\n#3=IFCSHAPEREPRESENTATION(#90,'Body','Brep',(#9));`);

/** A product with a composite curve of two segments. */
const segments = (...types: readonly string[]): string =>
  ifc4x3(`${CONTEXT}\n#1=IFCANNOTATION('a',$,$,$,$,$,#2,$);
    #2=IFCPRODUCTDEFINITIONSHAPE($,$,(#3));\n#3=IFCSHAPEREPRESENTATION(#90,'Axis','Curve2D',(#4));
    #4=IFCCOMPOSITECURVE((#10,#11),.F.);
    ${types.map((type, i) => `#${10 + i}=${type}(.CONTINUOUS.,$,$,$,$);`).join('\n')}`);

const context = (subcontext: string): string => ifc4(`${CONTEXT}\n${subcontext}`);
const project = (type: string): string =>
  ifc4(`#1=IFCPROJECT('p',$,$,$,$,$,$,(#2),$);
    #2=IFCGEOMETRICREPRESENTATIONCONTEXT($,${type},3,1.E-5,#3,$);`);

const derived = (axis: string): string =>
  ifc4(`#1=IFCDERIVEDPROFILEDEF(.AREA.,$,#9,#2,$);
    #2=IFCCARTESIANTRANSFORMATIONOPERATOR2D(#3,#4,#9,$);
    #3=IFCDIRECTION((1.,0.));\n#4=IFCDIRECTION((${axis}));`);

const mapped = (identifier: string): string =>
  ifc4(`#1=IFCSHAPEREPRESENTATION(#90,'Body','MappedRepresentation',(#2));
    #2=IFCMAPPEDITEM(#3,#9);\n#3=IFCREPRESENTATIONMAP(#9,#4);
    #4=IFCSHAPEREPRESENTATION(#90,${identifier},'SweptSolid',(#9));\n${CONTEXT}`);

export const SHAPE: Readonly<Record<string, Examples>> = {
  BBX001: {
    pass: shaped("'Box','BoundingBox'"),
    fail: shaped("'Box','SweptSolid'"),
    na: shaped("'Body','SweptSolid'"),
  },
  GEM001: {
    pass: triangles('(1,3,2),(1,2,4),(2,3,4),(3,1,4)'),
    fail: triangles('(1,3,2),(1,2,4),(2,3,4)'),
    na: ONLY_A_WALL,
  },
  GEM002: {
    pass: shaped("'Body','Brep'", "'FootPrint','Curve2D'"),
    fail: shaped("'Body','Brep'"),
    na: ONLY_A_WALL,
  },
  GEM003: {
    pass: shaped("'Body','Brep'", "'Axis','Curve2D'"),
    fail: shaped("'Body','Brep'", "'Body','SweptSolid'"),
    na: ONLY_A_WALL,
  },
  GEM004: {
    pass: shaped("'Body','Tessellation'"),
    fail: shaped("'Body','Triangles'"),
    na: ONLY_A_WALL,
  },
  GEM051: { pass: project("'Plan'"), fail: project("'Room'"), na: ONLY_A_WALL },
  GEM052: {
    pass: context(
      "#1=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,#90,$,.MODEL_VIEW.,$);",
    ),
    fail: context(
      "#1=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Bodies','Model',*,*,*,*,#90,$,.MODEL_VIEW.,$);",
    ),
    na: ifc2x3(CONTEXT),
  },
  GEM111: {
    pass: polyline([0, 0], [0.001, 0], [1, 0]),
    fail: polyline([0, 0], [0.0009, 0], [1, 0]),
    na: ONLY_A_WALL,
  },
  GEM112: {
    pass: indexed('(0.,0.),(0.001,0.),(1.,0.)'),
    fail: indexed('(0.,0.),(0.0009,0.),(1.,0.)'),
    na: ONLY_A_WALL,
  },
  GEM113: {
    pass: indexed('(0.,0.),(1.,0.001),(2.,0.)', '(IFCARCINDEX((1,2,3)))'),
    fail: indexed('(0.,0.),(1.,0.0009),(2.,0.)', '(IFCARCINDEX((1,2,3)))'),
    na: indexed('(0.,0.),(1.,0.),(2.,0.)', '(IFCLINEINDEX((1,2,3)))'),
  },
  BRP002: {
    pass: shell(TRIANGLES, ['#10,#11,#12', '#11,#13,#12']),
    fail: shell(TRIANGLES, ['#10,#11,#12', '#14,#15,#16']),
    na: ONLY_A_WALL,
  },
  // A lifted corner of a square is a quarter of the lift away from the least-squares plane.
  BRP003: { pass: square(0.0039), fail: square(0.0041), na: ONLY_A_WALL },
  SWE001: {
    pass: profile([0, 0], [1, 0], [1, 1], [0, 1]),
    fail: profile([0, 0], [1, 0], [0, 1], [1, 1]),
    na: ONLY_A_WALL,
  },
  SWE002: { pass: derived('0.,1.'), fail: derived('0.,-1.'), na: ONLY_A_WALL },
  MPD001: { pass: mapped("'Body'"), fail: mapped("'Axis'"), na: ONLY_A_WALL },
  GEM005: { pass: building('#2'), fail: building('$'), na: ONLY_A_WALL },
  GEM011: {
    pass: segments('IFCCURVESEGMENT', 'IFCCURVESEGMENT'),
    fail: segments('IFCCURVESEGMENT', 'IFCCOMPOSITECURVESEGMENT'),
    na: ONLY_A_WALL,
  },
  BRP001: {
    pass: shell(TRIANGLES, ['#10,#11,#13,#12']),
    fail: shell(TRIANGLES, ['#10,#11,#12,#13']),
    na: ONLY_A_WALL,
  },
  TAS001: { pass: polygon('1,2,3,4'), fail: polygon('1,3,2,4'), na: ONLY_A_WALL },
};
