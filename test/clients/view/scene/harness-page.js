// A page with nothing but the picture in space; `open-scene.ts` bundles it.
import { makeSceneView } from '../../../../clients/view/scene/make-scene-view.ts';

const host = document.getElementById('host');
const seen = { picked: [], hovered: [], cameras: 0, measured: [], reloads: 0, drawn: 0 };
const events = {
  onPick: (picked, event) => seen.picked.push({ picked, ...event }),
  onHover: (picked) => seen.hovered.push(picked),
  onCamera: () => (seen.cameras += 1),
  onMeasured: (measured) => seen.measured.push(measured),
  onReload: () => (seen.reloads += 1),
  onDrawn: () => (seen.drawn += 1),
};
const bytesOf = async (name) => await (await fetch(`/data/${name}`)).arrayBuffer();

globalThis.seen = seen;
globalThis.scene = makeSceneView(host, events);
globalThis.makeScene = () => makeSceneView(host, events);
globalThis.bytesOf = bytesOf;
globalThis.load = async (count) => {
  for (let k = 0; k < count; k += 1) scene.addPart(await bytesOf(`part-${k}`));
  return await scene.settled();
};
