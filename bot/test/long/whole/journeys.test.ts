import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import { chatServices } from '@bitacora/core/domain/chat/chat';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPng } from '../../../../api/test/pictures.ts';
import { day, given } from '../../../../core/test/factories.ts';
import { createSeats, type Seat } from './seats.ts';
import { type WholeBot, wholeBot } from './whole-bot.ts';

const SETTLED_S = 6;
const FALLEN_BACK_S = 10 * 60 + 1;

let whole: WholeBot;
let working: { stop(): Promise<void> };
beforeAll(async () => {
  whole = await wholeBot();
  working = whole.firm.bot.work();
});
afterAll(async () => {
  await working.stop();
  await whole.stop();
});

const history = async ({ id }: Pick<Activity, 'id'>) =>
  (await whole.firm.app.db('activityHistory').where({ activityId: id }).orderBy('id')).map(({ act, actorId, channel }) => [
    act,
    actorId,
    channel,
  ]);

describe.each(chatServices)('in %s', (service) => {
  let boss: Person;
  let ana: Person;
  let bossSeat: Seat;
  let anaSeat: Seat;
  let sitsDown: (name: string) => Seat;
  let work: Activity;

  beforeAll(() => {
    sitsDown = createSeats(service, whole);
  });
  beforeEach(async () => {
    const db = given(whole.firm.app.db);
    boss = await db.manager({ firstName: 'Marta', lastName: 'Ríos' });
    ana = await db.person({ firstName: 'Ana', lastName: 'Paz' });
    [bossSeat, anaSeat] = [sitsDown('Marta Ríos'), sitsDown('Ana Paz')];
    work = await db.activity({ owner: boss, assignee: ana, dueOn: day('2026-11-21'), description: `Empacar ${ana.id}` });
  });

  /** The mails Ana got about her work; one about the safety of her account comes with every link. */
  const hers = () => whole.mails.filter(({ to, subject }) => to === ana.email && !subject.startsWith('Se vinculó'));

  /** Ana is linked, and the card of her deadline has come. */
  async function reminded(): Promise<string> {
    await whole.link(ana, anaSeat);
    await anaSeat.sees('Tu cuenta quedó vinculada');
    whole.later(1);
    await whole.remind();
    await anaSeat.sees('vence mañana');
    return anaSeat.offered('Iniciar Trabajo');
  }

  it('a substitute gets the card of the absent person with its buttons, and the history names both', async () => {
    const eva = await given(whole.firm.app.db).person({ firstName: 'Eva', lastName: 'Luna' });
    const days = { fromOn: '2026-11-19', toOn: '2026-11-28', createdAt: new Date() };
    await whole.firm.app.db('absences').insert({ userId: ana.id, substituteId: eva.id, ...days });
    const evaSeat = sitsDown('Eva Luna');
    await whole.link(eva, evaSeat);
    await evaSeat.sees('Tu cuenta quedó vinculada');
    whole.later(1);
    await whole.remind();
    const card = await evaSeat.offered('Iniciar Trabajo');
    expect(evaSeat.read(card)).toMatch(/Actúas por\W+Ana Paz/);
    await evaSeat.presses('Iniciar Trabajo', card);
    await vi.waitFor(() => expect(evaSeat.read(card)).toContain('En progreso'), 30_000);
    const entry = await whole.firm.app.db('activityHistory').where({ activityId: work.id, act: 'start' }).first();
    expect([entry.actorId, entry.channel, entry.facts.actingFor]).toEqual([eva.id, service, { id: ana.id, name: 'Ana Paz' }]);
  });

  it('an employee goes from the card of the deadline to done with a photo, the manager verifies, and the first card shows it', async () => {
    await whole.link(boss, bossSeat);
    const card = await reminded();
    expect(anaSeat.read(card)).toContain(`${work.id} · Empacar ${ana.id}`);
    expect(bossSeat.reads()).not.toContain('Empacar');

    await anaSeat.presses('Iniciar Trabajo', card, 4);
    await vi.waitFor(() => expect(anaSeat.read(card)).toContain('En progreso'), 30_000);
    await anaSeat.sendsImage(Buffer.from(await aPng()), card, 4);
    await anaSeat.sees('Las evidencias se han registrado correctamente.');
    await anaSeat.presses('Marcar completado', card);
    await anaSeat.fills({ resolution: 'Quedó en doce cajas' }, { times: 4 });
    await anaSeat.sees('La actividad se ha marcado como completada.');

    await bossSeat.sees('Ana Paz terminó una actividad que asignaste');
    await bossSeat.sees('Quedó en doce cajas');
    await bossSeat.sees('1 imagen');
    await bossSeat.sees('Evidencia 1: ');
    await bossSeat.presses('Verificar', await bossSeat.offered('Verificar'), 4);
    await anaSeat.sees('Marta Ríos verificó tu actividad');
    whole.later(SETTLED_S);
    await vi.waitFor(() => expect(anaSeat.read(card)).toContain('Verificado'), 30_000);

    expect(await history(work)).toEqual([
      ['start', ana.id, service],
      ['addEvidence', ana.id, service],
      ['complete', ana.id, service],
      ['approve', boss.id, service],
    ]);
  });

  it('an answer to a card is a comment that can be undone, and the words beside a photo are one too', async () => {
    const card = await reminded();
    const comments = async () =>
      (await whole.firm.app.db('comments').where({ activityId: work.id, canceledAt: null }).orderBy('id')).map(({ body }) => body);
    await anaSeat.presses('Iniciar Trabajo', card);
    await vi.waitFor(() => expect(anaSeat.read(card)).toContain('En progreso'), 30_000);
    await anaSeat.replies('Ya quedó <listo> & sellado', card, 4);
    await anaSeat.sees(`Agregado como comentario a la actividad ${work.id}`);
    expect(await comments()).toEqual(['Ya quedó <listo> & sellado']);
    await anaSeat.presses('Deshacer', await anaSeat.offered('Deshacer'), 4);
    await anaSeat.sees(`Comentario retirado de la actividad ${work.id}`);
    expect(await comments()).toEqual([]);

    await anaSeat.sendsImage(Buffer.from(await aPng()), card, 4, 'Así quedó la cámara 2');
    await anaSeat.offered('Deshacer solo el comentario');
    expect(await comments()).toEqual(['Así quedó la cámara 2']);
    expect((await history(work)).map(([act]) => act)).toEqual(['start', 'comment', 'cancelComment', 'addEvidence', 'comment']);
  });

  it('a signed PDF that answers a card is kept byte for byte, and one that holds an invoice as a file is refused with the reason', async () => {
    const card = await reminded();
    await anaSeat.presses('Iniciar Trabajo', card);
    await vi.waitFor(() => expect(anaSeat.read(card)).toContain('En progreso'), 30_000);
    const readPdf = (name: string) => readFile(path.join(import.meta.dirname, '../../../../api/test/long/pdfs', name));
    const signed = await readPdf('signed.pdf');
    await anaSeat.sendsDocument(signed, card);
    await vi.waitFor(async () => expect((await history(work)).map(([act]) => act)).toEqual(['start', 'addDocuments']), 30_000);
    const [row] = await whole.firm.app.db('images').where({ activityId: work.id });
    expect([row.mediaType, row.sha256]).toEqual(['application/pdf', createHash('sha256').update(signed).digest('hex')]);
    await anaSeat.sendsDocument(await readPdf('attachment-cfdi.pdf'), card);
    await anaSeat.sees('El PDF trae otros archivos adjuntos y no se recibe.');
  });

  it('a message becomes an activity of the person its reader chooses, and it is found again by its words', async () => {
    await whole.link(boss, bossSeat);
    const words = `Comprar sellos ${boss.id}`;
    await bossSeat.makesActivity(words);
    const typed = {
      description: words,
      topicId: String(work.topicId),
      dueOn: '2026-12-01',
      priority: 'high',
      assigneeId: ana.employeeNumber,
    };
    await bossSeat.fills(typed);
    await bossSeat.sees('Elige a la persona en la lista.');
    await bossSeat.fills({ ...typed, assigneeId: String(ana.id) });
    await bossSeat.sees('Actividad registrada con el folio');
    const row = await whole.firm.app.db('activities').where({ description: words }).first();
    // WhatsApp asks only for what has no usual value.
    const priority = service === 'whatsapp' ? 'normal' : 'high';
    expect(row).toMatchObject({ ownerId: boss.id, assigneeId: ana.id, priority, topicId: work.topicId });
    expect(await history(row)).toEqual([['register', boss.id, service]]);
    await bossSeat.writes(`buscar ${words}`);
    await bossSeat.sees(`Actividades con «${words}»`);
    expect(bossSeat.reads()).toContain(`${row.id} · ${words}`);
  });

  it('an activity starts from a template of its topic, with its list and its images', async () => {
    const topic = await given(whole.firm.app.db).topic({ department: boss.department });
    const bare = await given(whole.firm.app.db).topic({ department: boss.department });
    const { client } = await whole.firm.app.as(boss);
    const template = { description: `Abrir la sucursal ${boss.id}`, days: 3, priority: 'high', repeats: 'month' } as const;
    const checklist = ['Encender luces', 'Contar la caja'];
    const { id } = await client.createTemplate({ topicId: topic.id, ...template, checklist, minimumImages: 2 });
    await whole.link(boss, bossSeat);
    await bossSeat.presses('Usar plantilla', await bossSeat.offered('Usar plantilla'));
    await bossSeat.fills({ topicId: String(bare.id) });
    await bossSeat.sees('Este tema no tiene plantillas.');
    await bossSeat.fills({ topicId: String(topic.id) });
    await bossSeat.fills({ templateId: String(id) });
    await bossSeat.sees('Lleva una lista de verificación: Encender luces · Contar la caja. Pide 2 imágenes al completarla.');
    const typed = {
      // WhatsApp asks nothing that is filled in already.
      description: service === 'whatsapp' ? template.description : `${template.description} norte`,
      topicId: String(topic.id),
      dueOn: '2026-12-01',
      priority: 'high',
      repeats: 'month',
    };
    await bossSeat.fills(typed);
    await bossSeat.sees('Actividad registrada con el folio');
    const row = await whole.firm.app.db('activities').where({ description: typed.description }).first();
    expect(row).toMatchObject({
      ownerId: boss.id,
      topicId: topic.id,
      templateId: id,
      minimumImages: 2,
      repeats: 'month',
      priority: 'high',
    });
    expect(row.checklist.map(({ text }: { text: string }) => text)).toEqual(checklist);
  });

  it('who directs lists by pages what they assigned and what of it is late', async () => {
    const make = given(whole.firm.app.db);
    const topic = await make.topic({ department: boss.department });
    for (let n = 0; n < 9; n++)
      await make.activity({ owner: boss, assignee: ana, topic, dueOn: day('2026-11-10'), description: `Atrasada ${boss.id}-${n}` });
    await whole.link(boss, bossSeat);
    await bossSeat.writes('asignadas');
    await bossSeat.sees('Lo que asignaste');
    const list = await bossSeat.offered('Ver más');
    expect(bossSeat.read(list)).toMatch(/Abiertas · 10[\s\S]*Ana Paz[\s\S]*1 a 8 de 10/);
    expect(bossSeat.read(list)).not.toContain('Empacar');
    await bossSeat.presses('Ver más', list);
    await vi.waitFor(() => expect(bossSeat.read(list)).toContain(`Empacar ${ana.id}`), 30_000);

    await bossSeat.writes('mi equipo');
    await bossSeat.sees('Con retraso · 9');
    // In WhatsApp a row of a list opens its activity, whose acts stand there.
    const { id } = await whole.firm.app
      .db('activities')
      .where({ description: `Atrasada ${boss.id}-0` })
      .first('id');
    const row = `${id} · Atrasada ${boss.id}-0`;
    if (service === 'whatsapp') await bossSeat.presses(row, await bossSeat.offered(row));
    await bossSeat.presses('Recordar', await bossSeat.offered('Recordar'));
    await bossSeat.fills({ message: '¿Sale hoy?' });
    await bossSeat.sees('Recordatorio enviado');
    await whole.link(ana, anaSeat);
    await anaSeat.writes('asignadas');
    await anaSeat.sees('Solo gerentes, contralores, supervisores y desarrolladores pueden consultar los reportes.');
  });

  it('a reminder that is put off comes again the next day, but not after the work is done', async () => {
    const { db } = whole.firm.app;
    const card = await reminded();
    const nextDay = async () => {
      await db('snoozedReminders').where({ userId: ana.id }).update({ remindOn: '2026-11-20' });
      whole.later(1);
      await whole.remind();
    };
    const reminders = () =>
      db('outbox').where({ recipientId: ana.id, activityId: work.id }).whereNotNull('sentAt').orderBy('id').pluck('key');
    await anaSeat.presses('Recordármelo mañana', card, 3);
    await anaSeat.sees('Te la recordaré el 21');
    expect(await db('snoozedReminders').where({ userId: ana.id })).toMatchObject([{ activityId: work.id, remindOn: '2026-11-21' }]);
    await nextDay();
    await vi.waitFor(async () => expect(await anaSeat.offered('Recordármelo mañana')).not.toBe(card), 30_000);
    const again = await anaSeat.offered('Recordármelo mañana');
    expect(anaSeat.read(again)).toContain(`${work.id} · Empacar ${ana.id}`);
    const usual = `dueTomorrow:${work.id}:2026-11-21:${ana.id}`;
    await vi.waitFor(async () => expect(await reminders()).toEqual([`${usual}:chat`, `${usual}:snoozed:2026-11-20:chat`]), 30_000);

    await anaSeat.presses('Recordármelo mañana', again);
    await vi.waitFor(async () => expect(await db('snoozedReminders').where({ userId: ana.id })).toHaveLength(1), 30_000);
    const { client } = await whole.firm.app.as(ana);
    await client.startActivity({ activityId: work.id });
    await client.completeActivity({ activityId: work.id, resolution: 'Listo' });
    await nextDay();
    expect(await db('snoozedReminders').where({ userId: ana.id })).toEqual([]);
    expect(await reminders()).toHaveLength(2);
  });

  it.skipIf(service === 'whatsapp')('a photo that answers no card goes to the activity that is searched for by its words', async () => {
    await whole.link(boss, bossSeat);
    await whole.link(ana, anaSeat);
    const make = given(whole.firm.app.db);
    const own = await make.ownActivity(ana, { status: 'in_progress', description: `Limpiar bandejas ${ana.id}` });
    await make.ownActivity(ana, { status: 'in_progress', description: `Pesar tarimas ${ana.id}` });
    await anaSeat.sendsImage(Buffer.from(await aPng()), undefined, 2);
    await anaSeat.sees('¿De qué actividad es?');
    const label = `${own.id} · Limpiar bandejas ${ana.id}`;
    expect(await anaSeat.looksUp('activity', 'BANDEJAS limpiar')).toEqual([{ value: String(own.id), label }]);
    expect(await anaSeat.looksUp('activity', String(own.id))).toContainEqual({ value: String(own.id), label });
    expect(await anaSeat.looksUp('activity', '')).toHaveLength(2);
    expect(await anaSeat.looksUp('activity', 'Empacar')).toEqual([]);
    await anaSeat.fills({ activity: String(own.id) });
    await anaSeat.sees('Las evidencias se han registrado correctamente.');
    expect(await history(own)).toEqual([['addEvidence', ana.id, service]]);

    await bossSeat.sendsImage(Buffer.from(await aPng()));
    await bossSeat.sees('¿De qué actividad es?');
    expect(await bossSeat.looksUp('activity', '')).toEqual([]);
    expect(await bossSeat.looksUp('activity', `bandejas ${ana.id}`)).toContainEqual({ value: String(own.id), label });
  });

  it('the profile says where the bot is opened', async () => {
    const { client } = await whole.firm.app.as(ana);
    const entrance = {
      slack: /^https:\/\/slack\.com\/app_redirect\?app=A\w+&team=T0BITACORA$/,
      teams: /^https:\/\/teams\.microsoft\.com\/l\/chat\/0\/0\?users=28:\S+$/,
      whatsapp: /^https:\/\/wa\.me\/525512345678$/,
    };
    const url = async () => (await client.listChatEntrances()).find((one) => one.service === service)?.url;
    await vi.waitFor(async () => expect(await url()).toMatch(entrance[service]), 30_000);
  });

  it.skipIf(service === 'whatsapp')('the card follows what is done in the web', async () => {
    const card = await reminded();
    await (await whole.firm.app.as(ana)).client.startActivity({ activityId: work.id });
    whole.later(SETTLED_S);
    await vi.waitFor(() => expect(anaSeat.read(card)).toContain('En progreso'), 30_000);
  });

  it('nobody else does anything by a button of somebody’s card', async () => {
    const card = await reminded();
    const other = await given(whole.firm.app.db).person({ firstName: 'Otra' });
    const [linked, stranger] = [sitsDown('Otra'), sitsDown('Nadie')];
    await whole.link(other, linked);
    await linked.presses('Iniciar Trabajo', card);
    await linked.sees('No se encontró la actividad.');
    await stranger.presses('Iniciar Trabajo', card);
    await stranger.sees('Vincula tu cuenta');
    expect(linked.reads() + stranger.reads()).not.toContain('Empacar');
    expect(anaSeat.read(card)).toContain('No iniciado');
    expect(await history(work)).toEqual([]);
  });

  it('a person who was deactivated is answered politely and does nothing', async () => {
    const card = await reminded();
    await whole.firm.app.db('users').where({ id: ana.id }).update({ isActive: false });
    await anaSeat.presses('Iniciar Trabajo', card);
    await anaSeat.sees('Tu usuario de Bitácora está inactivo.');
    expect(await history(work)).toEqual([]);
  });

  it('a person who no longer directs is refused in the words of the API', async () => {
    await whole.link(boss, bossSeat);
    await whole.firm.app.db('users').where({ id: boss.id }).update({ position: 'ANALISTA' });
    await bossSeat.writes('resumen');
    await bossSeat.sees('Solo gerentes, contralores, supervisores y desarrolladores pueden consultar los reportes.');
  });

  it('what a chat does not take goes by email within a quarter of an hour, once', async () => {
    await whole.link(ana, anaSeat);
    await anaSeat.sees('Tu cuenta quedó vinculada');
    const unavailable = Array(20).fill(503);
    if (service === 'slack') whole.slack.fail('chat.postMessage', ...unavailable.map((status) => ({ status })));
    else if (service === 'teams') whole.teams.service.failures.push(...unavailable);
    else whole.whatsapp.fail(...unavailable.map((status) => ({ code: 131000, status })));
    whole.later(1);
    await whole.remind();
    await vi.waitFor(
      async () => expect(await whole.firm.app.db('outbox').where({ recipientId: ana.id }).whereNotNull('lastError')).not.toHaveLength(0),
      30_000,
    );
    whole.slack.workspace.failures.clear();
    whole.teams.service.failures.length = 0;
    whole.whatsapp.state.failures.length = 0;
    whole.later(FALLEN_BACK_S);
    await whole.deliver();
    expect(hers().map(({ text }) => text.includes(`Empacar ${ana.id}`))).toEqual([true]);
    whole.later(FALLEN_BACK_S);
    await whole.deliver();
    expect(hers()).toHaveLength(1);
    expect(anaSeat.reads()).not.toContain('vence mañana');
  });

  it('a person who ends the link is a stranger again, and is informed by email', async () => {
    await whole.link(ana, anaSeat);
    await anaSeat.writes('desvincular');
    await anaSeat.presses('Desvincular', await anaSeat.offered('Desvincular'));
    await anaSeat.sees('Esta cuenta ya no está vinculada: lo que te llegaba por aquí te llegará por correo.');
    whole.later(1);
    await whole.remind();
    await whole.deliver();
    expect(hers()).toHaveLength(1);
    const countOffers = () => anaSeat.reads().split('Vincula tu cuenta').length;
    const before = countOffers();
    await anaSeat.writes('actividades');
    await vi.waitFor(() => expect(countOffers()).toBeGreaterThan(before), 30_000);
  });
});
