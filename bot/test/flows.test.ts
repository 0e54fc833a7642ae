import { chosenKinds, summaryKinds } from '@bitacora/core/domain/notifications/notification';
import type { Person } from '@bitacora/core/domain/people/person';
import { nameChatEntrances } from '@bitacora/core/use-cases/chat/chat-links';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aHeic } from '../../api/test/heic.ts';
import { aPdf } from '../../api/test/pdfs.ts';
import { aPng } from '../../api/test/pictures.ts';
import { expectWithin } from '../../core/test/deep.ts';
import { aChecklist, day, given, NOW } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { storeWords } from '../../core/test/stored-words.ts';
import type { Card, CardImage, FormField } from '../src/card.ts';
import { greetCard } from '../src/cards/account-cards.ts';
import { botWhatsapp } from '../src/messages/chats.ts';
import type { Asker, ChatAnswer } from '../src/request.ts';
import { type Company, company, labelsOn, pressOn, readCard, readSentence, titlesByHeading } from './company.ts';

let firm: Company;
beforeAll(async () => {
  firm = await company();
});
beforeEach(() => firm.app.wipe());
afterAll(() => firm.close());

const rows = () => given(firm.app.db);
const says = (asker: Asker, words: string, place?: { conversation: string; name: string }) =>
  firm.answer({ kind: 'command', words, place, asker, deliveryId: firm.delivery() });
const presses = (asker: Asker, press: { flow: string }, deliveryId = firm.delivery()) =>
  firm.answer({ kind: 'press', press, asker, deliveryId });
const sends = (asker: Asker, press: { flow: string }, values: Record<string, string>, deliveryId = firm.delivery()) =>
  firm.answer({ kind: 'submit', press, values, asker, deliveryId });

async function ana() {
  const person = await rows().person({ firstName: 'Ana', lastName: 'Paz' });
  return { person, asker: await firm.link(person) };
}

type Form = { kind: 'form'; form: { press: { flow: string }; fields: FormField[]; intro: string } };
const readForm = (answer: ChatAnswer) => (answer as unknown as Form).form;

describe('lists', () => {
  it('has what was rejected first, then what is overdue, what is due within a week, the rest, and what waits for a verdict', async () => {
    const { person, asker } = await ana();
    const at = (dueOn: string, status: 'not_started' | 'completed' = 'not_started') =>
      rows().activity({ assignee: person, dueOn: day(dueOn), description: dueOn, status });
    const [later, week, today, late] = [await at('2026-11-28'), await at('2026-11-27'), await at('2026-11-20'), await at('2026-11-19')];
    const delivered = await at('2026-11-18', 'completed');
    const rejected = await rows().activity({ assignee: person, status: 'in_progress', description: 'mal', rejectedAt: NOW });
    const waiting = await rows().activity({ owner: person, status: 'completed', description: 'de otro' });

    const card = readCard(await says(asker, 'Actividades'));
    const title = ({ id, description }: typeof later) => `${id} · ${description}`;
    expect(titlesByHeading(card)).toEqual({
      'Rechazadas · 1': [title(rejected)],
      'Vencidas · 1': [title(late)],
      'Por vencer · 2': [title(today), title(week)],
      'Las demás · 2': [title(later), title(delivered)],
      'Por verificar · 1': [title(waiting)],
    });
    expect(card.intro).toBe('1 rechazada, 1 vencida, 2 por vencer, 2 más y 1 por verificar. Rechazadas, luego por fecha');
    expect(card.groups.flatMap(({ items }) => items.map(({ tone }) => tone))).toEqual([
      'soon',
      'overdue',
      'overdue',
      'soon',
      'calm',
      'calm',
      'calm',
    ]);
  });

  it('offers the nearest words where a search finds nothing, and searches for the one that is pressed', async () => {
    const { person, asker } = await ana();
    await rows().activity({ assignee: person, description: 'Limpiar el pasteurizador', status: 'in_progress', rejectedAt: NOW });
    await storeWords(firm.app.db);
    const nothing = await says(asker, 'buscar pasteurisador');
    expect(labelsOn(readCard(nothing))).toEqual(['¿Buscabas «pasteurizador»?']);
    const found = readCard(await presses(asker, pressOn(nothing, '¿Buscabas «pasteurizador»?')));
    expect(found.groups[0]?.items[0]?.facts[0]).toEqual({ label: 'Estado', value: 'En progreso · Rechazada' });
  });

  it('shows eight at a time, and a heading counts all of them', async () => {
    const { person, asker } = await ana();
    for (let n = 0; n < 11; n++) await rows().activity({ assignee: person });
    const first = await says(asker, '');
    expect(readCard(first).activityIds).toHaveLength(8);
    expect(Object.keys(titlesByHeading(readCard(first)))).toEqual(['Por vencer · 11']);
    expect(labelsOn(readCard(first))).not.toContain('Anteriores');
    const second = await presses(asker, pressOn(first, 'Ver más'));
    expect(readCard(second)).toMatchObject({ note: '9 a 11 de 11' });
    expect(labelsOn(readCard(second))).not.toContain('Ver más');
    expect(readCard(await presses(asker, pressOn(second, 'Anteriores'))).note).toBe('1 a 8 de 11');
  });

  it('says so where there is nothing', async () => {
    const { asker } = await ana();
    expect(readCard(await says(asker, 'pendientes')).groups).toEqual([{ items: [], empty: 'No tienes actividades pendientes.' }]);
    expect(readCard(await says(asker, 'por verificar')).groups).toEqual([{ items: [], empty: 'Nadie espera tu verificación.' }]);
  });

  it('shows the home as a card in every case', async () => {
    const { person, asker } = await ana();
    const home = () => firm.answer({ kind: 'home', asker, deliveryId: firm.delivery() });
    expect(readCard(await home()).title).toBe('Actividades de Ana Paz');
    await firm.app.db('users').where({ id: person.id }).update({ isActive: false });
    expect(readCard(await home()).intro).toMatch(/inactiv/);
  });
});

