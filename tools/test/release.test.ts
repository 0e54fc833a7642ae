import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../checks/repository.ts';
import { IMAGE_CONTEXT, PROGRAM, PROGRAM_TOOLS, readChanges } from '../release/contents.ts';

const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const isPacked = (file: string) => [...PROGRAM, ...PROGRAM_TOOLS].some((name) => file === name || file.startsWith(`${name}/`));

/** Files that `file` needs before it runs. Late imports are left out, because a release does not reach them. */
function importsOf(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  const statements = read(file).matchAll(/^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'/gm);
  for (const [, target = ''] of statements) importsOf(path.posix.join(path.posix.dirname(file), target), files);
  return files;
}

describe('the archive of the program', () => {
  it.each(PROGRAM_TOOLS.filter((name) => name.endsWith('s')))('has every file that %s imports', (name) => {
    expect([...importsOf(name)].filter((file) => !isPacked(file))).toEqual([]);
  });

  it('has every command that its documents and units name', () => {
    const units = fs.readdirSync(path.join(root, 'deploy/systemd')).map((name) => read(`deploy/systemd/${name}`));
    const commands = [...units.join('\n').matchAll(/launch\.mjs (\w+)/g)].map(([, command]) => `tools/${command}.ts`);
    expect(new Set(commands)).toEqual(new Set(['tools/start.ts', 'tools/bot.ts', 'tools/admin.ts']));
    for (const command of commands) expect(PROGRAM_TOOLS).toContain(command);
  });

  it('and the context of the image name what exists', () => {
    for (const name of [...PROGRAM, ...PROGRAM_TOOLS, ...IMAGE_CONTEXT]) expect(fs.existsSync(path.join(root, name)), name).toBe(true);
  });
});

it('the changes of a version are its part of the changelog, without the others', () => {
  const changelog = '# Changelog\n\nRead.\n\n## 1.2.0 (unreleased)\n\n### Added\n\n- A.\n\n## 1.1.2\n\n- B.\n';
  expect(readChanges(changelog, '1.2.0')).toEqual({ version: '1.2.0-unreleased', text: expect.stringMatching(/^### Added\n\n- A\.\n/) });
  expect(readChanges(changelog, '1.1.2')).toEqual({ version: '1.1.2', text: '- B.\n\nCHANGELOG.md says more of each.\n' });
  expect(readChanges(changelog, '1.1')).toBeNull();
  expect(readChanges(read('CHANGELOG.md'), manifest.version)?.text).toContain('###');
});

it('the changes of a version are short: a sentence a point, but for what to read before an upgrade', () => {
  const points = "- A 1.2.0 of e.g. `a.b` opens. It\n  goes on.\n- C goes\n  on, 'd.' also.\n";
  const changelog = `# C\n\n## 1.0.0 (2026-01-01)\n\n### Before you upgrade\n\n${points}\n### Fixed\n\n${points}`;
  const short = "- A 1.2.0 of e.g. `a.b` opens.\n- C goes on, 'd.' also.\n";
  expect(readChanges(changelog, '1.0.0')?.text).toContain(`### Before you upgrade\n\n${points}\n### Fixed\n\n${short}`);
});

it('workflows pin each action to a commit and Node to the one of the lockfile', () => {
  const workflows = ['test', 'proofs', 'release'].map((name) => read(`.github/workflows/${name}.yml`)).join('\n');
  const actions = [...workflows.matchAll(/uses: (\S+)(.*)/g)].map(([, action = '', comment = '']) => ({ action, comment }));
  expect(actions.length).toBeGreaterThan(8);
  for (const { action, comment } of actions) {
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
  }
  for (const [, version] of workflows.matchAll(/node-version: (\S+)/g)) expect(version).toBe(manifest.devDependencies.node);
});

describe('bitacora-admin', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-admin-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string, mode = 0o644) => fs.writeFileSync(path.join(folder, name), text, { mode });

  /** Runs the wrapper on folders of the test, with `env` in the place of the program, and reads the settings that it would get. */
  function settingsFor(typed: string[], front: Record<string, string> = {}): Record<string, string> {
    const script = read('deploy/bitacora-admin').replaceAll(/\/etc\/bitacora|\/opt\/bitacora/g, folder);
    const env = { PATH: `${folder}:${process.env.PATH}`, DATA_DIR: folder, ...front };
    const lines = execFileSync('sh', ['-c', script, 'bitacora-admin', ...typed], { env, encoding: 'utf8' }).split('\0');
    return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  }

  it('takes what stands in front of it, then the file of its command, then the file of the units', () => {
    for (const name of ['install', 'runuser']) write(name, name === 'install' ? '#!/bin/sh\n' : '#!/bin/sh\nexec env -0\n', 0o755);
    write('bitacora.env', "PORT=1\nPORT=2\nDATABASE_URL=postgres://app:a&b@db/x\nMAIL_FROM='Bitácora <b@x.mx>'\n# TZ=no\n");
    write('backup.env', 'DATABASE_URL=postgres://backup:c@db/x\nBACKUP_KEY_FILE=/k\n');
    const [app, backup, front] = ['postgres://app:a&b@db/x', 'postgres://backup:c@db/x', 'postgres://owner:d@db/x'];
    expect(settingsFor(['verify'])).toMatchObject({ PORT: '2', DATABASE_URL: app, MAIL_FROM: 'Bitácora <b@x.mx>', NODE_ENV: 'production' });
    expect(settingsFor(['verify'])).not.toHaveProperty('BACKUP_KEY_FILE');
    for (const name of ['backup', 'restore-drill'])
      expect(settingsFor([name])).toMatchObject({ DATABASE_URL: backup, BACKUP_KEY_FILE: '/k' });
    for (const name of ['roles', 'backup'])
      expect(settingsFor([name], { DATABASE_URL: front, MAIL_FROM: '' })).toMatchObject({ DATABASE_URL: front, MAIL_FROM: '', PORT: '2' });
  });
});
