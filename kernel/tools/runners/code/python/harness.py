# The module `_sandbox`. `run` runs the program as `__main__` and writes to `/sandbox/end`: one line with the kind of
# end, then JSON or text. A waiting event loop advances its own clock. The host sets RESULT_BYTES_MAX and EXACT_MAX.
# Modules imported here are part of the booted image, so a program imports them at no cost.
import abc, argparse, array, ast, asyncio, base64, binascii, bisect, calendar, collections, collections.abc, colorsys
import configparser, contextlib, copy, csv, dataclasses, datetime, decimal, difflib, enum, fractions, fnmatch, functools, glob, graphlib, gzip, hashlib, heapq
import hmac, html, inspect, io, ipaddress, itertools, json, keyword, linecache, locale, logging, math, numbers, operator, os, pathlib, pickle, pprint
import random, re, secrets, shutil, statistics, string, struct, sys, tempfile, textwrap, threading, time, tomllib, traceback, types, typing
import unicodedata, urllib.parse, uuid, warnings, weakref, xml.etree.ElementTree, zipfile, zlib, zoneinfo
import gc
from asyncio import base_events, events

class Loop(base_events.BaseEventLoop):
    """Fires timers immediately in order; only timers advance its time."""
    def __init__(self):
        super().__init__()
        self._selector = self
        self._at = 0.0
    def time(self):
        return self._at
    def select(self, timeout):
        if timeout is None:
            raise RuntimeError('the program awaits something that nothing settles')
        self._at += max(0.0, timeout)
        return []
    def _process_events(self, events):
        pass
    def _write_to_self(self):
        pass

class Policy(events._AbstractEventLoopPolicy):
    def __init__(self):
        self._loop = None
    def get_event_loop(self):
        if self._loop is None:
            raise RuntimeError('there is no current event loop')
        return self._loop
    def set_event_loop(self, loop):
        self._loop = loop
    def new_event_loop(self):
        return Loop()

def sleep(seconds, /, *, pass_ns=os.truncate, ceil=math.ceil):
    """Suspends execution for the given number of seconds, on the clock of the run: exactly, and at no cost."""
    if not isinstance(seconds, (int, float)) and not hasattr(seconds, '__index__'):
        raise TypeError(f"'{type(seconds).__name__}' object cannot be interpreted as an integer")
    if seconds != seconds:
        raise ValueError('Invalid value NaN (not a number)')
    if seconds < 0:
        raise ValueError('sleep length must be non-negative')
    if seconds > 9223372036:
        raise OverflowError('timestamp out of range for platform time_t')
    pass_ns('/sandbox/clock', ceil(seconds * 1e9) if isinstance(seconds, float) else operator.index(seconds) * 1000000000)