describe('one activity', () => {
  it('is shown by its folio with every act open to this person, and leads back to where they came from', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().activity({ assignee: person, status: 'in_progress' });
    const list = await says(asker, 'actividades');
    const one = await presses(asker, pressOn(list, 'Ver'));
    expect(labelsOn(readCard(one))).toEqual([
      ...['Marcar completado', 'Agregar Comentario', 'Poner en pausa', 'Pedir prórroga', 'Abrir en la web', 'Volver'],
    ]);
    expect(readCard(await presses(asker, pressOn(one, 'Volver'))).title).toBe('Mis actividades');
    expect(readCard(await says(asker, `Actividad #${id}`)).title).toBe(`Actividad ${id}`);
  });

  it('does not exist for people it does not concern, by folio as by link', async () => {
    const { asker } = await ana();
    const { id } = await rows().activity();
    expect(readSentence(await says(asker, String(id)))).toBe('No se encontró la actividad.');
    const looked = await firm.answer({ kind: 'look', activityId: id, asker, deliveryId: firm.delivery() });
    expect(readSentence(looked)).toBe('No se encontró la actividad.');
  });
});

async function assigned(extra: object = {}) {
  const boss = await rows().manager({ firstName: 'Rosa', lastName: 'Gil' });
  const assignee = await rows().person({ firstName: 'Ana', lastName: 'Paz' });
  const topic = await rows().topic({ department: assignee.department });
  const { id } = await rows().activity({ owner: boss, assignee, topic, status: 'in_progress', ...extra });
  return { boss, assignee, id, asker: await firm.link(boss) };
}

const writeFacts = (card: Card) => card.groups[0]?.items[0]?.facts.map(({ label, value }) => `${label}: ${value}`);

