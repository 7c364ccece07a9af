// A host of MCP Apps with the official bridge; `open-preview.ts` bundles it.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const frame = document.querySelector('iframe');

// `can`: capabilities of the host. `context`: what it tells the page, such as the tool and the theme.
globalThis.show = async ({ can, context, input, result }) => {
  const bridge = new AppBridge(null, { name: 'test host', version: '1' }, can, {
    hostContext: context,
  });
  globalThis.bridge = bridge;
  bridge.oncalltool = async (params) => await globalThis.callTool(params);
  bridge.onreadresource = async (params) => await globalThis.readResource(params);
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  const ready = new Promise((resolve) => (bridge.oninitialized = resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = 'http://app.test/';
  await ready;
  await bridge.sendToolInput({ arguments: input });
  if (result !== undefined) await bridge.sendToolResult(result);
};

// Number of red pixels of a picture.
globalThis.redsOf = async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  let count = 0;
  for (let k = 0; k < data.length; k += 4) {
    if (data[k] > 1.3 * data[k + 1] && data[k] > 1.3 * data[k + 2]) count += 1;
  }
  return count;
};
