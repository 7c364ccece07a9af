/** @module properties: examples of rules for properties, quantities and units. */
import { type Examples, ifc4, ONLY_A_WALL } from './example.ts';

const given = (set: string, value: string, owner = "#1=IFCWALL('w',$,$,$,$,$,$,$,$);"): string =>
  ifc4(`${owner}\n${value}\n${set}\n#4=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#1),#3);`);
const propertySet = (name: string): string => `#3=IFCPROPERTYSET('s',$,'${name}',$,(#2));`;
const quantitySet = (name: string): string =>
  `#3=IFCELEMENTQUANTITY('s',$,'${name}',$,'BaseQuantities',(#2));`;
const property = (value: string): string => `#2=IFCPROPERTYSINGLEVALUE('IsExternal',$,${value},$);`;
const foot = (factor: string): string =>
  ifc4(`#1=IFCPROJECT('p',$,$,$,$,$,$,$,#2);
    #2=IFCUNITASSIGNMENT((#3));
    #3=IFCCONVERSIONBASEDUNIT(#4,.LENGTHUNIT.,'FOOT',#5);
    #4=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
    #5=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(${factor}),#6);
    #6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);`);

export const PROPERTIES: Readonly<Record<string, Examples>> = {
  PSE001: {
    pass: given(propertySet('Pset_WallCommon'), property('IFCBOOLEAN(.T.)')),
    fail: given(propertySet('Pset_WallCommon'), property("IFCLABEL('yes')")),
    na: given(propertySet('Own'), property('IFCBOOLEAN(.T.)')),
  },
  PSE002: {
    pass: given(propertySet('Own'), property('IFCBOOLEAN(.T.)')),
    fail: given(propertySet('PSET_Own'), property('IFCBOOLEAN(.T.)')),
    na: given(propertySet('Pset_WallCommon'), property('IFCBOOLEAN(.T.)')),
  },
  QTY001: {
    pass: given(quantitySet('Qto_WallBaseQuantities'), "#2=IFCQUANTITYLENGTH('Length',$,$,5.,$);"),
    fail: given(quantitySet('Qto_WallBaseQuantities'), "#2=IFCQUANTITYAREA('Length',$,$,5.,$);"),
    na: ONLY_A_WALL,
  },
  // One part in a million, and a little more: 0.3048 and the US survey foot differ by two.
  PJS001: { pass: foot('0.3048003'), fail: foot('0.3048004'), na: ONLY_A_WALL },
};
