import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { renderManual } from '../../web/manual-page.ts';
import { root, sources } from '../checks/repository.ts';

const folder = path.join(root, 'docs/ayuda');
const chapters = fs.readdirSync(folder).map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));
const files = sources();
const textOf = (matches: RegExp) =>
  files
    .filter(({ path }) => matches.test(path))
    .map(({ text }) => text)
    .join('\n');
const all = (matches: RegExp, text: string) => [...text.matchAll(matches)].map(([, match = '']) => match);

const pictures: string[] = [];
const html = renderManual({
  styles: ['/assets/ayuda.css'],
  picture: (file) => {
    pictures.push(path.relative(root, file));
    return `/assets/${path.basename(file)}`;
  },
});
const anchors = all(/ id="([^"]+)"/g, html);

describe('the manual', () => {
  it('quotes buttons and headings letter for letter', () => {
    const sentences = textOf(/\/messages\/[\w/-]+\.ts$/);
    const isSaid = (words: string) => sentences.includes(`'${words}'`);
    const quotes = chapters.flatMap(({ name, text }) => all(/\*\*([^*]+)\*\*/g, text).map((words) => [name, words.replace(/\s+/g, ' ')]));
    expect(quotes.length).toBeGreaterThan(100);
    expect(quotes.filter(([name, words = '']) => name !== 'README.md' && !isSaid(words))).toEqual([]);
  });

  it('gives commands and settings that the English documents have', () => {
    const documents = textOf(/^(README|docs\/[\w-]+)\.md$/).replace(/ +#.*$/gm, '');
    const lines = chapters.flatMap(({ text }) => all(/```sh\n([\s\S]*?)```/g, text).flatMap((block) => block.trim().split('\n')));
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter((line) => !documents.includes(line))).toEqual([]);
  });

  it('has headings of its own for each link, also for those of the screens', () => {
    expect(new Set(anchors).size).toBe(anchors.length);
    const links = all(/ href="#([^"]+)"/g, html);
    const ofScreens = all(/ (?:help|section)="([^"]+)"/g, textOf(/^web\/src\/.*\.tsx$/));
    expect(ofScreens.length).toBeGreaterThan(10);
    expect([...links, ...ofScreens].filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });

  it('shows every picture of the documents, and the documents have no others', () => {
    const captures = all(/\]\(\.\.\/(screenshots\/[\w-]+\.txt)\)/g, chapters.map(({ text }) => text).join('\n')).map(
      (name) => `docs/${name}`,
    );
    const stored = fs
      .readdirSync(path.join(root, 'docs/screenshots'))
      .flatMap((name) => (name === 'version.txt' ? [] : `docs/screenshots/${name}`));
    expect([...pictures, ...captures].sort()).toEqual(stored.sort());
    expect(stored.length).toBeLessThanOrEqual(20);
    expect(html.match(/<pre tabindex="0">/g)?.length).toBeGreaterThanOrEqual(captures.length);
    const heavy = stored.filter((name) => fs.statSync(path.join(root, name)).size > 80_000);
    expect(heavy).toEqual([]);
  });

  it('runs no script but that of the theme, and takes nothing from elsewhere', () => {
    expect(all(/<script([^>]*)>/g, html)).toEqual([' src="/theme.js"']);
    expect(html).not.toMatch(/ style=|<style/);
    for (const address of all(/ (?:src|href)="([^"]+)"/g, html)) expect(address).toMatch(/^[/#]/);
  });
});

describe('the READMEs', () => {
  const readmes = ['README.md', 'README.es.md'].map((name) => fs.readFileSync(path.join(root, name), 'utf8'));
  const badge = (name: string) => /<title>([^<]+)/.exec(fs.readFileSync(path.join(root, `.github/badges/${name}.svg`), 'utf8'))?.[1];

  it('have badges that say what package.json says', () => {
    const { license, version, engines } = manifest;
    expect([badge('license'), badge('version')]).toEqual([`license: ${license}`, `version: ${version}`]);
    expect(badge('node')).toBe(`node: ${engines.node.replace('>=', '')}+`);
    for (const readme of readmes) expect(readme).toMatch(new RegExp(`(?:version|versión): ${version}\\]`));
  });

  it('say the same in the same order, and are short', () => {
    const [english, spanish] = readmes.map((readme) => ({
      headings: all(/^(##?) /gm, readme),
      pictures: all(/\]\((docs\/screenshots\/[^)]+)\)/g, readme),
      commands: all(/^(npm \w+)/gm, readme),
    }));
    expect(spanish).toEqual(english);
    for (const readme of readmes) expect(readme.split('\n').length).toBeLessThan(80);
  });
});
