import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createClient } from '@bitacora/core/client/create-client';
import { afterEach, expect, it } from 'vitest';
import examples from '../../../api/src/openapi/examples.json' with { type: 'json' };
import { goldenActivity, otherReplies } from '../../../core/test/contract/other-replies.ts';
import { runCommand } from '../../src/run-command.ts';
import { readSettings } from '../../src/settings.ts';
import { keys, loggedIn } from './logged-in.tsx';

const description = String(goldenActivity.objetive_project);
const session = examples.readSession.reply;

const none = { due: 0, on_time: 0, on_time_extended: 0, late: 0, undelivered: 0, on_time_share: 0 };
const punctuality = {
  success: true,
  startDate: '2025-11-20',
  endDate: '2026-11-20',
  imported: 0,
  total: none,
  byDepartment: [],
  byProject: [],
  byAssigned: [],
  byMonth: [],
  byWeek: [],
  verification: { verdicts: 0, rejected: 0, rejected_share: 0, p50_minutes: null, p90_minutes: null },
};

/** What a command prints whose server answers these rows; a whole report is streamed as text. */
async function printed(rows: readonly unknown[], words: readonly string[], counts: object = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const clientInto = (sink?: NodeJS.WritableStream) =>
    createClient(async ({ path }) => {
      if (path.includes('session')) return { status: 200, body: session };
      if (path.includes('punctuality')) return { status: 200, body: punctuality };
      sink?.end(JSON.stringify(rows));
      return { status: 200, body: sink ? [] : { success: true, rows, total: rows.length, late: 0, has_more: false, ...counts } };
    });
  const connection = {
    url: 'http://b.mx',
    isBorrowed: true,
    send: () => Promise.reject(),
    client: clientInto(),
    into: clientInto,
    withPassword: () => Promise.reject(),
    openByBrowser: () => Promise.reject(),
  };
  const status = await runCommand(words, {
    settings: readSettings({ XDG_CONFIG_HOME: '/nonexistent' }, 'linux', '/nonexistent'),
    signal: new AbortController().signal,
    now: () => new Date('2026-11-20T18:00:00Z'),
    machine: 'ana@pruebas',
    connect: async () => connection,
    stdin,
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  return { status, out: await text(stdout), err: await text(stderr) };
}

let app: ReturnType<typeof loggedIn> | undefined;
afterEach(() => app?.close());

it.each(otherReplies)('a command, a whole report and a screen show an activity %s', async (_, change) => {
  const rows = [change(goldenActivity)];
  for (const words of [
    ['report', 'pending'],
    ['report', 'pending', '--all', '--csv'],
  ]) {
    const { status, out, err } = await printed(rows, words);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain(description);
    expect(out).not.toContain('undefined');
  }
  app = loggedIn({ get_all_activities: () => ({ success: true, rows, total: 1, late: 0, has_more: false }) });
  app.press(keys.down, keys.enter);
  await app.shows(description.slice(0, 10));
  expect(app.screen()).not.toContain('undefined');
});

it.each([
  ['report', 'finished', '--sort', 'topic', '--page-size', '25'],
  ['report', 'punctuality', '--rows', 'late', '--sort', 'topic', '--page-size', '25'],
])('%s %s says how many there are, and when a search has more than are counted', async (...words) => {
  const foot = async (counts: object) =>
    (await printed([goldenActivity], words, { total: 900_000, ...counts })).out.trimEnd().split('\n').at(-1);
  expect(await foot({ has_more: false })).toBe('Página 1 de 36,000, 900,000 actividades. Por tema, de la A a la Z.');
  expect(await foot({ has_more: true })).toMatch(
    /^Página 1, más de 900,000 actividades\. Son demasiadas actividades: .+ Acota la búsqueda/,
  );
});