describe('what the owner pushes', () => {
  const openForm = (answer: ChatAnswer) => {
    if (answer.kind !== 'form') throw new Error(JSON.stringify(answer));
    return answer.form;
  };
  const readLastAct = (activityId: number) => firm.app.db('activityHistory').where({ activityId }).orderBy('id', 'desc').first();

  it('is offered on the card, and only «Verificar» asks first', async () => {
    const { asker, id, assignee } = await assigned();
    const card = readCard(await says(asker, String(id)));
    expect(labelsOn(card)).toEqual([
      ...['Recordar', 'Agregar Comentario', 'Poner en pausa', 'Extender fecha', 'Reasignar', 'Corregir', 'Abrir en la web'],
    ]);
    const correct = card.buttons?.find(({ label }) => label === 'Corregir');
    expect(correct).toEqual({ label: 'Corregir', url: `http://bitacora.demo.mx/Consult_Activitie_Assigned/${id}` });
    const theirs = await firm.link(assignee);
    const own = readCard(await says(theirs, String(id)));
    expect(labelsOn(own)).not.toEqual(expect.arrayContaining(['Recordar']));
    expect(labelsOn(own)).not.toEqual(expect.arrayContaining(['Reasignar']));
    const { id: waiting } = await rows().ownActivity(assignee, { status: 'not_started' });
    const buttons = readCard(await says(theirs, String(waiting))).groups[0]?.items[0]?.buttons;
    expect(buttons?.find(({ label }) => label === 'Iniciar Trabajo')).not.toHaveProperty('confirm');
  });

  it('a reminder has a message or none, and is refused twice a day with the hour of the first', async () => {
    const { asker, id } = await assigned();
    const press = pressOn(await says(asker, String(id)), 'Recordar');
    const form = openForm(await presses(asker, press));
    expect(form.fields).toMatchObject([{ name: 'message', isRequired: false, maxLength: 300 }]);
    expect(readSentence(await sends(asker, press, { message: 'Hoy, por favor' }))).toBe('Recordatorio enviado.');
    expect(await readLastAct(id)).toMatchObject({ act: 'remind', note: 'Hoy, por favor', channel: 'slack' });
    expect(readSentence(await sends(asker, press, { message: '' }))).toContain('Hoy ya se envió un recordatorio');
  });

  it('more time is asked for, and granted as asked or declined with a reason', async () => {
    const { asker, id, assignee } = await assigned({ dueOn: day('2026-11-27') });
    const theirs = await firm.link(assignee);
    const ask = pressOn(await says(theirs, String(id)), 'Pedir prórroga');
    expect(openForm(await presses(theirs, ask)).fields).toMatchObject([
      { name: 'requestedTo', earliest: '2026-11-27', isRequired: true },
      { name: 'reason', isRequired: true },
    ]);
    const request = { requestedTo: '2026-12-10', reason: 'No llega el material' };
    expect(readSentence(await sends(theirs, ask, request))).toBe('Prórroga pedida.');
    expect(labelsOn(readCard(await says(theirs, String(id))))).toEqual(expect.arrayContaining(['Retirar petición']));

    const card = await says(asker, String(id));
    expect(writeFacts(readCard(card))).toContain('Pide prórroga: 10 dic 2026: No llega el material');
    expect(labelsOn(readCard(await says(asker, 'asignadas')))).toEqual(expect.arrayContaining(['Conceder', 'No conceder']));
    const no = pressOn(card, 'No conceder');
    expect(openForm(await presses(asker, no)).fields).toMatchObject([{ name: 'comment', isRequired: true }]);
    await sends(asker, no, { comment: 'El cliente espera' });
    expect(await readLastAct(id)).toMatchObject({ act: 'declineExtension', note: 'El cliente espera', channel: 'slack' });

    await sends(theirs, ask, request);
    const yes = pressOn(await says(asker, String(id)), 'Conceder');
    expect(openForm(await presses(asker, yes)).fields).toMatchObject([{ value: '2026-12-10' }, { value: 'No llega el material' }]);
    await sends(asker, yes, { extendedTo: '2026-12-10', reason: 'No llega el material' });
    expect(await readLastAct(id)).toMatchObject({ act: 'extend' });
  });

  it('another responsible is chosen from those who may have the work, or searched among very many', async () => {
    const { asker, id, assignee } = await assigned();
    const luz = await rows().person({ firstName: 'Luz', lastName: 'Marín' });
    await rows().person({ firstName: 'Otro', department: 'OTRO' });
    const press = pressOn(await says(asker, String(id)), 'Reasignar');
    const form = openForm(await presses(asker, press));
    expect(form.intro).toContain('Ahora es de Ana Paz.');
    expect(form.fields[0]).toMatchObject({ name: 'assigneeId', kind: 'choice', isRequired: true });
    const people = form.fields[0]?.options?.map(({ value }) => Number(value));
    expect(people).toContain(luz.id);
    expect(people).not.toContain(assignee.id);
    expect(openForm(await sends(asker, press, { assigneeId: '' })).fields[0]).toMatchObject({ error: 'Este campo es obligatorio.' });

    for (let n = 0; n < 48; n++) await rows().person({ firstName: 'Juan', lastName: `Cruz ${n}` });
    expect(openForm(await presses(asker, press)).fields[0]).toMatchObject({
      kind: 'text',
      hint: expect.stringContaining('parte del nombre'),
    });
    const search = async (assigneeId: string) => openForm(await sends(asker, press, { assigneeId, reason: 'Vacaciones' })).fields;
    expect((await search('nadie así'))[0]).toMatchObject({ kind: 'text', error: 'Nadie que pueda recibir esta actividad se llama así.' });
    const [personField, reason] = await search('MARIN luz');
    expect(personField).toMatchObject({ kind: 'choice', options: [{ value: String(luz.id) }], error: 'Elige a la persona en la lista.' });
    expect(reason).toMatchObject({ value: 'Vacaciones' });
    expect(readSentence(await sends(asker, press, { assigneeId: String(luz.id), reason: 'Vacaciones' }))).toBe(
      'Actividad reasignada correctamente.',
    );
    expect(await firm.app.db('activities').where({ id }).first()).toMatchObject({ assigneeId: luz.id });
  });

  it('the card says who rejected the work and why, and that others got the same', async () => {
    const { boss, asker, id, assignee } = await assigned({ status: 'completed', batchId: '7d7a1c6e-7f4b-4f0e-8a67-0c1f7f6f5a11' });
    await rows().activity({ owner: boss, batchId: '7d7a1c6e-7f4b-4f0e-8a67-0c1f7f6f5a11' });
    await (await firm.app.as(boss)).client.validateActivity({ activityId: id, comment: 'Falta la firma', verdict: 'Rejected' });
    const readFacts = (card: Card) => Object.fromEntries(card.groups[0]?.items[0]?.facts.map(({ label, value }) => [label, value]) ?? []);
    expect(readFacts(readCard(await says(asker, String(id))))).toMatchObject({
      Rechazada: 'Rosa Gil: Falta la firma',
      Asignación: 'Asignada junto con otra',
    });
    const list = readCard(await says(await firm.link(assignee), 'actividades'));
    expect(readFacts(list)).toMatchObject({ Estado: 'En progreso · Rechazada' });
  });
});

describe('a verdict', () => {
  it('is asked with the evidence at addresses that need no login, the last two comments and the resolution', async () => {
    const { boss, asker, id, assignee } = await assigned({ status: 'in_progress' });
    const [theirs, own] = [(await firm.app.as(assignee)).client, (await firm.app.as(boss)).client];
    for (const body of ['uno', 'dos', 'tres']) await theirs.commentActivity({ activityId: id, body });
    await theirs.addEvidence({ activityId: id, images: [new File([await aPng()], 'acta.png', { type: 'image/png' })] });
    await theirs.addDocuments({ activityId: id, documents: [new File([new Uint8Array(aPdf())], 'acta.pdf')] });
    await theirs.completeActivity({ activityId: id, resolution: 'Quedó en doce cajas' });
    const card = readCard(await says(asker, String(id)));
    expect(writeFacts(card)?.slice(-5)).toEqual([
      'Resolución final: Quedó en doce cajas',
      'Evidencias: 1 imagen',
      'Documentos: 1',
      'Comentó Ana Paz: dos',
      'Comentó Ana Paz: tres',
    ]);
    const [image] = card.groups[0]?.items[0]?.images ?? [];
    expect(image?.alt).toBe('Evidencia 1: acta.png');
    const bytes = await firm.bot.forChannels.readImage(image as CardImage);
    expect(bytes.type).toBe('image/png');

    const facts = writeFacts(readCard(await says(asker, 'por verificar')));
    expect(facts?.slice(-2)).toEqual(['Resolución final: Quedó en doce cajas', 'Evidencias: 1 imagen']);
    expect(writeFacts(readCard(await says(await firm.link(assignee), String(id))))?.join()).not.toContain('Comentó');
    await own.validateActivity({ activityId: id, comment: null, verdict: 'Verified' });
    expect(readCard(await says(asker, String(id))).groups[0]?.items[0]).not.toHaveProperty('images');
  });

  it('says so where nothing was attached', async () => {
    const { asker, id } = await assigned({ status: 'completed' });
    expect(writeFacts(readCard(await says(asker, String(id))))).toContain('Evidencias: Sin evidencias');
    expect(writeFacts(readCard(await says(asker, 'por verificar')))).toContain('Evidencias: Sin evidencias');
  });
});

