/** `npm run release [-- folder]` writes the files that a version publishes (docs/release.md). The tree must be clean. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../cli/bundle.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildWeb } from './build-web.ts';
import { runPnpm } from './pnpm.ts';
import { IMAGE_CONTEXT, PROGRAM, PROGRAM_TOOLS, readChanges } from './release/contents.ts';

const root = path.resolve(import.meta.dirname, '..');
const target = path.resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'release');
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

const changes = readChanges(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), manifest.version);
if (git('status', '--porcelain') !== '') fail('Hay cambios sin confirmar. Una versión se hace de lo que está en git: confirma o descarta.');
if (!changes) fail(`CHANGELOG.md no tiene un apartado «## ${manifest.version}».`);
const { version } = changes;

const draft = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-release-'));
try {
  if (!buildWeb()) process.exit(1);
  fs.mkdirSync(target, { recursive: true });
  const files = [
    packProgram(`bitacora-${version}-${process.platform}-${process.arch}`, await bundle([path.join(root, 'cli/dist')])),
    packImageContext(`bitacora-${version}-image.tar.gz`),
    packTerminal(),
    writeSbom(`bitacora-${version}.cdx.json`),
    writeFile(`bitacora-${version}-changes.md`, changes.text),
  ];
  writeFile('SHA256SUMS', files.map((name) => `${sha256Of(path.join(target, name))}  ${name}\n`).join(''));
  for (const name of [...files, 'SHA256SUMS']) console.log(path.join(target, name));
} finally {
  fs.rmSync(draft, { recursive: true, force: true });
}

function packProgram(name: string, terminal: string): string {
  const folder = path.join(draft, name);
  fs.mkdirSync(folder);
  const sources = execFileSync('git', ['archive', 'HEAD', ...PROGRAM, ...PROGRAM_TOOLS], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  fs.rmSync(path.join(folder, 'docs/screenshots'), { recursive: true, force: true });
  fs.cpSync(path.join(root, 'web/dist'), path.join(folder, 'web/dist'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'cli/dist'), { recursive: true });
  fs.copyFileSync(terminal, path.join(folder, 'cli/dist/bitacora.mjs'));
  runPnpm(folder, 'install', '--frozen-lockfile', '--prod', '--filter', '@bitacora/api...', '--filter', '@bitacora/bot...');
  // These name folders of this machine, and only pnpm reads them.
  for (const file of fs.globSync('**/node_modules/{.bin,.modules.yaml,.pnpm-workspace-state*.json}', { cwd: folder }))
    fs.rmSync(path.join(folder, file), { recursive: true, force: true });
  // Other builds of Swagger UI and maps of its sources: 11 of 13 MB.
  for (const file of fs.globSync('node_modules/.pnpm/swagger-ui-dist@*/**/*.{js,map}', { cwd: folder }))
    if (path.basename(file) !== 'swagger-ui-bundle.js') fs.rmSync(path.join(folder, file), { force: true });
  // Other builds of pdf.js, its viewer and its types: 30 of 38 MB.
  const pdf =
    '{build,web,types,image_decoders,legacy/web,legacy/image_decoders,legacy/build/*.{map,min.mjs},legacy/build/*{renderer,sandbox}.mjs}';
  for (const file of fs.globSync(`node_modules/.pnpm/pdfjs-dist@*/node_modules/pdfjs-dist/${pdf}`, { cwd: folder }))
    fs.rmSync(path.join(folder, file), { recursive: true, force: true });
  // Builds of PDFKit for browsers, and fonts that no record has: 7 of 15 MB.
  for (const file of fs.globSync('node_modules/.pnpm/{pdfkit,roboto-fontface}@*/**/*.{browser*,standalone*,map,woff2}', { cwd: folder }))
    fs.rmSync(path.join(folder, file), { force: true });
  // The Node that the lockfile names, so that the machine needs none of its own.
  const node = fs.realpathSync(path.join(root, 'node_modules/node'));
  fs.cpSync(path.join(node, 'bin'), path.join(folder, 'node_modules/node/bin'), { recursive: true, dereference: true });
  fs.writeFileSync(path.join(folder, 'release.json'), `${JSON.stringify({ version, commit: git('rev-parse', 'HEAD') })}\n`);
  return pack(`${name}.tar.gz`, ['-C', draft, name]);
}

/** Sorts names and sets one date and no owner, so that the same commit gives the same bytes. */
function pack(name: string, words: string[]): string {
  const date = git('log', '-1', '--format=%cI');
  const same = ['--sort=name', `--mtime=${date}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go+r-w,a+X'];
  const tar = path.join(draft, 'archive.tar');
  execFileSync('tar', ['-cf', tar, ...same, ...words]);
  const output = fs.openSync(path.join(target, name), 'w');
  execFileSync('gzip', ['-9', '-n', '-c', tar], { stdio: ['ignore', output, 'inherit'] });
  fs.closeSync(output);
  fs.rmSync(tar);
  return name;
}

function packImageContext(name: string): string {
  execFileSync('git', ['archive', '--format=tar.gz', `--output=${path.join(target, name)}`, 'HEAD', ...IMAGE_CONTEXT], { cwd: root });
  return name;
}

function packTerminal(): string {
  const printed = execFileSync(process.execPath, [path.join(root, 'tools/terminal-package.ts'), target], { encoding: 'utf8' });
  return path.basename(printed.trim());
}

function writeSbom(name: string): string {
  execFileSync(process.execPath, [path.join(root, 'tools/sbom.ts'), path.join(target, name)], { env: { ...process.env, INIT_CWD: '' } });
  return name;
}

function writeFile(name: string, content: string): string {
  fs.writeFileSync(path.join(target, name), content);
  return name;
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
