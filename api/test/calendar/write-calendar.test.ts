import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectWithin } from '../../../core/test/deep.ts';
import { anActivity, day, NOW, TODAY } from '../../../core/test/factories.ts';
import { writeCalendar } from '../../src/notifications/serve-calendar.ts';
import { readCalendarText } from './read-calendar.ts';

const PUBLIC_URL = 'https://bitacora.demo.mx';
const names = { topic: 'Mantenimiento', topicDescription: null, department: 'PLANTA', ownerFirstName: 'Ana', ownerLastName: 'Ruiz' };

/** As `readCalendar` finds it. */
function calendarActivity(facts: Parameters<typeof anActivity>[0] = {}, topic = names.topic) {
  const activity = anActivity(facts);
  const assignee = { assigneeFirstName: 'Beto', assigneeLastName: 'Peña' };
  return { ...activity, ...names, ...assignee, topic, changedAt: NOW, checklistTotal: 0, checklistTicked: 0, isImported: false };
}
const calendarText = (parts: Partial<Parameters<typeof writeCalendar>[0]>) =>
  writeCalendar({ today: TODAY, deadlines: [], awaiting: [], ...parts }, PUBLIC_URL);
const entriesOf = (parts: Parameters<typeof calendarText>[0]) => readCalendarText(calendarText(parts)).entries;

describe('a calendar', () => {
  it('is called Bitácora, asks to be read every hour, and may be empty', () => {
    const { calendar, entries } = readCalendarText(calendarText({}));
    expect(calendar).toEqual({
      VERSION: '2.0',
      PRODID: '-//Bitacora//Bitacora//ES',
      NAME: 'Bitácora',
      'X-WR-CALNAME': 'Bitácora',
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT1H',
      'X-PUBLISHED-TTL': 'PT1H',
    });
    expect(entries).toEqual([]);
  });

  it('has every deadline as a whole day that keeps nobody busy, with a link to the activity', () => {
    const activity = calendarActivity({
      id: 123,
      description: 'Revisar la bomba',
      priority: 'critical',
      status: 'on_pause',
      dueOn: day('2026-11-27'),
    });
    expect(entriesOf({ deadlines: [activity] })).toEqual([
      {
        UID: 'deadline-123@bitacora.demo.mx',
        SEQUENCE: '0',
        DTSTAMP: '20261120T180000Z',
        'DTSTART;VALUE=DATE': '20261127',
        'DTEND;VALUE=DATE': '20261128',
        'X-MICROSOFT-CDO-ALLDAYEVENT': 'TRUE',
        'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT': 'TRUE',
        SUMMARY: 'Folio 123 · Revisar la bomba',
        TRANSP: 'TRANSPARENT',
        DESCRIPTION: 'Revisar la bomba\n\nTema: Mantenimiento\nPrioridad: Critica\nEstado: En pausa',
        'URL;VALUE=URI': 'https://bitacora.demo.mx/Consult_My_Activity/123',
      },
    ]);
  });

  it('moves an extended deadline: the same entry, on its new day, in its next version', () => {
    const activity = calendarActivity({ id: 123, extendedTo: day('2026-12-04'), extensionReason: 'Faltan piezas' });
    expect(entriesOf({ deadlines: [activity] })).toMatchObject([
      { UID: 'deadline-123@bitacora.demo.mx', SEQUENCE: '1', 'DTSTART;VALUE=DATE': '20261204' },
    ]);
  });

  it('has what waits for verification on the day it is read, with who did it', () => {
    const activity = calendarActivity({ id: 45, description: 'Pintar', status: 'completed', dueOn: day('2026-11-01') });
    const [entry] = entriesOf({ awaiting: [activity] });
    expect(entry).toMatchObject({
      UID: 'verification-45@bitacora.demo.mx',
      'DTSTART;VALUE=DATE': '20261120',
      SUMMARY: 'Por verificar: folio 45 · Pintar',
      DESCRIPTION: 'Pintar\n\nTema: Mantenimiento\nPrioridad: Normal\nEstado: Por verificar\nResponsable: Beto Peña',
      'URL;VALUE=URI': 'https://bitacora.demo.mx/Consult_Activitie_Assigned/45',
    });
    expect(entriesOf({ awaiting: [activity], today: day('2026-11-21') })[0]).toMatchObject({
      UID: entry?.UID,
      'DTSTART;VALUE=DATE': '20261121',
    });
  });

  it('is the same text, letter for letter, for the same activities', () => {
    const parts = { deadlines: [calendarActivity(), calendarActivity()], awaiting: [calendarActivity({ status: 'completed' })] };
    expect(calendarText(parts)).toBe(calendarText(parts));
  });

  it('shows the beginning of a long text on one line, and more of it in the description', () => {
    const description = `${'Línea muy larga, con comas; y más.\n'.repeat(20)}🙂 fin`;
    const [entry] = entriesOf({ deadlines: [calendarActivity({ id: 7, description })] });
    expect(entry?.SUMMARY).toMatch(/^Folio 7 · Línea muy larga, con comas; y más\. Línea .{40,}…$/);
    expect([...(entry?.SUMMARY ?? '')].length).toBeLessThanOrEqual('Folio 7 · '.length + 100);
    expect(entry?.DESCRIPTION?.startsWith(`${description.slice(0, 499)}…\n\nTema: `)).toBe(true);
  });

  it.each(['🙂'.repeat(500), 'ñ'.repeat(500), '🙂'.repeat(250) + 'x'.repeat(250)])(
    'shows a text of five hundred letters whole, and not one more',
    (text) => {
      const details = (description: string) =>
        entriesOf({ deadlines: [calendarActivity({ description })] })[0]?.DESCRIPTION?.split('\n')[0];
      expect(details(text)).toBe(text);
      expect(details(`${text}y`)).toBe(`${[...text].slice(0, 499).join('')}…`);
    },
  );
});

