/**
 * Prints figures about the form of the source code: `node tools/code-figures.ts [folder of a checkout] [--list]`.
 * Tests and their helpers are not counted, except where a line says so.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bannedWords, participles } from './checks/banned-words.ts';
import { citationComplaints } from './checks/citations.ts';
import { importCircles } from './checks/import-graph.ts';
import type { Source } from './checks/repository.ts';

const folder = path.resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? path.join(import.meta.dirname, '..'));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
const isTest = (name: string) => /(^|\/)test\/|\.test\.|^e2e\//.test(name);
const read = (pattern: RegExp): Source[] =>
  tracked.filter((name) => pattern.test(name)).map((name) => ({ path: name, text: readFileSync(path.join(folder, name), 'utf8') }));

const code = read(/\.(ts|tsx|mts|mjs)$/);
const source = code.filter((file) => !isTest(file.path));
const styles = read(/\.css$/);
const prose = read(/\.md$/);
/** The glossary lists the banned words itself. */
const plainProse = prose.filter(({ path: name }) => name !== 'docs/glossary.md');
const linesOf = ({ text }: Source) => text.split('\n').length - 1;
const countIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Block and line comments, without their marks. */
function commentsOf({ text }: Source): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, body = '']) => body.replace(/^\s*\*\s?/gm, ''));
  const lines = [...text.matchAll(/(?:^|[\s;{}),])\/\/ ([^\n]*)/g)].map(([, body = '']) => body);
  return [...blocks, ...lines];
}
const sentencesOf = (comment: string) => comment.split(/[.!?]\s+|\n\s*\n|^- /m);
const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

const declaredTypes = new Map<string, Set<string>>();
for (const file of source)
  for (const [, name = ''] of file.text.matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm)) {
    const places = declaredTypes.get(name) ?? new Set();
    declaredTypes.set(name, places.add(file.path));
  }

const declaredNames = (file: Source) =>
  [...file.text.matchAll(/\b(?:const|let|function|class|interface|type)\s+(\w+)/g)].map(([, name = '']) => name);
const segmentsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()
    .split(' ');
const bannedInNames = source.flatMap((file) =>
  [path.basename(file.path).replace(/\..*$/, ''), ...declaredNames(file)].filter((name) =>
    segmentsOf(name).some((segment) => bannedWords.names.includes(segment)),
  ),
);
const bareParticiples = source.flatMap((file) => declaredNames(file).filter((name) => participles.includes(name.toLowerCase())));

const styledBy = new Map<string, Set<string>>();
for (const file of styles.filter((sheet) => !sheet.path.endsWith('.module.css')))
  for (const [, name = ''] of file.text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.(-?[a-z_][\w-]*)(?=[^{}]*\{)/gi)) {
    const places = styledBy.get(name) ?? new Set();
    styledBy.set(name, places.add(file.path));
  }

const comments = source.flatMap(commentsOf);
const figures: [title: string, figure: number | string][] = [
  ['source files', source.length],
  ['source lines', sum(source.map(linesOf))],
  ['style sheets, lines', `${styles.length}, ${sum(styles.map(linesOf))}`],
  ['test files, lines', `${code.length - source.length}, ${sum(code.filter((file) => isTest(file.path)).map(linesOf))}`],
  ['source files under 20 lines', source.filter((file) => linesOf(file) < 20).length],
  ['names on the banned list', bannedInNames.length],
  ['bare participles as names', bareParticiples.length],
  ['type names with several meanings', [...declaredTypes.values()].filter((places) => places.size > 1).length],
  ['comments', comments.length],
  ['sentences over 25 words in comments', comments.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence) > 25).length],
  ['banned words in comments', sum(comments.map((comment) => countIn(comment, bannedWords.prose)))],
  ['banned words in documents', sum(plainProse.map((file) => countIn(file.text, bannedWords.prose)))],
  ['citations that do not resolve', citationComplaints([...code, ...prose], tracked).length],
  [
    'raw SQL calls outside *.sql.ts',
    sum(
      source
        .filter(({ path: name }) => /^core\/src\//.test(name) && !name.endsWith('.sql.ts'))
        .map(({ text }) => countIn(text, /\.raw\(/g)),
    ),
  ],
  ['CSS classes styled from several sheets', [...styledBy.values()].filter((places) => places.size > 1).length],
  ['import circles, types included', importCircles(source).length],
];
for (const [title, figure] of figures) console.log(`${title.padEnd(42)} ${figure}`);
if (process.argv.includes('--list')) {
  console.log(`\nBanned names: ${bannedInNames.join(', ')}\n\nParticiples: ${bareParticiples.join(', ')}`);
  console.log(
    `\nTypes: ${[...declaredTypes]
      .filter(([, places]) => places.size > 1)
      .map(([name, places]) => `${name} (${[...places].join(' ')})`)
      .join('\n  ')}`,
  );
  for (const circle of importCircles(source)) console.log(`\nCircle: ${circle.join(' → ')}`);
}
