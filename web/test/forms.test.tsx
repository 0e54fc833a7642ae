import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepFields, keepFiles } from '../src/app/drafts.ts';
import { aCompany, manager } from './fake-company.ts';
import { fakeIndexedDb } from './fake-indexed-db.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type OpenScreen = ReturnType<typeof openScreen>;
const choose = async ({ user }: OpenScreen, label: string, option: RegExp) => {
  const list = await waitFor(() => {
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: label });
    expect(input.disabled).toBe(false);
    return input;
  });
  list.focus();
  await user.keyboard('{ArrowDown}');
  // Without a layout PrimeReact keeps the open list hidden.
  const optionItem = await waitFor(() => {
    const item = [...document.querySelectorAll<HTMLElement>('li[role="option"]')].find(({ textContent }) => option.test(textContent));
    expect(item).toBeTruthy();
    return item as HTMLElement;
  });
  await user.click(optionItem);
};
/** Picks people in the list of several, which stays open until the next field is entered. */
const assign = async ({ user }: OpenScreen, ...people: RegExp[]) => {
  const field = await waitFor(() => {
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Responsable' });
    expect(input.disabled).toBe(false);
    return input;
  });
  field.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.getAttribute('placeholder')).toBe('Buscar por nombre o número'));
  const options = () => [...document.querySelectorAll<HTMLElement>('li[role="option"]')];
  for (const name of people) await user.click(options().find(({ textContent }) => name.test(textContent)) as HTMLElement);
  await user.keyboard('{Tab}');
};
const describe_ = async ({ user }: OpenScreen, text: string) => user.type(await screen.findByLabelText('Descripcion de Actividad'), text);
const date = async ({ user }: OpenScreen, text: string) => {
  const field = await waitFor(() => {
    const input = screen.getByLabelText<HTMLInputElement>('Fecha de Finalización');
    expect(input.disabled).toBe(false);
    return input;
  });
  await user.type(field, `${text}{Tab}`);
};
const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const images = () => screen.getByLabelText<HTMLInputElement>('Elegir imágenes');

it('registers an own activity with its evidence and leads to the pending ones', async () => {
  const given: Record<string, unknown>[] = [];
  const app = openScreen('/Record_new_activity', aCompany(), {
    registerOwnActivity: (input) => {
      given.push(input);
      return { success: true, id: 55 };
    },
  });
  await choose(app, 'Tema', /Inventarios/);
  expect(await screen.findByText('Conteos, ajustes y conciliaciones de los almacenes.')).toBeTruthy();
  await describe_(app, 'Contar el pasillo 4');
  await date(app, '31/12/2026');
  await app.user.click(screen.getByLabelText('Sí'));
  await choose(app, 'Lapso de Repetición', /Mensual/);
  await app.user.upload(images(), [png('uno.png'), png('dos.png')]);
  expect(screen.getByText('2 / 4')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Registrar Actividad' }));

  expect(await screen.findByText('Actividad registrada con éxito.')).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe('/My_Activities'));
  expect(given[0]).toMatchObject({
    topicId: 1,
    description: 'Contar el pasillo 4',
    priority: 'normal',
    dueOn: '2026-12-31',
    repeats: 'month',
  });
  expect(given[0]?.images).toMatchObject([{ name: 'uno.png' }, { name: 'dos.png' }]);
});

it('says all that is missing at once, each beside its field, and asks nothing of the server', async () => {
  const app = openScreen('/Record_new_activity', aCompany());
  await app.user.click(await screen.findByRole('button', { name: 'Registrar Actividad' }));
  expect(await screen.findAllByText('Este campo es obligatorio.')).toHaveLength(3);
  expect(app.calls).not.toContain('registerOwnActivity');
});

it.each(['/Record_new_activity', '/Admin_Assign_Activities'])(
  '%s always shows the lapse, and asks for it only of what comes back',
  async (form) => {
    const { user } = openScreen(form, aCompany({ user: manager }));
    const lapse = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Lapso de Repetición' });
    await waitFor(() => expect(lapse().disabled).toBe(true));
    await user.click(screen.getByLabelText('Sí'));
    expect(lapse().disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: /^(Registrar|Asignar) Actividad$/ }));
    expect(await screen.findByText('Selecciona el lapso de repetición.')).toBeTruthy();
  },
);

