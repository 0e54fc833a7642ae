import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import type { Person } from '@bitacora/core/domain/people/person';
import Koa from 'koa';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPng } from '../../../../api/test/pictures.ts';
import { readPdf } from '../../../../api/test/read-pdf.ts';
import { day, given } from '../../../../core/test/factories.ts';
import { whatsappChannel } from '../../../src/channels/whatsapp/whatsapp-channel.ts';
import { botFlows } from '../../../src/messages/flows.ts';
import type { SentMessage } from '../../doubles/whatsapp/cloud-api.ts';
import type { WhatsAppPerson } from '../../doubles/whatsapp/person.ts';
import { createSeats, type Seat } from './seats.ts';
import { type WholeBot, wholeBot } from './whole-bot.ts';

const HOUR_S = 60 * 60;
const FALLEN_BACK_S = 10 * 60 + 1;
const patience = { timeout: 30_000, interval: 20 };
const photo = Buffer.from(await aPng());

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

/** Each test begins at the same hour of a working day, because nothing is said at rest. */
let elapsed = 0;
function later(seconds: number) {
  elapsed += seconds;
  whole.later(seconds);
}

let boss: Person;
let ana: Person;
let work: Activity;
let phone: WhatsAppPerson;
beforeEach(async () => {
  later(-elapsed);
  const make = given(whole.firm.app.db);
  boss = await make.manager({ firstName: 'Marta', lastName: 'Ríos' });
  ana = await make.person({ firstName: 'Ana', lastName: 'Paz' });
  work = await make.activity({ owner: boss, assignee: ana, dueOn: day('2026-11-25'), description: `Empacar ${ana.id}` });
  phone = whole.whatsapp.person('Ana Paz');
});

const history = async ({ id }: Pick<Activity, 'id'>) =>
  (await whole.firm.app.db('activityHistory').where({ activityId: id }).orderBy('id')).map(({ act, actorId, channel }) => [
    act,
    actorId,
    channel,
  ]);
const adminActs = async () =>
  (await whole.firm.app.db('adminHistory').where({ actorId: ana.id }).orderBy('id')).map(({ act, channel, after }) => [
    act,
    channel,
    after,
  ]);
const hers = () => whole.mails.filter(({ to, subject }) => to === ana.email && !subject.startsWith('Se vinculó'));
const links = () => whole.firm.app.db('chatLinks').where({ userId: ana.id });
const readCode = async () => (await (await whole.firm.app.as(ana)).client.createChatLinkCode({ isNotifiedHere: true })).code;
const sees = (words: string) => vi.waitFor(() => expect(phone.reads()).toContain(words), patience);
async function linkPhone() {
  await phone.says(`VINCULAR ${await readCode()}`);
  // The greeting has several parts, and none of them may come after the clock has gone on.
  const greetings = whole.firm.app.db('chatTasks').whereIn('chatLinkId', links().select('id')).whereNotNull('nextTryAt');
  await vi.waitFor(async () => expect(await greetings.clone()).toEqual([]), patience);
  await sees('BAJA');
}
const begin = async () => (await whole.firm.app.as(ana)).client.startActivity({ activityId: work.id });
/** Ana has said nothing for more than a day. */
async function linkPhoneYesterday() {
  later(-25 * HOUR_S);
  await linkPhone();
  later(25 * HOUR_S);
}
/** The boss reminds Ana of her work, which notifies her at once. */
async function remind() {
  await (await whole.firm.app.as(boss)).client.remindActivity({ activityId: work.id, message: '¿Cómo va?' });
}
const extend = async (to: string) =>
  (await whole.firm.app.as(boss)).client.extendDeadline({ activityId: work.id, extendedTo: day(to), reason: 'Llegó tarde' });
/** Resolves once the chat has refused so many notifications for now. */
const refusedForNow = (count: number) =>
  vi.waitFor(
    async () => expect(await whole.firm.app.db('outbox').where({ recipientId: ana.id }).whereNotNull('lastError')).toHaveLength(count),
    patience,
  );
const templates = () => whole.whatsapp.templates().filter(({ contact }) => contact === phone.contact);

