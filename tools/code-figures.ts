/**
 * Prints figures about the form of the source code: `node tools/code-figures.ts [folder of a checkout] [--list]`.
 * Tests and their helpers are not counted, except where a line says so.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { citationComplaints } from './checks/citations.ts';
import type { Source } from './checks/repository.ts';
import {
  bannedNameFindings,
  circleFindings,
  commentsOf,
  commentWordFindings,
  documentWordFindings,
  type Finding,
  isTest,
  literalSpreadFindings,
  localNameFindings,
  longSentenceFindings,
  participleFindings,
  participleTypeFindings,
  productCode,
  rawSqlFindings,
  sharedClassFindings,
  sharedTypeFindings,
  spanishFindings,
} from './checks/vocabulary.ts';

const folder = path.resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? path.join(import.meta.dirname, '..'));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
const read = (pattern: RegExp): Source[] =>
  tracked.filter((name) => pattern.test(name)).map((name) => ({ path: name, text: readFileSync(path.join(folder, name), 'utf8') }));

const code = read(/\.(ts|tsx|mts|mjs)$/);
const source = productCode(code);
const tests = code.filter((file) => isTest(file.path));
const styles = read(/\.css$/);
const prose = read(/\.md$/);
const linesOf = ({ text }: Source) => text.split('\n').length - 1;
const linesIn = (files: readonly Source[]) => files.reduce((total, file) => total + linesOf(file), 0);

const smallFiles = source.filter((file) => linesOf(file) < 20).map((file) => ({ place: file.path, what: `${linesOf(file)} lines` }));
const citations = citationComplaints([...code, ...prose], tracked).map((complaint) => ({ place: '', what: complaint }));

const figures: [title: string, figure: number | string | readonly Finding[]][] = [
  ['source files', source.length],
  ['source lines', linesIn(source)],
  ['of them migrations, which nobody may merge', `${source.filter((file) => file.path.startsWith('core/migrations/')).length}`],
  ['style sheets, lines', `${styles.length}, ${linesIn(styles)}`],
  ['test files, lines', `${tests.length}, ${linesIn(tests)}`],
  ['source files under 20 lines', smallFiles],
  ['names on the banned list, of test files too', bannedNameFindings(code)],
  ['bare participles as names', participleFindings(source)],
  ['bare participles as names of locals, tests too', localNameFindings(code)],
  ['types named by a bare participle, tests too', participleTypeFindings(code)],
  ['type names with several meanings', sharedTypeFindings(source)],
  ['comments', source.flatMap(commentsOf).length],
  ['sentences over 25 words in comments, tests too', longSentenceFindings(code)],
  ['banned words in comments, tests too', commentWordFindings(code)],
  ['banned words in documents', documentWordFindings(prose)],
  ['citations that do not resolve', citations],
  ['raw SQL calls outside *.sql.ts', rawSqlFindings(source)],
  ['Spanish sentences outside messages', spanishFindings(source)],
  ['spreads of literal objects, tests too', literalSpreadFindings(code)],
  ['CSS classes styled from several sheets', sharedClassFindings(styles)],
  ['import circles, types included', circleFindings(source)],
];
for (const [title, figure] of figures) {
  console.log(`${title.padEnd(48)} ${typeof figure === 'object' ? figure.length : figure}`);
  if (typeof figure !== 'object' || !process.argv.includes('--list')) continue;
  for (const { place, what } of figure) console.log(`  ${place}  ${what}`);
}
