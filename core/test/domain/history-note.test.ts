import { expect, it } from 'vitest';
import { contradictions, type ReplayEntry } from '../../src/domain/activities/history-replay.ts';
import { historyPhrases } from '../../src/messages/activities/consult.ts';
import { historyNote } from '../../src/messages/activities/history-note.ts';
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
  requestedTo: null,
  requestReason: null,
};

const handover = (...roles: string[]) => ({ handover: { from: 'Ana Ruiz', to: 'Luis Paz', roles } });
const item = (place: number, text: string) => ({ place, text });
const imported = { file: 'marzo.xlsx', sheet: 'Enero', row: 1_204 };
const corrected = {
  before: { description: 'Pintar', topic: 'Patio', priority: 'normal', dueOn: day('2026-12-01'), repeats: null, repeatUntil: null },
  after: {
    description: 'Pintar el muro',
    topic: 'Taller',
    priority: 'critical',
    dueOn: day('2026-12-24'),
    repeats: 'month',
    repeatUntil: day('2026-12-24'),
  },
};
const sentences: [act: string, facts: object, sentence: string | null][] = [
  ['extend', { extendedTo: day('2026-12-24'), reason: 'Faltan piezas' }, '24 dic 2026: Faltan piezas'],
  ['requestExtension', { requestedTo: day('2026-12-04'), reason: 'No llega' }, '04 dic 2026: No llega'],
  ['repeat', { predecessorId: 12 }, 'Folio anterior: 12'],
  ['repeat', { predecessorId: 12, skipped: 1 }, 'Folio anterior: 12; se saltó 1 fecha que ya había pasado'],
  ['reassign', handover('owner', 'assignee'), 'Ana Ruiz → Luis Paz (dueño y responsable)'],
  ['reassign', handover('assignee'), 'Ana Ruiz → Luis Paz (responsable)'],
  ['reassign', { reassigned: { from: 'Ana Ruiz', to: 'Luis Paz' }, reason: 'Vacaciones' }, 'Ana Ruiz → Luis Paz: Vacaciones'],
  ['addEvidence', { evidence: [{ id: 'a', sha256: '' }] }, '1 imagen'],
  ['addEvidence', { evidence: ['a', 'b', 'c'].map((id) => ({ id, sha256: '' })) }, '3 imágenes'],
  ['addDocuments', { evidence: [{ id: 'a', sha256: '' }] }, '1 documento'],
  ['addDocuments', { evidence: ['a', 'b'].map((id) => ({ id, sha256: '' })) }, '2 documentos'],
  ['withdrawDocument', { withdrawnImage: { id: 'a', sha256: 'abc' }, reason: 'Otra obra' }, 'Documento retirado: Otra obra\nSHA-256 abc'],
  ['withdrawImage', { withdrawnImage: { id: 'a', sha256: 'abc' }, reason: 'Otra obra' }, 'Imagen retirada: Otra obra\nSHA-256 abc'],
  ['tick', { items: [item(1, 'Pasillos'), item(3, 'Extintores')] }, '«Pasillos», «Extintores»'],
  ['untick', { items: [item(1, 'Pasillos')] }, '«Pasillos»'],
  ['import', { imported }, 'marzo.xlsx, hoja «Enero», fila 1,204'],
  ['import', { imported: { ...imported, sheet: '' } }, 'marzo.xlsx, fila 1,204'],
  [
    'amend',
    { amended: corrected, reason: 'Cambió el pedido' },
    [
      'Texto: «Pintar» → «Pintar el muro»',
      'Tema: «Patio» → «Taller»',
      'Prioridad: Normal → Critica',
      'Fecha de finalización: 01 dic 2026 → 24 dic 2026',
      'Repetición: sin repetición → Mensual',
      'Se repite hasta: sin fin → 24 dic 2026',
      'Motivo: Cambió el pedido',
    ].join('\n'),
  ],
];
it.each(sentences)('the note of %s is a sentence of its facts', (act, facts, sentence) => {
  expect(historyNote({ act, note: null, facts: structuredClone(facts) as never })).toBe(sentence);
});

/** They have the words of a person as their note, or none. */
const withoutSentence =
  'register start stopSeries complete approve reject cancel comment cancelComment pause resume remind declineExtension withdrawExtensionRequest'.split(
    ' ',
  );
it('each act of the history has its sentence, or is one of those without', () => {
  const evidence = [{ id: 'a', sha256: '' }];
  for (const act of withoutSentence) expect(historyNote({ act, note: null, facts: { evidence } })).toBeNull();
  expect([...new Set([...withoutSentence, ...sentences.map(([act]) => act)])].sort()).toEqual(Object.keys(historyPhrases).sort());
});

it('a note that is stored is shown as it is', () => {
  const facts = { extendedTo: day('2026-12-24') };
  expect(historyNote({ act: 'extend', note: '24 dic 2026: Faltan piezas', facts })).toBe('24 dic 2026: Faltan piezas');
  expect(historyNote({ act: 'comment', note: 'Listo', facts: null })).toBe('Listo');
  expect(historyNote({ act: 'extend', note: null, facts: null })).toBeNull();
});

it('an extension is proven by the reason in its facts, and by nothing else', () => {
  const withFacts = (reason: string) => [registered, { ...row, act: 'extend', note: null, facts: { reason } }];
  expect(contradictions(activity, withFacts('Faltan piezas'))).toEqual([]);
  expect(contradictions(activity, withFacts('También: Faltan piezas'))).toEqual(['extension']);
  expect(contradictions(activity, [registered, { ...row, act: 'extend', note: 'Faltan piezas', facts: null }])).toEqual(['extension']);
});