/** Texts of ordinary people and of an attacker: line breaks of every kind followed by calendar words. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        '\r\n',
        '\r',
        '\n',
        '\r\n ',
        '\\',
        '\\n',
        ';',
        ',',
        ':',
        '"',
        '\t',
        '🙂'.repeat(30),
        'ñ'.repeat(80),
        '\u2028',
        '\u0085',
      ),
      fc.constantFrom('END:VEVENT', 'BEGIN:VEVENT', 'BEGIN:VALARM', 'ATTENDEE:mailto:a@b.mx', 'URL:javascript:alert(1)', 'X-A;B="c":d'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.length <= 500);
const someDay = fc.integer({ min: -300_000, max: 2_000_000 }).map((days) => addDays(day('2026-11-20'), days));
const unbroken = (text: string) => text.replace(/\r\n?/g, '\n');

describe('for any texts', () => {
  it('what is written is read back as one entry, its texts to the letter, its lines folded and whole', () => {
    fc.assert(
      fc.property(hostile, hostile, someDay, (description, topic, dueOn: CalendarDate) => {
        const { entries } = readCalendarText(calendarText({ deadlines: [calendarActivity({ id: 9, description, dueOn }, topic)] }));
        expect(entries).toHaveLength(1);
        expect(entries[0]?.DESCRIPTION).toBe(unbroken(`${description}\n\nTema: ${topic}\nPrioridad: Normal\nEstado: No iniciado`));
        expect(entries[0]?.SUMMARY).not.toMatch(/[\r\n]/);
        expect(entries[0]?.['DTSTART;VALUE=DATE']).toBe(dueOn.replaceAll('-', ''));
        expect(entries[0]?.['URL;VALUE=URI']).toBe(`${PUBLIC_URL}/Consult_My_Activity/9`);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['UTC', 'America/Tijuana', 'Pacific/Kiritimati', 'Asia/Kolkata'])(
    'a deadline is on its day where the server’s clock is in %s',
    (zone) => {
      const before = process.env.TZ;
      process.env.TZ = zone;
      try {
        for (const dueOn of ['2026-04-05', '2026-10-25', '2028-02-29', '2026-12-31'].map(day))
          expect(entriesOf({ deadlines: [calendarActivity({ dueOn })] })[0]).toMatchObject({
            'DTSTART;VALUE=DATE': dueOn.replaceAll('-', ''),
            'DTEND;VALUE=DATE': addDays(dueOn, 1).replaceAll('-', ''),
          });
      } finally {
        process.env.TZ = before;
      }
    },
  );

  it('a thousand entries take a fraction of a second', () => {
    const deadlines = Array.from({ length: 1_000 }, () =>
      calendarActivity({ description: 'Revisar, medir y anotar; después avisar. '.repeat(40) }),
    );
    const times = Array.from({ length: 3 }, () => {
      const began = performance.now();
      calendarText({ deadlines });
      return performance.now() - began;
    });
    expectWithin(Math.min(...times), 1_000);
  });
});
