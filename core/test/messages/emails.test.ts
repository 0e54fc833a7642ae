import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DueActivity, deadlinesDigest } from '../../../api/src/notifications/messages/activity-mails.ts';
import { addDays } from '../../src/domain/calendar.ts';
import {
  type DigestBlock,
  type DigestContent,
  deadlinesInWords,
  deadlinesSubject,
  readerRoles,
} from '../../src/messages/notifications/digest.ts';
import { asWritten, clipped, daysInWords, onOneLine, pluralize, spokenDay } from '../../src/messages/phrases.ts';
import { day, TODAY } from '../factories.ts';

const due = (daysLeft: number, isMine = true, text = 'Contar los equipos') => ({ daysLeft, isMine, text });
const dues = fc.array(fc.record({ daysLeft: fc.integer({ min: -400, max: 6 }), isMine: fc.boolean(), text: fc.string() }), {
  minLength: 2,
  maxLength: 60,
});

describe('the subject of deadlines', () => {
  it('names the first, and how many follow', () => {
    expect(deadlinesSubject([due(-9), due(3), due(5)])).toBe('9 días de retraso: Contar los equipos y 2 más');
    expect(deadlinesSubject([due(1), due(1)])).toBe('Vence mañana: Contar los equipos y 1 más');
    const long = deadlinesSubject(Array.from({ length: 1_201 }, () => due(-400, true, 'palabra '.repeat(40))));
    expect(long).toMatch(/^400 días de retraso: [a-z ]+… y 1,200 más$/);
    expect(long.length).toBeLessThanOrEqual(90);
  });

  it('has a title that says what matters', () => {
    expect(deadlinesInWords([due(3), due(5)])).toBe('2 actividades vencen esta semana');
    expect(deadlinesInWords([due(-1), due(1), due(1)])).toBe('1 actividad venció y 2 vencen mañana');
    expect(deadlinesInWords([due(-1), due(-9), due(0), due(1), due(4)])).toBe(
      '2 actividades vencieron, 1 vence hoy, 1 vence mañana y 1 vence esta semana',
    );
    expect(deadlinesInWords([due(1), due(-2, false)])).toBe('1 actividad vence mañana y 1 que asignaste venció');
    expect(deadlinesInWords([due(-1, false), due(-2, false)])).toBe('2 actividades que asignaste vencieron');
  });

  it('names the only activity', () => {
    expect(deadlinesSubject([due(1)])).toBe('Vence mañana: Contar los equipos');
    expect(deadlinesSubject([due(0)])).toBe('Vence hoy: Contar los equipos');
    expect(deadlinesSubject([due(-1)])).toBe('1 día de retraso: Contar los equipos');
    expect(deadlinesSubject([due(-2)])).toBe('2 días de retraso: Contar los equipos');
    expect(deadlinesSubject([due(6)])).toBe('Quedan 6 días: Contar los equipos');
    expect(deadlinesSubject([due(-2, false)])).toBe('2 días de retraso, asignada por ti: Contar los equipos');
    expect(deadlinesSubject([{ ...due(-2, false), isSubstituted: true }])).toBe('2 días de retraso, de quien suples: Contar los equipos');
  });

  it('agrees in number, and its counts add up to the activities', () => {
    fc.assert(
      fc.property(dues, (some) => {
        const words = deadlinesInWords(some);
        const counts = [...words.matchAll(/(\d+) (actividad(?:es)? )?(que asignaste )?(venc[eióron]+)/g)];
        expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(some.length);
        for (const [, count, noun, , verb] of counts) {
          expect(['venció', 'vence'].includes(verb as string)).toBe(count === '1');
          if (noun) expect(noun).toBe(count === '1' ? 'actividad ' : 'actividades ');
        }
      }),
    );
  });
});

describe('words', () => {
  it('count one and many', () => {
    expect([0, 1, 2, 1200].map((count) => pluralize(count, 'día', 'días'))).toEqual(['0 días', '1 día', '2 días', '1,200 días']);
    expect([-2, -1, 0, 1, 2].map(daysInWords)).toEqual([
      '2 días de retraso',
      '1 día de retraso',
      'Vence hoy',
      'Vence mañana',
      'Quedan 2 días',
    ]);
  });

  it('write a day as people say it, with the year when it differs', () => {
    expect(spokenDay(day('2026-11-27'), TODAY)).toBe('viernes 27 de noviembre');
    expect(spokenDay(day('2027-01-04'), TODAY)).toBe('lunes 4 de enero de 2027');
  });

  it('are cut at a word, never longer than asked and never within a letter', () => {
    expect(clipped('Contar los equipos del almacén', 20)).toBe('Contar los equipos…');
    expect(clipped('á'.repeat(300), 70)).toBe(`${'á'.repeat(69)}…`);
    expect(clipped('👩🏽‍🔧'.repeat(9), 5)).toBe(`${'👩🏽‍🔧'.repeat(4)}…`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 100 }), (text, most) => {
        const cut = clipped(text, most);
        expect([...new Intl.Segmenter('es-MX').segment(cut)].length).toBeLessThanOrEqual(most);
        expect(onOneLine(text).startsWith(cut.replace(/…$/, ''))).toBe(true);
      }),
    );
  });

  it('carry nothing that breaks a header or turns the text around them', () => {
    expect(onOneLine('Revisar\r\nBcc: otro@empresa.mx\u202Egpj.exe\u2066 fin')).toBe('Revisar Bcc: otro@empresa.mxgpj.exe fin');
    expect(asWritten('uno\r\ndos\n\n\n\ntres\u0007')).toBe('uno\ndos\n\ntres');
    expect(asWritten('مرحبا שלום ñandú')).toBe('مرحبا שלום ñandú');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(onOneLine(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });
});

