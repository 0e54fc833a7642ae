import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, ErrorReply, keys, loggedIn, PASSWORD } from './logged-in.tsx';

let app: ReturnType<typeof loggedIn>;
afterEach(() => app.close());

const person = (id: number, changes: object = {}) => ({
  id,
  num_employe: `E-${id}`,
  name_user: 'Luz',
  last_name: `Paz ${id}`,
  email: `luz${id}@demo.mx`,
  level_user: 'Medio',
  department: 'VENTAS',
  position: 'ANALISTA',
  alias: null,
  phone: null,
  type_user: 'Usuario',
  status: 'activo',
  has_password: true,
  second_factor: false,
  pending_email: null,
  user: `Luz Paz ${id}`,
  version: '1',
  ...changes,
});
const people: Answers = { get_users: () => [person(1), person(2), person(3)] };

const activity = (id: number) => ({
  id,
  objetive_project: `Contar el almacén ${id}`,
  id_project: 1,
  project_name: 'Inventarios',
  description_project: null,
  department: 'VENTAS',
  id_user_owner: 1,
  owner_user_name: 'Ana',
  owner_user_last_name: 'Ruiz',
  id_user_assigned: 2,
  assigned_user_name: 'Luz',
  assigned_user_last_name: 'Paz',
  status_project: 'In progress',
  priority: 'High',
  created_at: '2026-11-01T15:00:00.000Z',
  expected_closing_date: '2026-11-18',
  extension_date: null,
  motive_extension: null,
  date_started: null,
  closing_date: null,
  verification_date: null,
  cancellation_date: null,
  resolution: null,
  time_lapse: '',
  days_remaining: -2,
  days_idle: 2,
  checklist_total: 0,
  checklist_ticked: 0,
  minimum_images: 0,
  imported: false,
  name_project: 'Inventarios',
  assignor: 'Ana Ruiz',
  responsible: 'Luz Paz',
  repeatable: 'NO',
});
const TOTAL = 40;
const report: Answers = {
  get_all_activities: ({ page, pageSize }) => {
    const first = (Number(page) - 1) * Number(pageSize);
    const rows = Array.from({ length: Math.min(Number(pageSize), TOTAL - first) }, (_, index) => activity(first + index + 1));
    return { success: true, rows, total: TOTAL, late: 3, has_more: false };
  },
};
const [PENDING, USERS] = [1, 4];
const openFromMenu = (entry: number) => app.press(...Array<string>(entry).fill(keys.down), keys.enter);

/** One activity of Ana's, opened from the report. */
const answersWith = (changes: object, answers: Answers = {}): Answers => ({
  ...report,
  get_activity: () => ({ ...activity(1), version: 'v1', ...changes }),
  call_comments_by_activity: () => [],
  call_images_by_activity: () => [],
  get_activity_documents: () => [],
  get_activity_history: () => [],
  ...answers,
});

