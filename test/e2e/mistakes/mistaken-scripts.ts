/** @module mistaken scripts: scripts in the words and signs of other languages. */
import { row, type Mistake, type Table } from './mistake.ts';

/** A script on the ground floor, as it comes and as it was meant. */
function script(what: string, wrong: string, right: string): Mistake {
  const on = (text: string): { script: string } => ({ script: `on @Ground\n${text}` });
  return row('run_script', what, on(wrong), on(right));
}

const COLUMN = 'column at (10 + 2 * i, 2) size 0.3 x 0.3';
const BOX = 'walls rect (10, 0) to (16, 4) as s\n';

/** By class. */
export function mistakenScripts(): Table {
  return {
    'loops of other languages': [
      script('C', `for (i = 0; i < 3; i++) { ${COLUMN} }`, `for i in 0..3 { ${COLUMN} }`),
      script(
        'JavaScript, to and with the last',
        `for (let i = 0; i <= 2; i++) {\n  ${COLUMN}\n}`,
        `for i in 0..2 + 1 {\n  ${COLUMN}\n}`,
      ),
      script(
        'JavaScript, over a list',
        `for (const i of [0, 1, 4]) {\n  ${COLUMN}\n}`,
        `for i in [0, 1, 4] {\n  ${COLUMN}\n}`,
      ),
      script('Python', `for i in range(3):\n  ${COLUMN}`, `for i in 0..3 {\n  ${COLUMN} }`),
      script(
        'Python, in each other',
        `for i in range(1, 3):\n  ${COLUMN}\n  for k in range(2):\n    room f"R{i}{k}" rect (30 + 4 * i, 4 * k) size 3 x 3\nwall (10, 0) to (16, 0)`,
        `for i in 1..3 {\n  ${COLUMN}\n  for k in 0..2 {\n    room "R{i}{k}" rect (30 + 4 * i, 4 * k) size 3 x 3 } }\nwall (10, 0) to (16, 0)`,
      ),
      script('Rust', `for i in 0..=2 { ${COLUMN} }`, `for i in 0..2 + 1 { ${COLUMN} }`),
      script('Swift', `for i in 0..<3 { ${COLUMN} }`, `for i in 0..3 { ${COLUMN} }`),
      script('Lua', `for i = 0, 2 do\n  ${COLUMN}\nend`, `for i in 0..2 + 1 {\n  ${COLUMN}\n}`),
      script('BASIC', `for i = 0 to 2\n  ${COLUMN}\nnext i`, `for i in 0..2 + 1 {\n  ${COLUMN}\n}`),
    ],
    'values of other languages': [
      script(
        'const',
        'const w = 3\nwall (10, 0) to (10 + w, 0)',
        'let w = 3\nwall (10, 0) to (10 + w, 0)',
      ),
      script('Go', 'w := 3\nwall (10, 0) to (10 + w, 0)', 'let w = 3\nwall (10, 0) to (10 + w, 0)'),
      script(
        'Python',
        'w = 3\nwall (10, 0) to (10 + w, 0)',
        'let w = 3\nwall (10, 0) to (10 + w, 0)',
      ),
      script(
        'a wall with a name before it',
        'south = wall (10, 0) to (16, 0)\ndoor in $south at 1',
        'let south = wall (10, 0) to (16, 0)\ndoor in $south at 1',
      ),
      script(
        'a function',
        'function bay(x) { wall (x, 0) to (x, 4) }\nbay(10)',
        'part bay(x) { wall (x, 0) to (x, 4) }\nbay(10)',
      ),
      script(
        'a text that grows',
        'for i in 0..2 { room "Office " + (i + 1) rect (10 + 4 * i, 0) size 3 x 3 }',
        'for i in 0..2 { room "Office {i + 1}" rect (10 + 4 * i, 0) size 3 x 3 }',
      ),
      script(
        'a template',
        'for i in 0..2 { room `Office ${i + 1}` rect (10 + 4 * i, 0) size 3 x 3 }',
        'for i in 0..2 { room "Office {i + 1}" rect (10 + 4 * i, 0) size 3 x 3 }',
      ),
      script(
        'a template in other quotes',
        'for i in 0..2 { room "Office ${i + 1}" rect (10 + 4 * i, 0) size 3 x 3 }',
        'for i in 0..2 { room "Office {i + 1}" rect (10 + 4 * i, 0) size 3 x 3 }',
      ),
    ],
    'points and lists in other signs': [
      script('lists', 'wall [10, 0] to [16, 0]', 'wall (10, 0) to (16, 0)'),
      script('with heights', 'wall (10, 0, 0) to (16, 0, 0)', 'wall (10, 0) to (16, 0)'),
      script('objects', 'wall {x: 10, y: 0} to {x: 16, y: 0}', 'wall (10, 0) to (16, 0)'),
      script('names of axes', 'wall (x=10, y=0) to (x=16, y=0)', 'wall (10, 0) to (16, 0)'),
      script('an arrow', 'wall (10, 0) -> (16, 0)', 'wall (10, 0) to (16, 0)'),
      script('a comma between', 'wall (10, 0), (16, 0)', 'wall (10, 0) (16, 0)'),
      script('a call', 'wall((10, 0), (16, 0))', 'wall (10, 0) (16, 0)'),
      script(
        'a call with names',
        'wall(start=(10, 0), end=(16, 0), height=2.8)',
        'wall (10, 0) (16, 0) height 2.8',
      ),
      script(
        'commas and colons in options',
        'wall (10, 0) to (16, 0), height: 2.8, thickness: 0.24',
        'wall (10, 0) to (16, 0) height 2.8 thickness 0.24',
      ),
    ],
    'names and texts in scripts': [
      script(
        'a room of two words',
        'room Living Room rect (10, 0) size 3 x 3',
        'room "Living Room" rect (10, 0) size 3 x 3',
      ),
      script('a level of two words', 'level Roof Deck at 6', 'level "Roof Deck" at 6'),
      script(
        'quotes of Python',
        "room 'Hall' rect (10, 0) size 3 x 3",
        'room "Hall" rect (10, 0) size 3 x 3',
      ),
      script(
        'quotes of a text processor',
        'room “Hall” rect (10, 0) size 3 x 3',
        'room "Hall" rect (10, 0) size 3 x 3',
      ),
      script(
        'as with a hyphen',
        'wall (10, 0) to (16, 0) as south-wall\nlevel Top at 6',
        'wall (10, 0) to (16, 0) as south_wall\nlevel Top at 6',
      ),
      script(
        'as with two words',
        'wall (10, 0) to (16, 0) as south wall\nlevel Top at 6',
        'wall (10, 0) to (16, 0) as south_wall\nlevel Top at 6',
      ),
      script(
        'as in quotes',
        'wall (10, 0) to (16, 0) as "South"',
        'wall (10, 0) to (16, 0) as South',
      ),
      script('no dollar', `${BOX}door in s.south at 1`, `${BOX}door in $s.south at 1`),
      script('a side with a slip', `${BOX}door in $s.souht at 1`, `${BOX}door in $s.south at 1`),
      script('a name of the model', 'door in South at 3', 'door in @South at 3'),
      script('a name of the model with a slip', 'window in @Wset at 1', 'window in @West at 1'),
    ],
    'words that nearly are those of a script': [
      script('position', 'door in @South position 3', 'door in @South at 3'),
      script('offset', 'door in @South offset 3', 'door in @South at 3'),
      script('the place first', 'door at 3 in @South', 'door in @South at 3'),
      script(
        'sill_height',
        'window in @West at 1 sill_height 0.9',
        'window in @West at 1 sill 0.9',
      ),
      script('elevation', 'level Top elevation 6 height 3', 'level Top at 6 height 3'),
      script('no at', 'column (12, 2) size 0.3 x 0.3', 'column at (12, 2) size 0.3 x 0.3'),
      script('a room without at', 'room Office (3, 3)', 'room Office at (3, 3)'),
      script('rectangle', 'walls rectangle (10, 0) to (16, 4)', 'walls rect (10, 0) to (16, 4)'),
      script(
        'pitch and gabled',
        'roof rect (10, 0) to (16, 4) on @First type gabled pitch 35',
        'roof rect (10, 0) to (16, 4) on @First type gable slope 35',
      ),
      script(
        'a form without type',
        'roof rect (10, 0) to (16, 4) on @First gable slope 35',
        'roof rect (10, 0) to (16, 4) on @First type gable slope 35',
      ),
      script(
        'heading',
        'stair at (1, 1) to @First heading east width 1.2',
        'stair at (1, 1) to @First direction east width 1.2',
      ),
      script(
        'thick',
        'wall (10, 0) to (16, 0) thick 0.24',
        'wall (10, 0) to (16, 0) thickness 0.24',
      ),
      script(
        'the hole behind',
        'floor rect (10, 0) to (16, 4) thickness 0.2 hole rect (11, 1) to (12, 2)',
        'floor rect (10, 0) to (16, 4) hole rect (11, 1) to (12, 2) thickness 0.2',
      ),
      script(
        'a profile without quotes',
        'beam (10, 0) to (15, 0) profile HEA200',
        'beam (10, 0) to (15, 0) profile HEA200',
      ),
      script('count', 'array @C1 by (1, 0) count 2', 'array @C1 by (1, 0) times 2'),
      script('copy', 'copy @C1 by (1, 0)', 'move @C1 by (1, 0) copy'),
      script('rotate', 'rotate @C1 by 90 around (3, 2)', 'turn @C1 by 90 about (3, 2)'),
      script('an equals sign', 'set @South.height = 2.8', 'set @South height = 2.8'),
      script('color', 'material Brick color #aa5533', 'material Brick colour "#aa5533"'),
      script('mitre', 'join @South @West mitre', 'join @South @West miter'),
      script('and between walls', 'join @South and @West butt', 'join @South @West butt'),
      script(
        'a property as a parameter',
        'set @South Pset_WallCommon.ThermalTransmittance 0.24',
        'properties @South Pset_WallCommon ThermalTransmittance 0.24',
      ),
      script(
        'a property set in other signs',
        'properties @South Pset_WallCommon: ThermalTransmittance: 0.24, Combustible: false',
        'properties @South Pset_WallCommon ThermalTransmittance 0.24, Combustible false',
      ),
      script(
        'property',
        'property @South Pset_WallCommon ThermalTransmittance 0.24',
        'properties @South Pset_WallCommon ThermalTransmittance 0.24',
      ),
      script('the name of a tool', 'create_wall (10, 0) to (16, 0)', 'wall (10, 0) to (16, 0)'),
    ],
    'units in scripts': [
      script(
        'millimetres throughout',
        'wall (10000, 0) to (16000, 0) height 2800 thickness 240',
        'wall (10000mm, 0) to (16000mm, 0) height 2800mm thickness 240mm',
      ),
      script(
        'a level in millimetres',
        'level Top at 6000 height 3000',
        'level Top at 6000mm height 3000mm',
      ),
      script(
        'metres in words',
        'wall (10, 0) to (16, 0) thickness 0.24 meters',
        'wall (10, 0) to (16, 0) thickness 0.24m',
      ),
      script(
        'a unit behind a blank',
        'wall (10, 0) to (16, 0) thickness 240 mm',
        'wall (10, 0) to (16, 0) thickness 240mm',
      ),
      script(
        'a sign for degrees',
        'roof rect (10, 0) to (16, 4) on @First type gable slope 35°',
        'roof rect (10, 0) to (16, 4) on @First type gable slope 35deg',
      ),
      script('radians as pi', 'turn @C1 by pi / 2 about (3, 2)', 'turn @C1 by 90 about (3, 2)'),
    ],
    'frames around a script': [
      script('a fence', '```plumb\nwall (10, 0) to (16, 0)\n```', '\nwall (10, 0) to (16, 0)\n'),
      script(
        'a comment of SQL',
        '-- walls\nwall (10, 0) to (16, 0)',
        '#  walls\nwall (10, 0) to (16, 0)',
      ),
      script(
        'a comment of C',
        '/* walls */\nwall (10, 0) to (16, 0)',
        '#  walls */\nwall (10, 0) to (16, 0)',
      ),
      {
        ...row(
          'run_script',
          'JSON',
          {
            script: JSON.stringify([
              { tool: 'create_level', arguments: { name: 'Top', elevation: 6000 } },
            ]),
          },
          { operations: [{ tool: 'create_level', arguments: { name: 'Top', elevation: 6000 } }] },
        ),
        meant_tool: 'apply_changes',
      },
    ],
    'places in scripts': [
      script('a door past the end', 'door in @South at 5.5', 'door in @South at 5'),
      script(
        'a window that is too high',
        'window in @West at 1 sill 2.5',
        'window in @West at 1 sill 2',
      ),
      script('a door across a corner', 'door in @South at 0', 'door in @South at 0.1'),
    ],
  };
}
