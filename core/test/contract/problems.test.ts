import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { describeProblem } from '../../src/contract/problems.ts';
import { readWireNames } from '../../src/contract/wire-names.ts';
import type { FieldProblem, Refusal } from '../../src/domain/refusal.ts';
import { writtenDay } from '../../src/messages/dates.ts';
import { refusalSentences } from '../../src/messages/refusals.ts';
import { validation } from '../../src/messages/validation.ts';
import { day } from '../factories.ts';

/** The facts of every refusal together; each sentence reads those that it needs. */
const facts = {
  fields: { comment: 'El comentario no puede estar vacío.' },
  retryAfterSeconds: 90,
  act: 'cancel',
  holder: 'owner',
  status: 'completed',
  state: 'declined',
  extendedTo: day('2026-12-04'),
  requestedTo: day('2026-12-04'),
  field: 'images',
  maxBytes: 10_000_000,
  maxPages: 500,
  holds: 'script',
  maxMegapixels: 40,
  count: 3,
  folio: 7,
  folios: [7, 12],
  maxRows: 5_000,
  maxColumns: 30,
  maxCells: 300_000,
  missing: ['Puesto'],
  items: ['Sellos', 'Acta'],
  images: 2,
  doubled: [],
  wrong: [{ row: 3, column: 'Puesto', value: '', error: 'Este campo es obligatorio.' }],
  areAllKnown: false,
  questions: [{ kind: 'topic', said: 'Patio' }],
  reason: 'expired',
  max: 30,
  now: { description: null, department: 'VENTAS' },
};
const codes = Object.keys(refusalSentences) as Refusal['code'][];