describe('one activity', () => {
  async function open(answers: Answers, end = 'No hay comentarios') {
    app = loggedIn(answers);
    openFromMenu(PENDING);
    await app.shows('1–16 de 40');
    app.press(keys.enter);
    await app.shows('Actividad 1');
    await app.shows(end);
  }

  it('is reminded with a message, and says so', async () => {
    await open(answersWith({}, { remind_activity: () => ({ success: true }) }));
    await app.shows('m recordar');
    app.press('m');
    await app.shows('Solo se puede una vez al día.');
    app.press('¿Sale hoy?', keys.enter, keys.enter);
    await app.shows('Recordatorio enviado.');
    expect(app.requests.find(({ path }) => path === '/api/remind_activity')?.body).toEqual({ activity_id: 1, message: '¿Sale hoy?' });
  });

  it('has its checklist ticked one item after the other', async () => {
    const item = (place: number, text: string) => ({ place, text, ticked_by: null, ticked_by_name: null, ticked_at: null });
    const list = { id_user_assigned: 1, checklist: [item(1, 'Sellos'), item(2, 'Extintores')], checklist_total: 2, checklist_ticked: 0 };
    await open(
      answersWith(list, { tick_items: () => ({ success: true }), untick_items: () => ({ success: true }) }),
      'Lista de verificación (0 de 2)',
    );
    await app.shows('l marcar');
    app.press('l');
    await app.shows('Lista de verificación: 0 de 2');
    app.press(keys.enter);
    await app.shows('[x] Sellos');
    app.press(keys.down, keys.enter);
    await app.shows('Lista de verificación: 2 de 2');
    app.press(keys.enter);
    await app.shows('[ ] Extintores');
    app.press(keys.escape);
    await app.shows('Lista: 1 de 2');
    const turned = app.requests.filter(({ path }) => path.endsWith('tick_items')).map(({ path, body }) => [path, body]);
    expect(turned).toEqual([
      ['/api/tick_items', { activity_id: 1, items: [1] }],
      ['/api/tick_items', { activity_id: 1, items: [2] }],
      ['/api/untick_items', { activity_id: 1, items: [2] }],
    ]);
  });

  it('is corrected from the version that was shown', async () => {
    await open(answersWith({}, { amend_activity: () => ({ success: true }) }));
    app.press('c');
    await app.shows('Contar el almacén 1');
    app.press(' norte', keys.tab, keys.tab, keys.tab, keys.enter);
    await app.shows('Actividad 1 corregida.');
    expect(app.requests.find(({ path }) => path === '/api/amend_activity')?.body).toMatchObject({
      objective: 'Contar el almacén 1 norte',
      priority: 'High',
      version: 'v1',
    });
  });

  it('is given to another eligible person, and shows why that is refused', async () => {
    const luz = { id: 2, num_employe: 'E-2', name_user: 'Luz', last_name: 'Paz', position: 'ANALISTA', department: 'VENTAS' };
    const iris = { ...luz, id: 3, num_employe: 'E-3', name_user: 'Iris' };
    const refusal = { success: false, error: 'Ya tiene esa actividad.', code: 'activity.duplicate' };
    let isRefused = true;
    await open(
      answersWith(
        {},
        {
          get_employees_for_project: () => [luz, iris],
          reassign_activity: () => {
            if (isRefused) throw new ErrorReply(409, refusal);
            return { success: true };
          },
        },
      ),
    );
    app.press('t');
    await app.shows('Motivo (opcional)');
    app.press(keys.enter);
    await app.shows('Iris Paz');
    expect(app.screen()).not.toContain('Luz Paz  E-2');
    app.press(keys.enter);
    await app.shows('› Motivo (opcional)');
    app.press(keys.tab, keys.enter);
    await app.shows('✗ Ya tiene esa actividad.');
    isRefused = false;
    app.press(keys.enter);
    await app.shows('Reasignada a Iris Paz.');
  });

  it('offers no act of its owner to somebody else, nor once it is closed', async () => {
    await open(answersWith({ id_user_owner: 7 }));
    expect(app.screen()).not.toMatch(/recordar|corregir|reasignar/);
    app.close();
    await open(answersWith({ status_project: 'Completed' }));
    expect(app.screen()).not.toMatch(/recordar|corregir|reasignar/);
  });
});

