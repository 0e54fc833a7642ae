import type { WorkRequestView } from '@bitacora/core/contract/activities/activity-shapes';
import type { RequestKind } from '@bitacora/core/domain/notifications/notification';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPdf } from '../../api/test/pdfs.ts';
import { aPng } from '../../api/test/pictures.ts';
import { day, given } from '../../core/test/factories.ts';
import type { Card, CardForm } from '../src/card.ts';
import { requestNewsCard } from '../src/cards/requests-card.ts';
import type { Asker, ChatAnswer } from '../src/request.ts';
import { type Company, company, labelsOn, pressOn, readCard, readSentence, titlesByHeading } from './company.ts';

let firm: Company;
let ana: Person;
let marta: Person;
let topic: Awaited<ReturnType<ReturnType<typeof given>['topic']>>;
let her: Asker;
let boss: Asker;
beforeAll(async () => {
  firm = await company();
});
beforeEach(async () => {
  await firm.app.wipe();
  const make = given(firm.app.db);
  topic = await make.topic({ name: 'Bombas', department: 'MANTENIMIENTO' });
  ana = await make.person({ firstName: 'Ana', lastName: 'Paz', department: 'VENTAS' });
  marta = await make.manager({ firstName: 'Marta', lastName: 'Ríos', department: 'MANTENIMIENTO' });
  [her, boss] = [await firm.link(ana), await firm.link(marta)];
});
afterAll(() => firm.close());

type Form = CardForm;
const readForm = (answer: ChatAnswer): Form => {
  if (answer.kind !== 'form') throw new Error(`no form: ${JSON.stringify(answer)}`);
  return answer.form;
};
const valuesOf = ({ fields }: Form) => Object.fromEntries(fields.flatMap(({ name, value }) => (value ? [[name, value]] : [])));
const says = (asker: Asker, words: string) => firm.answer({ kind: 'command', words, asker, deliveryId: firm.delivery() });
const presses = (asker: Asker, press: { flow: string }, deliveryId = firm.delivery()) =>
  firm.answer({ kind: 'press', press, asker, deliveryId });
const sends = (asker: Asker, { press }: Form, values: Record<string, string>, deliveryId = firm.delivery()) =>
  firm.answer({ kind: 'submit', press, values, asker, deliveryId });
const sendsImages = (asker: Asker, words: string, names: readonly string[], activityIds: readonly number[] = []) =>
  firm.answer({
    kind: 'images',
    images: names.map((name) => ({ name, reference: name })),
    words,
    activityIds,
    asker,
    deliveryId: firm.delivery(),
  });
const asked = (text = 'Reparar la fuga') => ({ text, topicId: String(topic.id), wantedOn: '2026-12-04' });
const rows = () => firm.app.db('workRequests').orderBy('id');
const ask = async (asker = her, text?: string) => sends(asker, readForm(await says(asker, 'pedir')), asked(text));
const factsOn = (card: Card) =>
  Object.fromEntries(card.groups.flatMap(({ items }) => items.flatMap(({ facts }) => facts.map(({ label, value }) => [label, value]))));