describe('every refusal', () => {
  it.each(codes)('%s has a status and a sentence', (code) => {
    const act = code === 'admin.forbidden' ? 'manageUsers' : facts.act;
    const { status, body } = describeProblem({ ...facts, act, code } as unknown as Refusal);
    expect([400, 401, 403, 404, 408, 409, 413, 415, 429, 503, 507]).toContain(status);
    expect(body).toMatchObject({ success: false, code });
    expect(body.error).toMatch(/^[A-ZÁÉÍÓÚ¿¡«].{8,}/);
    expect(body.error).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

const problem = (refusal: Refusal) => describeProblem(refusal);

it.each<[Refusal, number, string]>([
  [{ code: 'credentials.wrong' }, 401, 'Usuario o Contraseña incorrectas'],
  [{ code: 'user.inactive' }, 403, 'Usuario inactivo'],
  [{ code: 'reset.unknownEmail' }, 404, 'El correo proporcionado no existe en el sistema.'],
  [{ code: 'reset.invalidToken' }, 400, 'Token inválido o expirado. Solicite uno nuevo.'],
  [{ code: 'activity.unknown' }, 404, 'No se encontró la actividad.'],
  [{ code: 'capture.tooOld', field: 'capturedAt' }, 400, 'Se capturó hace más de 30 días y ya no se recibe. Hazlo de nuevo con conexión.'],
  [{ code: 'image.wrongType', field: 'images' }, 415, 'Solo se permiten imágenes PNG o JPG.'],
  [
    { code: 'activity.untimely', act: 'cancel', status: 'verified' },
    409,
    'La actividad está en estado «Verificado» y así no es posible cancelarla.',
  ],
  [
    { code: 'activity.alreadyExtended', extendedTo: day('2026-12-04') },
    409,
    'La fecha ya se extendió una vez, al 04 dic 2026; no se puede extender de nuevo.',
  ],
  [
    { code: 'activity.forbidden', act: 'complete', holder: 'assignee' },
    403,
    'Solo el responsable de la actividad puede marcarla como completada.',
  ],
  [
    { code: 'admin.forbidden', act: 'manageTopics' },
    403,
    'Solo gerentes, contralores, supervisores y desarrolladores pueden administrar temas.',
  ],
  [
    { code: 'edit.outdated', now: { email: 'ana@nueva.mx', alias: null } },
    409,
    'Alguien más lo cambió mientras lo editabas. Ahora dice Correo electrónico: «ana@nueva.mx»; Alias: sin valor. Si guardas de nuevo, queda lo tuyo.',
  ],
  [{ code: 'session.tooManyTries', retryAfterSeconds: 30 }, 429, 'Demasiados intentos. Espera 30 segundos y vuelve a intentarlo.'],
  [{ code: 'session.tooManyTries', retryAfterSeconds: 61 }, 429, 'Demasiados intentos. Espera 2 min y vuelve a intentarlo.'],
])('%j answers %i: %s', (refusal, status, error) => {
  expect(problem(refusal)).toMatchObject({ status, body: { error } });
});

it('the error names one wrong field; for several it asks to review them', () => {
  const one = { name_user: 'Este campo es obligatorio.' };
  expect(problem({ code: 'input.invalid', fields: one }).body).toMatchObject({ error: 'Este campo es obligatorio.', fields: one });
  const two = { ...one, email: 'El correo electrónico no es válido.' };
  expect(problem({ code: 'input.invalid', fields: two }).body).toMatchObject({ error: 'Revisa los campos señalados.', fields: two });
});

it.each<[field: string, problem: FieldProblem, call: EndpointName, wireName: string, sentence: string]>([
  ['dueOn', { problem: 'dueInPast' }, 'assignActivity', 'due_date', 'La fecha de finalización no puede ser anterior a hoy.'],
  ['topicId', { problem: 'topicUnknown' }, 'registerOwnActivity', 'id_project', 'Selecciona un tema de la lista.'],
  ['assigneeId', { problem: 'assigneeUnknown' }, 'assignActivity', 'id_user_assigned', validation.assigneeUnknown],
  [
    'extendedTo',
    { problem: 'extensionTooEarly', day: day('2026-12-04') },
    'extendDeadline',
    'extension_date',
    validation.extensionTooEarly(writtenDay(day('2026-12-04'))),
  ],
  ['comment', { problem: 'rejectionBlank' }, 'validateActivity', 'comment', 'Debe agregar un comentario para marcar el rechazo.'],
  ['text', { problem: 'searchTooShort' }, 'searchActivities', 'q', 'Escribe dos letras o más, o un folio.'],
  ['reassignTo', { problem: 'reassignToUnknown' }, 'setUserStatus', 'reassign_to', validation.reassignToUnknown],
  ['userId', { problem: 'employeeNotExternal' }, 'assignTopic', 'id_user', validation.employeeNotExternal],
  ['topicId', { problem: 'topicGeneral' }, 'assignTopic', 'id_project', 'Los temas GENERAL no se asignan: ya son de todos.'],
  [
    'expiresOn',
    { problem: 'tokenExpiry', day: day('2026-12-04') },
    'createToken',
    'expires_on',
    validation.tokenExpiry(writtenDay(day('2026-12-04'))),
  ],
  ['confirmation', { problem: 'passwordsDiffer' }, 'changePassword', 'confirmPassword', 'Las contraseñas no coinciden'],
  ['password', { problem: 'resetPasswordInvalid' }, 'resetPassword', 'password', validation.resetPasswordInvalid],
])('%s refused as %j has its wire name and sentence in %s', (field, problem, call, wireName, sentence) => {
  const { body } = describeProblem(
    { code: 'input.invalid', fields: { [field]: problem } },
    readWireNames((endpoints[call] as Endpoint).body),
  );
  expect(body).toEqual({ success: false, error: sentence, code: 'input.invalid', fields: { [wireName]: sentence } });
});

it('only the login of somebody inactive carries a status', () => {
  for (const code of codes) {
    const { body } = problem({ ...facts, act: code === 'admin.forbidden' ? 'manageUsers' : facts.act, code } as unknown as Refusal);
    expect([code, body.status]).toEqual([code, code === 'user.inactive' ? 'inactivo' : undefined]);
  }
});
