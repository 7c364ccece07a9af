# Installs the harness as the module `_sandbox` and prepares the interpreter; runs once, before the image is taken.
# Globals: `source`, the text of harness.py, and `bounds`, the constants it requires.
import sys, types
sandbox = types.ModuleType('_sandbox')
sys.modules['_sandbox'] = sandbox
sandbox.__dict__.update(bounds)
exec(compile(source, '_sandbox', 'exec'), sandbox.__dict__)
sandbox.prepare()
