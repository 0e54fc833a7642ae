import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { credentials, newPassword, resetRequest, resetToken } from '../../src/contract/account/session-endpoints.ts';
import {
  completion,
  extension,
  newAssignedActivity,
  newComment,
  newOwnActivity,
  validationInput,
} from '../../src/contract/activities/activity-input.ts';
import { newUser } from '../../src/contract/people/user-endpoints.ts';
import { dateRange } from '../../src/contract/reports/report-shapes.ts';
import { fieldErrors } from '../../src/contract/wire-names.ts';
import { expectWithin } from '../deep.ts';

/** What is said of each field of a body that cannot be taken; nothing when it can. */
function sentencesIn(schema: z.ZodMiniType, body: unknown): Record<string, string> {
  const result = z.safeDecode(schema, body as never);
  return result.success ? {} : fieldErrors(result.error);
}
const ONE_VALUE = 'Este campo lleva un solo valor, no una lista ni un objeto.';
const REQUIRED = 'Este campo es obligatorio.';

describe('login', () => {
  const good = { email: 'ana@demo.mx', password: 'demo1234' };
  it.each([
    [{}, {}],
    [{ email: '' }, { email: 'El correo electrónico es requerido.' }],
    [{ email: '   ' }, { email: 'El correo electrónico es requerido.' }],
    [{ email: null }, { email: 'El correo electrónico es requerido.' }],
    [{ email: 'ana' }, { email: 'El correo electrónico no es válido.' }],
    [{ email: 'ana@demo' }, { email: 'El correo electrónico no es válido.' }],
    [{ email: 'ana@@demo.mx' }, { email: 'El correo electrónico no es válido.' }],
    [{ email: 'ana ruiz@demo.mx' }, { email: 'El correo electrónico no es válido.' }],
    [{ email: 'ana@demo.mx, otra@demo.mx' }, { email: 'El correo electrónico no es válido.' }],
    [{ email: '<ana@demo.mx>' }, { email: 'El correo electrónico no es válido.' }],
    [{ email: `${'a'.repeat(250)}@demo.mx` }, { email: 'El correo electrónico no es válido.' }],
    [{ email: 'a\u0000@demo.mx' }, { email: 'El correo electrónico no es válido.' }],
    [{ email: ['ana@demo.mx'] }, { email: ONE_VALUE }],
    [{ email: { $ne: '' } }, { email: ONE_VALUE }],
    [{ email: 7 }, { email: 'El correo electrónico no es válido.' }],
    [{ password: '' }, { password: 'La contraseña es requerida.' }],
    [{ password: undefined }, { password: 'La contraseña es requerida.' }],
    [{ password: '12345' }, { password: 'La contraseña debe tener al menos 6 caracteres.' }],
    [{ password: '123456' }, {}],
    [{ password: ['demo1234'] }, { password: ONE_VALUE }],
    [
      { email: '', password: '' },
      { email: 'El correo electrónico es requerido.', password: 'La contraseña es requerida.' },
    ],
  ])('%j: %j', (given, fields) => {
    expect(sentencesIn(credentials, { ...good, ...given })).toEqual(fields);
  });

  it('takes a password as typed, blanks and all, and an address without the blanks around it', () => {
    expect(z.decode(credentials, { email: ' ana@demo.mx ', password: '  seis  ' })).toEqual({ email: 'ana@demo.mx', password: '  seis  ' });
  });

  it('is quick to refuse a long address', () => {
    const times = Array.from({ length: 3 }, () => {
      const began = performance.now();
      sentencesIn(credentials, { ...good, email: `${'a@'.repeat(50_000)}.` });
      return performance.now() - began;
    });
    expectWithin(Math.min(...times), 50);
  });
});

