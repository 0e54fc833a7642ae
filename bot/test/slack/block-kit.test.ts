import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Button, ButtonAction, Card, CardForm, FormField, Group, Item } from '../../src/card.ts';
import { cardBlocks, clip, escapeText, readActivityIds } from '../../src/channels/slack/cards.ts';
import { decodeMetadata, encodeMetadata, formMessage, formView, sentenceView } from '../../src/channels/slack/forms.ts';
import type { SlackInteraction } from '../../src/channels/slack/interaction.ts';
import { wrongBlocks, wrongView } from '../doubles/slack/block-kit-rules.ts';
import { readWords } from '../doubles/slack/person.ts';
import { card } from './cards.ts';

/** Texts as people write them: empty, long, of Slack's own signs, of characters in two halves. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', ' ', '<!channel>', '<@U1>', '<https://evil.mx|Bitácora>', '*_~`&<>'),
  fc.integer({ min: 100, max: 8_000 }).map((length) => '&😀x<'.repeat(length).slice(0, length)),
);
const press: fc.Arbitrary<ButtonAction> = fc.record({
  flow: fc.string({ maxLength: 40 }),
  id: fc.nat(),
  words: fc.string({ maxLength: 300 }),
});
const button: fc.Arbitrary<Button> = fc.oneof(
  fc.record(
    { label: text, press, style: fc.constantFrom('primary' as const, 'danger' as const), confirm: text },
    { requiredKeys: ['label', 'press'] },
  ),
  fc.record({ label: text, url: fc.webUrl() }),
);
const item: fc.Arbitrary<Item> = fc.record(
  {
    title: text,
    url: fc.webUrl({ withQueryParameters: true }),
    tone: fc.constantFrom('overdue' as const, 'soon' as const, 'calm' as const, 'done' as const),
    facts: fc.array(fc.record({ label: text, value: text }), { maxLength: 12 }),
    buttons: fc.array(button, { maxLength: 30 }),
  },
  { requiredKeys: ['title', 'facts', 'buttons'] },
);
const group: fc.Arbitrary<Group> = fc.record(
  { heading: text, items: fc.array(item, { maxLength: 12 }), empty: text },
  { requiredKeys: ['items'] },
);
const anyCard: fc.Arbitrary<Card> = fc.record(
  {
    title: text,
    intro: text,
    groups: fc.array(group, { maxLength: 6 }),
    note: text,
    buttons: fc.array(button, { maxLength: 30 }),
    activityIds: fc.array(fc.integer({ min: 1, max: 2_000_000_000 }), { maxLength: 60 }),
  },
  { requiredKeys: ['title', 'groups', 'activityIds'] },
);
const field: fc.Arbitrary<FormField> = fc.record(
  {
    name: fc.uuid(),
    label: text,
    kind: fc.constantFrom('text' as const, 'longText' as const, 'date' as const, 'choice' as const, 'choices' as const, 'boxes' as const),
    isRequired: fc.boolean(),
    maxLength: fc.integer({ min: 1, max: 10_000 }),
    hint: text,
    options: fc.uniqueArray(fc.record({ value: fc.string({ minLength: 1, maxLength: 20 }), label: text }), {
      selector: ({ value }) => value,
      maxLength: 130,
    }),
    value: text,
    error: text,
  },
  { requiredKeys: ['name', 'label', 'kind', 'isRequired'] },
);
const anyForm: fc.Arbitrary<CardForm> = fc.record(
  { title: text, intro: text, fields: fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 40 }), submit: text, press },
  { requiredKeys: ['title', 'fields', 'submit', 'press'] },
);
const stage = (): SlackInteraction => ({
  user: { id: 'U1' },
  deliveryId: 'd',
  arrivedAt: 0,
  asker: { service: 'slack', workspace: 'T1', chatUserId: 'U1', displayName: 'Ana', conversation: 'D1' },
  place: { kind: 'card', channel: 'D1', ts: '1700000000.000100' },
  responseUrl: 'https://hooks.slack.com/actions/T0000000000/1234567890123/abcdefghijklmnopqrstuvwx',
});

describe('what Slack takes', () => {
  it('is kept to by every card, with and without a sentence', () => {
    fc.assert(
      fc.property(anyCard, fc.option(text, { nil: undefined }), (sampleCard, sentence) => {
        expect(wrongBlocks(cardBlocks(sampleCard, { sentence, most: 50 }), 50)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('is kept to by every form, as a modal and inside a message', () => {
    fc.assert(
      fc.property(anyForm, (sampleForm) => {
        expect(wrongView(formView(sampleForm, encodeMetadata(stage(), sampleForm.press)) as never)).toEqual([]);
        expect(wrongBlocks(formMessage(sampleForm).blocks, 50)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('is kept to by every sentence', () => {
    fc.assert(
      fc.property(text, (sentence) => {
        expect(wrongView(sentenceView(sentence) as never)).toEqual([]);
      }),
    );
  });
});

it('says of which activities a card is, as long as it has a block for each twenty', () => {
  fc.assert(
    fc.property(anyCard, (sampleCard) => {
      const blocks = cardBlocks(sampleCard, { most: 50 });
      expect(readActivityIds(blocks)).toEqual(sampleCard.activityIds.slice(0, blocks.length * 20));
    }),
    { numRuns: 100 },
  );
});

it('gives a modal back what it was for', () => {
  fc.assert(
    fc.property(press, (sampleButtonAction) => {
      expect(decodeMetadata(encodeMetadata(stage(), sampleButtonAction))).toEqual({
        press: sampleButtonAction,
        place: stage().place,
        responseUrl: stage().responseUrl,
      });
    }),
  );
  expect(decodeMetadata('{"press":"{}","place":{"kind":"home"}}')).toBeNull();
  expect(decodeMetadata('no')).toBeNull();
  const ofEarlierRelease = JSON.stringify({ press: '{"flow":"start"}', place: { kind: 'talk' } });
  expect(decodeMetadata(ofEarlierRelease)).toEqual({ press: { flow: 'start' }, place: { kind: 'conversation' } });
});

it('lets nobody’s text mention, link or end a link', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const escapedText = escapeText(typed, 3_000);
      expect(escapedText).not.toMatch(/[<>]/);
      expect(escapedText.replace(/&(amp|lt|gt);/g, '')).not.toContain('&');
    }),
  );
  const evil = card({
    title: '<!channel>',
    groups: [{ items: [{ title: '<!here> <https://evil.mx|Entrar>', url: 'https://bitacora.mx/1?a=<b>|c', facts: [], buttons: [] }] }],
  });
  const blocks = cardBlocks(evil, { most: 50 });
  expect(readWords(blocks)).toBe(
    '<!channel>\n*<https://bitacora.mx/1?a=%3Cb%3E%7Cc|&lt;!here&gt; &lt;https://evil.mx|Entrar&gt;>*\n[Abrir en la web]',
  );
  expect(blocks[0]).toMatchObject({ type: 'header', text: { type: 'plain_text' } });
  expect(JSON.stringify(blocks)).toContain('"verbatim":true');
});

it('cuts no character in two', () => {
  expect(clip('ab😀', 4)).toBe('ab😀');
  expect(clip('ab😀c', 4)).toBe('ab…');
});

it('counts in words what finds no room', () => {
  const items = Array.from({ length: 60 }, (_, index) => ({ title: `Actividad ${index}`, facts: [], buttons: [] }));
  const blocks = cardBlocks(card({ groups: [{ heading: 'Vencidas', items }] }), { most: 50 });
  expect(blocks).toHaveLength(50);
  expect(readWords(blocks)).toMatch(/\d+ actividades más en la web\./);
});
