import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, given, TODAY } from '../../core/test/factories.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let [manager, supervisor, employee]: Person[] = [];
let delivery: number;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  await app.wipe();
  const make = given(app.db);
  manager = await make.person({ position: 'GERENTE GENERAL' });
  supervisor = await make.person({ position: 'SUPERVISOR DE PATIO' });
  employee = await make.person();
  const work = await make.activity({ owner: manager, assignee: supervisor, status: 'in_progress' });
  delivery = work.id;
  const { client } = await app.as(supervisor);
  await client.completeActivity({ activityId: delivery, resolution: 'Listo' });
});
afterAll(() => app.close());

const refusedWith = (code: string) => expect.objectContaining({ code });
const verify = async (who: Person) =>
  (await app.as(who)).client.validateActivity({ activityId: delivery, comment: null, verdict: 'Verified' });
const days = { fromOn: TODAY, toOn: day('2026-11-24') };

describe('a supervisor does not get their own delivery verified in the name of the general manager', () => {
  it('by an absence of hers with an accomplice as the substitute', async () => {
    const { client } = await app.as(supervisor as Person);
    const absence = { userId: manager?.id, substituteId: employee?.id as number, ...days };
    await expect(client.addAbsence(absence)).rejects.toEqual(refusedWith('user.bossOnly'));
    await expect(verify(employee as Person)).rejects.toEqual(refusedWith('activity.unknown'));

    // Nor as her boss, who may register it.
    await app.db('users').where({ id: manager?.id }).update({ managerId: supervisor?.id });
    const { id: absenceId } = await client.addAbsence(absence);
    await expect(verify(employee as Person)).rejects.toEqual(refusedWith('activity.ownDelivery'));
    const { user } = await (await app.as(employee as Person)).client.readSession();
    expect(user?.substitutesFor).toMatchObject([{ id: manager?.id, registeredById: supervisor?.id }]);
    await client.cancelAbsence({ absenceId });
  });

  it('by deactivating her with themselves or an accomplice as the successor', async () => {
    const { client } = await app.as(supervisor as Person);
    const leave = (reassignTo: number | undefined) =>
      client.setUserStatus({ id: manager?.id as number, isActive: false, reassignTo: reassignTo ?? null });
    await expect(leave(supervisor?.id)).rejects.toEqual(refusedWith('user.bossOnly'));
    await app.db('users').where({ id: manager?.id }).update({ managerId: supervisor?.id });
    await expect(leave(supervisor?.id)).rejects.toMatchObject({ status: 400, fields: { reassignTo: expect.any(String) } });
    await expect(leave(employee?.id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining(`folio ${delivery} `) });
    await expect(verify(supervisor as Person)).rejects.toEqual(refusedWith('activity.forbidden'));
    await (await app.as(manager as Person)).client.validateActivity({ activityId: delivery, comment: null, verdict: 'Verified' });
  });

  it('by taking her position away, or by a puppet', async () => {
    const { client } = await app.as(supervisor as Person);
    const { isActive: _, ...account } = manager as Person;
    const demote = client.updateUser({ ...account, kind: 'Usuario', position: 'ANALISTA' });
    await expect(demote).rejects.toEqual(refusedWith('user.bossOnly'));
    const puppet = { ...account, employeeNumber: 'P-1', email: 'titere@demo.mx', position: 'GERENTE GENERAL' };
    const { id } = await client.createUser(puppet);
    const stored = await app.db('users').where({ id }).first();
    await expect(verify(stored)).rejects.toEqual(refusedWith('activity.forbidden'));
    const registered = await app.as(stored);
    await expect(registered.client.updateUser({ ...account, kind: 'Usuario', position: 'ANALISTA' })).rejects.toEqual(
      refusedWith('user.bossOnly'),
    );
  });
});