it.each([
  [resetRequest, { email: 'ana' }, { email: 'Por favor, ingrese un correo electrónico válido.' }],
  [resetRequest, {}, { email: 'Por favor, ingrese un correo electrónico válido.' }],
  [resetToken, { email: 'a@demo.mx' }, { token: 'Por favor, ingrese un token válido.' }],
  [resetToken, { email: 'a@demo.mx', token: ['x'] }, { token: ONE_VALUE }],
  [
    newPassword,
    { email: 'a@demo.mx', token: 'x' },
    { password: 'La contraseña debe tener entre 8 y 16 caracteres y solo letras, números y espacios.' },
  ],
] as [z.ZodMiniType, object, object][])('a forgotten password, case %#', (schema, given, fields) => {
  expect(sentencesIn(schema, given)).toEqual(fields);
});

describe('a new activity', () => {
  const good = { id_project: 1, objective: 'Revisar', priority: 'Normal', due_date: '2026-12-01', repeatable: 'NO', time_lapse: '' };
  it.each([
    [{}, {}],
    [{ id_project: undefined }, { id_project: REQUIRED }],
    [{ id_project: '' }, { id_project: REQUIRED }],
    [{ id_project: 'x' }, { id_project: 'Este campo debe ser un número entero positivo.' }],
    [{ id_project: 0 }, { id_project: 'Este campo debe ser un número entero positivo.' }],
    [{ id_project: [1] }, { id_project: ONE_VALUE }],
    [{ objective: undefined }, { objective: REQUIRED }],
    [{ objective: ' \n ' }, { objective: REQUIRED }],
    [{ objective: 'x'.repeat(2001) }, { objective: 'Escribe 2000 caracteres como máximo.' }],
    [{ objective: 'x'.repeat(2000) }, {}],
    [{ objective: 'a\u0000b' }, { objective: 'El texto contiene caracteres de control que no se pueden guardar.' }],
    [{ objective: '\ud83d' }, { objective: 'El texto contiene caracteres de control que no se pueden guardar.' }],
    [{ objective: ['a', 'b'] }, { objective: ONE_VALUE }],
    [{ objective: 7 }, { objective: 'Este campo debe ser un texto.' }],
    [{ priority: '' }, { priority: REQUIRED }],
    [{ priority: 'Alta' }, { priority: 'Elige una de estas opciones: Normal, High, Critical.' }],
    [{ priority: { a: 1 } }, { priority: ONE_VALUE }],
    [{ due_date: '' }, { due_date: REQUIRED }],
    [{ due_date: '2026-02-29' }, { due_date: 'Escribe una fecha válida con la forma AAAA-MM-DD.' }],
    [{ due_date: '01/12/2026' }, { due_date: 'Escribe una fecha válida con la forma AAAA-MM-DD.' }],
    [{ due_date: '2026-12-01T00:00:00Z' }, { due_date: 'Escribe una fecha válida con la forma AAAA-MM-DD.' }],
    [{ due_date: ['2026-12-01'] }, { due_date: ONE_VALUE }],
    [{ repeatable: 'SI', time_lapse: 'week' }, {}],
    [
      { repeatable: 'SI' },
      { time_lapse: 'Selecciona el lapso de repetición: semanal (week), mensual (month), anual (year) u otro de la lista.' },
    ],
    [{ repeatable: 'SI', time_lapse: 'two_months' }, {}],
    [
      { repeatable: 'SI', time_lapse: 'decade' },
      { time_lapse: 'Selecciona el lapso de repetición: semanal (week), mensual (month), anual (year) u otro de la lista.' },
    ],
    [{ repeatable: 'SI', time_lapse: 'week', repeat_until: '2027-12-31' }, {}],
    [{ repeatable: 'SI', time_lapse: 'week', repeat_until: '' }, {}],
    [
      { repeatable: 'SI', time_lapse: 'week', repeat_until: '31/12/2027' },
      { repeat_until: 'Escribe una fecha válida con la forma AAAA-MM-DD.' },
    ],
    [{ repeat_until: '2027-12-31' }, { repeat_until: 'El lapso de repetición solo se elige cuando la actividad es repetible.' }],
    [{ repeatable: 'NO', time_lapse: 'week' }, { time_lapse: 'El lapso de repetición solo se elige cuando la actividad es repetible.' }],
    [{ repeatable: 'quizá' }, { repeatable: 'Elige una de estas opciones: SI, NO.' }],
    [{ repeatable: ['SI'] }, { repeatable: ONE_VALUE }],
    [{ repeatable: undefined, time_lapse: undefined }, {}],
  ])('%j: %j', (given, fields) => {
    expect(sentencesIn(newOwnActivity, { ...good, ...given })).toEqual(fields);
  });

  it('that is assigned names its responsible', () => {
    expect(sentencesIn(newAssignedActivity, good)).toEqual({ id_user_assigned: REQUIRED });
    expect(sentencesIn(newAssignedActivity, { ...good, id_user_assigned: [2] })).toEqual({ id_user_assigned: ONE_VALUE });
  });

  it('that is empty is reported of every field at once', () => {
    expect(Object.keys(sentencesIn(newAssignedActivity, {})).sort()).toEqual([
      'due_date',
      'id_project',
      'id_user_assigned',
      'objective',
      'priority',
    ]);
  });
});