describe('what waits for a person', () => {
  const noFacets = {
    success: true,
    byProject: [],
    byDepartment: [],
    byStatus: [],
    byPriority: [],
    byOwner: [],
    byAssigned: [],
    byUrgency: [],
    has_more: false,
  };
  const named = (counts: Record<string, number>) => Object.entries(counts).map(([group_name, total]) => ({ group_name, total }));
  const facets: Answers = {
    get_stats_activities: ({ isOwnActivities, isAssignedToOthers }) => ({
      ...noFacets,
      ...(isOwnActivities ? { byUrgency: named({ late: 2, rejected: 1 }) } : {}),
      ...(isAssignedToOthers ? { byUrgency: named({ late: 9, extension_requested: 4 }), byStatus: named({ Completed: 1_234 }) } : {}),
    }),
  };
  const oneOf =
    (...rows: object[]) =>
    () => ({ success: true, rows, total: rows.length, late: 0, has_more: false });
  const asked = (path: string) => app.requests.filter((request) => request.path === `/api/${path}`).map(({ body }) => body);

  it('stands on the first screen, and each opens by its key', async () => {
    const lists = ['get_all_activities', 'get_user_assigned_activities'];
    app = loggedIn({ ...facets, ...Object.fromEntries(lists.map((path) => [path, oneOf(activity(7))])) });
    for (const line of [
      '1 Tuyas con retraso +2',
      '2 Tuyas rechazadas +1',
      '3 Por verificar +1,234',
      '4 Piden prórroga +4',
      '5 Asignadas.* +9',
    ])
      await app.shows(new RegExp(line));
    for (const [key, path, filter] of [
      ['1', 0, { isOwnActivities: true, urgency: ['late'] }],
      ['2', 0, { isOwnActivities: true, urgency: ['rejected'] }],
      ['3', 1, { statuses: ['Completed'] }],
      ['4', 1, { urgency: ['extension_requested'] }],
      ['5', 1, { urgency: ['late'] }],
    ] as const) {
      app.press(key);
      await app.shows('Contar el almacén 7');
      expect(asked(lists[path] as string).at(-1)).toMatchObject(filter);
      app.press(keys.escape);
      await app.shows('1 Tuyas');
    }
  });

  it('is one’s own work alone for the person who assigns nothing, in its own order', async () => {
    app = loggedIn({ ...facets, get_all_activities: oneOf(activity(7)) }, { position: 'ANALISTA' });
    await app.shows('2 Tuyas rechazadas');
    expect(app.screen()).not.toContain('Por verificar');
    app.press('1', 'l');
    await app.shows('Rechazadas, luego por fecha');
  });

  it('has one key for each act that a row offers, which asks before it acts', async () => {
    const calls = ['record_start_work_activity', 'pause_activity', 'resume_activity', 'end_activity', 'record_comments_activity'];
    const every = [...calls, 'validate_activity', 'remind_activity'];
    const own = { id_user_assigned: 1, id_user_owner: 1 };
    let row = activity(7);
    app = loggedIn({
      ...facets,
      get_all_activities: () => oneOf(row)(),
      ...Object.fromEntries(every.map((path) => [path, () => ({ success: true, id: 1 })])),
    });
    app.press('1');
    for (const [changes, key, label, text, path, body] of [
      [{ ...own, status_project: 'Not started' }, 'i', 'iniciar trabajo', null, calls[0], { activitie_id: 7 }],
      [own, 'p', 'poner en pausa', 'sin luz', calls[1], { activity_id: 7, comment: 'sin luz' }],
      [{ ...own, status_project: 'On pause' }, 'a', 'reanudar', '', calls[2], { activity_id: 7 }],
      [own, 'h', 'completar', 'Listo', calls[3], { activity_id: 7, resolution: 'Listo' }],
      [{}, 'n', 'comentar', '¿Va?', calls[4], { activitie_id: 7, comment: '¿Va?' }],
      [{ status_project: 'Completed' }, 'v', 'verificar', '', 'validate_activity', { activity_id: 7, action: 'Verified' }],
      [{ status_project: 'Completed' }, 'x', 'rechazar', 'Faltan', 'validate_activity', { action: 'Rejected', comment: 'Faltan' }],
      [{}, 'm', 'recordar', '', 'remind_activity', { activity_id: 7 }],
    ] as const) {
      row = { ...activity(7), ...changes };
      app.press('r');
      await app.shows(`${key} ${label}`);
      app.press(key);
      await app.shows('7  Contar el almacén 7');
      app.press(...(text === null ? [] : [...(text && [text]), keys.tab]), keys.enter);
      await expect.poll(() => asked(path as string).at(-1)).toMatchObject(body);
      await app.shows('1–1 de 1');
    }
    expect(app.screen()).not.toMatch(/iniciar|completar|verificar|rechazar/);
  });

  it('is done to all that are marked, each answering for itself, and refused once where the text is wrong', async () => {
    const refuse = (id: unknown) => {
      if (id === 2) throw new ErrorReply(409, { success: false, error: 'Ya se envió hoy.', code: 'activity.alreadyReminded' });
      return { success: true };
    };
    app = loggedIn({
      ...facets,
      get_all_activities: oneOf(activity(1), activity(2), activity(3)),
      remind_activity: (input) => refuse(input.activity_id),
    });
    app.press('1');
    await app.shows('1–3 de 3');
    app.press(' ', ' ');
    await app.shows('2 marcadas · p poner en pausa  n comentar  m recordar');
    expect(app.screen()).toMatch(/ ● +1 Inventarios/);
    app.press('n');
    await app.shows('Agregar comentario');
    app.press(keys.tab, keys.enter);
    await app.shows('✗ El comentario no puede estar vacío.');
    app.press(keys.escape);
    await app.shows('2 marcadas');
    app.press('m');
    await app.shows('2  Contar el almacén 2');
    app.press(keys.tab, keys.enter);
    await app.shows('No se hizo en 1 de 2 actividades. 2: Ya se envió hoy.');
    expect(asked('remind_activity').map((body) => (body as { activity_id: number }).activity_id)).toEqual([1, 2]);
    expect(app.screen()).not.toContain('marcada');
  });

  it('has a key of its own among mixed marks, and names every row that refuses it', async () => {
    const own = { id_user_assigned: 1, id_user_owner: 1 };
    const refuse = ({ activity_id: id }: Record<string, unknown>) => {
      throw new ErrorReply(409, {
        success: false,
        error: `La actividad ${id} espera la respuesta de otra persona.`,
        code: 'activity.untimely',
      });
    };
    const onPause = [2, 3].map((id) => ({ ...activity(id), ...own, status_project: 'On pause' }));
    const mixed = [{ ...activity(1), ...own }, ...onPause];
    app = loggedIn({ ...facets, get_all_activities: oneOf(...mixed), resume_activity: refuse });
    app.press('1');
    await app.shows('1–3 de 3');
    app.press(' ', ' ', ' ');
    await app.shows('3 marcadas · p poner en pausa  a reanudar');
    app.press('a');
    await app.shows('2  Contar el almacén 2');
    expect(app.screen()).not.toContain('1  Contar el almacén 1');
    app.press(keys.tab, keys.enter);
    await app.shows(/3: La\s+actividad 3 espera la respuesta de otra persona\./);
  });

  it('ends the finished report today, also where the screens stay open past midnight', async () => {
    const now = vi.fn(() => new Date('2026-11-21T05:59:00Z'));
    app = loggedIn({ ...facets, get_all_activities: oneOf() }, { now });
    const lastDay = () => (asked('get_all_activities').at(-1) as { endDate: string } | undefined)?.endDate;
    openFromMenu(PENDING + 1);
    await expect.poll(lastDay).toBe('2026-11-20');
    now.mockReturnValue(new Date('2026-11-21T06:00:00Z'));
    app.press('r');
    await expect.poll(lastDay).toBe('2026-11-21');
  });

  it('follows what changes, and the cursor stays on its row', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let rows = [activity(1), activity(2)];
      let changes = {};
      const read = { get_activity: () => ({ ...activity(2), version: 'v1', ...changes }) };
      app = loggedIn({ ...facets, ...answersWith({}), ...read, get_all_activities: () => oneOf(...rows)() });
      app.press('1');
      await app.shows('1–2 de 2');
      app.press(keys.down);
      await app.shows(/› +2 Inventarios/);
      rows = [activity(3), activity(1), activity(2)];
      vi.advanceTimersByTime(10_000);
      await app.shows('1–3 de 3');
      await app.shows(/› +2 Inventarios/);
      app.press(keys.enter);
      await app.shows('p poner en pausa');
      changes = { status_project: 'On pause' };
      vi.advanceTimersByTime(10_000);
      await app.shows('a reanudar');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the menu', () => {
  it('offers what a position allows, and nothing to the person who administers nothing', async () => {
    app = loggedIn({});
    await app.shows('› Carga masiva de usuarios');
    app.close();
    app = loggedIn({}, { position: 'ANALISTA' });
    await app.shows('Tu puesto no administra Bitácora.');
    expect(app.screen()).not.toContain('Usuarios');
  });

  it('shows the keys of a screen, and takes none of them while it does', async () => {
    app = loggedIn({});
    app.press('?');
    await app.shows('Teclas de esta pantalla');
    app.press('q');
    await app.shows('› Carga masiva');
    expect(app.onLeave).not.toHaveBeenCalled();
    app.press('q');
    await expect.poll(() => app.onLeave.mock.calls.length).toBe(1);
  });
});

describe('a report', () => {
  it('takes as many rows as there is room for, and turns the page past the last one', async () => {
    app = loggedIn(report);
    openFromMenu(PENDING);
    await app.shows('1–16 de 40');
    await app.shows('40 pendientes · 3 con retraso');
    app.press(...Array<string>(16).fill(keys.down));
    await app.shows('17–32 de 40');
    expect(app.requests.at(-1)?.body).toMatchObject({ page: 2, pageSize: 16, sort: 'urgency' });
  });

  it('marks the chosen row and what is late with more than a colour', async () => {
    app = loggedIn(report);
    openFromMenu(PENDING);
    await app.shows(/› +1 .*! 2 de retraso/);
  });

  it('asks the server for what is searched, typed in one go', async () => {
    app = loggedIn(report);
    openFromMenu(PENDING);
    await app.shows('1–16 de 40');
    app.press('/almacén\r');
    await app.shows('Búsqueda: almacén');
    await expect.poll(() => app.requests.at(-1)?.body).toMatchObject({ search: 'almacén', page: 1 });
  });

  it('reads the days of its range as the flags do, and refuses one that ends before it begins', async () => {
    app = loggedIn(report);
    openFromMenu(PENDING);
    await app.shows('1–16 de 40');
    app.press('d');
    await app.shows('vacío para el rango usual');
    app.press('ayer', keys.tab, 'antier', keys.enter);
    await app.shows('✗ Escríbela como 2026-11-20');
    app.press('\u0015', '5 nov', keys.enter);
    await app.shows('✗ La fecha de fin no puede ser anterior a la de inicio.');
    app.press('\u0015', '21/11/26', keys.enter);
    await app.shows('Del 19 nov 2026 al 21 nov 2026');
    await expect.poll(() => app.requests.at(-1)?.body).toMatchObject({ startDate: '2026-11-19', endDate: '2026-11-21' });
  });

  it('says what went wrong and asks again when asked to', async () => {
    let isDown = true;
    app = loggedIn({
      get_all_activities: (input) => {
        if (isDown) throw new ErrorReply(503, { success: false, error: 'La base de datos no responde.', code: 'database.away' });
        return report.get_all_activities?.(input);
      },
    });
    openFromMenu(PENDING);
    await app.shows('✗ La base de datos no responde.');
    isDown = false;
    app.press('r');
    await app.shows('1–16 de 40');
  });

  it('can be left while the server is silent', async () => {
    app = loggedIn({ get_all_activities: () => new Promise(() => {}) });
    openFromMenu(PENDING);
    await app.shows('Cargando…');
    app.press(keys.escape);
    await app.shows('› Reporte de pendientes');
  });

  it('leads a person without a session to the login', async () => {
    app = loggedIn({
      get_all_activities: () => {
        throw new ErrorReply(401, { success: false, error: 'Tu sesión venció.', code: 'token.invalid' });
      },
    });
    openFromMenu(PENDING);
    await expect.poll(() => app.onGone.mock.calls).toEqual([['Tu sesión venció.']]);
  });
});

describe('what others say', () => {
  const moves = '\u009b2J\r\u202e\u001b[2J';

  it('moves no cursor as a failure, nor as the name in a question', async () => {
    app = loggedIn({
      get_users: () => [person(1, { name_user: moves })],
      get_all_activities: () => {
        throw new ErrorReply(409, { success: false, error: `No se puede: ${moves}`, code: 'x', fields: { search: `Ni así: ${moves}` } });
      },
    });
    openFromMenu(PENDING);
    await app.shows('✗ No se puede: ');
    await app.shows('Ni así: ');
    app.press(keys.escape);
    await app.shows('› Reporte de pendientes');
    app.press(...Array<string>(USERS - PENDING).fill(keys.down), keys.enter);
    await app.shows('› E-1');
    app.press('d');
    await app.shows('¿Desactivar al usuario?');
    // Ink itself turns lines and hides the cursor; nothing else may reach the terminal.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    const inked = /\u001b\[[\d;?]*[A-Zhl]/g;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    expect(app.frames.join('').replace(inked, '')).not.toMatch(/[\r\u001b\u009b\u202e]/);
  });

  it('is reported in words where this version does not understand it', async () => {
    app = loggedIn({ get_all_activities: () => ({ success: true, rows: [{ id: 'uno' }] }) });
    openFromMenu(PENDING);
    await app.shows('✗ El servidor respondió algo que esta versión no entiende.');
    expect(app.screen()).not.toContain('invalid_type');
  });
});

it('takes no key while the window is too small to show what it would do', async () => {
  process.env.LINES = '10';
  try {
    app = loggedIn(report);
    await app.shows('Agranda la ventana');
    app.press('1', keys.down, keys.enter, 'q');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(app.requests.filter(({ path }) => path === '/api/get_all_activities')).toEqual([]);
    expect(app.onLeave).not.toHaveBeenCalled();
  } finally {
    process.env.LINES = '24';
  }
});

it('follows the window once, however many screens lie over each other', async () => {
  app = loggedIn({ ...report, ...people });
  openFromMenu(PENDING);
  await app.shows('1–16 de 40');
  const [ink, ours] = [1, 1];
  expect(app.followers()).toBeLessThanOrEqual(ink + ours);
});

describe('logging out', () => {
  const ended: string[] = [];
  const ending: Answers = {
    revoke_own_token: () => {
      ended.push('token');
      return { success: true };
    },
  };

  it.each([
    [true, ['Tu token es el de BITACORA_TOKEN: no se revoca ni se borra nada. Para dejar de usarlo, quita esa variable.'], []],
    [false, [null], ['token']],
  ])('with a token that is borrowed (%s) ends no token of others', async (isBorrowed, why, gone) => {
    ended.length = 0;
    app = loggedIn(ending, { isBorrowed });
    app.press('x');
    await app.shows('¿Cerrar la sesión');
    app.press(keys.tab, keys.enter);
    await expect.poll(() => app.onGone.mock.calls).toEqual([why]);
    expect(ended).toEqual(gone);
  });
});

describe('people', () => {
  it('asks for the password first, again when it was wrong, and not a second time', async () => {
    const changes: unknown[] = [];
    app = loggedIn({
      ...people,
      update_user_status: (change) => {
        changes.push(change);
        return { success: true };
      },
    });
    openFromMenu(USERS);
    await app.shows('› E-1');
    app.press('d');
    await app.shows('¿Desactivar al usuario?');
    app.press(keys.tab, keys.enter);
    await app.shows('Confirma que eres tú');
    app.press('otra-cosa', keys.enter);
    await app.shows('Usuario o Contraseña incorrectas');
    expect(app.frames.join('')).not.toContain('otra-cosa');
    app.press(PASSWORD, keys.enter);
    await app.shows('Usuario desactivado.');
    app.press(keys.down, 'd', keys.tab, keys.enter);
    await expect
      .poll(() => changes)
      .toEqual([
        { id: 1, status: 'inactivo', reassign_to: null },
        { id: 2, status: 'inactivo', reassign_to: null },
      ]);
  });

  it.each([true, false])(
    'lets the person confirm in the browser once for several acts (passwords: %s), or give that up',
    async (allowsPasswords) => {
      app = loggedIn({ ...people, update_user_status: () => ({ success: true }) }, { allowsPasswords });
      openFromMenu(USERS);
      await app.shows('› E-1');
      const deactivate = async () => {
        app.press('d', keys.tab, keys.enter);
        if (!allowsPasswords) return;
        await app.shows('Confirma que eres tú');
        app.press(keys.enter);
      };
      await deactivate();
      await app.shows('WDJB-MJHT');
      await app.shows('http://servidor.demo.mx/activar');
      app.press(keys.escape);
      await app.shows('¿Desactivar al usuario?');
      app.press(keys.escape);
      await app.shows('› E-1');
      expect(app.requests.filter(({ path }) => path.endsWith('status'))).toEqual([]);
      await deactivate();
      await app.shows('WDJB-MJHT');
      app.confirmInBrowser();
      await app.shows('Usuario desactivado.');
      app.press(keys.down, 'd', keys.tab, keys.enter);
      await expect.poll(() => app.requests.filter(({ path }) => path.endsWith('status')).length).toBe(2);
    },
  );

  it.each(['leaves the app', 'logs out'])('ends the session of the browser when the person %s', async (end) => {
    const ended: string[] = [];
    app = loggedIn(
      {
        ...people,
        update_user_status: () => ({ success: true }),
        logout: () => ended.push('session'),
        revoke_own_token: () => ({ success: true }),
      },
      { allowsPasswords: false },
    );
    openFromMenu(USERS);
    await app.shows('› E-1');
    app.press('d', keys.tab, keys.enter);
    await app.shows('WDJB-MJHT');
    app.confirmInBrowser();
    await app.shows('Usuario desactivado.');
    expect(ended).toEqual([]);
    if (end === 'logs out') {
      app.press(keys.escape);
      await app.shows('› Usuarios');
      app.press('x');
      await app.shows('¿Cerrar la sesión');
      app.press(keys.tab, keys.enter);
      await expect.poll(() => app.onGone.mock.calls).toEqual([[null]]);
    }
    app.close(); // as App does in both cases
    await expect.poll(() => ended).toEqual(['session']);
  });

  it('lets a person with a second factor confirm in the browser after the password, once for several acts', async () => {
    app = loggedIn({ ...people, update_user_status: () => ({ success: true }) }, { hasSecondFactor: true });
    openFromMenu(USERS);
    await app.shows('› E-1');
    app.press('d', keys.tab, keys.enter);
    await app.shows('Confirma que eres tú');
    app.press(PASSWORD, keys.enter);
    await app.shows('WDJB-MJHT');
    app.confirmInBrowser();
    await app.shows('Usuario desactivado.');
    app.press(keys.down, 'd', keys.tab, keys.enter);
    await expect.poll(() => app.requests.filter(({ path }) => path.endsWith('status')).length).toBe(2);
  });

  it('deactivates nobody when the question is answered with what it stands on', async () => {
    app = loggedIn(people);
    openFromMenu(USERS);
    await app.shows('› E-1');
    app.press('d');
    await app.shows('› No');
    app.press(keys.enter);
    await app.shows('› E-1');
    expect(app.requests.map(({ path }) => path)).toEqual(['/api/get_stats_activities', '/api/get_users']);
  });

  it('asks who takes over what is open', async () => {
    app = loggedIn({
      ...people,
      update_user_status: (change) => {
        if (change.reassign_to) return { success: true };
        throw new ErrorReply(409, { success: false, error: 'Tiene 2 actividades abiertas.', code: 'user.hasOpenActivities' });
      },
    });
    openFromMenu(USERS);
    await app.shows('› E-1');
    app.press('d', keys.tab, keys.enter);
    await app.shows('Confirma que eres tú');
    app.press(PASSWORD, keys.enter);
    await app.shows('¿Quién se hará cargo de lo de Luz Paz 1?');
    app.press('paz 3', keys.enter);
    await app.shows('Las actividades abiertas de Luz Paz 1 pasarán a Luz Paz 3.');
    app.press(keys.tab, keys.enter);
    await app.shows('Sus actividades abiertas pasaron a Luz Paz 3.');
    expect(app.requests.findLast(({ path }) => path.endsWith('status'))?.body).toEqual({ id: 1, status: 'inactivo', reassign_to: 3 });
  });

  it('another email is said to wait until it is confirmed, and shown so in the list', async () => {
    let pending: string | null = null;
    app = loggedIn({
      get_users: () => [person(1, { pending_email: pending })],
      update_user: ({ email }) => {
        pending = String(email);
        return { success: true };
      },
    });
    openFromMenu(USERS);
    await app.shows('› E-1');
    app.press('e');
    await app.shows('Editar usuario');
    app.press(...Array<string>(3).fill(keys.tab), '.org');
    await app.shows('luz1@demo.mx.org');
    app.press(...Array<string>(6).fill(keys.tab), keys.enter);
    await app.shows('Confirma que eres tú');
    app.press(PASSWORD, keys.enter);
    await app.shows('Hasta que se confirme, sigue el correo anterior.');
    await expect.poll(() => app.screen()).toContain('Correo por confirmar');
  });

  it('shows what others typed without letting it move the cursor', async () => {
    app = loggedIn({ get_users: () => [person(1, { name_user: '\u001b[2JLuz\u202e', last_name: '' })] });
    openFromMenu(USERS);
    await app.shows('› E-1');
    expect(app.screen()).toContain('\ufffd[2JLuz\ufffd');
  });
});
