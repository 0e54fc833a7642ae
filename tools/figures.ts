/** Prints the size and shape of the source code: `node tools/figures.ts [folder of a checkout]`. Tests are not source. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { countDocumentWords } from './checks/documents.ts';
import { findMutualFolders } from './checks/imports.ts';
import { isTest, type Source } from './checks/repository.ts';

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);
const read = (pattern: RegExp): Source[] =>
  tracked.filter((name) => pattern.test(name)).map((name) => ({ path: name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));
const countLines = ({ text }: Source) => text.split('\n').length - 1;
const addLines = (files: readonly Source[]) => files.reduce((total, file) => total + countLines(file), 0);

const code = read(/\.(ts|tsx|mjs)$/);
const source = code.filter((file) => !isTest(file.path));
const tests = code.filter((file) => isTest(file.path));
const lengths = source.map(countLines).sort((a, b) => a - b);
const percentile = (share: number) => lengths[Math.floor(lengths.length * share)];
const pairs = findMutualFolders(code);

const figures: [title: string, figure: string | number | undefined][] = [
  ['source, lines', addLines(source)],
  ['source, files', source.length],
  ...[...new Set(source.map((file) => file.path.split('/')[0] as string))]
    .filter((name) => tracked.some((file) => file.startsWith(`${name}/`)))
    .map((name): [string, number] => [`  ${name}, lines`, addLines(source.filter((file) => file.path.startsWith(`${name}/`)))]),
  ['median file, lines (at most 90)', percentile(0.5)],
  ['one file in ten has more lines than', percentile(0.9)],
  ['files over 250 lines', lengths.filter((length) => length > 250).length],
  ['tests, lines', addLines(tests)],
  ['folder pairs that import each other (none)', pairs.length],
  ['words in docs (at most 40,000)', countDocumentWords(read(/\.md$/))],
];
for (const [title, figure] of figures) console.log(`${title.padEnd(44)} ${figure?.toLocaleString('en').padStart(8)}`);
for (const pair of pairs) console.log(`  ${pair}`);