describe('asking', () => {
  it.each([
    ['pedir', undefined],
    ['Pedir trabajo', undefined],
    ['quiero pedir algo', undefined],
    ['pedir Reparar la fuga', 'Reparar la fuga'],
    ['Solicitar: pintar el muro', 'pintar el muro'],
    ['pedir trabajo: pintar\nel muro 3', 'pintar\nel muro 3'],
    ['pedir <b>prórrogas</b>', '<b>prórrogas</b>'],
  ])('%j opens the form with the words and any topic', async (words, text) => {
    const form = readForm(await says(her, words));
    expect(form.fields.find(({ name }) => name === 'text')?.value).toBe(text);
    expect(form.fields.find(({ name }) => name === 'topicId')?.options).toEqual([{ value: String(topic.id), label: 'Bombas' }]);
  });

  it.each(['pedir prórroga', 'pedir más tiempo', 'pedir una extensión', 'pedidos', 'pedirle algo a Ana'])(
    '%j asks for no work',
    async (words) => {
      const answer = await says(her, words);
      expect(answer.kind === 'form' && answer.form.press.flow).not.toBe('newRequest');
    },
  );

  it('sends it once, though the chat delivers the form twice, and shows it', async () => {
    const form = readForm(await says(her, 'pedir'));
    const delivery = firm.delivery();
    const answers = [await sends(her, form, asked(), delivery), await sends(her, form, asked(), delivery)];
    for (const answer of answers) expect(readSentence(answer)).toBe('Solicitud enviada. Te avisaremos de la respuesta.');
    expect(await rows()).toMatchObject([{ requesterId: ana.id, text: 'Reparar la fuga', state: 'open', wantedOn: '2026-12-04' }]);
    const card = readCard(answers[0] as ChatAnswer);
    expect(labelsOn(card)).toEqual(['Retirar', 'Pedir trabajo', 'Solicitudes', 'Abrir en la web']);
    expect(factsOn(card)).toMatchObject({ Tema: 'Bombas', 'La pide': 'Ana Paz', Estado: 'Por contestar' });
  });

  it('takes the photos that come with the words, and they are the evidence of what comes of it', async () => {
    firm.chats.slack.files.set('fuga.png', new Blob([await aPng()], { type: 'image/png' }));
    const form = readForm(await sendsImages(her, 'pedir Reparar la fuga', ['fuga.png']));
    expect(form.intro).toBe('Recibí 1 imagen.');
    const card = readCard(await sends(her, form, { ...valuesOf(form), ...asked() }));
    expect(factsOn(card)).toMatchObject({ Imágenes: '1 imagen' });
    expect(await firm.app.db('images').select('activityId', 'name')).toEqual([{ activityId: null, name: 'fuga.png' }]);
  });

  it('says which photos it does not take', async () => {
    const many = ['1.png', '2.png', '3.png', '4.png', '5.png'];
    expect(readSentence(await sendsImages(her, 'pedir', many))).toMatch(/4 imágenes|cuatro/);
    firm.chats.slack.files.set('plano.pdf', new Blob([new Uint8Array(aPdf())], { type: 'application/pdf' }));
    const withPlan = readForm(await sendsImages(her, 'pedir', ['plano.pdf']));
    expect(JSON.stringify(await sends(her, withPlan, asked()))).toMatch(/imagen|imágenes/);
    const long = readSentence(await sendsImages(her, 'pedir', [`${'x'.repeat(1_000)}.png`]));
    expect(long).toBe('El chat no puede guardar tantas fotos a la vez: envía menos, o pide el trabajo en la web.');
    const form = readForm(await sendsImages(her, 'pedir', ['borrada.png']));
    expect(readSentence(await sends(her, form, asked()))).toMatch(/No pude descargar/);
    expect(await rows()).toEqual([]);
    // In reply to the card of an activity it is evidence, whatever the words are.
    const { id } = await given(firm.app.db).activity({ assignee: ana, status: 'in_progress' });
    firm.chats.slack.files.set('a.png', new Blob([await aPng()], { type: 'image/png' }));
    await sendsImages(her, 'pedir más', ['a.png'], [id]);
    expect(await firm.app.db('images').pluck('activity_id')).toEqual([id]);
  });

  it('keeps what was typed until it is right', async () => {
    const form = readForm(await says(her, 'pedir'));
    const blank = readForm(await sends(her, form, { text: 'Reparar la fuga', wantedOn: '2026-12-04' }));
    expect(valuesOf(blank)).toMatchObject({ text: 'Reparar la fuga', wantedOn: '2026-12-04' });
    expect(blank.fields.filter(({ error }) => error).map(({ name }) => name)).toEqual(['topicId']);
    const past = readForm(await sends(her, blank, { ...asked(), wantedOn: '2026-11-01' }));
    expect(past.fields.filter(({ error }) => error).map(({ name }) => name)).toEqual(['wantedOn']);
    expect(await rows()).toEqual([]);
  });

  it('of many topics it offers those whose name has the typed words', async () => {
    for (let n = 0; n < 60; n++) await given(firm.app.db).topic({ name: `Línea ${n}` });
    const form = readForm(await says(her, 'pedir'));
    const topicOf = ({ fields }: Form) => fields.find(({ name }) => name === 'topicId');
    expect(topicOf(form)).toMatchObject({ kind: 'text', hint: 'Escribe parte del tema.' });
    expect(topicOf(readForm(await sends(her, form, { ...asked(), topicId: 'linea' })))?.error).toMatch(/Hay 60 temas así/);
    expect(topicOf(readForm(await sends(her, form, { ...asked(), topicId: 'Turbinas' })))?.error).toBe('Ningún tema se llama así.');
    const found = readForm(await sends(her, form, { ...asked(), topicId: 'bomba' }));
    expect(topicOf(found)).toMatchObject({ kind: 'choice', options: [{ value: String(topic.id), label: 'Bombas' }] });
    await sends(her, found, asked());
    expect(await rows()).toMatchObject([{ topicId: topic.id }]);
  });
});

