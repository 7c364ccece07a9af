/*
 * Globals of browsers and of Node: timers, TextEncoder and TextDecoder, URL, structuredClone and console.table.
 * It is part of the image of programs that name one of them; `host` is that of prelude.js. Completion value: a
 * function `next()` that runs the next due timer and returns 1, or 0 if none.
 */
((host) => {
  'use strict';
  delete globalThis.host;
  const { parse, stringify } = JSON;
  const text = String;
  const { apply, defineProperty } = Reflect;
  const { isView } = ArrayBuffer;
  const Bytes = Uint8Array;
  const { slice } = ArrayBuffer.prototype;
  const now = Date.now;
  const own = (name, value) =>
    defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  const bytesOf = (value) => {
    if (value instanceof ArrayBuffer) return value;
    if (isView(value))
      return apply(slice, value.buffer, [value.byteOffset, value.byteOffset + value.byteLength]);
    throw new TypeError('want an ArrayBuffer or a view of one');
  };

  /* Timers: the clock of the run advances to the next due timer when no jobs are left. */
  let timers = [];
  let last = 0;
  const add = (run, delay, every, args) => {
    if (typeof run !== 'function') throw new TypeError('want a function');
    const wait = Math.max(every ? 1 : 0, Math.min(2147483647, Number(delay) || 0));
    last += 1;
    timers.push({ id: last, due: now() + wait, wait, every, run, args });
    return last;
  };
  const drop = (id) => {
    timers = timers.filter((one) => one.id !== id);
  };
  own('setTimeout', (run, delay, ...args) => add(run, delay, false, args));
  own('setInterval', (run, delay, ...args) => add(run, delay, true, args));
  own('clearTimeout', drop);
  own('clearInterval', drop);
  own('queueMicrotask', (run) => {
    if (typeof run !== 'function') throw new TypeError('want a function');
    Promise.resolve().then(() => run());
  });
  const next = () => {
    if (timers.length === 0) return 0;
    const due = timers.reduce((a, b) =>
      b.due < a.due || (b.due === a.due && b.id < a.id) ? b : a,
    );
    drop(due.id);
    host(7, due.due);
    if (due.every) timers.push({ ...due, due: Math.max(now(), due.due + due.wait) });
    due.run(...due.args);
    return 1;
  };

  /* Text. */
  const UTF8 = ['utf-8', 'utf8', 'unicode-1-1-utf-8'];
  own(
    'TextEncoder',
    class TextEncoder {
      get encoding() {
        return 'utf-8';
      }
      encode(given = '') {
        return new Bytes(host(8, text(given).toWellFormed()));
      }
      encodeInto(given, into) {
        let read = 0,
          written = 0;
        for (const char of text(given).toWellFormed()) {
          const bytes = this.encode(char);
          if (written + bytes.length > into.length) break;
          into.set(bytes, written);
          written += bytes.length;
          read += char.length;
        }
        return { read, written };
      }
    },
  );
  own(
    'TextDecoder',
    class TextDecoder {
      #fatal;
      #keep;
      constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
        if (!UTF8.includes(text(label).trim().toLowerCase()))
          throw new RangeError('only utf-8 is decoded here, got ' + label);
        this.#fatal = Boolean(fatal);
        this.#keep = Boolean(ignoreBOM);
      }
      get encoding() {
        return 'utf-8';
      }
      get fatal() {
        return this.#fatal;
      }
      get ignoreBOM() {
        return this.#keep;
      }
      decode(given, { stream = false } = {}) {
        if (stream) throw new TypeError('stream is not supported: join the bytes first');
        if (given === undefined) return '';
        const made = host(9, bytesOf(given), (this.#fatal ? 1 : 0) + (this.#keep ? 2 : 0));
        if (made === undefined) throw new TypeError('the bytes are not utf-8');
        return made;
      }
    },
  );

  /* URL: read and written by the host. */
  const asked = (...given) => {
    const made = host(10, stringify(given));
    return made === undefined ? undefined : parse(made);
  };
  const PARTS = [
    'href',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
  ];
  class URLSearchParams {
    #pairs = [];
    #changed;
    constructor(given = '', changed = undefined) {
      if (typeof given === 'object' && given !== null) {
        const pairs = typeof given[Symbol.iterator] === 'function' ? given : Object.entries(given);
        for (const [key, value] of pairs) this.#pairs.push([text(key), text(value)]);
      } else {
        this.#pairs = asked('read', text(given).replace(/^\?/, ''));
      }
      this.#changed = changed;
    }
    #now(pairs) {
      this.#pairs = pairs;
      if (typeof this.#changed === 'function') this.#changed(this.toString());
    }
    get size() {
      return this.#pairs.length;
    }
    append(key, value) {
      this.#now([...this.#pairs, [text(key), text(value)]]);
    }
    delete(key, value) {
      this.#now(
        this.#pairs.filter(
          ([k, v]) => k !== text(key) || (value !== undefined && v !== text(value)),
        ),
      );
    }
    get(key) {
      const found = this.#pairs.find(([k]) => k === text(key));
      return found === undefined ? null : found[1];
    }
    getAll(key) {
      return this.#pairs.filter(([k]) => k === text(key)).map(([, v]) => v);
    }
    has(key, value) {
      return this.#pairs.some(
        ([k, v]) => k === text(key) && (value === undefined || v === text(value)),
      );
    }
    set(key, value) {
      const at = this.#pairs.findIndex(([k]) => k === text(key));
      if (at < 0) {
        this.append(key, value);
        return;
      }
      const pairs = this.#pairs.filter(([k], index) => k !== text(key) || index === at);
      pairs[at] = [text(key), text(value)];
      this.#now(pairs);
    }
    sort() {
      this.#now(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    forEach(run, self) {
      for (const [key, value] of this.#pairs) apply(run, self, [value, key, this]);
    }
    keys() {
      return this.#pairs.map(([key]) => key).values();
    }
    values() {
      return this.#pairs.map(([, value]) => value).values();
    }
    entries() {
      return this.#pairs.map((pair) => [...pair]).values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return asked('write', this.#pairs);
    }
  }
  class URL {
    #parts;
    #params;
    constructor(given, base = undefined) {
      this.#parts = asked('url', text(given), base === undefined ? null : text(base));
      if (this.#parts === undefined) throw new TypeError('not a URL: ' + text(given));
    }
    static canParse(given, base = undefined) {
      return URL.parse(given, base) !== null;
    }
    static parse(given, base = undefined) {
      try {
        return new URL(given, base);
      } catch {
        return null;
      }
    }
    static #set(url, part, value) {
      const made = asked('set', url.#parts.href, part, text(value));
      if (made === undefined) throw new TypeError('not a URL: ' + text(value));
      url.#parts = made;
    }
    static {
      for (const part of PARTS) {
        defineProperty(URL.prototype, part, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#parts[part];
          },
          set(value) {
            URL.#set(this, part, value);
            if (part === 'search' || part === 'href') this.#params = undefined;
          },
        });
      }
    }
    get origin() {
      return this.#parts.origin;
    }
    get searchParams() {
      this.#params ??= new URLSearchParams(this.search, (query) => URL.#set(this, 'search', query));
      return this.#params;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
  }
  own('URLSearchParams', URLSearchParams);
  own('URL', URL);

  /* structuredClone. */
  const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const uncloned = (what) => {
    const error = new Error(what + ' cannot be cloned');
    error.name = 'DataCloneError';
    return error;
  };
  const clone = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw uncloned(typeof value);
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const kept = (made) => {
      seen.set(value, made);
      return made;
    };
    if (value instanceof Date) return kept(new Date(value.getTime()));
    if (value instanceof RegExp) return kept(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return kept(apply(slice, value, [0]));
    if (isView(value)) {
      const buffer = clone(value.buffer, seen);
      const length = value instanceof DataView ? value.byteLength : value.length;
      return kept(new value.constructor(buffer, value.byteOffset, length));
    }
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return kept(Object(value.valueOf()));
    if (value instanceof Map) {
      const made = kept(new Map());
      for (const [key, one] of [...value]) made.set(clone(key, seen), clone(one, seen));
      return made;
    }
    if (value instanceof Set) {
      const made = kept(new Set());
      for (const one of [...value]) made.add(clone(one, seen));
      return made;
    }
    if (value instanceof Error) {
      const Kind = Object.hasOwn(ERRORS, value.name) ? ERRORS[value.name] : Error;
      const made = kept(new Kind(value.message));
      defineProperty(made, 'stack', {
        value: value.stack,
        writable: true,
        configurable: true,
        enumerable: false,
      });
      if (Object.hasOwn(value, 'cause')) made.cause = clone(value.cause, seen);
      return made;
    }
    if (
      value instanceof Promise ||
      value instanceof WeakMap ||
      value instanceof WeakSet ||
      value instanceof WeakRef
    ) {
      throw uncloned('a ' + value.constructor.name);
    }
    const made = kept(Array.isArray(value) ? new Array(value.length) : {});
    for (const key of Object.keys(value)) {
      defineProperty(made, key, {
        value: clone(value[key], seen),
        writable: true,
        configurable: true,
        enumerable: true,
      });
    }
    return made;
  };
  own('structuredClone', (value) => clone(value, new Map()));

  /* console.table: rows and columns as Node prints them. */
  const { log } = console;
  const cell = (value) => {
    if (typeof value === 'string') return "'" + value + "'";
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value !== 'object' || value === null) return text(value);
    try {
      return stringify(value) ?? text(value);
    } catch {
      return text(value);
    }
  };
  console.table = (data, columns = undefined) => {
    if (typeof data !== 'object' || data === null) {
      log(data);
      return;
    }
    const first = data instanceof Map || data instanceof Set ? '(iteration index)' : '(index)';
    const rows =
      data instanceof Map
        ? [...data].map(([key, value], at) => [text(at), { Key: key, Values: value }])
        : data instanceof Set
          ? [...data].map((value, at) => [text(at), value])
          : Object.entries(data);
    const isRow = (row) => typeof row === 'object' && row !== null;
    const named = columns ?? [
      ...new Set(rows.flatMap(([, row]) => (isRow(row) ? Object.keys(row) : []))),
    ];
    const values = columns === undefined && rows.some(([, row]) => !isRow(row));
    const head = [first, ...named.map(text), ...(values ? ['Values'] : [])];
    const body = rows.map(([key, row]) => [
      key,
      ...named.map((name) => (isRow(row) && Object.hasOwn(row, name) ? cell(row[name]) : '')),
      ...(values ? [isRow(row) ? '' : cell(row)] : []),
    ]);
    const widths = head.map(
      (name, at) =>
        Math.max(...[name, ...body.map((line) => line[at])].map((one) => [...one].length)) + 2,
    );
    const rule = (left, middle, right) =>
      left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
    const line = (cells) =>
      '│' +
      cells.map((one, at) => ' ' + one + ' '.repeat(widths[at] - 1 - [...one].length)).join('│') +
      '│';
    log(
      [
        rule('┌', '┬', '┐'),
        line(head),
        rule('├', '┼', '┤'),
        ...body.map(line),
        rule('└', '┴', '┘'),
      ].join('\n'),
    );
  };
  return next;
})(globalThis.host);
