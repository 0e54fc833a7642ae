import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { AdaptiveCard, SerializationContext, Versions } from 'adaptivecards';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Card, CardForm } from '../../src/card.ts';
import type { CardReader } from '../../src/cards/activity-card.ts';
import { digestCard } from '../../src/cards/digest-card.ts';
import { cardMessage, drawCard } from '../../src/channels/teams/cards.ts';
import { drawForm } from '../../src/channels/teams/forms.ts';
import { buttonsOn, inputsOn, textsOn } from '../doubles/teams/teams-double.ts';
import { aCard } from './cards.ts';

const TEAMS_BYTES = 28_000;
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '[haz clic](https://evil.example)',
    '**negritas** _cursivas_ `código` # título',
    '<at>Gerente</at> <a href="https://evil.example">x</a>',
    '{{DATE(2026-11-20T00:00:00Z, SHORT)}}',
    '{{{{{DATE(2026-11-20T00:00:00Z, SHORT)}}',
    '\u202egnp.exe\u0000\n\r\n- lista\n1. lista',
    '👩‍👩‍👧‍👦'.repeat(2_000),
    'x'.repeat(20_000),
    '\ud800 suelto',
  ),
);
const label = fc.string({ minLength: 1, maxLength: 30 });
const press = fc.record({
  flow: fc.constantFrom('complete', 'look'),
  activityId: fc.nat(),
  page: nasty.map((text) => text.slice(0, 250).toWellFormed()),
});
const button = fc.oneof(
  fc.record({ label, press }),
  fc.record({ label, press, confirm: nasty, style: fc.constantFrom('primary' as const, 'danger' as const) }),
  fc.record({ label, url: fc.constant('https://bitacora.ejemplo.mx/x') }),
);
const item = fc.record({
  title: nasty,
  facts: fc.array(fc.record({ label, value: nasty }), { maxLength: 6 }),
  buttons: fc.array(button, { maxLength: 8 }),
});
const card: fc.Arbitrary<Card> = fc.record({
  title: nasty,
  intro: nasty,
  note: nasty,
  groups: fc.array(fc.record({ heading: nasty, items: fc.array(item, { maxLength: 10 }), empty: nasty }), { maxLength: 5 }),
  buttons: fc.array(button, { maxLength: 4 }),
  activityIds: fc.constant([]),
  press,
});
const field = fc.record({
  name: fc.stringMatching(/^[a-z]{1,10}$/),
  label: nasty,
  kind: fc.constantFrom('text' as const, 'longText' as const, 'date' as const, 'choice' as const, 'choices' as const, 'boxes' as const),
  isRequired: fc.boolean(),
  hint: nasty,
  value: nasty,
  error: nasty,
  options: fc.array(fc.record({ value: nasty, label: nasty }), { maxLength: 60 }),
});
const form: fc.Arbitrary<CardForm> = fc.record({
  title: nasty,
  intro: nasty,
  fields: fc.array(field, { minLength: 1, maxLength: 20 }),
  submit: label,
  press,
});

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** What Microsoft's own reader of cards of version 1.5 has to say against it. */
function complaints(content: object): string[] {
  const context = new SerializationContext(Versions.v1_5);
  new AdaptiveCard().parse(JSON.parse(JSON.stringify(content)), context);
  return Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at).message);
}

it('a card fits into a message of Teams with any text', () => {
  fc.assert(
    fc.property(card, nasty, (given, sentence) => {
      expect(bytes(cardMessage(drawCard(given, { sentence }), given.title))).toBeLessThan(TEAMS_BYTES);
    }),
    { numRuns: 150, endOnFailure: true },
  );
});

it('a form fits into a message of Teams with any text', () => {
  fc.assert(
    fc.property(form, press, (given, back) => {
      expect(bytes(cardMessage(drawForm(given, back), given.title))).toBeLessThan(TEAMS_BYTES);
    }),
    { numRuns: 150, endOnFailure: true },
  );
});

