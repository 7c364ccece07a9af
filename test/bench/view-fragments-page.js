// A page with the viewer of @thatopen/fragments, for the comparison in `view-scene.ts`.
import { FragmentsModels } from '@thatopen/fragments';
import { Color, PerspectiveCamera, Scene, Vector2, WebGLRenderer } from 'three';

const { clientWidth: width, clientHeight: height } = document.getElementById('host');
const renderer = new WebGLRenderer({ antialias: false });
renderer.setSize(width, height);
document.getElementById('host').append(renderer.domElement);
const scene = new Scene();
scene.background = new Color(0xf4f5f6);
const camera = new PerspectiveCamera(45, width / height, 1, 2000);
const gl = renderer.getContext();

/** Draws and waits until the GPU has done it. */
function draw() {
  renderer.render(scene, camera);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  return renderer.info.render.triangles;
}
const frame = async () => await new Promise((resolve) => requestAnimationFrame(resolve));

/** Loads `/data/building` and measures; `radius`: that of the building in metres. */
globalThis.measure = async (radius, centre) => {
  const look = (angle) => {
    const [x, y, z] = centre;
    camera.position.set(
      x + 2 * radius * Math.cos(angle),
      y + 1.2 * radius,
      z + 2 * radius * Math.sin(angle),
    );
    camera.lookAt(x, y, z);
    camera.updateMatrixWorld();
  };
  look(1);
  const start = performance.now();
  const models = new FragmentsModels(new URL('/data/worker.mjs', location.href).href);
  const bytes = await (await fetch('/data/building')).arrayBuffer();
  const model = await models.load(bytes, { modelId: 'building', camera });
  model.useCamera(camera);
  scene.add(model.object);
  const measured = { first_ms: 0, settled_ms: 0, frame_ms: 0, triangles: 0, draws: 0 };
  let last = 0;
  let changed = performance.now();
  while (performance.now() - changed < 2500 && performance.now() - start < 60_000) {
    await models.update();
    const triangles = draw();
    if (triangles > 100 && measured.first_ms === 0) measured.first_ms = performance.now() - start;
    if (triangles !== last) {
      changed = performance.now();
      measured.settled_ms = changed - start;
    }
    last = triangles;
    await frame();
  }
  measured.triangles = last;
  measured.draws = renderer.info.render.calls;
  const moving = performance.now();
  let frames = 0;
  for (; performance.now() - moving < 4000; frames += 1) {
    look(1 + frames * 0.01);
    await models.update();
    draw();
    await frame();
  }
  measured.frame_ms = (performance.now() - moving) / frames;
  const picking = performance.now();
  await model.raycast({
    camera,
    mouse: new Vector2(width / 2, height / 2),
    dom: renderer.domElement,
  });
  measured.pick_ms = performance.now() - picking;
  return measured;
};
