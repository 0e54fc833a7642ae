import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ApiError } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { expect, it } from 'vitest';
import type { CommandOutcome, CommonOptions } from '../src/command.ts';
import { reportPunctuality } from '../src/commands/reports.ts';
import type { ServerConnection } from '../src/connection.ts';
import { watchListing } from '../src/output/watch-listing.ts';
import { readSettings } from '../src/settings.ts';
import { rememberWire } from '../src/transport.ts';

const settings = { ...readSettings({}, 'linux', '/nonexistent'), every: 0.01 };

/** Watches the outcomes one after the other, at five past midnight, until there are none left. */
async function watched(json: boolean, readings: readonly (() => Promise<CommandOutcome>)[]) {
  const end = new AbortController();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  Object.assign(stdout, { isTTY: !json, columns: 80, rows: 20 });
  const left = [...readings];
  const next = async () => {
    const reading = left.shift();
    if (left.length === 0) setTimeout(() => end.abort(), 0);
    return (reading as () => Promise<CommandOutcome>)();
  };
  const now = () => new Date(2026, 10, 24, 0, 5, 3);
  const streams = { stdin, stdout, stderr, settings, signal: end.signal, now };
  const status = await watchListing(next, { json, every: null } as CommonOptions, streams);
  stdout.end();
  stderr.end();
  return { status, out: await text(stdout), err: await text(stderr) };
}

const topics = async (): Promise<CommandOutcome> => ({
  ...({ kind: 'rows', total: 1, empty: '' } as const),
  columns: [{ title: 'Tema', of: () => 'x'.repeat(80) }],
  foot: 'y'.repeat(81),
  rows: [{ id: 7 }],
});
const refusal = (status: number) => () => Promise.reject(new ApiError(status, `No con ${status}.`, null));

it('keeps its rows while the server is busy or broken, and ends with what it refuses', async () => {
  const { status, err } = await watched(true, [topics, refusal(429), refusal(500), refusal(503), topics]);
  expect([status, err]).toEqual([0, 'No con 429.\nNo con 500.\nNo con 503.\n']);
  await expect(watched(true, [topics, refusal(403), topics])).rejects.toThrow('No con 403.');
});

it('writes the hour after midnight as 0, and clears a line before it fills it', async () => {
  const { out } = await watched(false, [topics, topics]);
  expect(out).toMatch(/Leído a las 0?0:05:03/);
  expect(out).toContain(`${'x'.repeat(80)}\n`);
  expect(out).toContain(`${'y'.repeat(79)}…\n`);
});

it('has a row for each of two people of one name, as the API names them', async () => {
  const figures = { due: 1, on_time: 1, on_time_extended: 0, late: 0, undelivered: 0, on_time_share: 100 };
  const people = [3, 4].map((id) => ({ user_id: id, assigned_name: 'Ana Ruiz', ...figures }));
  const none = {
    success: true,
    startDate: '2026-11-01',
    endDate: '2026-11-23',
    imported: 0,
    byDepartment: [],
    byProject: [],
    byMonth: [],
    byWeek: [],
  };
  const verification = { verdicts: 0, rejected: 0, rejected_share: 0, p50_minutes: null, p90_minutes: null };
  const body = { ...none, total: figures, byAssigned: people, verification };
  const client = createClient(async () => ({ status: 200, body }), rememberWire);
  const call = {
    connect: async () => ({ client }) as unknown as ServerConnection,
    flags: { by: 'person', assignee: [] },
    common: { json: true, watch: true },
    settings,
  } as unknown as Parameters<typeof reportPunctuality.run>[0];
  const { out } = await watched(true, [() => reportPunctuality.run(call), () => reportPunctuality.run(call)]);
  const lines = out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).row)).toEqual(people);
});