const activity = (folio: number, daysLeft: number, isMine = true): DueActivity => ({
  folio,
  daysLeft,
  urgency: daysLeft,
  isMine,
  standing: 'En progreso',
  topic: 'Inventario',
  text: `Actividad ${folio}`,
  assignee: 'Sofía Ibáñez',
  deadlineOn: addDays(TODAY, daysLeft),
  url: `https://bitacora.empresa.mx/${folio}`,
});
const urls = {
  pending: 'https://b.mx/My_Activities',
  assigned: 'https://b.mx/Report_Activities_Assigned',
  verify: 'https://b.mx/Verify_Inbox',
  team: 'https://b.mx/Report_All_Activities_P?urgencies=late',
  notifications: 'https://b.mx/Notifications',
  substituted: 'https://b.mx/Substituted_Activities',
  history: 'https://b.mx/My_Historial_Activities',
};
const groupsOf = ({ blocks }: DigestContent) => blocks.flatMap((block) => (block.kind === 'table' ? block.groups : []));
const links = ({ blocks }: DigestContent) =>
  blocks.flatMap((block: DigestBlock) => ('link' in block ? [[block.kind, block.link.label, block.link.url]] : []));

describe('the letter of deadlines', () => {
  it('has each activity once, in its section, the most urgent first', () => {
    const letter = deadlinesDigest(
      'Ana',
      [activity(1, 5), activity(2, -1), activity(3, 0), activity(4, -7), activity(5, 1), activity(6, -3, false)],
      urls,
    );
    expect(groupsOf(letter).map(({ heading, rows }) => [heading, rows.map(({ folio }) => folio)])).toEqual([
      ['Vencidas · 2', [4, 2]],
      ['Vencen hoy o mañana · 2', [3, 5]],
      ['Vencen en 7 días · 1', [1]],
      ['Asignadas por ti, vencidas · 1', [6]],
    ]);
    expect(groupsOf(letter).at(-1)?.rows[0]?.detail).toBe('Responsable: Sofía Ibáñez');
  });

  it('shows the fifty most urgent of three hundred and says where the rest is', () => {
    const all = Array.from({ length: 300 }, (_, n) => activity(n + 1, 6 - (n % 150), n % 3 > 0));
    const letter = deadlinesDigest('Ana', all, urls);
    const folios = groupsOf(letter).flatMap(({ rows }) => rows.map(({ folio }) => folio));
    const daysOf = new Map(all.map(({ folio, daysLeft }) => [folio, daysLeft]));
    const worst = all.map(({ daysLeft }) => daysLeft).sort((a, b) => a - b)[49] as number;
    expect(folios).toHaveLength(50);
    expect(folios.every((folio) => (daysOf.get(folio) as number) <= worst)).toBe(true);
    const mineLeft = all.filter(({ folio, isMine }) => isMine && !folios.includes(folio)).length;
    expect(links(letter)).toEqual([
      ['link', `${mineLeft} actividades más en tus pendientes`, urls.pending],
      ['link', `${250 - mineLeft} actividades más en actividades asignadas`, urls.assigned],
      ['action', 'Ver mis pendientes', urls.pending],
    ]);
    expect(letter.blocks.at(-1)).toMatchObject({ others: [{ label: 'Ver actividades asignadas', url: urls.assigned }] });
  });

  it('leads first to the list that has the most of it', () => {
    const letter = deadlinesDigest('Ana', [activity(1, -1), activity(2, -2, false), activity(3, -3, false)], urls);
    expect(letter.blocks.at(-1)).toMatchObject({ link: { url: urls.assigned }, others: [{ url: urls.pending }] });
  });

  it('names the work of absent people whom the reader substitutes apart, and leads to its list', () => {
    const of = (folio: number, daysLeft: number) => ({ ...activity(folio, daysLeft), ...readerRoles({ assigneeId: 7, ownerId: 8 }, 9) });
    const letter = deadlinesDigest('Ana', [of(1, -4), activity(2, -3, false), of(3, 2)], urls);
    expect(groupsOf(letter).map(({ heading, rows }) => [heading, rows.map(({ folio }) => folio)])).toEqual([
      ['Asignadas por ti, vencidas · 1', [2]],
      ['De quienes suples · 2', [1, 3]],
    ]);
    expect(letter.title).toBe('1 actividad que asignaste venció, 1 de quienes suples venció y 1 de quienes suples vence esta semana.');
    const alone = deadlinesDigest('Ana', [of(1, -4)], urls);
    expect(links(alone)).toEqual([['action', 'Ver lo de quienes suples', urls.substituted]]);
    expect(alone.reason).toBe('Recibes este correo porque suples a alguien con actividades por entregar.');
  });

  it('leads to what was assigned where nothing is one’s own', () => {
    expect(links(deadlinesDigest('Ana', [activity(6, -3, false)], urls))).toEqual([['action', 'Ver actividades asignadas', urls.assigned]]);
  });
});
