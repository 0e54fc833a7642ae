import { describe, expect, it } from 'vitest';
import { findFolioWord, findWord, readFolio } from '../src/flows/understand.ts';
import { actWords, botWords, courtesies, smallWords } from '../src/messages/words.ts';

/** Each word of a phrase with two letters exchanged, one left out, and one replaced. */
const misspell = (phrase: string): string[] =>
  phrase.split(' ').flatMap((word, place, words) => {
    const put = (other: string) => words.with(place, other).join(' ');
    const [first = '', second = '', third = ''] = word;
    return word.length < 5 || smallWords.has(word) || courtesies.has(word)
      ? []
      : [put(`${first}${third}${second}${word.slice(3)}`), put(word.slice(0, -2) + word.slice(-1)), put(`${word.slice(0, -1)}x`)];
  });

describe.each([
  ['words', botWords, findWord],
  ['words beside a folio', actWords, findFolioWord],
] as const)('the table of %s', (_, table, find) => {
  const phrases = Object.entries(table).flatMap(([name, texts]) => (texts as readonly string[]).map((text) => ({ name, text })));

  it('gives each phrase one meaning', () => {
    const wrong = phrases.flatMap(({ name, text }) => (find(text) === name ? [] : [`${text}: ${find(text)} instead of ${name}`]));
    expect(wrong).toEqual([]);
  });

  it('forgives one wrong letter, and never takes it for another meaning', () => {
    const exact = new Set(phrases.map(({ text }) => text));
    const wrong = phrases.flatMap(({ name, text }) =>
      misspell(text).flatMap((typed) => (exact.has(typed) || find(typed) === name ? [] : [`${typed}: ${find(typed)} instead of ${name}`])),
    );
    expect(wrong).toEqual([]);
  });
});

it.each([
  ['Hola', 'urgent'],
  ['¡HOLAAA!', 'urgent'],
  ['hola bot', 'urgent'],
  ['Buenos días 👋', 'urgent'],
  ['buen día, qué tal', 'urgent'],
  ['Hola, ¿qué tengo para hoy?', 'today'],
  ['que tengo hoy', 'today'],
  ['hoy qué me toca', 'today'],
  ['¿Qué tengo para mañana, por favor?', 'tomorrow'],
  ['mis pendientes de esta semana', 'week'],
  ['y la próxima semana?', 'nextWeek'],
  ['¿Qué tengo vencido?', 'late'],
  ['¿Qué tengo pendiente?', 'activities'],
  ['pendinetes', 'activities'],
  ['mis pendientes', 'activities'],
  ['', 'activities'],
  ['ayda', 'help'],
  ['ayuda porfa', 'help'],
  ['?', 'help'],
  ['¿Qué puedes hacer?', 'help'],
  ['Muchas gracias!', 'thanks'],
  ['listo, gracias', 'thanks'],
  ['ok', 'agreed'],
  ['👍', 'agreed'],
  ['hasta mañana', 'farewell'],
  ['lo que asigné', 'assigned'],
  ['cómo va mi equipo', 'team'],
  ['se descompuso la banda', undefined],
  ['hola, se descompuso la banda', undefined],
  ['2 + 2', undefined],
])('%j means %s', (text, word) => expect(findWord(text)).toBe(word));

it.each([
  ['317', 317, 'show'],
  ['#317', 317, 'show'],
  ['Actividad #317.', 317, 'show'],
  ['¿Cómo va la 317?', 317, 'show'],
  ['status 317', 317, 'show'],
  ['ayuda 317', 317, 'show'],
  ['hola, 317', 317, 'show'],
  ['317 listo', 317, 'complete'],
  ['317, lista!', 317, 'complete'],
  ['ya terminé la 317', 317, 'complete'],
  ['Ya terminé la 317, gracias.', 317, 'complete'],
  ['termné la actividad 317', 317, 'complete'],
  ['Empezar 317', 317, 'start'],
  ['317 pausa', 317, 'pause'],
  ['pon en pausa la 317', 317, 'pause'],
  ['extensión 317', 317, 'extend'],
  ['verificar 317', 317, 'approve'],
  ['317: llegó el material', 317, undefined],
])('%j is about %i: %s', (text, folio, word) => {
  const named = readFolio(text);
  expect(named?.folio).toBe(folio);
  expect(named?.beside ? findFolioWord(named.beside) : 'show').toBe(word);
});

it.each([
  'tengo 3 pendientes',
  '12/11 llegó',
  '3.5 toneladas',
  '10:30 junta',
  '50% listo',
  '1234567890',
  'llega a las 10:30',
  'sin número',
])('no folio stands in %j', (text) => expect(readFolio(text)).toBeNull());

it.each([
  ['317: ¿ya llegó el material?', '¿ya llegó el material?'],
  ['comentar 317 Ya llegó', 'Ya llegó'],
  ['ya llegó lo de la 317', 'ya llegó lo de la 317'],
])('the comment of %j is %j', (text, comment) => expect(readFolio(text)?.comment).toBe(comment));
