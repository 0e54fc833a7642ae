import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../checks/repository.ts';

const folder = path.join(root, 'deploy/monitoring');
const TESTS = ['alerts.test.yml', 'restore-drill.test.yml'];
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const wordsOf = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, word = '']) => word))].sort();

const alarms = wordsOf(read('deploy/monitoring/alerts.yml'), /- alert: (\w+)/g);
const rows = [...read('docs/operations.md').matchAll(/^\| `(Bitacora\w+)` \|[^|]+\|([^|]+)\|$/gm)];
const documented = new Map(rows.map(([, alarm = '', checks = '']) => [alarm, wordsOf(checks, /`(\w+)`/g)]));

it('each alarm has figures that raise it', () => {
  expect(wordsOf(TESTS.map((name) => read(`deploy/monitoring/${name}`)).join('\n'), /alertname: (\w+)/g)).toEqual(alarms);
});

it('each alarm is documented with the line of doctor that says the same', () => {
  const lines = wordsOf(read('cli/src/commands/doctor.ts'), /(?:finding|judge|unwell)\('(\w+)'/g);
  expect([...documented.keys()].sort()).toEqual(alarms);
  for (const [alarm, checks] of documented) {
    expect([alarm, checks]).not.toEqual([alarm, []]);
    expect([alarm, checks.filter((check) => !lines.includes(check))]).toEqual([alarm, []]);
  }
});

const promtool = (...typed: string[]) => spawnSync('promtool', typed, { cwd: folder, encoding: 'utf8' });

it.skipIf(promtool('--version').error)('promtool finds rules and their tests right', () => {
  for (const typed of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', ...TESTS],
  ]) {
    const { status, stderr } = promtool(...typed);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  }
});
