import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export type Source = { path: string; text: string };

const TEXT = /\.(ts|tsx|mjs|js|json|jsonc|md|yaml|yml|css|html|sh|svg|txt|example)$|^\.ci\/|(^|\/)\.[a-z]+(rc|config|ignore)$/;

/** What git has, or would take: every text file that is tracked or new, with `/` in its path. */
export function sources(): Source[] {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  return names
    .filter((name) => TEXT.test(name) && fs.existsSync(path.join(root, name)))
    .map((name) => ({ path: name, text: fs.readFileSync(path.join(root, name), 'utf8') }));
}

/** `file:line: complaint` for every line that matches. */
export function linesThat(matches: RegExp, among: Source[], complaint: string): string[] {
  return among.flatMap(({ path: file, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = matches.exec(line);
      return found ? [`${file}:${index + 1}: ${complaint}: ${found[0]}`] : [];
    }),
  );
}