describe('the link', () => {
  it('is made by the code of the profile, and not by a number or a code that was used, replaced or guessed', async () => {
    await phone.says('actividades');
    await sees('Aún no sé quién eres');
    await phone.says('VINCULAR AAAAA-AAAAA');
    expect(await links()).toEqual([]);
    const replaced = await readCode();
    const code = await readCode();
    await phone.says(`VINCULAR ${replaced}`);
    expect(await links()).toEqual([]);
    await phone.says(`vincular  ${code.toLowerCase().replace('-', ' ')}`);
    expect(await links()).toMatchObject([
      // WhatsApp writes a Mexican number with or without a 1 after the code of the country.
      { service: 'whatsapp', chatUserId: phone.contact.userId, phone: phone.contact.phone.replace(/^521/, '52') },
    ]);
    await sees('BAJA');
    const [added] = await adminActs();
    expect(added).toMatchObject(['chatLink.add', 'whatsapp', { consent: expect.any(String) }]);

    const thief = whole.whatsapp.person('Otra');
    await thief.says(`VINCULAR ${code}`);
    await thief.says('actividades');
    expect(thief.reads()).toContain('Aún no sé quién eres');
    expect(await links()).toHaveLength(1);
  });

  it('ends with a changed number, of which WhatsApp tells, and the old chat is nobody’s', async () => {
    await linkPhone();
    const old = { ...phone.contact };
    await phone.changesNumber('5215587654321');
    expect(await links()).toEqual([]);
    expect((await adminActs()).at(-1)).toMatchObject(['chatLink.remove', expect.anything(), { reason: 'numberChanged' }]);
    expect(phone.contact.userId).not.toBe(old.userId);
    await phone.says('actividades');
    await sees('Aún no sé quién eres');
    expect(phone.reads()).not.toContain('Empacar');
  });

  it('ends where the same account writes from another number, before anything is answered', async () => {
    await linkPhone();
    later(16 * 60);
    phone.contact.phone = '5215511112222';
    await phone.says(String(work.id));
    expect(await links()).toEqual([]);
    expect((await adminActs()).at(-1)).toMatchObject(['chatLink.remove', expect.anything(), { reason: 'numberChanged' }]);
    expect(phone.reads()).not.toContain(`Empacar ${ana.id}`);
  });

  it('stays where the person only hides the number', async () => {
    await linkPhone();
    later(16 * 60);
    phone.hidesPhone();
    await phone.says(String(work.id));
    await sees(`Empacar ${ana.id}`);
    expect(await links()).toHaveLength(1);
  });

  it.each(['BAJA', 'baja.', 'Stop', 'ALTO'])('ends with «%s», also in the middle of a question, and email takes over', async (words) => {
    await linkPhone();
    await begin();
    await phone.says(`${work.id} listo`);
    expect(whole.forms.has(phone.contact.userId)).toBe(true);
    await phone.says(words);
    await sees('ya no está vinculada');
    expect(await links()).toEqual([]);
    expect(await history(work)).toEqual([['start', ana.id, 'web']]);
    const before = phone.messages().length;
    await remind();
    await whole.deliver();
    expect(hers()).toHaveLength(1);
    expect(phone.messages()).toHaveLength(before);
    await phone.says('actividades');
    await sees('Aún no sé quién eres');
  });

  it('of a number from before Meta sent ids ends with BAJA too, and nobody is written to any more', async () => {
    await linkPhone();
    const { phone: number } = phone.contact;
    await links().update({ chatUserId: number });
    await phone.says('BAJA');
    await sees('ya no está vinculada');
    expect(await links()).toEqual([]);
  });

  it('of a deactivated person does nothing', async () => {
    await linkPhone();
    await whole.firm.app.db('users').where({ id: ana.id }).update({ isActive: false });
    await phone.says(`empezar ${work.id}`);
    await sees('inactivo');
    expect(await history(work)).toEqual([]);
  });
});

describe('a photo that answers no card', () => {
  it('goes to the activity that the person finds by its words, and more photos join the question', async () => {
    await linkPhone();
    const make = given(whole.firm.app.db);
    const own = await make.ownActivity(ana, { status: 'in_progress', description: `Limpiar bandejas ${ana.id}` });
    await make.ownActivity(ana, { status: 'in_progress', description: `Pesar tarimas ${ana.id}` });
    await phone.sendsImage(photo);
    await sees('¿De qué actividad es?');
    await phone.sendsImage(photo);
    await phone.says('bandejas limpiar');
    await sees('Las evidencias se han registrado correctamente.');
    expect(await history(own)).toEqual([['addEvidence', ana.id, 'whatsapp']]);
    expect(await whole.firm.app.db('images').where({ activityId: own.id })).toHaveLength(2);
  });

  it('that WhatsApp keeps no longer is told of, and nothing is written', async () => {
    await linkPhone();
    await begin();
    await phone.says(String(work.id));
    const card = phone.messages().at(-1);
    whole.whatsapp.state.addressMs = -1;
    const before = phone.messages().length;
    await phone.sendsImage(photo, { to: card });
    whole.whatsapp.state.addressMs = 5 * 60_000;
    expect(phone.messages().length).toBeGreaterThan(before);
    expect(await history(work)).toEqual([['start', ana.id, 'web']]);
  });
});

