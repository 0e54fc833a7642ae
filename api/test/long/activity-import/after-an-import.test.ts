import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { expect, it } from 'vitest';
import { examine } from '../../../../core/src/domain/activities/history-proof.ts';
import { contradictions } from '../../../../core/src/domain/activities/history-replay.ts';
import { auditOn } from '../../../../core/src/persistence/admin/audit.ts';
import { given, NOW } from '../../../../core/test/factories.ts';
import type { Browser } from '../../browser.ts';
import { activityCsv, importingCompany, sendActivities } from './send-activities.ts';

let manager: Browser;
let laura: Person;
const app = await importingCompany((people) => ({ manager, laura } = people));

const rowOf = (work: string, due: string, status = '', closed = '') => [work, 'Laura Ramírez', 'Calidad', due, status, closed, ''];
const importAll = () =>
  sendActivities(
    manager,
    activityCsv(
      rowOf('Tarde en la hoja', '02/11/2026', 'Terminado', '09/11/2026'),
      rowOf('A tiempo en la hoja', '03/11/2026', 'Terminado', '02/11/2026'),
      rowOf('Abierta y vencida', '10/11/2026', 'En proceso'),
      rowOf('Por hacer', '25/12/2026'),
    ),
    { mapping: { finished: true } },
  );

/** What `verify` finds in each activity, in the order of the file. */
async function findings() {
  const lives = await auditOn(app.db).livesAfter(0);
  return lives.map((life) => [...examine(life, NOW).differences, ...contradictions(life.activity, life.history)]);
}

it('imported work is what its history proves, and a date that was changed afterwards is found', async () => {
  const { body } = await importAll();
  expect([body.count, await findings()]).toEqual([4, [[], [], [], []]]);
  const [late, , open] = await app.db('activities').orderBy('id').pluck('id');
  await app.db('activities').where({ id: late }).update({ closedAt: '2026-11-02T18:00:00Z', verifiedAt: '2026-11-02T18:00:00Z' });
  await app.db('activities').where({ id: open }).update({ dueOn: '2026-12-10' });
  expect(await findings()).toEqual([['closedAt', 'verifiedAt'], [], [{ of: 'field', field: 'dueOn' }], []]);
});

it('finished work of a file has no punctuality, and open work of it has; the cards say how much of it they count', async () => {
  await importAll();
  await given(app.db).activity({
    assignee: laura,
    status: 'verified',
    dueOn: calendarDate('2026-11-05'),
    closedAt: new Date('2026-11-05T18:00:00Z'),
  });
  const { total, imported } = await manager.client.readPunctuality({ from: calendarDate('2026-11-01'), to: calendarDate('2026-11-30') });
  expect(total).toMatchObject({ due: 2, onTime: 1, late: 0, undelivered: 1 });
  expect(imported).toBe(2);
  const ever = { from: calendarDate('2026-11-01'), to: calendarDate('2026-12-31') };
  for (const cards of [await manager.client.readCompanyFigures(ever), await manager.client.readAssignedFigures(ever)])
    expect(cards).toMatchObject({ pending: 2, imported: 2 });
  const groups = await manager.client.readComplianceGroups(ever);
  expect(groups.departments).toMatchObject([{ total: 5, finished: 3 }]);
  expect(groups.weeks.reduce((sum, { total: due }) => sum + due, 0)).toBe(2);
  expect(groups.imported).toBe(2);
  const rows = await manager.client.listAllActivities({ reportStatuses: ['verified', 'in_progress'] });
  expect(rows.filter(({ isImported }) => isImported).map(({ description }) => description)).toEqual(
    expect.arrayContaining(['Tarde en la hoja', 'A tiempo en la hoja']),
  );
  expect(rows.filter(({ isImported }) => !isImported)).toHaveLength(2);
});