it('what is drawn is read without complaint by Microsoft’s own reader', () => {
  fc.assert(
    fc.property(card, form, press, (given, sampleForm, back) => {
      expect(complaints(drawCard(given))).toEqual([]);
      expect(complaints(drawForm(sampleForm, back))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

/** Names of what shows text literally: none of them knows markdown. */
const LITERAL = new Set([
  'TextRun',
  'Action.Execute',
  'Action.Submit',
  'Action.OpenUrl',
  'Action.ShowCard',
  'Input.Text',
  'Input.Date',
  'Input.ChoiceSet',
]);

it('what people wrote stands in literal places alone, computes nothing and turns no direction', () => {
  fc.assert(
    fc.property(card, form, (given, sampleForm) => {
      for (const content of [drawCard(given), drawForm(sampleForm, undefined)]) {
        const text = JSON.stringify(content, (name, value) => (name === 'data' ? undefined : value));
        expect(text).not.toContain('"TextBlock"');
        expect(text).not.toContain('"FactSet"');
        expect(text).not.toContain('"entities"');
        expect(text).not.toContain('{{');
        expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
        const typesWithText = [...text.matchAll(/"type":"([\w.]+)","(?:text|title|label)"/g)].map(([, type = '']) => type);
        expect(typesWithText.filter((type) => !LITERAL.has(type))).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

it.each([1, 2, 3, 4, 5])('no date is computed from what somebody wrote after %i braces', (braces) => {
  const title = `${'{'.repeat(braces)}DATE(2026-11-20T00:00:00Z, SHORT)}}`;
  expect(JSON.stringify(drawCard(aCard({ title })))).not.toContain('{{');
});

it('a form of sixteen lists of four offers all of them, folded up', () => {
  const options = ['both', 'email', 'chat', 'neither'].map((value) => ({ value, label: value }));
  const field = { kind: 'choice', isRequired: true, options } as const;
  const fields = Array.from({ length: 16 }, (_, at) => ({ ...field, name: `kind${at}`, label: `Aviso ${at}` }));
  const inputs = inputsOn(drawForm({ title: 'Avisos', fields, submit: 'Guardar', press: { flow: 'preferences' } }, undefined)) as never;
  const folded = { style: 'compact', choices: options.map(({ value, label }) => ({ value, title: label })) };
  expect(inputs).toMatchObject(Array(16).fill(folded));
});

it('what does not fit is left out from the end, and said', () => {
  const items = Array.from({ length: 100 }, (_, at) => ({ title: `Actividad ${at} ${'x'.repeat(300)}`, facts: [], buttons: [] }));
  const texts = textsOn(drawCard(aCard({ groups: [{ items }], note: 'Al pie' })));
  expect(texts.at(-2)).toBe('Lo demás está en Bitácora.');
  expect(texts.at(-1)).toBe('Al pie');
  expect(texts[1]).toContain('Actividad 0');
  expect(texts.length).toBeGreaterThan(30);
});

it('more than four buttons in a row stand behind the dots, and a button carries the way back', () => {
  const buttons = Array.from({ length: 6 }, (_, at) => ({ label: `B${at}`, press: { flow: 'x', at } }));
  const drawnButtons = buttonsOn(drawCard(aCard({ groups: [], buttons })));
  expect(drawnButtons.map((each) => (each as { mode?: string }).mode ?? 'primary')).toEqual([
    'primary',
    'primary',
    'primary',
    'primary',
    'secondary',
    'secondary',
  ]);
  expect(drawnButtons[0]?.data).toEqual({ verb: 'press', press: { flow: 'x', at: 0 }, back: { flow: 'activities' } });
});

it.each(['overdue', 'commented'] as const)('a digest of very many %s has room for all that it shows', (kind) => {
  const people = { ownerId: 1, assigneeId: 2, assigneeFirstName: 'Ana', assigneeLastName: 'Paz' };
  const long = { ...people, description: 'x'.repeat(150), topic: 'y'.repeat(60), status: 'not_started', daysLeft: -2, dueOn: '2026-11-18' };
  const announced = Array.from({ length: 40 }, (_, at) => {
    const activity = { ...long, id: 1_000_000 + at } as unknown as ActivityView;
    const historyId = kind === 'overdue' ? null : 90_000_000 + at;
    return { kind, activityId: activity.id, activity, historyId, actorName: null, note: null };
  });
  const card = digestCard(announced, { me: { id: 2, position: 'ANALISTA' } as CardReader['me'], publicUrl: 'https://bitacora.empresa.mx' });
  expect(card.activityIds).toHaveLength(15);
  const adaptiveCard = drawCard(card);
  const groupCount = adaptiveCard.body?.filter(({ type }) => type === 'Container').length ?? 0;
  expect(groupCount).toBeGreaterThanOrEqual(8);
  expect(buttonsOn(adaptiveCard).at(-1)?.title).toBe(`Ver las otras ${40 - groupCount}`);
});

it('a digest draws an activity once with all that happened to it, and names a person once', () => {
  const people = {
    ownerId: 1,
    ownerFirstName: 'Laura',
    ownerLastName: 'Rey',
    assigneeId: 2,
    assigneeFirstName: 'Ana',
    assigneeLastName: 'Paz',
  };
  const facts = { topic: 'Calidad', status: 'completed', daysLeft: 0, dueOn: '2026-11-18', resolution: 'Listo' };
  const activity = { ...people, ...facts, id: 7, description: 'Medir' } as unknown as ActivityView;
  const about = (kind: 'commented' | 'verificationRequested', historyId: number, actorName: string, note: string | null) =>
    ({ kind, activityId: 7, activity, historyId, actorName, note }) as const;
  const reader = { me: { id: 1, position: 'GERENTE' } as CardReader['me'], publicUrl: 'https://bitacora.empresa.mx' };
  const items = (...all: Parameters<typeof digestCard>[0][number][]) => digestCard(all, reader).groups.flatMap((group) => group.items);

  const [both, ...others] = items(about('commented', 1, 'Ana Paz', 'Uno'), about('commented', 2, 'Luis Gil', 'Dos'));
  expect(others).toEqual([]);
  expect(both?.facts.map(({ value }) => value)).toEqual(expect.arrayContaining(['Ana Paz: Uno', 'Luis Gil: Dos']));
  const [delivered] = items(about('verificationRequested', 3, 'Ana Paz', null));
  expect(delivered?.facts.filter(({ value }) => value === 'Ana Paz').map(({ label }) => label)).toEqual(['Responsable']);
});