it('takes PNG and JPG alone, four at most', async () => {
  const { user } = openScreen('/Record_new_activity', aCompany());
  await screen.findByText('CARGA DE EVIDENCIAS');
  images().removeAttribute('accept');
  await user.upload(images(), [new File(['x'], 'nota.pdf', { type: 'application/pdf' })]);
  expect(await screen.findByText('Solo se permiten imágenes PNG o JPG.')).toBeTruthy();
  await user.upload(images(), [png('1.png'), png('2.png'), png('3.png'), png('4.png'), png('5.png')]);
  expect(await screen.findByText('Límite alcanzado')).toBeTruthy();
  expect(screen.getByText('Solo puedes cargar un máximo de 4 imágenes.')).toBeTruthy();
  expect(screen.getByText('1 / 4')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Imagen siguiente' }));
  await user.click(screen.getByRole('button', { name: 'Quitar imagen' }));
  expect(screen.getByText('2 / 3')).toBeTruthy();
});

it('reports a duplicate in the words of the server and keeps what was written', async () => {
  const app = openScreen('/Record_new_activity', aCompany(), {
    registerOwnActivity: () => {
      throw new Refusal(
        409,
        'activity.duplicate',
        'El responsable ya tiene una actividad abierta con el mismo tema y la misma descripción.',
      );
    },
  });
  await choose(app, 'Tema', /Inventarios/);
  await describe_(app, 'Contar');
  await date(app, '31/12/2026');
  await app.user.click(screen.getByRole('button', { name: 'Registrar Actividad' }));
  expect((await screen.findByRole('alert')).textContent).toContain('ya tiene una actividad abierta');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Descripcion de Actividad').value).toBe('Contar');
});

it('sends once, however often it is clicked', async () => {
  let calls = 0;
  const app = openScreen('/Record_new_activity', aCompany(), {
    registerOwnActivity: () => {
      calls += 1;
      return new Promise(() => {});
    },
  });
  await choose(app, 'Tema', /Inventarios/);
  await describe_(app, 'Contar');
  await date(app, '31/12/2026');
  await app.user.dblClick(screen.getByRole('button', { name: 'Registrar Actividad' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Registrando…' }).getAttribute('aria-disabled')).toBe('true'));
  expect(calls).toBe(1);
});

it('assigns to somebody of the topic and is ready for the next one', async () => {
  const given: Record<string, unknown>[] = [];
  const app = openScreen('/Admin_Assign_Activities', aCompany({ user: manager }), {
    assignActivity: (input) => {
      given.push(input);
      return { success: true, id: 77 };
    },
  });
  await choose(app, 'Tema', /Capacitación/);
  await assign(app, /Ñusta Zárate/);
  await describe_(app, 'Dar el curso');
  await date(app, '01/12/2026');
  const form = within(screen.getByRole('main'));
  await app.user.click(form.getByRole('button', { name: 'Asignar Actividad' }));
  expect(await screen.findByText('Folio 77 registrado')).toBeTruthy();
  expect(given[0]).toMatchObject({ topicId: 2, assigneeId: 3, description: 'Dar el curso', dueOn: '2026-12-01', repeats: null });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Descripcion de Actividad').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Fecha de Finalización').value).toBe('');
  expect(app.address()).toBe('/Admin_Assign_Activities');
});

it('leaves pasted text to its field even when an office program puts a picture beside it', async () => {
  openScreen('/Record_new_activity', aCompany());
  const field = await screen.findByLabelText('Descripcion de Actividad');
  const clipboardData = { files: [png('celda.png')], types: ['text/plain', 'Files'] };
  expect(fireEvent.paste(field, { clipboardData })).toBe(true);
  expect(screen.getByText('0 / 4')).toBeTruthy();
  await waitFor(() => expect(fireEvent.paste(document.body, { clipboardData })).toBe(false));
  expect(await screen.findByText('1 / 4')).toBeTruthy();
});

it('takes a day as people write it, and says what is wrong with one that is none', async () => {
  const app = openScreen('/Record_new_activity', aCompany());
  const field = () => screen.getByLabelText<HTMLInputElement>('Fecha de Finalización');
  await choose(app, 'Tema', /Inventarios/);
  await describe_(app, 'Contar');
  await date(app, '31/02/2026');
  expect(await screen.findByText('La fecha «31/02/2026» no existe en el calendario.')).toBeTruthy();
  expect(field().value).toBe('31/02/2026');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await app.user.click(screen.getByRole('button', { name: 'Registrar Actividad' }));
  expect(await screen.findAllByText('La fecha «31/02/2026» no existe en el calendario.')).toHaveLength(1);
  expect(screen.queryByText('Este campo es obligatorio.')).toBeNull();

  await app.user.clear(field());
  await date(app, 'viernes');
  expect(field().value).toBe('27/11/2026');
  expect(screen.getByText('viernes 27 de noviembre')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Fin de mes' }));
  expect(field().value).toBe('30/11/2026');
});

it('assigns the same to several people at once, with their load beside their names', async () => {
  const given: Record<string, unknown>[] = [];
  const app = openScreen('/Admin_Assign_Activities', aCompany({ user: manager }), {
    readPeopleLoad: ({ assignees }) => {
      expect(assignees).toContain(3);
      return { success: true, people: [{ id: 3, name: 'Ñusta Zárate', open: 3, late: 1, week: 0, done: 2 }] };
    },
    assignToMany: (input) => {
      given.push(input);
      return { success: true, ids: [77, 78], batchId: '0d9c8a3e-3c0f-4a53-9d0b-6a4d1c1d2e3f' };
    },
  });
  await choose(app, 'Tema', /Capacitación/);
  await assign(app, /Ñusta Zárate.*3 pendientes, 1 con retraso/, /José Ángel.*sin pendientes/);
  expect(screen.getByText('2 actividades, una por persona')).toBeTruthy();
  await describe_(app, 'Dar el curso');
  await date(app, '01/12/2026');
  await app.user.upload(images(), [png('uno.png')]);
  await app.user.click(screen.getByRole('button', { name: 'Asignar Actividad' }));
  const note = within(await screen.findByRole('region', { name: 'Folios 77 y 78 registrados' }));
  expect(note.getByText(/Folios 77 y 78/)).toBeTruthy();
  expect(note.getByRole('link', { name: 'Ver las actividades' }).getAttribute('href')).toBe(
    '/Report_Activities_Assigned?batch=0d9c8a3e-3c0f-4a53-9d0b-6a4d1c1d2e3f',
  );
  expect(given[0]).toMatchObject({ assigneeIds: [3, 2], description: 'Dar el curso', images: [{ name: 'uno.png' }] });

  await app.user.click(note.getByRole('button', { name: 'Asignar otra igual' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Descripcion de Actividad').value).toBe('Dar el curso');
  expect(screen.getByLabelText<HTMLInputElement>('Fecha de Finalización').value).toBe('01/12/2026');
  expect(screen.getByText('1 / 4')).toBeTruthy();
  const nobody = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Responsable' });
  await waitFor(() => expect(nobody().value).toBe('Selecciona uno o varios responsables'));
  await waitFor(() => expect(document.activeElement).toBe(nobody()));
});

it('keeps what was typed and not sent, and asks before it is left', async () => {
  const app = openScreen('/Record_new_activity', aCompany());
  await describe_(app, 'Contar el pasillo 4');
  await app.go('/My_Activities');
  const question = within(await screen.findByRole('dialog', { name: '¿Salir sin enviar?' }));
  expect(app.address()).toBe('/Record_new_activity');
  await app.user.click(question.getByRole('button', { name: 'Seguir aquí' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Descripcion de Actividad').value).toBe('Contar el pasillo 4');

  await app.go('/My_Activities');
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Guardar borrador' }));
  await waitFor(() => expect(app.address()).toBe('/My_Activities'));
  // The address is there before the screen is: a form that comes back at once would be the one that was left.
  await waitFor(() => expect(screen.queryByLabelText('Descripcion de Actividad')).toBeNull());
  await app.go('/Record_new_activity');
  expect(await screen.findByText('Dejaste algo sin enviar.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Descripcion de Actividad').value).toBe('Contar el pasillo 4');
  await app.user.click(screen.getByRole('button', { name: 'Empezar de nuevo' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Descripcion de Actividad').value).toBe('');
  await app.go('/My_Activities');
  expect(app.address()).toBe('/My_Activities');
});

it('keeps the pictures when another field changes in another of the same', async () => {
  const drafts = fakeIndexedDb();
  const app = openScreen('/Admin_Assign_Activities', aCompany({ user: manager }), {
    assignActivity: () => ({ success: true, id: 77 }),
  });
  await choose(app, 'Tema', /Capacitación/);
  await assign(app, /Ñusta Zárate/);
  await describe_(app, 'Dar el curso');
  await date(app, '01/12/2026');
  await app.user.upload(images(), [png('uno.png')]);
  await app.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Asignar Actividad' }));
  await app.user.click(await screen.findByRole('button', { name: 'Asignar otra igual' }));
  await waitFor(() => expect(drafts.size).toBe(0));
  await describe_(app, ' otra vez');
  await waitFor(() => expect(drafts.get('1.assign')).toMatchObject([{ name: 'uno.png' }]));
});

it('waits for pictures that are being prepared, and takes no change while it sends', async () => {
  let decoded: () => void = () => {};
  vi.stubGlobal('createImageBitmap', () => new Promise((_, reject) => (decoded = () => reject(new Error('unknown')))));
  onTestFinished(() => void vi.unstubAllGlobals());
  const given: Record<string, unknown>[] = [];
  const app = openScreen('/Record_new_activity', aCompany(), {
    registerOwnActivity: (input) => {
      given.push(input);
      return new Promise(() => {});
    },
  });
  await choose(app, 'Tema', /Inventarios/);
  await describe_(app, 'Contar el pasillo 4');
  await date(app, '31/12/2026');
  await app.user.upload(images(), [png('uno.png')]);
  await app.user.click(screen.getByRole('button', { name: 'Registrar Actividad' }));
  expect(await screen.findByRole('button', { name: 'Preparando imágenes…' })).toBeTruthy();
  await describe_(app, ', por la tarde');
  expect(given).toEqual([]);
  decoded();
  await waitFor(() => expect(given).toHaveLength(1));
  expect(given[0]).toMatchObject({ description: 'Contar el pasillo 4, por la tarde', images: [{ name: 'uno.png' }] });
  await waitFor(() => expect(screen.getByLabelText('Descripcion de Actividad').closest('[inert]')).toBeTruthy());
  expect(images().closest('[inert]')).toBeTruthy();
});

const logOut = async ({ user }: OpenScreen) => user.click(screen.getAllByRole('button', { name: 'Cerrar sesión' })[0] as HTMLElement);
const question = async () => within(await screen.findByRole('dialog', { name: '¿Cerrar sesión sin enviar?' }));

it('asks before a logout that deletes drafts, deletes those of this person alone, and stores none afterwards', async () => {
  const drafts = fakeIndexedDb();
  const company = aCompany();
  localStorage.setItem('draft.1.assign', JSON.stringify({ savedAt: Date.now(), fields: {} }));
  const app = openScreen('/Record_new_activity', company);
  await describe_(app, 'Contar el pasillo 4');
  await app.user.upload(images(), [png('uno.png')]);
  await waitFor(() => expect([...drafts.keys()]).toEqual(['2.register']));
  expect(localStorage.getItem('draft.2.register')).toContain('Contar el pasillo 4');
  await logOut(app);
  await app.user.click((await question()).getByRole('button', { name: 'Seguir aquí' }));
  expect(company.user).not.toBeNull();
  await logOut(app);
  await app.user.click((await question()).getByRole('button', { name: 'Borrar y cerrar sesión' }));
  await waitFor(() => expect(company.user).toBeNull());
  await waitFor(() => expect(drafts.size).toBe(0));
  expect(localStorage.getItem('draft.2.register')).toBeNull();
  expect(localStorage.getItem('draft.1.assign')).not.toBeNull();
  // A key that was pressed in another tab before it left.
  keepFields('2.register', { description: 'C' });
  expect(await keepFiles('2.register', [png('uno.png')])).toBe(false);
  expect(localStorage.getItem('draft.2.register')).toBeNull();
});

it('keeps drafts for thirty days, no matter who comes', async () => {
  const drafts = fakeIndexedDb();
  const daysAgo = (days: number) => JSON.stringify({ savedAt: Date.now() - days * 24 * 60 * 60_000, fields: {} });
  localStorage.setItem('draft.1.assign', daysAgo(31));
  localStorage.setItem('draft.1.register', daysAgo(29));
  for (const key of ['1.assign', '1.register', '1.evidence.7']) drafts.set(key, [png('uno.png')]);
  openScreen('/Home', aCompany());
  await waitFor(() => expect([...drafts.keys()]).toEqual(['1.register']));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft.'))).toEqual(['draft.1.register']);
});