def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """Password based key derivation function 2 (PKCS #5 v2.0) with HMAC; Pyodide has it only with OpenSSL."""
    if iterations < 1 or (dklen is not None and dklen < 1):
        raise ValueError('iterations and dklen must be positive')
    keyed = hmac.new(password, digestmod=hash_name)
    def block(number):
        mac = keyed.copy()
        mac.update(salt + number.to_bytes(4, 'big'))
        digest = mac.digest()
        total = int.from_bytes(digest, 'big')
        for _ in range(iterations - 1):
            mac = keyed.copy()
            mac.update(digest)
            digest = mac.digest()
            total ^= int.from_bytes(digest, 'big')
        return total.to_bytes(keyed.digest_size, 'big')
    length = keyed.digest_size if dklen is None else dklen
    return b''.join(block(at) for at in range(1, -(-length // keyed.digest_size) + 1))[:length]

def scrypt(password, *, salt, n, r, p, maxmem=0, dklen=64, open=open, derive=os.truncate, pack=struct.pack):
    """scrypt password-based key derivation function (RFC 7914), which the sandbox computes at a price of its own."""
    password, salt = bytes(memoryview(password)), bytes(memoryview(salt))
    n, r, p, maxmem, dklen = (operator.index(number) for number in (n, r, p, maxmem, dklen))
    if n < 2 or n & (n - 1):
        raise ValueError('n must be a power of 2.')
    if not 0 <= maxmem <= 2147483647:
        raise ValueError('maxmem must be positive and smaller than 2147483647')
    if not 1 <= dklen <= 2147483647:
        raise ValueError('dklen must be greater than 0 and smaller than 2147483647')
    if r < 1 or p < 1 or r * p >= 1 << 30 or n >= 1 << 32 or 128 * r * (p + n + 2) > (maxmem or 33554432):
        raise ValueError('Invalid parameter combination for n, r, p, maxmem.')
    with open('/sandbox/scrypt', 'wb') as file:
        file.write(pack('<5I', n, r, p, dklen, len(password)) + password + salt)
    try:
        derive('/sandbox/scrypt', 0)
    except OSError:
        raise MemoryError('out of memory') from None
    with open('/sandbox/scrypt', 'rb') as file:
        return file.read()

def prepare():
    """Once, before the image is taken."""
    from pyodide import webloop
    time.sleep, asyncio.run = sleep, webloop._orig_run
    if not hasattr(hashlib, 'pbkdf2_hmac'):
        hashlib.pbkdf2_hmac = pbkdf2_hmac
    if not hasattr(hashlib, 'scrypt'):
        hashlib.scrypt = scrypt
    events._set_running_loop(None)
    events._set_event_loop_policy(Policy())
    sys.argv[:] = ['main.py']
    sys.dont_write_bytecode = True
    sys.stdin, sys.stdout, sys.stderr = (
        open(fd, mode, buffering=1, encoding='utf-8', errors=errors, newline='\n', closefd=False)
        for fd, mode, errors in ((0, 'r', 'strict'), (1, 'w', 'backslashreplace'), (2, 'w', 'backslashreplace')))
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    gc.collect()
    gc.freeze()

def settle():
    """After each boot: undoes what the boot itself set."""
    os.environ.clear()
    os.environ['HOME'] = '/data'
    sys.path[:] = ['/data', '/lib/python314.zip', '/lib/python3.14/site-packages']
    if os.path.isdir('/packages'):
        sys.path += sorted('/packages/' + name for name in os.listdir('/packages'))
    sys.excepthook = lambda *_: None
    sys.unraisablehook = lambda *_: None
    random.seed(0)

def _frames(error):
    found = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename == 'main.py':
            found.append((step.tb_lineno, code.co_name))
        step = step.tb_next
    return found

def _described(error, dumps=json.dumps):
    if isinstance(error, MemoryError):
        return 'memory\n' + (str(error) or 'out of memory')
    try:
        message = str(error)[:2000]
    except BaseException as other:
        if isinstance(other, MemoryError):
            return 'memory\nout of memory'
        message = ''
    if isinstance(error, ModuleNotFoundError) and error.name and message == f'No module named {error.name!r}':
        message += '; there is the standard library, and what the operator puts as wheels into the folder `python_packages` of .plumbline/mpt.json, native ones for pyemscripten_2026_0'
    if isinstance(error, RecursionError):
        return 'depth\n' + message
    frames = _frames(error)
    line = frames[-1][0] if frames else None
    if isinstance(error, SyntaxError) and error.filename == 'main.py':
        line = error.lineno
        message = error.msg
    shown = frames if len(frames) <= 20 else frames[:10] + frames[-10:]
    trace = ''.join(f'  File "main.py", line {at}, in {name}\n' for at, name in shown)
    return 'error\n' + dumps({'type': type(error).__name__, 'message': message, 'line': line, 'trace': trace})

def _exact(digits, most=EXACT_MAX):
    number = int(digits)
    if abs(number) > most:
        raise ValueError('more digits than a number of JSON keeps')
    return number

def _finished(value, dumps=json.dumps, loads=json.loads, exact=_exact, long=re.compile('[0-9]{16}').search):
    try:
        text = dumps(value, allow_nan=False, ensure_ascii=False)
        if not text.isascii():
            text.encode('utf-8')
        if long(text):
            loads(text, parse_int=exact)
        return 'json\n' + text
    except (TypeError, ValueError, RecursionError):
        return 'text\n' + str(value)

def _evaluated(source, compile=compile, exec=exec, eval=eval, ast=ast, linecache=linecache, types=types):
    lines = source.splitlines(True)
    linecache.cache['main.py'] = (len(source), None, lines, 'main.py')
    tree = ast.parse(source, 'main.py')
    main = types.ModuleType('__main__')
    sys.modules['__main__'] = main
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    def step(part, mode):
        code = compile(part, 'main.py', mode, flags)
        if code.co_flags & inspect.CO_COROUTINE:
            async def wait():
                return await eval(code, main.__dict__)
            return asyncio.run(wait())
        return eval(code, main.__dict__)
    step(tree, 'exec')
    return None if last is None else step(last, 'eval')

def run(open=open, dumps=json.dumps, most=RESULT_BYTES_MAX):
    with open('/sandbox/main.py', encoding='utf-8') as file:
        source = file.read()
    stdout, stderr = sys.stdout, sys.stderr
    try:
        end = _finished(_evaluated(source))
    except SystemExit as left:
        end = 'json\nnull' if left.code in (None, 0) else _described(left)
    except BaseException as error:
        end = _described(error)
    for stream in (stdout, stderr):
        try:
            stream.flush()
        except BaseException:
            pass
    end = end.encode('utf-8', 'backslashreplace')
    if len(end) > most + 5:
        end = b'data\n%d' % (len(end) - 5)
    with open('/sandbox/end', 'wb', buffering=0) as file:
        file.write(end)