describe('acts', () => {
  it('asks again in the same form, with the sentence at its field and what was typed kept', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { dueOn: day('2026-11-27') });
    const reply = await presses(asker, pressOn(await says(asker, String(id)), 'Extender fecha'));
    expect(reply).toMatchObject({
      kind: 'form',
      form: {
        fields: [
          { name: 'extendedTo', earliest: '2026-11-27', isRequired: true },
          { isRequired: true, maxLength: 2000 },
        ],
      },
    });
    const values = { extendedTo: '2026-11-20', reason: 'Llegó tarde el material' };
    const again = await sends(asker, (reply as never as { form: { press: { flow: string } } }).form.press, values);
    expect(again).toMatchObject({
      kind: 'form',
      form: {
        fields: [
          { value: '2026-11-20', error: 'La nueva fecha no puede ser anterior al 27 nov 2026.' },
          { value: 'Llegó tarde el material' },
        ],
      },
    });
  });

  it('does not register work with a last day that does not repeat', async () => {
    const { asker } = await ana();
    const topic = await rows().topic();
    const form = { topicId: String(topic.id), description: 'Contar', dueOn: '2026-11-27', priority: 'normal', repeatUntil: '2026-12-31' };
    const again = readForm(await sends(asker, { flow: 'newActivity' }, form));
    expect(again.fields.find(({ name }) => name === 'repeatUntil')).toMatchObject({
      value: '2026-12-31',
      error: 'El lapso de repetición solo se elige cuando la actividad es repetible.',
    });
  });

  it.each([
    ['complete', 'in_progress', ['resolution']],
    ['comment', 'in_progress', ['body']],
    ['pause', 'in_progress', []],
    ['resume', 'on_pause', []],
    ['extend', 'in_progress', ['extendedTo', 'reason']],
    ['reject', 'completed', ['comment']],
  ] as const)('marks as required in the form of %s what the API would miss', async (flow, status, required) => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { status });
    const press = { flow, activity: id, view: '' };
    const reply = await presses(asker, press);
    const readFields = (answer: ChatAnswer) => (answer.kind === 'form' ? answer.form.fields : []);
    const isText = ({ kind, maxLength }: FormField) => kind !== 'longText' || maxLength === 2000;
    expect(readFields(reply).every(isText)).toBe(true);
    expect(readFields(reply).flatMap(({ name, isRequired }) => (isRequired ? [name] : []))).toEqual(required);
    const blank = await sends(asker, press, {});
    expect(readFields(blank).flatMap(({ name, error }) => (error ? [name] : []))).toEqual(required);
  });

  it('says by a stale button why not and who did what, and draws the card as it is now', async () => {
    const { person, asker } = await ana();
    await rows().ownActivity(person);
    const list = await says(asker, 'actividades');
    const start = pressOn(list, 'Iniciar Trabajo');
    await presses(asker, start);
    const stale = await presses(asker, start);
    expect(readSentence(stale)).toMatch(
      /^La actividad está en estado «En progreso» y así no es posible iniciar el trabajo\. Ana Paz inició el trabajo desde Slack el 20 nov 2026, 12:00\.$/,
    );
    expect(labelsOn(readCard(stale))).toContain('Marcar completado');
  });

  it('acts once however often one event is delivered, and answers alike', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { status: 'in_progress' });
    const press = { flow: 'comment', activity: id, view: '' };
    const delivery = firm.delivery();
    const answers = await Promise.all([1, 2, 3, 4].map(() => sends(asker, press, { body: 'Va bien' }, delivery)));
    expect(answers.map(readSentence)).toEqual(Array(4).fill('Comentario registrado'));
    expect(await firm.app.db('comments')).toHaveLength(1);
    await sends(asker, press, { body: 'Va bien' });
    expect(await firm.app.db('comments')).toHaveLength(2);
  });

  it('refuses buttons that no card of ours has', async () => {
    const { asker } = await ana();
    for (const press of [
      { flow: 'cancel', activity: 1 },
      { flow: 'toString' },
      { flow: 'start', activity: 'x' },
      { flow: 'view', view: 'constructor:1' },
      { flow: 'addEvidence', activity: 1, images: '[1' },
    ])
      expect(readSentence(await presses(asker, press))).toBe('Este botón ya no sirve. Escribe «actividades» para ver lo actual.');
  });
});

