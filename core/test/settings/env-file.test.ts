import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ambiguousNames, loadEnvFile } from '../../src/settings/environment.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-env-'));
const file = path.join(folder, '.env');
afterEach(() => {
  fs.rmSync(file, { force: true });
  delete process.env.ENV_FILE_TEST;
});

it.each([
  ['PASSWORD=secre$to', 'Compose takes $to for a variable'],
  ['PASSWORD="secre$to"', 'also in double quotes'],
  ['PASSWORD=a#b', 'Node cuts it at #'],
  ['PASSWORD="a\\"b"', 'only Compose knows the escape'],
  ['PASSWORD=`a`', 'only Node knows these quotes'],
  ['export PASSWORD = a$b', 'with export and spaces'],
])('%s is ambiguous: %s', (line) => {
  expect(ambiguousNames(`PORT=3000\n# PASSWORD='x$y'\n${line}\nHOST=::1\n`)).toEqual(['PASSWORD']);
});

it.each([
  ["PASSWORD='a$b#c\\d'", 'single quotes'],
  ['PASSWORD=abc  # the comment of a $line', 'a comment after a space'],
  ['PASSWORD="a b"', 'double quotes without escapes'],
  ['KEY="-----BEGIN\nA#B\n-----END"\nPASSWORD=abc', 'a value of several lines'],
  ['# PASSWORD=a$b', 'a comment'],
  ['PASSWORD=', 'no value'],
])('%s is read alike: %s', (line) => {
  expect(ambiguousNames(line)).toEqual([]);
});

it('an ambiguous file sets nothing, and the sentence names the setting and the way out', () => {
  fs.writeFileSync(file, 'ENV_FILE_TEST=a\nSMTP_URL=smtps://x:pa$s@mail\n');
  expect(() => loadEnvFile(file)).toThrow(/SMTP_URL.*comillas simples: SMTP_URL='valor'/);
  expect(process.env.ENV_FILE_TEST).toBeUndefined();
});

it('a file is read, and none is needed', () => {
  loadEnvFile(file);
  fs.writeFileSync(file, "ENV_FILE_TEST='a$b'\n");
  loadEnvFile(file);
  expect(process.env.ENV_FILE_TEST).toBe('a$b');
});

it('the example is read alike', () => {
  const example = fs.readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  expect(ambiguousNames(example.replace(/^#(?=[A-Z_]+=)/gm, ''))).toEqual([]);
});
