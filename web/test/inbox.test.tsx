import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { setHelpKey } from '../src/layout/palette/shortcuts.ts';
import { type Activity, aCompany, aDocument, anActivity, employee, type Image, manager, now } from './fake-company.ts';
import { reportAnswersOf } from './fake-reports.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const INBOX = '/Verify_Inbox';
const delivered = (id: number, daysAgo: number, overrides: Partial<Activity> = {}) =>
  anActivity({
    id,
    description: `Contar el pasillo ${id}`,
    status: 'completed',
    closedAt: new Date(now.getTime() - daysAgo * 86_400_000),
    resolution: `Quedó contado ${id}.`,
    ...overrides,
  });
const image: Image = {
  id: 'i1',
  url: '/api/images/i1',
  thumbnailUrl: '/api/images/i1/thumbnail',
  name: 'tablero.png',
  sha256: 'x',
  width: 10,
  height: 10,
  uploadedAt: now,
  uploadedBy: employee.name,
};
const three = () => [delivered(201, 0), delivered(202, 9), delivered(203, 4)];
const open = (activities: Activity[] = three(), answers = {}, address = INBOX) => {
  const company = aCompany({ user: manager, activities, images: [image], documents: [aDocument(1)] });
  return { company, ...openScreen(address, company, answers) };
};
const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
const folios = async () => (await rows()).map((row) => row.querySelector('[data-card=head]')?.textContent);
const verify = async ({ user }: Pick<ReturnType<typeof open>, 'user'>, count: number) => {
  await user.click(screen.getByRole('button', { name: `Verificar ${count}` }));
  await user.click(await screen.findByRole('button', { name: count === 1 ? 'Sí, verificar' : `Sí, verificar ${count}` }));
};

it('shows what waits for one, the longest first, with its age in words and what was done', async () => {
  open();
  expect(await screen.findByRole('heading', { name: /^ACTIVIDADES POR VERIFICAR/ })).toBeTruthy();
  expect(await folios()).toEqual(['202', '203', '201']);
  const [oldest, , newest] = await rows();
  expect(oldest?.textContent).toContain('hace 9 días');
  expect(oldest?.textContent).toContain('Quedó contado 202.');
  expect(oldest?.textContent).toContain(employee.name);
  expect(newest?.textContent).toContain('hoy');
  expect(await screen.findByText('3 por verificar')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'la más antigua espera desde hace 9 días' }).getAttribute('href')).toBe(
    '/Consult_Activitie_Assigned/202',
  );
  expect(screen.getByRole('link', { name: 'Consultar actividad 202' }).getAttribute('href')).toBe('/Consult_Activitie_Assigned/202');
});

it('shows in the menu how many wait, and removes the number when none does', async () => {
  const app = open();
  expect((await screen.findAllByRole('img', { name: '3 en espera' })).length).toBeGreaterThan(0);
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir esta página' }));
  await verify(app, 3);
  await waitFor(() => expect(screen.queryByRole('img', { name: /en espera/ })).toBeNull());
});

it('verifies all of a page after naming their number', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir esta página' }));
  await app.user.click(screen.getByRole('button', { name: 'Verificar 3' }));
  expect(await screen.findByText('¿Verificar 3 actividades?')).toBeTruthy();
  expect(app.calls).not.toContain('validateActivities');
  await app.user.click(screen.getByRole('button', { name: 'Sí, verificar 3' }));
  expect(await screen.findByText('3 actividades verificadas')).toBeTruthy();
  expect(await screen.findByText('Nadie espera tu verificación.')).toBeTruthy();
  expect(app.company.activities.map(({ status }) => status)).toEqual(['verified', 'verified', 'verified']);
});

it('opens the review at a press on the row, and only chooses at one on its box', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 202' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.user.click(screen.getByText('Quedó contado 202.'));
  expect(await screen.findByRole('heading', { name: 'Folio 202 · 1 de 3' })).toBeTruthy();
  expect(app.address()).toBe('/Verify_Inbox');
});