describe('a checklist', () => {
  const TEXTS = ['Sellos', 'Extintores', 'Acta firmada'];

  async function openChecklist(texts = TEXTS, minimumImages = 0) {
    const { person, asker } = await ana();
    const { id } = await rows().activity({ assignee: person, status: 'in_progress', checklist: aChecklist(texts), minimumImages });
    const ticked = async () =>
      (await firm.app.db('activities').where({ id }).first('checklist')).checklist
        .filter(({ tickedAt }: { tickedAt: unknown }) => tickedAt !== null)
        .map(({ text }: { text: string }) => text);
    return {
      asker,
      id,
      ticked,
      open: async () => readForm(await presses(asker, pressOn(await says(asker, String(id)), 'Lista de verificación'))),
    };
  }

  it('is ticked and unticked in a form, and the card counts', async () => {
    const { asker, ticked, open } = await openChecklist();
    const first = await open();
    expect(first.fields).toMatchObject([
      { name: 'items0', kind: 'boxes', isRequired: false, value: '', options: [{ value: '1', label: 'Sellos' }, {}, {}] },
    ]);
    const answer = await sends(asker, first.press, { items0: '1,3' });
    expect(readSentence(answer)).toBe('Lista de verificación: 2 de 3.');
    expect(await ticked()).toEqual(['Sellos', 'Acta firmada']);
    const second = await open();
    expect(second.fields[0]?.value).toBe('1,3');
    await sends(asker, second.press, { items0: '2,3' });
    expect(await ticked()).toEqual(['Extintores', 'Acta firmada']);
  });

  it('takes back no tick that was made since the form was drawn', async () => {
    const { asker, ticked, open } = await openChecklist();
    const [first, second] = [await open(), await open()];
    await sends(asker, first.press, { items0: '1' });
    await sends(asker, second.press, { items0: '2' });
    expect(await ticked()).toEqual(['Sellos', 'Extintores']);
  });

  it('of twenty items has two fields of ten', async () => {
    const { asker, ticked, open } = await openChecklist(Array.from({ length: 20 }, (_, n) => `Punto ${n + 1}`));
    const form = await open();
    expect(form.fields.map(({ label, options }) => [label, options?.length])).toEqual([
      ['Lista de verificación (1 a 10)', 10],
      ['Lista de verificación (11 a 20)', 10],
    ]);
    await sends(asker, form.press, { items0: '1', items1: '20' });
    expect(await ticked()).toEqual(['Punto 1', 'Punto 20']);
  });

  it('is named by the form that completes, and by its refusal, which keeps the words', async () => {
    const { asker, id } = await openChecklist(TEXTS, 1);
    const form = readForm(await presses(asker, pressOn(await says(asker, String(id)), 'Marcar completado')));
    expect(form.intro).toContain('Falta marcar: Sellos, Extintores, Acta firmada.');
    const again = readForm(await sends(asker, form.press, { resolution: 'Quedó listo' }));
    const error = 'Falta marcar: Sellos, Extintores, Acta firmada. Falta 1 imagen.';
    expect(again.fields).toMatchObject([{ name: 'resolution', value: 'Quedó listo', error }]);
  });

  it('has no button where there is none', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { status: 'in_progress' });
    expect(labelsOn(readCard(await says(asker, String(id))))).not.toContain('Lista de verificación');
  });
});

describe('evidence', () => {
  const sendImages = (asker: Asker, names: readonly string[], activityIds: readonly number[]) =>
    firm.answer({
      kind: 'images',
      images: names.map((name) => ({ name, reference: name })),
      words: '',
      activityIds,
      asker,
      deliveryId: firm.delivery(),
    });
  beforeEach(async () => {
    firm.chats.slack.files.set('a.png', new Blob([await aPng()], { type: 'image/png' }));
  });

  it('goes at once to the one activity of the card it answers', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { status: 'in_progress' });
    expect(readSentence(await sendImages(asker, ['a.png'], [id]))).toBe('Las evidencias se han registrado correctamente.');
    expect(await firm.app.db('images').where({ activityId: id })).toMatchObject([{ name: 'a.png' }]);
  });

  it('takes a photo of an iPhone, which becomes a JPEG', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { status: 'in_progress' });
    firm.chats.slack.files.set('IMG_1.HEIC', new Blob([new Uint8Array(aHeic())], { type: 'image/heic' }));
    expect(readSentence(await sendImages(asker, ['IMG_1.HEIC'], [id]))).toBe('Las evidencias se han registrado correctamente.');
    expect(await firm.app.db('images').where({ activityId: id })).toMatchObject([{ name: 'IMG_1.jpg', mediaType: 'image/jpeg' }]);
  });

  it('of both kinds goes to both: a PDF is a document', async () => {
    firm.chats.slack.files.set('acta.PDF', new Blob([new Uint8Array(aPdf())], { type: 'application/pdf' }));
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { status: 'in_progress' });
    expect(readSentence(await sendImages(asker, ['a.png', 'acta.PDF'], [id]))).toBe('Las evidencias se han registrado correctamente.');
    const { client } = await firm.app.as(person);
    expect(await client.readActivity({ activityId: id, include: ['evidence', 'documents'] })).toMatchObject({
      evidence: [{ name: 'a.png' }],
      documents: [{ name: 'acta.PDF', pages: 1 }],
    });
    const form = readForm(await sendImages(asker, ['acta.PDF'], []));
    expect(form.intro).toBe('Recibí 1 documento.');
    const added = await sends(asker, form.press, { activity: String(id), words: 'La firmada' });
    expect(readCard(added).title).toBe(`Documento agregado a la actividad ${id}`);
    const names = Array.from({ length: 5 }, (_, index) => `${index}.pdf`);
    expect(readSentence(await sendImages(asker, names, [id]))).toBe('Solo puedes cargar un máximo de 4 documentos.');
  });

  it('is asked about where several could be meant, of which only those that take it are offered', async () => {
    const { person, asker } = await ana();
    const [one, two] = [
      await rows().ownActivity(person, { status: 'in_progress' }),
      await rows().ownActivity(person, { status: 'on_pause' }),
    ];
    await rows().ownActivity(person);
    const form = readForm(await sendImages(asker, ['a.png'], []));
    expect(form.fields[0]?.options?.map(({ value }) => value)).toEqual([String(one.id), String(two.id)]);
    const again = readForm(await sends(asker, form.press, { activity: '', words: 'Así quedó' }));
    expect(again.fields).toMatchObject([{ error: 'Este campo es obligatorio.' }, { value: 'Así quedó' }]);
    const added = await sends(asker, again.press, { activity: String(one.id), words: 'Así quedó' });
    expect(readCard(added).title).toBe(`Evidencia agregada a la actividad ${one.id}`);
    expect(readCard(added).intro).toBe('Con el comentario «Así quedó». Si lo deshaces, la evidencia se queda.');
    const undone = await presses(asker, pressOn(added, 'Deshacer solo el comentario'));
    expect(readCard(undone).title).toBe(`Comentario retirado de la actividad ${one.id}`);
    expect(await firm.app.db('images')).toMatchObject([{ activityId: one.id }]);
    expect(await firm.app.db('comments')).toMatchObject([{ activityId: one.id, body: 'Así quedó' }]);
  });

  it('takes nothing of a message with words that are too long', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person, { status: 'in_progress' });
    const long = await firm.answer({
      kind: 'images',
      images: [{ name: 'a.png', reference: 'a.png' }],
      words: 'x'.repeat(2_001),
      activityIds: [id],
      asker,
      deliveryId: firm.delivery(),
    });
    expect(readSentence(long)).toMatch(/^Un comentario tiene a lo más 2,000 letras y el tuyo 2,001\./);
    expect(await firm.app.db('images')).toEqual([]);
  });

  it('a reply to a card of several activities asks which; one of our words is no comment', async () => {
    const { person, asker } = await ana();
    const [one, two] = [
      await rows().ownActivity(person, { status: 'in_progress' }),
      await rows().ownActivity(person, { status: 'in_progress' }),
    ];
    const replies = (words: string) =>
      firm.answer({ kind: 'reply', words, activityIds: [one.id, two.id], asker, deliveryId: firm.delivery() });
    expect(readCard(await replies('Ayuda')).title).toBe('Qué puedo hacer');
    const form = readForm(await replies('Va bien'));
    expect(form.fields).toMatchObject([{ kind: 'choice' }, { value: 'Va bien', isRequired: true }]);
    expect(readCard(await sends(asker, form.press, { activity: String(two.id), words: 'Va bien' })).intro).toBe('Va bien');
    expect(await firm.app.db('comments')).toMatchObject([{ activityId: two.id, body: 'Va bien' }]);
  });

  it('is refused in the words of the API, and a lost download in ours', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person);
    expect(readSentence(await sendImages(asker, ['a.png'], [id]))).toMatch(/^La actividad está en estado «No iniciado»/);
    expect(readSentence(await sendImages(asker, ['b.png'], [id]))).toBe(
      'No pude descargar del chat lo que enviaste. Si pesa menos de 20 MB, envíalo de nuevo.',
    );
    expect(readSentence(await sendImages(asker, ['1', '2', '3', '4', '5'], [id]))).toBe('Solo puedes cargar un máximo de 4 imágenes.');
    expect(readSentence(await sendImages(asker, ['a.png'], []))).toMatch(/^Ninguna de tus actividades/);
  });
});

