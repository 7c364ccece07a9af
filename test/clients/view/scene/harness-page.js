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

async function imageOf(blob) {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(bitmap, 0, 0);
  return pen.getImageData(0, 0, bitmap.width, bitmap.height);
}
/** The picture as an image. */
globalThis.image = async () => await imageOf(await scene.screenshot());
/** Red, green and blue of a pixel. */
globalThis.colourAt = async (x, y) => {
  const { data, width } = await image();
  return Array.from(data.slice((y * width + x) * 4, (y * width + x) * 4 + 3));
};
/** Share of the pixels that differ from a stored picture by more than `most` in a channel. */
globalThis.differenceFrom = async (name, most = 24) => {
  const stored = await imageOf(new Blob([await bytesOf(name)]));
  const now = await image();
  if (stored.width !== now.width || stored.height !== now.height) return 1;
  let count = 0;
  for (let at = 0; at < now.data.length; at += 4) {
    const far = [0, 1, 2].some((k) => Math.abs(now.data[at + k] - stored.data[at + k]) > most);
    if (far) count += 1;
  }
  return count / (now.width * now.height);
};
/** Number of pixels for which a test of red, green and blue is true, in columns from `left` to `right`. */
globalThis.countOf = async (isMeant, left = 0, right = 1) => {
  const { data, width } = await image();
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const x = ((at / 4) % width) / width;
    if (x >= left && x < right && isMeant(data[at], data[at + 1], data[at + 2])) count += 1;
  }
  return count;
};
