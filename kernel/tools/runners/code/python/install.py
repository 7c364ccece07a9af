# Puts the harness in place as the module `_sandbox` and prepares the interpreter, once, before the image is taken.
# Given: `source`, the text of harness.py, and `bounds`, the constants that it needs.
import sys, types
sandbox = types.ModuleType('_sandbox')
sys.modules['_sandbox'] = sandbox
sandbox.__dict__.update(bounds)
exec(compile(source, '_sandbox', 'exec'), sandbox.__dict__)
sandbox.prepare()
