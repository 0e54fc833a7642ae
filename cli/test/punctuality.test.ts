import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { decodeReply } from '@bitacora/core/client';
import { reportEndpoints } from '@bitacora/core/contract/reports/report-endpoints';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import { effectiveDeadline } from '@bitacora/core/domain/activities/deadline';
import type { Person } from '@bitacora/core/domain/people/person';
import { type DueRows, listPunctualities } from '@bitacora/core/domain/reports/list-address';
import { judgePunctuality, punctualities, punctualityFigures } from '@bitacora/core/domain/reports/punctuality';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planMissingWeeklyMails } from '../../api/src/jobs/scheduled-notifications.ts';
import { mailbox } from '../../api/test/emails/mailbox.ts';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { openWorkbook, rowsOf } from '../../api/test/sheets/workbooks.ts';
import { deep } from '../../core/test/deep.ts';
import { day } from '../../core/test/factories.ts';
import { foundCompany, importedIds, register, seeds } from '../../core/test/reports/company.ts';
import { stage, ZONE } from '../../core/test/stage.ts';
import { holding, machine } from './bitacora.ts';

/** 8:00 of a Monday in Mexico City, and the week before it. */
const MONDAY = '2026-11-23T14:00:00Z';
const [FROM, TO] = [day('2026-11-16'), day('2026-11-22')];

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
  app.setClock(MONDAY);
});
afterAll(() => app.close());

/** The numbers of the line of all that was due. */
async function readTotal(bytes: Uint8Array): Promise<number[]> {
  const book = await openWorkbook(bytes);
  const [, total] = rowsOf(book.getWorksheet('Puntualidad'));
  return (total ?? []).slice(2, 7) as number[];
}

it('rule, call, lists, workbook, terminal and mail say the same of any company', { timeout: 600_000 }, async () => {
  let nDue = 0;
  const check = async (seeds: Parameters<typeof register>[2]) => {
    await app.wipe();
    // A core of its own for each company, because a core reads a week once.
    const on = stage(app.db);
    on.setClock(MONDAY);
    const mails = mailbox(on.core);
    const company = await foundCompany(app.db);
    await register(app.db, company, seeds);
    const all: Activity[] = await app.db('activities').orderBy('id');
    const boss = company.people[0] as Person;
    const { client } = await app.as(boss);

    const imported = await importedIds(app.db);
    const due = all.filter((one) => effectiveDeadline(one) >= FROM && effectiveDeadline(one) <= TO && !imported.has(one.id));
    const outcomes = due.map((activity) => judgePunctuality(activity, day('2026-11-23'), ZONE));
    const expected = punctualityFigures(
      Object.fromEntries(punctualities.map((one) => [one, outcomes.filter((outcome) => outcome === one).length])),
    );
    const figures = [expected.due, ...punctualities.map((one) => expected[one])];
    nDue += expected.due;

    const report = await client.readPunctuality({ from: FROM, to: TO });
    assert.deepEqual([report.total.due, ...punctualities.map((one) => report.total[one])], figures);
    for (const one of punctualities) {
      const page = await client.listAllActivities({ dating: 'deadline', from: FROM, to: TO, punctuality: [one], page: 1 });
      assert.equal(page.total, expected[one]);
    }

    const at = await machine(await holding(app, boss));
    const range = ['--from', FROM, '--to', TO];
    const { out } = await at.bitacora(['report', 'punctuality', ...range, '--json']);
    assert.deepEqual(decodeReply(reportEndpoints.readPunctuality.reply, JSON.parse(out)), report);
    const rowsOfFigure = async (...flags: string[]) =>
      JSON.parse((await at.bitacora(['report', 'punctuality', ...range, ...flags, '--page-size', '200', '--json'])).out).total;
    const [department] = report.departments;
    for (const [at, rows] of ['due', 'on-time', 'on-time-extended', 'late', 'undelivered'].entries())
      assert.equal(await rowsOfFigure('--rows', rows), figures[at]);
    if (department) assert.equal(await rowsOfFigure('--rows', 'due', '--department', department.department), department.due);
    await at.bitacora(['report', 'pending', ...range, '--output', 'reporte.xlsx']);
    assert.deepEqual(await readTotal(await readFile(at.file('reporte.xlsx'))), figures);
    await at.leave();

    await client.choosePreferences({ preferences: [{ kind: 'weekly', byEmail: true, byChat: false }] });
    assert.equal(await planMissingWeeklyMails({ core: on.core, log: { info() {}, warn() {} } }), 1);
    const [mail] = await mails.deliver();
    const labels = ['Debían entregarse', 'A tiempo', 'A tiempo con extensión', 'Tarde', 'Sin entregar'];
    const mailFigures = labels.map((label) => Number(new RegExp(`^${label}: *(\\d+)$`, 'm').exec(mail?.text ?? '')?.[1]));
    assert.deepEqual(mailFigures, figures);
    const links = (mail?.text ?? '').matchAll(/: *(\d+)(?: de (\d+) a tiempo, \d+ %)?\n {2}(\S*\/Report_Punctuality\/\S+)/g);
    let nLinks = 0;
    for (const [, number, ofMany, link] of links) {
      const { pathname, searchParams } = new URL(link as string);
      const [from, to] = ['from', 'to'].map((name) => day(searchParams.get(name) as string));
      const punctuality = listPunctualities(pathname.split('/').at(-1) as DueRows);
      const filters = { from, to, punctuality, departments: searchParams.getAll('departments') };
      assert.equal((await client.listAllActivities({ dating: 'deadline', ...filters, page: 1 })).total, Number(ofMany ?? number));
      nLinks++;
    }
    assert.equal(nLinks, figures.filter((figure) => figure > 0).length + report.departments.length);
    assert.deepEqual(await readTotal(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer)), figures);
    mails.close();
  };
  const companies = fc.array(seeds, { minLength: 10, maxLength: 60, size: 'max' });
  await fc.assert(fc.asyncProperty(companies, check), { numRuns: deep(60, 6), seed: deep(undefined, 20_261_123), endOnFailure: true });
  expect(nDue).toBeGreaterThan(30);
});
