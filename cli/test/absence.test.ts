import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
let ana: Person;
let maria: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@demo.mx' });
  maria = await given(app.db).person({ firstName: 'María', lastName: 'Luna' });
  at = await machine({ ...(await holding(app, ana)), BITACORA_PASSWORD: PASSWORD });
});
afterEach(() => at.leave());
afterAll(() => app.close());

const days = ['--from', '2099-01-11', '--to', '2099-01-15'];
const bosses = async () => (await app.db('users').where({ id: maria.id }).first()).managerId;

it('absence set names who substitutes by part of a name, list shows it and cancel removes it', async () => {
  const set = await at.bitacora(['absence', 'set', ...days, '--substitute', 'maria']);
  expect([set.status, set.out, set.err]).toEqual([0, 'Ausencia registrada. Mientras tanto suple María Luna.\n', '']);
  const { out } = await at.bitacora(['absence', 'list', '--json']);
  const [absence] = JSON.parse(out).rows;
  expect(absence).toMatchObject({ user: 'Ana Ruiz', substitute: 'María Luna', from: '2099-01-11', to: '2099-01-15' });
  const cancel = await at.bitacora(['absence', 'cancel', String(absence.id)]);
  expect([cancel.status, cancel.out]).toEqual([0, 'Ausencia cancelada. Desde ahora nadie suple.\n']);
  expect((await at.bitacora(['absence', 'list'])).out + (await at.bitacora(['absence', 'list'])).err).toContain('Sin ausencias.');
});

it('absence set asks which of several people, takes the id, and refuses a range that ends before it begins', async () => {
  const other = await given(app.db).person({ firstName: 'María', lastName: 'Paz', position: 'CAJERA' });
  const { status, err } = await at.bitacora(['absence', 'set', ...days, '--substitute', 'María']);
  expect([status, err]).toEqual([2, expect.stringContaining(`${other.id}  María Paz  CAJERA`)]);
  const reversed = ['--from', '2099-01-15', '--to', '2099-01-11', '--substitute', String(other.id)];
  const refused = await at.bitacora(['absence', 'set', ...reversed]);
  expect([refused.status, refused.err]).toEqual([2, 'La fecha de fin no puede ser anterior a la de inicio.\n']);
  const ofMaria = ['--person', `${maria.firstName} ${maria.lastName}`, '--substitute', String(other.id)];
  expect((await at.bitacora(['absence', 'set', ...days, ...ofMaria])).status).toBe(0);
  expect(await app.db('absences').select('userId', 'substituteId')).toEqual([{ userId: maria.id, substituteId: other.id }]);
});

it('users update --jefe gives a person a boss, an empty one takes it away, and other edits leave it', async () => {
  const update = (...flags: string[]) => at.bitacora(['users', 'update', String(maria.id), ...flags]);
  expect((await update('--jefe', 'Ana Ruiz')).err).toBe('');
  expect(await bosses()).toBe(ana.id);
  await update('--level', 'Jefatura');
  expect(await bosses()).toBe(ana.id);
  expect((await update('--jefe', 'María Luna')).err).toContain('--jefe');
  await update('--jefe', '');
  expect(await bosses()).toBeNull();
});