describe('answering', () => {
  it('lists what may be answered, the longest waiting first, and what was asked for', async () => {
    await ask();
    await ask(her, 'Pintar el muro');
    expect(titlesByHeading(readCard(await says(boss, 'solicitudes')))).toEqual({
      'Por contestar · 2': ['Reparar la fuga', 'Pintar el muro'],
      'Mis solicitudes · 0': [],
    });
    expect(titlesByHeading(readCard(await says(her, 'mis solicitudes')))).toEqual({
      'Mis solicitudes · 2': ['Pintar el muro', 'Reparar la fuga'],
    });
  });

  it('accepts with the form of a new activity, filled in: once, and the requester opens what came of it', async () => {
    await ask();
    const card = await says(boss, 'solicitudes');
    expect(labelsOn(readCard(card)).slice(0, 2)).toEqual(['Aceptar', 'Rechazar']);
    const form = readForm(await presses(boss, pressOn(card, 'Aceptar')));
    expect(valuesOf(form)).toMatchObject({ topicId: String(topic.id), description: 'Reparar la fuga', dueOn: '2026-12-04' });
    expect(form.intro).toBe('La pide Ana Paz. Al registrar la actividad, la solicitud queda aceptada.');

    const nobody = readForm(await sends(boss, form, valuesOf(form)));
    expect(nobody.fields.filter(({ error }) => error).map(({ name }) => name)).toEqual(['assigneeId']);
    const typed = readForm(await sends(boss, nobody, { ...valuesOf(nobody), assigneeId: 'Marta' }));
    const filled = { ...valuesOf(typed), assigneeId: String(marta.id) };
    const delivery = firm.delivery();
    const done = await sends(boss, typed, filled, delivery);
    await sends(boss, typed, filled, delivery);
    const [request] = await rows();
    expect(request).toMatchObject({ state: 'accepted', decidedById: marta.id });
    expect(readSentence(done)).toContain(`Actividad registrada con el folio ${request.activityId}.`);
    expect(await firm.app.db('activities').select('id', 'requesterId')).toEqual([{ id: request.activityId, requesterId: ana.id }]);

    const again = await sends(boss, typed, filled);
    expect(readSentence(again)).toBe('La solicitud ya está aceptada.');
    expect(readSentence(await presses(boss, pressOn(card, 'Aceptar')))).toBe('La solicitud ya está aceptada.');
    const mine = await says(her, 'solicitudes');
    expect(labelsOn(readCard(await presses(her, pressOn(mine, 'Ver'))))).toEqual(['Abrir en la web', 'Volver']);
  });

  it('declines with a reason, which the requester reads', async () => {
    await ask();
    const card = await says(boss, 'solicitudes');
    const form = readForm(await presses(boss, pressOn(card, 'Rechazar')));
    expect(readForm(await sends(boss, form, { reason: '  ' })).fields[0]?.error).toBeTruthy();
    expect(readSentence(await sends(boss, form, { reason: 'Ya está en obra' }))).toBe('Solicitud rechazada.');
    expect(readSentence(await sends(boss, form, { reason: 'Otra vez' }))).toBe('La solicitud ya está rechazada.');
    expect(factsOn(readCard(await says(her, 'solicitudes')))).toMatchObject({
      Estado: 'Rechazada',
      'Motivo del rechazo': 'Ya está en obra',
    });
  });

  it('withdraws one’s own, and nobody answers it then', async () => {
    await ask();
    const [theirs, own] = [await says(boss, 'solicitudes'), await says(her, 'solicitudes')];
    expect(readSentence(await presses(her, pressOn(own, 'Retirar')))).toBe('Solicitud retirada.');
    expect(readSentence(await presses(boss, pressOn(theirs, 'Aceptar')))).toBe('La solicitud ya está retirada.');
    expect(await rows()).toMatchObject([{ state: 'withdrawn' }]);
  });
});