describe('after a day without a word of the person', () => {
  beforeEach(async () => {
    await linkPhoneYesterday();
    await begin();
  });

  it('one template a day asks, and each notification that nobody answers goes by email once', async () => {
    await remind();
    await vi.waitFor(() => expect(templates()).toHaveLength(1), patience);
    await refusedForNow(1);
    later(FALLEN_BACK_S);
    await whole.deliver();
    await vi.waitFor(async () => {
      await whole.deliver();
      expect(hers()).toHaveLength(1);
    }, patience);
    await extend('2026-12-15');
    await refusedForNow(1);
    later(FALLEN_BACK_S);
    await vi.waitFor(async () => {
      await whole.deliver();
      expect(hers()).toHaveLength(2);
    }, patience);
    expect(templates()).toHaveLength(1);
    expect(phone.reads()).not.toContain('¿Cómo va?');

    later(3 * 24 * HOUR_S);
    await remind();
    await vi.waitFor(() => expect(templates()).toHaveLength(2), patience);
  });

  it('the answer to the template brings the card, and no email', async () => {
    await remind();
    await vi.waitFor(() => expect(templates()).toHaveLength(1), patience);
    await phone.presses('Ver mis actividades', templates()[0] as never, { times: 3 });
    await sees(`Empacar ${ana.id}`);
    later(3 * 60);
    await sees('¿Cómo va?');
    later(FALLEN_BACK_S);
    await whole.deliver();
    expect(hers()).toEqual([]);
    expect(phone.reads().split('¿Cómo va?')).toHaveLength(2);
  });

  it('a template that Meta refuses leaves all to the email', async () => {
    whole.whatsapp.state.templateRefusal = 132015;
    await remind();
    await refusedForNow(1);
    later(FALLEN_BACK_S);
    await vi.waitFor(async () => {
      await whole.deliver();
      expect(hers()).toHaveLength(1);
    }, patience);
    whole.whatsapp.state.templateRefusal = null;
    expect(templates()).toEqual([]);
  });
});

it('what a WhatsApp that is away does not take goes by email within a quarter of an hour, once', async () => {
  await linkPhone();
  whole.whatsapp.fail(...Array(30).fill({ code: 131000, status: 503 }));
  await remind();
  await refusedForNow(1);
  whole.whatsapp.state.failures.length = 0;
  later(FALLEN_BACK_S);
  await vi.waitFor(async () => {
    await whole.deliver();
    expect(hers()).toHaveLength(1);
  }, patience);
  later(FALLEN_BACK_S);
  await whole.deliver();
  expect(hers()).toHaveLength(1);
  expect(phone.reads()).not.toContain('¿Cómo va?');
});

it('what WhatsApp took and reports as failed an hour later goes by email, once', async () => {
  await linkPhone();
  whole.whatsapp.announces(['sent']);
  await remind();
  await sees('¿Cómo va?');
  const outbox = () => whole.firm.app.db('outbox').where({ recipientId: ana.id, activityId: work.id }).select('channel', 'sentAt');
  await vi.waitFor(async () => expect(await outbox()).toMatchObject([{ channel: 'chat', sentAt: expect.any(Date) }]), patience);
  later(3_600);
  const message = whole.whatsapp.state.sent.findLast(({ body }) => body.biz_opaque_callback_data) as SentMessage;
  const status = whole.whatsapp.makeStatus({ ...message, failedWith: 131026 }, 'failed', message.body.biz_opaque_callback_data);
  await whole.whatsapp.deliver({ statuses: [status, status] });
  await whole.whatsapp.deliver({ statuses: [status] });
  await whole.deliver();
  await whole.deliver();
  expect(hers()).toHaveLength(1);
  expect(await outbox()).toMatchObject([{ channel: 'email', sentAt: expect.any(Date) }]);
  whole.whatsapp.announces(['sent', 'delivered']);
});

