/** `npm run terminal-package [-- folder]` writes the terminal app as a tarball for `npm install --global`, which needs no other package. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle, foldersFor } from '../cli/bundle.ts';
import manifest from '../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');
const target = path.resolve(process.argv[2] ?? '.');
const draft = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-terminal-'));
try {
  fs.copyFileSync(await bundle(foldersFor(process.env, os.homedir())), path.join(draft, 'bitacora.mjs'));
  for (const [from, to] of [
    ['docs/terminal.md', 'README.md'],
    ['LICENSE', 'LICENSE'],
  ] as const)
    fs.copyFileSync(path.join(root, from), path.join(draft, to));
  const { version, license, engines } = manifest;
  const own = { name: 'bitacora-terminal', version, description: 'The terminal app of Bitácora.', license, type: 'module', engines };
  fs.writeFileSync(path.join(draft, 'package.json'), JSON.stringify({ ...own, bin: { bitacora: 'bitacora.mjs' } }, null, 2));
  fs.mkdirSync(target, { recursive: true });
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: draft, encoding: 'utf8' }).trim();
  console.log(path.join(target, name));
} finally {
  fs.rmSync(draft, { recursive: true, force: true });
}
