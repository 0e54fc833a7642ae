import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const FOLDERS = /(?<![\w.])\/(home|Users|root)\/\w[\w.-]*|\bC:\\+Users\\+\w+|(?<![\w.])\/work\/(main|shared|\.library)/;
const REGISTRIES =
  /\bhttps?:\/\/[^\s/'"]*(registry|artifactory|verdaccio|nexus|npmjs|npmmirror)[^\s'"]*|^\s*(@[\w-]+:)?registry\s*=|\btarball: /;
const ALLOWED = /^tools\/(checks|test)\//;

/** Finds paths of a machine and addresses of package registries. */
export function machineTraces(sources: readonly Source[]): string[] {
  const ours = sources.filter(({ path }) => !ALLOWED.test(path));
  return [...linesThat(FOLDERS, ours, 'ruta de una máquina'), ...linesThat(REGISTRIES, ours, 'dirección de un registro de paquetes')];
}

export const root = path.resolve(import.meta.dirname, '../..');

export type Source = { path: string; text: string };

export const isTest = (path: string): boolean => /(^|\/)test\/|\.test\.|^e2e\//.test(path);

const TEXT = /\.(ts|tsx|mjs|js|json|jsonc|md|yaml|yml|css|html|sh|svg|txt|example)$|^\.ci\/|(^|\/)\.[a-z]+(rc|config|ignore)$/;

/** Lists every file that git tracks or would add, with `/` between folders. */
export const trackedPaths = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((name) => name !== '' && fs.existsSync(path.join(root, name)));

/** Reads every text file that git tracks or would add. */
export function sources(): Source[] {
  return trackedPaths()
    .filter((name) => TEXT.test(name))
    .map((name) => ({ path: name, text: fs.readFileSync(path.join(root, name), 'utf8') }));
}

/** Complains, as `file:line: …`, of every line that matches. */
export function linesThat(matches: RegExp, among: readonly Source[], complaint: string): string[] {
  return among.flatMap(({ path: file, text }) =>
    text.split('\n').flatMap((line, index) => {
      const match = matches.exec(line);
      return match ? [`${file}:${index + 1}: ${complaint}: ${match[0]}`] : [];
    }),
  );
}