const BLANK_EXTENSION = 'Debe completar ambos campos para registrar la extensión.';
it.each([
  [newComment, { activitie_id: 1, comment: ' \t ' }, { comment: 'El comentario no puede estar vacío.' }],
  [newComment, { activitie_id: 1 }, { comment: 'El comentario no puede estar vacío.' }],
  [newComment, { activitie_id: 1, comment: ['a'] }, { comment: ONE_VALUE }],
  [completion, { activity_id: 1, resolution: '  ' }, { resolution: REQUIRED }],
  [extension, { activitie_id: 1, extension_date: '2026-12-01', motive_extension: ' ' }, { motive_extension: BLANK_EXTENSION }],
  [extension, { activitie_id: 1, extension_date: '', motive_extension: 'x' }, { extension_date: BLANK_EXTENSION }],
  [extension, { activitie_id: 1, motive_extension: 'x' }, { extension_date: BLANK_EXTENSION }],
  [
    extension,
    { activitie_id: 1, extension_date: '2026-02-30', motive_extension: 'x' },
    { extension_date: 'Escribe una fecha válida con la forma AAAA-MM-DD.' },
  ],
  [extension, { activitie_id: 1, extension_date: ['2026-12-01'], motive_extension: 'x' }, { extension_date: ONE_VALUE }],
  [validationInput, { activity_id: 1, action: 'Quizá' }, { action: 'Elige una de estas opciones: Verified, Rejected.' }],
  [validationInput, { activity_id: 1 }, { action: REQUIRED }],
  [validationInput, { activity_id: 1, action: ['Verified'] }, { action: ONE_VALUE }],
  [validationInput, { activity_id: 1, action: 'Verified', comment: { a: 1 } }, { comment: ONE_VALUE }],
  [dateRange, { start_date: '2026-02-30' }, { start_date: 'Escribe una fecha válida con la forma AAAA-MM-DD.' }],
  [dateRange, { start_date: ['2026-02-01'] }, { start_date: ONE_VALUE }],
  [dateRange, { start_date: '', end_date: null }, {}],
] as [z.ZodMiniType, object, object][])('an act that cannot be taken, case %#', (schema, given, fields) => {
  expect(sentencesIn(schema, given)).toEqual(fields);
});

it('a new user names what is missing, all at once', () => {
  expect(sentencesIn(newUser, { alias: '', phone: null })).toEqual({
    num_employe: REQUIRED,
    name_user: REQUIRED,
    last_name: REQUIRED,
    email: 'El correo electrónico es requerido.',
    level_user: REQUIRED,
    department: REQUIRED,
    position: REQUIRED,
  });
});