it('shows one delivery after another beside the list, each with its images, and chooses them', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('button', { name: 'Revisar la entrega 202' }));
  const dialog = () => within(screen.getByRole('dialog'));
  expect((await screen.findByRole('heading', { name: /^Folio 202/ })).textContent).toBe('Folio 202 · 1 de 3');
  expect(dialog().getByText('Quedó contado 202.')).toBeTruthy();
  expect(await dialog().findByRole('img', { name: 'tablero.png' })).toBeTruthy();
  expect(await dialog().findByText('Documentos: 1')).toBeTruthy();
  await app.user.click(dialog().getByRole('button', { name: 'Elegir para verificar' }));
  expect(screen.getByRole('heading', { name: 'Folio 203 · 2 de 3' })).toBeTruthy();
  setHelpKey(false);
  onTestFinished(() => setHelpKey(true));
  await app.user.keyboard('xk');
  expect(dialog().getByRole('button', { name: 'Elegir para verificar' })).toBeTruthy();
  setHelpKey(true);
  await app.user.keyboard('x');
  expect(dialog().getByRole('button', { name: 'Quitar de la selección' })).toBeTruthy();
  await app.user.keyboard('jkk');
  expect(screen.getByRole('heading', { name: 'Folio 202 · 1 de 3' })).toBeTruthy();
  await app.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Verificar 2' })).toBeTruthy();
});

it('verifies from the review, which goes on with the next delivery; arrows turn', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('button', { name: 'Revisar la entrega 202' }));
  const dialog = () => within(screen.getByRole('dialog'));
  await app.user.click(await dialog().findByRole('button', { name: 'Entrega siguiente' }));
  expect(screen.getByRole('heading', { name: 'Folio 203 · 2 de 3' })).toBeTruthy();
  await app.user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('heading', { name: 'Folio 202 · 1 de 3' })).toBeTruthy();
  expect(dialog().getByRole('button', { name: 'Entrega anterior' }).getAttribute('aria-disabled')).toBe('true');
  await app.user.click(dialog().getByRole('button', { name: 'Verificar' }));
  await app.user.click(await screen.findByRole('button', { name: 'Sí, verificar' }));
  expect(await screen.findByRole('heading', { name: 'Folio 203 · 1 de 2' })).toBeTruthy();
  expect(app.company.activities.find(({ id }) => id === 202)?.status).toBe('verified');
});

it('rejects from the review with a reason, and goes on with the next delivery', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('button', { name: 'Revisar la entrega 202' }));
  await screen.findByRole('heading', { name: 'Folio 202 · 1 de 3' });
  await app.user.click(screen.getByRole('button', { name: 'Rechazar' }));
  const reason = await screen.findByLabelText('Motivo del rechazo');
  // Letters that turn the pages of the review.
  await app.user.type(reason, 'jk: falta la foto.');
  await app.user.click(screen.getByRole('button', { name: 'Sí, rechazar' }));
  expect(await screen.findByRole('heading', { name: 'Folio 203 · 1 de 2' })).toBeTruthy();
  expect(app.company.activities.find(({ id }) => id === 202)?.status).toBe('in_progress');
  await app.user.keyboard('{Escape}');
  expect(await folios()).toEqual(['203', '201']);
});

it('goes on with the next page after the last delivery of a page is rejected, and ends after the last of all', async () => {
  const app = open(Array.from({ length: 7 }, (_, place) => delivered(201 + place, 60 - place)));
  const reject = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Rechazar' }));
    await app.user.type(await screen.findByLabelText('Motivo del rechazo'), 'Falta la foto.');
    await app.user.click(screen.getByRole('button', { name: 'Sí, rechazar' }));
  };
  await app.user.click(await screen.findByRole('button', { name: 'Revisar la entrega 205' }));
  await screen.findByRole('heading', { name: 'Folio 205 · 5 de 7' });
  await reject();
  expect(await screen.findByRole('heading', { name: 'Folio 206 · 5 de 6' })).toBeTruthy();
  await app.user.keyboard('j');
  await screen.findByRole('heading', { name: 'Folio 207 · 6 de 6' });
  await reject();
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Folio 207/ })).toBeNull());
  expect(app.company.activities.filter(({ status }) => status === 'in_progress').map(({ id }) => id)).toEqual([205, 207]);
});

