import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const fixtures = path.join(root, 'tools/walls/fixtures');
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-walls-'));

type Complaint = { file: string; rule: string; message: string };
type Override = {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: { options: { patterns: { message: string }[] } } } } };
};

const { overrides }: { overrides: Override[] } = JSON.parse(fs.readFileSync(path.join(root, 'biome.json'), 'utf8'));
const walls = overrides.flatMap(({ includes, linter }) =>
  includes.flatMap((folder) =>
    (linter.rules.style?.noRestrictedImports?.options.patterns ?? []).map(({ message }) => ({
      folder: folder.replace(/\*.*$/, ''),
      message,
    })),
  ),
);

let complaints: Complaint[];

// The fixtures are linted where the rules look for them: as the folders of a small repository with our own biome.json.
beforeAll(() => {
  fs.cpSync(path.join(fixtures, 'imports'), copy, { recursive: true });
  fs.cpSync(path.join(fixtures, 'rules'), path.join(copy, 'core/src/rules'), { recursive: true });
  for (const file of ['biome.json', 'package.json', 'tsconfig.json']) fs.copyFileSync(path.join(root, file), path.join(copy, file));
  const arguments_ = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', 'core', 'api', 'web', 'cli', 'bot'];
  const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/biome'), arguments_, { cwd: copy, encoding: 'utf8' });
  complaints = JSON.parse(stdout).diagnostics.map((diagnostic: { category: string; message: string; location: { path: string } }) => ({
    file: diagnostic.location.path,
    rule: diagnostic.category.split('/').at(-1),
    message: diagnostic.message,
  }));
});

afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

describe('import walls', () => {
  it('has one fixture for every wall', () => {
    const files = fs
      .readdirSync(path.join(fixtures, 'imports'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    expect(walls.length).toBeGreaterThan(20);
    expect(files).toHaveLength(walls.length);
  });

  it.each(walls)('$folder — $message', ({ folder, message }) => {
    const inside = complaints.filter(({ file }) => file.startsWith(folder));
    expect(inside.map((complaint) => complaint.message)).toContain(message);
  });
});

describe('lint rules', () => {
  it.each(fs.readdirSync(path.join(fixtures, 'rules')))('complains about %s', (rule) => {
    const inside = complaints.filter(({ file }) => file.startsWith(`core/src/rules/${rule}/`));
    expect(inside.map((complaint) => complaint.rule)).toContain(rule.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));
  });
});