describe('who one is', () => {
  it('offers a stranger a link without personal data, for every request', async () => {
    const person = await rows().person();
    const asker = firm.askerFor(person, 'teams');
    for (const answer of [await says(asker, 'actividades'), await presses(asker, { flow: 'start' })]) {
      expect(readCard(answer)).toMatchObject({ title: 'Vincula tu cuenta', groups: [], activityIds: [] });
      expect(labelsOn(readCard(answer))).toEqual(['Vincular Teams']);
    }
  });

  it('ends the link on demand; from then on the account is a stranger again', async () => {
    const { asker } = await ana();
    expect(readSentence(await says(asker, 'vincular'))).toBe('Tu cuenta de Slack está vinculada con Ana Paz.');
    expect(readSentence(await presses(asker, pressOn(await says(asker, 'desvincular'), 'Desvincular')))).toBe(
      'Esta cuenta ya no está vinculada: lo que te llegaba por aquí te llegará por correo.',
    );
    expect(readCard(await says(asker, 'actividades')).title).toBe('Vincula tu cuenta');
  });

  it('is polite to the person who was deactivated, and lets them do nothing', async () => {
    const { person, asker } = await ana();
    const { id } = await rows().ownActivity(person);
    await says(asker, 'actividades'); // a token is at hand
    await firm.app.db('users').where({ id: person.id }).update({ isActive: false });
    expect(readSentence(await presses(asker, { flow: 'start', activity: id } as never))).toMatch(/inactiv/);
    expect(await firm.app.db('activities').where({ id }).first('status')).toEqual({ status: 'not_started' });
  });

  it('takes the summary only from those who may read the reports, at this very moment', async () => {
    const boss = await rows().manager();
    const asker = await firm.link(boss);
    const place = { conversation: 'C1', name: '#dirección' };
    const reply = await presses(asker, pressOn(await says(asker, 'resumen', place), 'Enviarlo a #dirección'));
    expect(readSentence(reply)).toBe('El resumen semanal llegará a #dirección cada lunes a las 8:00.');
    await firm.app.db('users').where({ id: boss.id }).update({ position: 'ANALISTA' });
    expect(readSentence(await says(asker, 'resumen'))).toBe(
      'Solo gerentes, contralores, supervisores y desarrolladores pueden consultar los reportes.',
    );
  });
});