it('a bot that dies before it acknowledges gets the event again, and the next one acts once', async () => {
  await linkPhone();
  const { url } = whole;
  const settings = { ...whole.whatsapp.settings, publicUrl: 'http://bitacora.demo.mx' };
  const other = whatsappChannel({ settings, ...whole.firm.bot.forChannels, log: pino({ level: 'silent' }), now: whole.whatsapp.state.now });
  const app = new Koa().use(async (ctx, next) => {
    await next();
    // The process ends after its work and before its acknowledgement.
    ctx.req.socket.destroy();
  });
  const dying = createServer(app.use(other.middleware).callback());
  await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve));
  whole.whatsapp.botAt(`http://127.0.0.1:${(dying.address() as AddressInfo).port}`);
  await phone.says(`empezar ${work.id}`);
  await phone.says(`${work.id} Va la mitad`);
  // A second comment would be taken as well, so only the key of the event keeps it from coming twice.
  await phone.presses(botFlows.commentSend, phone.offered(botFlows.commentSend) as never);
  await vi.waitFor(async () => expect(await history(work)).toHaveLength(2), patience);
  dying.closeAllConnections();
  dying.close();
  whole.whatsapp.botAt(url);
  expect(whole.whatsapp.undelivered.length).toBeGreaterThanOrEqual(3);
  await whole.whatsapp.redeliver();
  await whole.whatsapp.settled();
  expect(await history(work)).toEqual([
    ['start', ana.id, 'whatsapp'],
    ['comment', ana.id, 'whatsapp'],
  ]);
});

it('a worker who never opened the web beyond the code does the work in WhatsApp, and a supervisor judges it in Slack', async () => {
  const { db } = whole.firm.app;
  const bossSeat: Seat = createSeats('slack', whole)('Marta Ríos');
  await whole.link(boss, bossSeat);
  await linkPhoneYesterday();
  await whole.firm.app.db('activities').where({ id: work.id }).update({ dueOn: '2026-11-22' });
  await whole.remind();
  const [template] = await vi.waitFor(() => {
    expect(templates()).toHaveLength(1);
    return templates();
  }, patience);
  if (!template) throw new Error('no template');

  await phone.presses('Ver mis actividades', template, { times: 2 });
  await sees(`Empacar ${ana.id}`);
  await phone.says(`empezar ${work.id}`, { times: 3 });
  await sees('En progreso');
  const card = phone.messages().findLast((message) => message.body.type === 'interactive');
  await phone.sendsImage(photo, { to: card, times: 3 });
  await sees('Las evidencias se han registrado correctamente.');
  await phone.presses('Marcar completado', phone.offered('Marcar completado') as never, { times: 3 });
  await phone.says('Quedó en doce cajas', { times: 3 });
  await sees('La actividad se ha marcado como completada.');

  await bossSeat.sees('Quedó en doce cajas');
  await bossSeat.sees('1 imagen');
  await bossSeat.presses('Rechazar', await bossSeat.offered('Rechazar'), 2);
  await bossSeat.fills({ comment: 'Falta la etiqueta' }, { times: 2 });

  await sees('Falta la etiqueta');
  await phone.sendsImage(photo, { to: phone.messages().findLast(({ body }) => body.type === 'interactive'), words: 'Ya con etiqueta' });
  await phone.says(`${work.id} listo`);
  await phone.says('Etiquetadas las doce');
  await bossSeat.sees('Etiquetadas las doce');
  await bossSeat.presses('Verificar', await bossSeat.offered('Verificar'), 2);
  await vi.waitFor(
    async () => expect(await db('activities').where({ id: work.id }).first('status')).toEqual({ status: 'verified' }),
    patience,
  );
  await sees('verificó tu actividad');

  const acts = await history(work);
  expect(acts.filter(([, actor]) => actor === ana.id).every(([, , channel]) => channel === 'whatsapp')).toBe(true);
  expect(acts).toEqual([
    ['start', ana.id, 'whatsapp'],
    ['addEvidence', ana.id, 'whatsapp'],
    ['complete', ana.id, 'whatsapp'],
    ['reject', boss.id, 'slack'],
    ['addEvidence', ana.id, 'whatsapp'],
    ['comment', ana.id, 'whatsapp'],
    ['complete', ana.id, 'whatsapp'],
    ['approve', boss.id, 'slack'],
  ]);
  const { bytes } = await (await whole.firm.app.as(boss)).call('GET', `/api/activity_record/${work.id}`);
  const record = (await readPdf(bytes)).text;
  for (const words of ['Ana Paz', 'Marta Ríos', 'Quedó en doce cajas', 'Falta la etiqueta', 'Etiquetadas las doce', 'WhatsApp', 'Slack'])
    expect(record).toContain(words);
  expect(record.match(/SHA-256 [0-9a-f]{64}/g)).toHaveLength(2);
});