it('chooses several deliveries with J and X alone, because the focus stays on the row that was chosen', async () => {
  const { user } = open();
  await screen.findByRole('checkbox', { name: 'Elegir actividad 202' });
  await user.keyboard('jxjx');
  expect(await screen.findByRole('button', { name: 'Verificar 2' })).toBeTruthy();
});

it('names what has no evidence, and counts the images that nobody opened, before it closes them', async () => {
  const answers = { listEvidence: ({ activityId }: { activityId: number }) => (activityId === 203 ? [] : [image]) };
  const app = open(three(), answers);
  await app.user.click(await screen.findByRole('button', { name: 'Revisar la entrega 201' }));
  await within(screen.getByRole('dialog')).findByRole('img', { name: 'tablero.png' });
  await app.user.keyboard('{Escape}');
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir esta página' }));
  await app.user.click(screen.getByRole('button', { name: 'Verificar 3' }));
  expect(await screen.findByText('1 evidencia sin ver')).toBeTruthy();
  expect(screen.getByText('1 entrega no tiene evidencias')).toBeTruthy();
  expect(await screen.findByText(/^Folio 203 · .* · Sin evidencias/)).toBeTruthy();
  expect(screen.queryByText(/^Folio 202 · .* · Sin evidencias/)).toBeNull();
});

it('lets each answer for itself: the verified leaves, the refused stays with its reason', async () => {
  const app = open(three(), {
    validateActivities: ({ activityIds }: { activityIds: number[] }) => ({
      success: true,
      results: activityIds.map((activityId) => {
        if (activityId === 203) return { activityId, success: false, error: 'Ya existe una actividad igual abierta.', code: 'x' };
        Object.assign(app.company.activities.find(({ id }) => id === activityId) as Activity, { status: 'verified' });
        return { activityId, success: true };
      }),
    }),
  });
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 202' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Elegir actividad 203' }));
  await verify(app, 2);
  expect(await screen.findByText('1 actividad verificada')).toBeTruthy();
  expect(await screen.findByText('1 no se pudo verificar')).toBeTruthy();
  await waitFor(async () => expect(await folios()).toEqual(['203', '201']));
  expect((await rows())[0]?.textContent).toContain('Ya existe una actividad igual abierta.');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Elegir actividad 203' }).checked).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verificar' }).disabled).toBe(true);
});

it('keeps the choice when the call fails, and says why', async () => {
  const app = open(three(), {
    validateActivities: () => {
      throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
    },
  });
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 201' }));
  await verify(app, 1);
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  expect(app.company.activities[0]?.status).toBe('completed');
  await app.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Elegir actividad 201' }).checked).toBe(true);
});

