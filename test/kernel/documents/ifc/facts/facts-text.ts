/** @module facts-text: small files with everything that a file can state about a wall in addition to its geometry. */
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import type { IfcSchemaName } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { readText, stepText } from '../step-text.ts';

/** Number of the wall, and of a wall without anything. */
export const [WALL, BARE] = [20, 21];

function parts(schema: IfcSchemaName): Readonly<Record<string, string>> {
  const is2x3 = schema === 'IFC2X3';
  return {
    rest: is2x3 ? '' : ',$',
    unit: schema === 'IFC4X3' ? ',$' : '',
    formula: is2x3 ? '' : ',$',
    category: is2x3 ? '' : ",$,'concrete'",
    layer: is2x3 ? '' : ",'Core',$,$,$",
    set: is2x3 ? '' : ',$',
    reference: is2x3 ? '' : ',$,$',
    definition: is2x3 ? '#31' : 'IFCPROPERTYSETDEFINITIONSET((#31,#32))',
    second: is2x3 ? "#43=IFCRELDEFINESBYPROPERTIES('r43',$,$,$,(#20),#32);" : '',
    bound: is2x3 ? '' : ',$',
  };
}

/** The text of a file: a wall with sets, a type with sets, materials, classifications and groups. */
export function factsText(schema: IfcSchemaName): string {
  const is = parts(schema);
  const classification =
    schema === 'IFC2X3' ? "'S','1',$,'Uniclass'" : "'S','1',$,'Uniclass',$,$,$";
  return stepText(
    schema,
    `
#1=IFCPROJECT('p',$,'P',$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3,#4,#5,#6));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCCONVERSIONBASEDUNIT(#7,.PLANEANGLEUNIT.,'DEGREE',#8);
#5=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#6=IFCDERIVEDUNIT((#10,#11,#12),.THERMALTRANSMITTANCEUNIT.,$${is['unit'] ?? ''});
#7=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);
#8=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#9);
#9=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#10=IFCDERIVEDUNITELEMENT(#13,1);
#11=IFCDERIVEDUNITELEMENT(#3,-2);
#12=IFCDERIVEDUNITELEMENT(#14,-1);
#13=IFCSIUNIT(*,.POWERUNIT.,.KILO.,.WATT.);
#14=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.KELVIN.);
#15=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#20=IFCWALL('w',$,'Wall','of bricks','Basic',$,$,'4711'${is['rest'] ?? ''});
#21=IFCWALL('b',$,'Bare',$,$,$,$,$${is['rest'] ?? ''});
#31=IFCPROPERTYSET('s31',$,'Pset_WallCommon',$,(#50,#51,#52));
#32=IFCPROPERTYSET('s32',$,'Own',$,(#53,#54,#55,#56,#57,#58,#59));
#33=IFCELEMENTQUANTITY('s33',$,'BaseQuantities',$,$,(#60,#61,#62));
#34=IFCPROPERTYSET('s34',$,'Pset_WallCommon',$,(#63,#64));
#40=IFCRELDEFINESBYPROPERTIES('r40',$,$,$,(#20),${is['definition'] ?? ''});
#41=IFCRELDEFINESBYPROPERTIES('r41',$,$,$,(#20),#33);
#42=IFCRELDEFINESBYTYPE('r42',$,$,$,(#20),#45);
${is['second'] ?? ''}
#45=IFCWALLTYPE('t',$,'Brick 240',$,$,(#34),$,$,$,.STANDARD.);
#50=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('REI 90'),$);
#51=IFCPROPERTYSINGLEVALUE('LoadBearing',$,IFCBOOLEAN(.T.),$);
#52=IFCPROPERTYSINGLEVALUE('ThermalTransmittance',$,IFCTHERMALTRANSMITTANCEMEASURE(0.002),$);
#53=IFCPROPERTYSINGLEVALUE('Cover',$,IFCPOSITIVELENGTHMEASURE(0.025),$);
#54=IFCPROPERTYSINGLEVALUE('Gap',$,IFCLENGTHMEASURE(12.),#15);
#55=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW'),IFCLABEL('TEMPORARY')),$);
#56=IFCPROPERTYBOUNDEDVALUE('Span',$,IFCLENGTHMEASURE(2.),IFCLENGTHMEASURE(1.),$${is['bound'] ?? ''});
#57=IFCPROPERTYLISTVALUE('Codes',$,(IFCINTEGER(1),IFCINTEGER(2)),$);
#58=IFCCOMPLEXPROPERTY('Paint',$,'x',(#65));
#59=IFCPROPERTYSINGLEVALUE('Checked',$,IFCLOGICAL(.U.),$);
#60=IFCQUANTITYLENGTH('Length',$,$,5.${is['formula'] ?? ''});
#61=IFCQUANTITYAREA('NetSideArea',$,$,12.5${is['formula'] ?? ''});
#62=IFCQUANTITYCOUNT('Layers',$,$,2${is['formula'] ?? ''});
#63=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('REI 30'),$);
#64=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.F.),$);
#65=IFCPROPERTYSINGLEVALUE('Colour',$,IFCTEXT('red \\S\\| white'),$);
#70=IFCMATERIAL('Brick'${is['category'] ?? ''});
#71=IFCMATERIALLAYER(#70,0.24,$${is['layer'] ?? ''});
#72=IFCMATERIALLAYERSET((#71),'Brick wall'${is['set'] ?? ''});
#73=IFCMATERIALLAYERSETUSAGE(#72,.AXIS2.,.POSITIVE.,0.${is['set'] ?? ''});
#74=IFCRELASSOCIATESMATERIAL('r74',$,$,$,(#45),#73);
#75=IFCCLASSIFICATION(${classification});
#76=IFCCLASSIFICATIONREFERENCE($,'EF_25','Walls',#75${is['reference'] ?? ''});
#77=IFCCLASSIFICATIONREFERENCE($,'EF_25_10','Wall',#${schema === 'IFC2X3' ? 75 : 76}${is['reference'] ?? ''});
#78=IFCRELASSOCIATESCLASSIFICATION('r78',$,$,$,(#20),#77);
#80=IFCGROUP('g80',$,'Phase 1',$,$);
#81=IFCSYSTEM('g81',$,'Facade',$,$);
#82=IFCRELASSIGNSTOGROUP('r82',$,$,$,(#20,#21),$,#80);
#83=IFCRELASSIGNSTOGROUP('r83',$,$,$,(#20),$,#81);
`,
  );
}

/** The model of such a file. */
export function factsModel(schema: IfcSchemaName): IfcModel {
  return new IfcModel(readText(factsText(schema)), schema);
}