describe('words', () => {
  it('keeps what a person chooses for each kind of notification', async () => {
    const { asker } = await ana();
    const form = await presses(asker, pressOn(await says(asker, 'Preferencias'), 'Cambiar'));
    expect(form).toMatchObject({
      kind: 'form',
      form: {
        fields: [
          { label: 'Todo', kind: 'choice', isRequired: false },
          ...Array(chosenKinds.length - summaryKinds.length).fill({ kind: 'choice', value: 'email' }),
        ],
      },
    });
    const saved = await sends(asker, { flow: 'preferences' }, { overdue: 'both', verified: 'neither', assigned: 'nonsense' });
    expect(readSentence(saved)).toBe('Guardado.');
    const facts = readCard(saved).groups[0]?.items.map(({ facts: [fact] }) => fact?.value);
    expect(facts?.filter((value) => value !== 'Correo')).toEqual(['Ninguno', 'Correo y chat']);
    const all = await sends(asker, { flow: 'preferences' }, { all: 'chat', overdue: 'both' });
    expect(new Set(readCard(all).groups[0]?.items.map(({ facts: [fact] }) => fact?.value))).toEqual(new Set(['Chat']));
  });

  it('brings the notifications to the chat by the button of the greeting, except for what is silent', async () => {
    const { asker } = await ana();
    await sends(asker, { flow: 'preferences' }, { verified: 'neither', overdue: 'both' });
    const greeting = greetCard('https://bitacora.demo.mx', 'Ana', false);
    expect(greeting.intro).toContain('Tus avisos te llegan por correo.');
    const answer = await presses(asker, pressOn({ kind: 'card', card: greeting }, 'Recibir mis avisos aquí'));
    expect(readSentence(answer)).toBe('Desde ahora tus avisos te llegan aquí en vez de por correo.');
    const ways = readCard(answer).groups[0]?.items.map(({ facts: [fact] }) => fact?.value);
    expect(ways?.filter((value) => value !== 'Chat')).toEqual(['Ninguno', 'Correo y chat']);
    expect(labelsOn(greetCard('https://bitacora.demo.mx', 'Ana', true))).not.toContain('Recibir mis avisos aquí');
    expect(readSentence(await presses(asker, { flow: 'notifyHere' }))).toBe(readSentence(answer));
  });

  it('answers what it does not understand with what it does', async () => {
    const { asker } = await ana();
    const card = readCard(await says(asker, '¿Se cayó la red?'));
    expect(card.intro).toMatch(/^No entendí «¿Se cayó la red\?»\./);
    expect(card.intro).not.toContain(botWhatsapp.questionOver);
    expect(readCard(await says(asker, 'AYUDA.')).title).toBe(card.title);
    expect(card.buttons).toContainEqual({ label: 'Ver toda la ayuda', url: expect.stringMatching(/^https?:\/\/[^/]+\/ayuda$/) });
  });

  it('says in WhatsApp, which asks one question at a time, that the question of such words is over', async () => {
    const person = await rows().person();
    const asker = firm.askerFor(person, 'whatsapp');
    const entrances = [{ service: 'whatsapp', url: 'https://wa.me/525500000000' }] as const;
    await stage(firm.app.db).core.perform({
      useCase: nameChatEntrances,
      actor: null,
      channel: 'system',
      input: { entrances },
      effect: 'writes',
    });
    const { code } = await (await firm.app.as(person)).client.createChatLinkCode({ isNotifiedHere: true });
    await firm.answer({ kind: 'link', code, asker, deliveryId: firm.delivery() });
    expect(readCard(await says(asker, 'Quedó en doce cajas')).intro).toContain(botWhatsapp.questionOver);
  });

  it.each(['.', ' ', '1 ', 'la ', 'a1'])('answers forty thousand characters of %j at once', async (piece) => {
    const { asker } = await ana();
    await says(asker, 'ayuda'); // a token is at hand
    const before = performance.now();
    const card = readCard(await says(asker, `x${piece.repeat(40_000 / piece.length)}a`));
    expectWithin(performance.now() - before, 1_000);
    expect(card.intro).toMatch(/^No entendí «.+…?»\./);
  });

  const workOf = async (person: Person) => ({
    late: await rows().activity({ assignee: person, dueOn: day('2026-11-18'), description: 'Sellos', status: 'in_progress' }),
    today: await rows().activity({ assignee: person, dueOn: day('2026-11-20'), description: 'Bomba' }),
    tomorrow: await rows().activity({ assignee: person, dueOn: day('2026-11-21'), description: 'Acta' }),
    sunday: await rows().activity({ assignee: person, dueOn: day('2026-11-22'), description: 'Aseo' }),
    delivered: await rows().activity({ assignee: person, dueOn: day('2026-11-20'), description: 'Fin', status: 'completed' }),
    next: await rows().activity({ assignee: person, dueOn: day('2026-11-29'), description: 'Ruta' }),
  });
  const readFolios = (card: Card) => card.groups.flatMap(({ items }) => items.map(({ title }) => Number(title.split(' ')[0])));

  it('answers a greeting with the three most urgent and their buttons', async () => {
    const { person, asker } = await ana();
    const { late, today, tomorrow } = await workOf(person);
    const card = readCard(await says(asker, '¡Buenos días!'));
    expect(card).toMatchObject({
      title: 'Hola, Ana Paz',
      intro: 'Tienes 5 actividades por entregar. Rechazadas, luego por fecha',
    });
    expect(readFolios(card)).toEqual([late.id, today.id, tomorrow.id]);
    expect(labelsOn(card)).toEqual(['Marcar completado', 'Ver', 'Iniciar Trabajo', 'Ver', 'Iniciar Trabajo', 'Ver', 'Ver mis actividades']);
  });

  it('lists what is due on a day or in a week, and what is late', async () => {
    const { person, asker } = await ana();
    const { late, today, tomorrow, sunday, next } = await workOf(person);
    const list = async (words: string) => readFolios(readCard(await says(asker, words)));
    expect(await list('¿Qué tengo hoy?')).toEqual([late.id, today.id]);
    expect(await list('¿qué tengo para mañana?')).toEqual([tomorrow.id]);
    expect(await list('esta semana')).toEqual([late.id, today.id, tomorrow.id, sunday.id]);
    expect(await list('la próxima semana')).toEqual([next.id]);
    expect(await list('vencidas')).toEqual([late.id]);
    const other = await firm.link(await rows().person());
    expect(readCard(await says(other, 'hoy')).groups).toEqual([{ items: [], empty: 'No tienes nada para hoy, ni vencido.' }]);
  });

  it('does an act on a folio as its button would', async () => {
    const { person, asker } = await ana();
    const { late, today } = await workOf(person);
    const statusOf = async (id: number) => (await firm.app.db('activities').where({ id }).first('status')).status;
    const form = readForm(await says(asker, `ya terminé la ${late.id}`));
    expect(form.fields).toMatchObject([{ name: 'resolution', isRequired: true }]);
    expect(await statusOf(late.id)).toBe('in_progress');
    expect(readSentence(await sends(asker, form.press, { resolution: 'Doce cajas' }))).toBe('La actividad se ha marcado como completada.');
    expect(readSentence(await says(asker, `${today.id} listo`))).toMatch(/^La actividad está en estado «No iniciado»/);
    await says(asker, `empezar ${today.id}`);
    expect(await statusOf(today.id)).toBe('in_progress');
    expect(readForm(await says(asker, `${today.id} pausa`)).press.flow).toBe('pause');
    expect(readCard(await says(asker, `status ${today.id}`)).title).toBe(`Actividad ${today.id}`);
  });

  it('asks for more time where the word for extending comes from who may only ask', async () => {
    const { id, assignee } = await assigned({ status: 'in_progress' });
    expect(readForm(await says(await firm.link(assignee), `extensión ${id}`)).press.flow).toBe('requestExtension');
  });

  it('gives no verdict and does no act of others by words', async () => {
    const { asker, id, assignee } = await assigned({ status: 'completed' });
    const card = readCard(await says(asker, `aprobar ${id}`));
    expect(card.groups[0]?.items[0]?.buttons).toContainEqual(expect.objectContaining({ label: 'Verificar', confirm: expect.any(String) }));
    expect(await firm.app.db('activities').where({ id }).first('status')).toEqual({ status: 'completed' });
    const theirs = await says(await firm.link(assignee), `rechazar ${id}`);
    expect(readSentence(theirs)).toBe(`En la actividad ${id} no puedes usar «Rechazar» ahora. Esto es lo que puedes hacer:`);
    expect(readSentence(await says(await firm.link(await rows().person()), `${id} listo`))).toBe('No se encontró la actividad.');
  });

  it('asks which one where an act has no folio', async () => {
    const { person, asker } = await ana();
    const { late } = await workOf(person);
    const card = readCard(await says(asker, 'listo'));
    expect(card.title).toBe('¿Cuál actividad?');
    expect(readFolios(card)).toEqual([late.id]);
    expect(labelsOn(card)).toContain('Marcar completado');
  });

  it('asks whether other words beside a folio are a comment, and keeps them whole', async () => {
    const { person, asker } = await ana();
    const { late } = await workOf(person);
    const asked = await says(asker, `${late.id}: ¿ya llegó el material?`);
    expect(readCard(asked)).toMatchObject({ title: `¿Quisiste comentar la ${late.id}?`, intro: '¿ya llegó el material?' });
    expect(await firm.app.db('comments')).toEqual([]);
    const added = await presses(asker, pressOn(asked, 'Comentar'));
    expect(labelsOn(readCard(added))).toEqual(['Deshacer', 'Ver']);
    const long = readForm(await says(asker, `${late.id} ${'largo '.repeat(300)}`));
    await sends(asker, long.press, { activity: String(late.id), words: 'largo '.repeat(300) });
    expect((await firm.app.db('comments').orderBy('id')).map(({ body }) => body.slice(0, 22))).toEqual([
      '¿ya llegó el material?',
      'largo largo largo larg',
    ]);
    const { id: foreign } = await rows().activity();
    expect(readCard(await says(asker, `${foreign} cajas faltan`)).intro).toMatch(/^No entendí/);
  });

  it('answers thanks without a card, and no reply to a card is small talk', async () => {
    const { person, asker } = await ana();
    const { late } = await workOf(person);
    expect(readSentence(await says(asker, 'Gracias'))).toBe('¡Con gusto! Aquí estoy cuando me necesites.');
    expect(readSentence(await says(asker, 'ok'))).toMatch(/^Muy bien\./);
    const reply = (words: string) => firm.answer({ kind: 'reply', words, activityIds: [late.id], asker, deliveryId: firm.delivery() });
    for (const words of ['ok', 'hoy', 'listo']) expect(readCard(await reply(words)).intro).toBe(words);
    expect(readForm(await reply(`${late.id} listo`)).press.flow).toBe('complete');
    expect(await firm.app.db('comments')).toHaveLength(3);
  });

  it('names in the help only what its reader can use', async () => {
    const { asker } = await ana();
    const boss = await firm.link(await rows().manager());
    const readHelps = async (who: Asker) => readCard(await says(who, 'ayda')).groups[0]?.items[0]?.facts.map(({ label }) => label);
    const forLeaders = ['por verificar', 'asignadas', 'mi equipo', 'resumen', 'tema Producción'];
    expect(await readHelps(boss)).toEqual(expect.arrayContaining(forLeaders));
    expect((await readHelps(asker))?.filter((label) => forLeaders.includes(label))).toEqual([]);
    expect(JSON.stringify(readCard(await says(asker, 'ayuda')))).not.toContain('para quien dirige');
  });
});
