
((host) => {
  'use strict';
  delete globalThis.host;
  const { stringify } = JSON;
  const text = String;
  const { isFinite } = Number;
  const { apply, defineProperty } = Reflect;
  const { slice } = ArrayBuffer.prototype;
  const Bytes = Uint8Array;
  const { isView } = ArrayBuffer;
  const viewOf = (view) => apply(slice, view.buffer, [view.byteOffset, view.byteOffset + view.byteLength]);
  const plain = (value) => {
    try { return typeof value === 'symbol' ? text(value) : text(value); } catch { return 'a value without a text form'; }
  };
  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return plain(value.stack ? value + '\n' + value.stack : value);
    if (typeof value === 'object' && value !== null) {
      try { return stringify(value) ?? plain(value); } catch { return plain(value); }
    }
    return plain(value);
  };
  const line = (stream) => (...values) => {
    let out = '';
    for (let at = 0; at < values.length; at += 1) out += (at ? ' ' : '') + shown(values[at]);
    host(stream, out + '\n');
  };
  const out = line(1), err = line(2);
  const fail = (what, name) => { throw new Error(what + ': ' + name); };
  const own = (object, name, value) =>
    defineProperty(object, name, { value, writable: true, configurable: true, enumerable: false });
  own(globalThis, 'console', { log: out, info: out, debug: out, warn: err, error: err });
  own(globalThis, 'files', {
    list() { return JSON.parse(host(3)); },
    read(name) { return host(4, text(name)) ?? fail('no such file', name); },
    readBytes(name) { return new Bytes(host(5, text(name)) ?? fail('no such file', name)); },
    write(name, content) {
      const bytes = isView(content) ? viewOf(content) : content;
      const refused = host(6, text(name), bytes instanceof ArrayBuffer ? bytes : text(content));
      if (refused !== undefined) fail(refused, name);
    },
  });
  return {
    finish(value) {
      let json;
      const number = typeof value !== 'number' || isFinite(value);
      try { json = number ? stringify(value === undefined ? null : value) : undefined; } catch { json = undefined; }
      return json === undefined ? 'text:' + plain(value) : 'json:' + json;
    },
    describe(error) {
      const isError = error instanceof Error;
      const of = (key) => { try { return text(error[key] ?? ''); } catch { return ''; } };
      return stringify({
        type: isError ? of('name') || 'Error' : 'thrown ' + typeof error,
        message: isError ? of('message') : shown(error),
        trace: isError ? of('stack') : '',
      });
    },
  };
})(globalThis.host)