describe('the card of news', () => {
  const request = (more: Partial<WorkRequestView> = {}): WorkRequestView => ({
    ...{
      id: 7,
      topicId: 1,
      topicName: 'Bombas',
      department: 'MANTENIMIENTO',
      text: 'Reparar\u202e la <b>fuga</b>',
      wantedOn: day('2026-12-04'),
    },
    ...{ requesterId: 5, requesterName: 'Ana Paz', createdAt: new Date(), state: 'open', images: [], reason: null },
    ...{ decidedById: null, decidedByName: null, decidedAt: null, activityId: null, activityStatus: null },
    ...more,
  });
  const news = (
    kind: RequestKind,
    more: Partial<WorkRequestView>,
    readerId: number,
    ...others: { kind: RequestKind; request: WorkRequestView }[]
  ) =>
    requestNewsCard(
      {
        kind: 'notifyRequests',
        digest: 'd',
        recipient: {
          id: readerId,
          kind: 'Empleado',
          position: readerId === 5 ? 'ANALISTA' : 'GERENTE',
          firstName: 'Eva',
          substitutesFor: [],
        },
        requests: [{ kind, request: request(more) }, ...others],
      } as never,
      'http://bitacora.demo.mx',
    );

  it.each<[RequestKind, Partial<WorkRequestView>, number, string, string[]]>([
    ['requestReceived', {}, 6, 'Ana Paz pide trabajo', ['Aceptar', 'Rechazar', 'Pedir trabajo', 'Solicitudes', 'Abrir en la web']],
    [
      'requestOverdue',
      {},
      6,
      'La solicitud de Ana Paz lleva días sin respuesta',
      ['Aceptar', 'Rechazar', 'Pedir trabajo', 'Solicitudes', 'Abrir en la web'],
    ],
    [
      'requestAnswered',
      { state: 'declined', decidedByName: 'Marta Ríos', reason: 'No' },
      5,
      'Marta Ríos rechazó tu solicitud',
      ['Pedir trabajo', 'Solicitudes', 'Abrir en la web'],
    ],
    [
      'requestAnswered',
      { state: 'accepted', decidedByName: 'Marta Ríos', activityId: 9, activityStatus: 'not_started' },
      5,
      'Marta Ríos aceptó tu solicitud',
      ['Ver', 'Pedir trabajo', 'Solicitudes', 'Abrir en la web'],
    ],
    [
      'requestClosed',
      { state: 'accepted', activityId: 9, activityStatus: 'verified' },
      5,
      'Se verificó lo que pediste',
      ['Ver', 'Pedir trabajo', 'Solicitudes', 'Abrir en la web'],
    ],
    [
      'requestClosed',
      { state: 'accepted', activityId: 9, activityStatus: 'canceled' },
      5,
      'Se canceló lo que pediste',
      ['Ver', 'Pedir trabajo', 'Solicitudes', 'Abrir en la web'],
    ],
  ])('%s says what happened and offers what its reader may do', (kind, more, readerId, title, labels) => {
    const card = news(kind, more, readerId);
    expect(card.title).toBe(title);
    expect(labelsOn(card)).toEqual(labels);
    expect(card.groups[0]?.items[0]?.title).toBe('Reparar la <b>fuga</b>');
    expect(card.press).toEqual({ flow: 'view', view: 'requests:' });
  });

  it('gathers several under what happened to each', () => {
    const card = news('requestReceived', {}, 6, { kind: 'requestOverdue', request: request({ id: 8, text: 'Pintar' }) });
    expect(card.title).toBe('2 avisos de solicitudes');
    expect(titlesByHeading(card)).toEqual({
      'Ana Paz pide trabajo': ['Reparar la <b>fuga</b>'],
      'La solicitud de Ana Paz lleva días sin respuesta': ['Pintar'],
    });
  });
});
