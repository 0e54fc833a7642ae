import type { Endpoints, Input } from '@bitacora/core/contract';
import { addDays } from '@bitacora/core/domain/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { complaints } from './complaints.ts';
import { anAccount } from './fake-admin.ts';
import { aCompany, anActivity, manager, today } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const seven = Array.from({ length: 7 }, (_, at) =>
  anActivity({
    id: 201 + at,
    status: 'in_progress',
    dueOn: addDays(today, -2),
    topicId: at < 6 ? 1 : 2,
    description: `Contar el pasillo ${at}`,
  }),
);
const openAssigned = (answers: Handlers) =>
  openScreen('/Report_Activities_Assigned?urgencies=late', aCompany({ user: manager, activities: seven }), answers);
const bar = async () => within(await screen.findByRole('region', { name: 'Actividades elegidas' }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('reminds all that the list counts, also those of other pages, and names each refusal with its reason', async () => {
  let request: Input<Endpoints['remindActivities']> | undefined;
  const { user } = openAssigned({
    remindActivities: (input) => {
      request = input;
      const results = input.activityIds.map((activityId) =>
        activityId === 203
          ? { activityId, success: false, error: 'Ya se recordó hoy.', code: 'reminder.tooSoon' }
          : { activityId, success: true },
      );
      return { success: true, results };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  await user.click((await bar()).getByRole('button', { name: 'Recordar' }));
  const question = await dialog('¿Recordar 7 actividades?');
  expect(await complaints()).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Sí, recordar' }));
  const refused = await dialog('6 actividades recordadas, 1 no se hizo');
  expect(refused.getByText('203 · Contar el pasillo 2')).toBeTruthy();
  expect(refused.getByText('Ya se recordó hoy.')).toBeTruthy();
  expect(request?.activityIds.toSorted()).toEqual(seven.map(({ id }) => id));
  await user.click(refused.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('region', { name: 'Actividades elegidas' })).toBeNull();
  expect(screen.queryByText(/actividades recordadas/)).toBeNull();
});

const [delivered, closed] = [anActivity({ id: 208, status: 'completed' }), anActivity({ id: 209, status: 'verified' })];
const ana = { id: 7, employeeNumber: '1007', firstName: 'Ana', lastName: 'Ruiz', position: 'ANALISTA', department: 'OPERACIONES' };
/** Each act, with what it is called for one, all, and the mixed case before and after. */
const acts = [
  {
    call: 'remindActivities',
    button: 'Recordar',
    one: ['¿Recordar 1 actividad?', 'Sí, recordar', 'Folio 201 recordado'],
    all: ['¿Recordar 7 actividades?', 'Sí, recordar', '7 actividades recordadas'],
    mixed: ['¿Recordar 9 (1 ya entregada y 1 ya cerrada no cambian)?', 'Sí, recordar 7', '7 actividades recordadas'],
    none: '1 ya entregada y 1 ya cerrada no cambian',
  },
  {
    call: 'reassignActivities',
    button: 'Reasignar',
    one: ['Reasignar 1 actividad', 'Reasignar', 'Folio 201 reasignado'],
    all: ['Reasignar 7 actividades', 'Reasignar', '7 actividades reasignadas'],
    mixed: ['Reasignar 9 (1 ya entregada y 1 ya cerrada no cambian)', 'Reasignar 7', '7 actividades reasignadas'],
    none: '1 ya entregada y 1 ya cerrada no cambian',
  },
  {
    call: 'cancelActivities',
    button: 'Cancelar',
    one: ['¿Cancelar 1 actividad?', 'Sí, cancelar', 'Folio 201 cancelado'],
    all: ['¿Cancelar 7 actividades?', 'Sí, cancelar', '7 actividades canceladas'],
    mixed: ['¿Cancelar 9 (1 ya cerrada no cambia)?', 'Sí, cancelar 8', '8 actividades canceladas'],
    none: '1 ya cerrada no cambia',
  },
] as const;

it.each(
  acts.flatMap((act) => [
    { ...act, which: 'one', rows: seven.slice(0, 1), texts: act.one },
    { ...act, which: 'all', rows: seven, texts: act.all },
    { ...act, which: 'mixed', rows: [...seven, delivered, closed], texts: act.mixed },
  ]),
)('$button, $which: says before what will not change, asks for the rest alone, and has one message after', async (act) => {
  let ids: readonly number[] = [];
  const app = openScreen('/Report_Activities_Assigned', aCompany({ user: manager, activities: act.rows }), {
    listEligibleAssignees: () => [ana],
    [act.call]: ({ activityIds }: { activityIds: number[] }) => {
      ids = activityIds;
      return { success: true, results: activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  await user.click((await bar()).getByRole('button', { name: act.button }));
  const [title, confirm, done] = act.texts;
  const question = await dialog(title);
  if (act.button === 'Reasignar') await choose(app, 'Nuevo responsable', /Ana Ruiz/);
  await user.click(question.getByRole('button', { name: confirm }));
  expect(await screen.findByText(done)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const changing = act.rows.filter(({ status }) => status !== 'verified' && (status !== 'completed' || act.button === 'Cancelar'));
  expect(ids.toSorted()).toEqual(changing.map(({ id }) => id));
});

it.each([
  ['Cancelar solo estas: las siguientes llegan en su fecha', 'continues'],
  ['Terminar también sus series: no llega ninguna más', undefined],
])('asks at canceling where one of them repeats: %s', async (label, series) => {
  let request: Input<Endpoints['cancelActivities']> | undefined;
  const activities = [anActivity({ id: 201, repeats: 'week' }), anActivity({ id: 202 })];
  const { user } = openScreen('/Report_Activities_Assigned', aCompany({ user: manager, activities }), {
    cancelActivities: (input) => {
      request = input;
      return { success: true, results: input.activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  await user.click((await bar()).getByRole('button', { name: 'Cancelar' }));
  const question = await dialog('¿Cancelar 2 actividades?');
  await user.click(question.getByRole('radio', { name: label }));
  await user.click(question.getByRole('button', { name: 'Sí, cancelar' }));
  await waitFor(() => expect(request).toBeDefined());
  expect(request?.series).toBe(series);
});

it.each(acts)('$button: is not offered where nothing would change, and the bar says why', async ({ button, none }) => {
  const activities = button === 'Cancelar' ? [closed] : [delivered, closed];
  const { user } = openScreen('/Report_Activities_Assigned', aCompany({ user: manager, activities }));
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  expect((await bar()).getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(true);
  expect((await bar()).getByText(none)).toBeTruthy();
});

it('shows everybody, says who lacks a topic, and gives it in one press', async () => {
  const given: unknown[] = [];
  let request: Input<Endpoints['reassignActivities']> | undefined;
  const app = openAssigned({
    listEligibleAssignees: ({ topicId }) => (topicId === 1 ? [ana] : []),
    listUsers: () => [anAccount(ana), anAccount({ ...ana, id: 8, firstName: 'Caro', isActive: false })],
    assignTopic: (input) => {
      given.push(input);
      return { success: true, id: 1 };
    },
    reassignActivities: (input) => {
      request = input;
      return { success: true, results: input.activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  await user.click((await bar()).getByRole('button', { name: 'Reasignar' }));
  const form = await dialog('Reasignar 7 actividades');
  await choose(app, 'Nuevo responsable', /Ana Ruiz.*no tiene el tema/);
  await user.click(form.getByRole('button', { name: 'Reasignar' }));
  expect(form.getByText(/^Ana Ruiz no tiene el tema .+\.$/)).toBeTruthy();
  expect(request).toBeUndefined();
  await user.click(form.getByRole('button', { name: 'Darle el tema' }));
  await waitFor(() => expect(form.queryByText(/no tiene el tema/)).toBeNull());
  expect(given).toMatchObject([{ topicId: 2, userId: ana.id }]);
  await user.click(form.getByRole('button', { name: 'Reasignar' }));
  expect(await screen.findByText('7 actividades reasignadas')).toBeTruthy();
  expect(request?.assigneeId).toBe(ana.id);
});

it('gives only the rest of the topics after a failure in between', async () => {
  const given: number[] = [];
  const app = openAssigned({
    listEligibleAssignees: () => [],
    listUsers: () => [anAccount(ana)],
    assignTopic: ({ topicId }) => {
      given.push(topicId);
      if (given.length === 2) throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
      return { success: true, id: topicId };
    },
  });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  await user.click((await bar()).getByRole('button', { name: 'Reasignar' }));
  const form = await dialog('Reasignar 7 actividades');
  await choose(app, 'Nuevo responsable', /Ana Ruiz.*no tiene los temas/);
  await user.click(form.getByRole('button', { name: 'Darle los 2 temas' }));
  await user.click(await form.findByRole('button', { name: 'Darle el tema' }));
  await waitFor(() => expect(form.queryByText(/no tiene/)).toBeNull());
  const [first, second] = given;
  expect(given).toEqual([first, second, second]);
  expect(first).not.toBe(second);
});

it('leaves out of a reassignment what the new person has already', async () => {
  let request: Input<Endpoints['reassignActivities']> | undefined;
  const activities = seven.map((activity) => (activity.id === 201 ? { ...activity, assigneeId: ana.id } : activity));
  const app = openScreen('/Report_Activities_Assigned', aCompany({ user: manager, activities }), {
    listEligibleAssignees: () => [ana],
    reassignActivities: (input) => {
      request = input;
      return { success: true, results: input.activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  await user.click((await bar()).getByRole('button', { name: 'Reasignar' }));
  await choose(app, 'Nuevo responsable', /Ana Ruiz/);
  const form = await dialog('Reasignar 7 (1 que ya es suya no cambia)');
  await user.click(form.getByRole('button', { name: 'Reasignar 6' }));
  expect(await screen.findByText('1 que ya es suya no cambia')).toBeTruthy();
  expect(request?.activityIds).not.toContain(201);
});

it('reassigns what was picked row by row to somebody who may work on all their topics', async () => {
  const candidates = [2, 3].map((id) => ({
    id,
    employeeNumber: `100${id}`,
    firstName: id === 2 ? 'Ana' : 'Beto',
    lastName: 'Ruiz',
    position: 'ANALISTA',
    department: 'OPERACIONES',
  }));
  let request: Input<Endpoints['reassignActivities']> | undefined;
  const app = openAssigned({
    listEligibleAssignees: ({ topicId }) => (topicId === 1 ? candidates : candidates.slice(1)),
    reassignActivities: (input) => {
      request = input;
      return { success: true, results: input.activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Folio' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 201' }));
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 207' }));
  await user.click((await bar()).getByRole('button', { name: 'Reasignar' }));
  const form = await dialog('Reasignar 2 actividades');
  expect(document.activeElement).not.toBe(form.getByLabelText(/^Motivo/));
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('combobox', { name: /^Nuevo responsable/ })));
  await user.click(form.getByRole('button', { name: 'Reasignar' }));
  expect(await form.findByText('Este campo es obligatorio.')).toBeTruthy();
  await choose(app, 'Nuevo responsable', /Beto Ruiz/);
  await user.click(form.getByRole('button', { name: 'Reasignar' }));
  expect(await screen.findByText('2 actividades reasignadas')).toBeTruthy();
  expect(request).toMatchObject({ activityIds: [201, 207], assigneeId: 3, reason: null });
});

it('keeps the selection when the call fails, and says why', async () => {
  const { user } = openAssigned({
    cancelActivities: () => {
      throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 201' }));
  await user.click((await bar()).getByRole('button', { name: 'Cancelar' }));
  const question = await dialog('¿Cancelar 1 actividad?');
  await user.click(question.getByRole('button', { name: 'Sí, cancelar' }));
  expect(await question.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'No' }));
  expect((await bar()).getByText('1 elegida')).toBeTruthy();
  await user.click((await bar()).getByRole('button', { name: 'Quitar selección' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Elegir actividad 201' }).checked).toBe(false));
});

it('says why a further row cannot be picked', async () => {
  const many = Array.from({ length: 101 }, (_, at) => anActivity({ id: 301 + at, status: 'in_progress', dueOn: addDays(today, -2) }));
  const { user } = openScreen('/Report_Activities_Assigned?sort=-id', aCompany({ user: manager, activities: many }));
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  expect((await bar()).getByText('100 elegidas')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Última página' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 301' }));
  expect(await screen.findByText('Se pueden elegir 100 a la vez. Quita alguna antes de elegir otra.')).toBeTruthy();
  expect((await bar()).getByText('100 elegidas')).toBeTruthy();
});

it('chooses several rows with J and X alone, because the focus stays on the row that was chosen', async () => {
  const { user } = openAssigned({});
  await screen.findByRole('checkbox', { name: 'Elegir actividad 201' });
  await user.keyboard('jxjx');
  expect((await bar()).getByText('2 elegidas')).toBeTruthy();
});
