import { expect, it } from 'vitest';
import { contradictions, type ReplayEntry } from '../../src/domain/history/replay.ts';
import { historyNote } from '../../src/messages/history-note.ts';
import { day } from '../factories.ts';

const at = new Date('2026-11-20T18:00:00Z');
const row = { at, fromStatus: 'not_started', toStatus: 'not_started' } as const;
const registered = { ...row, act: 'register', fromStatus: null, note: null, facts: {} };
const activity: ReplayEntry = {
  status: 'not_started',
  resolution: null,
  createdAt: at,
  startedAt: null,
  closedAt: null,
  verifiedAt: null,
  canceledAt: null,
  extendedTo: day('2026-12-24'),
  extensionReason: 'Faltan piezas',
};

it.each([
  ['extend', { extendedTo: day('2026-12-24'), reason: 'Faltan piezas' }, '24 dic 2026: Faltan piezas'],
  ['repeat', { predecessorId: 12 }, 'Folio anterior: 12'],
  [
    'reassign',
    { handover: { from: 'Ana Ruiz', to: 'Luis Paz', roles: ['owner', 'assignee'] } },
    'Ana Ruiz → Luis Paz (dueño y responsable)',
  ],
  ['reassign', { handover: { from: 'Ana Ruiz', to: 'Luis Paz', roles: ['assignee'] } }, 'Ana Ruiz → Luis Paz (responsable)'],
  ['addEvidence', { evidence: [{ id: 'a', sha256: '' }] }, '1 imagen'],
  ['addEvidence', { evidence: ['a', 'b', 'c'].map((id) => ({ id, sha256: '' })) }, '3 imágenes'],
  ['start', { evidence: [{ id: 'a', sha256: '' }] }, null],
] as const)('the note of %s is a sentence of its facts', (act, facts, sentence) => {
  expect(historyNote({ act, note: null, facts: structuredClone(facts) as never })).toBe(sentence);
});

it('a note that is stored is shown as it is', () => {
  const facts = { extendedTo: day('2026-12-24') };
  expect(historyNote({ act: 'extend', note: '24 dic 2026: Faltan piezas', facts })).toBe('24 dic 2026: Faltan piezas');
  expect(historyNote({ act: 'comment', note: 'Listo', facts: null })).toBe('Listo');
  expect(historyNote({ act: 'extend', note: null, facts: null })).toBeNull();
});

it('an extension is proven by the reason in its facts, or by the note of an earlier release', () => {
  const withFacts = (reason: string) => [registered, { ...row, act: 'extend', note: null, facts: { reason } }];
  const withNote = (note: string) => [registered, { ...row, act: 'extend', note, facts: null }];
  expect(contradictions(activity, withFacts('Faltan piezas'))).toEqual([]);
  expect(contradictions(activity, withFacts('También: Faltan piezas'))).toEqual(['extension']);
  expect(contradictions(activity, withNote('24 dic 2026: Faltan piezas'))).toEqual([]);
  expect(contradictions(activity, withNote('24 dic 2026: Se atrasó'))).toEqual(['extension']);
});