it('requests at most fifty at a time', async () => {
  const sizes: number[] = [];
  const many = Array.from({ length: 60 }, (_, at) => delivered(301 + at, 1));
  const answers = {
    validateActivities: ({ activityIds }: { activityIds: number[] }) => {
      sizes.push(activityIds.length);
      return { success: true, results: activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  };
  const app = open(many, answers, `${INBOX}?size=100`);
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir esta página' }));
  await verify(app, 60);
  expect(await screen.findByText('60 actividades verificadas')).toBeTruthy();
  expect(sizes).toEqual([50, 10]);
});

it('searches, and says why it did not come', async () => {
  let isAway = true;
  const app = open(
    three(),
    {
      listAssignedByMe: () => {
        if (isAway) throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
        return { success: true, rows: [delivered(203, 4)], total: 1, late: 0, hasMore: false };
      },
    },
    `${INBOX}?search=pasillo+203`,
  );
  expect(await screen.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  isAway = false;
  await app.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(async () => expect(await folios()).toEqual(['203']));
});

it('says that nobody waits', async () => {
  open([]);
  expect(await screen.findByText('Nadie espera tu verificación.')).toBeTruthy();
  expect(await screen.findByText('Nada por verificar')).toBeTruthy();
});

it('is where Home leads from what waits', async () => {
  const { user, address } = open(three(), {}, '/Home');
  await user.click(await screen.findByRole('link', { name: 'Ver todas: Por verificar' }));
  await waitFor(() => expect(address()).toBe(INBOX));
});

it('offers no verdict on what one delivered for another, alone or with the page', async () => {
  const { user } = open([delivered(201, 0), delivered(202, 1, { delivererId: manager.id })]);
  const own = await screen.findByRole('checkbox', { name: 'Elegir actividad 202' });
  expect((own as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByText('La entregaste tú en nombre de otra persona: puedes rechazarla, no verificarla.')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Elegir esta página' }));
  expect(screen.getByRole('button', { name: 'Verificar 1' })).toBeTruthy();
});

it('reviews the rows that the search leaves, in the order of the list, and names what it verifies out of sight', async () => {
  const app = open([delivered(211, 1), delivered(212, 9), delivered(221, 4)], {}, `${INBOX}?search=pasillo+21&sort=id`);
  expect(await folios()).toEqual(['211', '212']);
  await app.user.click(await screen.findByRole('button', { name: 'Revisar la entrega 211' }));
  expect(await screen.findByRole('heading', { name: 'Folio 211 · 1 de 2' })).toBeTruthy();
  await app.user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Folio 212 · 2 de 2' })).toBeTruthy();
  await app.user.keyboard('jx{Escape}');
  await app.user.clear(screen.getByLabelText('Buscar actividad'));
  await app.user.type(screen.getByLabelText('Buscar actividad'), '221');
  await waitFor(async () => expect(await folios()).toEqual(['221']));
  await app.user.click(screen.getByRole('button', { name: 'Verificar 1' }));
  expect(await screen.findByText('1 seleccionada no está en esta página')).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByText('Contar el pasillo 212')).toBeTruthy();
});

it('asks the server for one page, keeps the choice across pages, and reviews on from one page to the next', async () => {
  const requests: { page?: number; pageSize?: number; reportStatuses?: readonly string[] }[] = [];
  const activities = Array.from({ length: 8 }, (_, at) => delivered(301 + at, 20 - at));
  const company = aCompany({ user: manager, activities, images: [image] });
  const app = openScreen(INBOX, company, {
    listAssignedByMe: (request) => {
      requests.push(request);
      return reportAnswersOf(company).listAssignedByMe?.(request) as never;
    },
  });
  expect(await folios()).toEqual(['301', '302', '303', '304', '305']);
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir esta página' }));
  await app.user.click(screen.getByRole('button', { name: 'Revisar la entrega 305' }));
  expect(await screen.findByRole('heading', { name: 'Folio 305 · 5 de 8' })).toBeTruthy();
  await app.user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Folio 306 · 6 de 8' })).toBeTruthy();
  expect(requests.find(({ page }) => page === 2)).toMatchObject({ page: 2, pageSize: 5, reportStatuses: ['completed'] });
  await app.user.keyboard('xj');
  expect(await screen.findByRole('heading', { name: 'Folio 307 · 7 de 8' })).toBeTruthy();
  await app.user.keyboard('kk');
  expect(await screen.findByRole('heading', { name: 'Folio 305 · 5 de 8' })).toBeTruthy();
  await app.user.keyboard('{Escape}');
  await verify(app, 6);
  expect(await screen.findByText('6 actividades verificadas')).toBeTruthy();
  await waitFor(async () => expect(await folios()).toEqual(['307', '308']));
  await app.user.click(screen.getByRole('button', { name: 'Revisar la entrega 307' }));
  expect(await screen.findByRole('heading', { name: 'Folio 307 · 1 de 2' })).toBeTruthy();
  await app.user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Folio 308 · 2 de 2' })).toBeTruthy();
});

it('says why a delivery of another page was not verified', async () => {
  const app = open(
    Array.from({ length: 8 }, (_, at) => delivered(301 + at, 20 - at)),
    {
      validateActivities: ({ activityIds }: { activityIds: number[] }) => ({
        success: true,
        results: activityIds.map((activityId) => ({ activityId, success: false, error: 'Otra persona ya la verificó.', code: 'x' })),
      }),
    },
  );
  await app.user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 301' }));
  await app.user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await screen.findByRole('checkbox', { name: 'Elegir actividad 306' });
  await verify(app, 1);
  expect(await screen.findByText('El folio 301 no se verificó: Otra persona ya la verificó.')).toBeTruthy();
});
