import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, type WireRequest, type WireResponse } from '../../src/client/client.ts';
import { createClient } from '../../src/client/create-client.ts';
import { atMost, readDefinition } from '../../src/contract/wire.ts';
import { day } from '../factories.ts';
import { readVersion } from '../library-version.ts';

/** A client whose server answers `body`, and what was sent to it. */
function talking(body: unknown, status = 200) {
  const requests: WireRequest[] = [];
  const client = createClient(async (request): Promise<WireResponse> => {
    requests.push(request);
    return { status, body };
  });
  return { client, requests };
}
const failure = (attempt: Promise<unknown>): Promise<ApiError> =>
  attempt.then(
    () => expect.unreachable('the server said no'),
    (error) => error,
  );
const promised = {
  topicId: 3,
  assigneeId: 4,
  description: 'Revisar',
  priority: 'high',
  dueOn: day('2026-12-01'),
  repeats: 'week',
} as const;

it('speaks the wire’s words and understands them', async () => {
  const { client, requests } = talking({ success: true });
  await client.extendDeadline({ activityId: 7, extendedTo: day('2026-12-01'), reason: 'Feriado' });
  await client.cancelComment({ commentId: 9 });
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/api/update_extension_date',
      body: { activitie_id: 7, extension_date: '2026-12-01', motive_extension: 'Feriado' },
      effect: 'writes',
    },
    { method: 'POST', path: '/api/cancel_my_comment/9', body: undefined, effect: 'writes' },
  ]);
});

it('sends images as images[0], images[1], … beside the fields as text', async () => {
  const { client, requests } = talking({ success: true, id: 12 });
  const images = [new File(['a'], 'uno.png'), new Blob(['b'], { type: 'image/jpeg' })];
  expect(await client.assignActivity({ ...promised, images })).toEqual({ success: true, id: 12 });
  const form = requests[0]?.body as FormData;
  expect([...form.keys()].sort()).toEqual(
    ['id_project', 'id_user_assigned', 'objective', 'priority', 'due_date', 'repeatable', 'time_lapse', 'images[0]', 'images[1]'].sort(),
  );
  expect(Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))).toEqual({
    id_project: '3',
    id_user_assigned: '4',
    objective: 'Revisar',
    priority: 'High',
    due_date: '2026-12-01',
    repeatable: 'SI',
    time_lapse: 'week',
  });
  expect((form.get('images[0]') as File).name).toBe('uno.png');
});

it('reports a failure in the server’s sentence and in our words', async () => {
  const fields = { due_date: 'La fecha de finalización no puede ser anterior a hoy.' };
  const { client } = talking({ success: false, error: fields.due_date, code: 'input.invalid', fields }, 400);
  const error = await failure(client.assignActivity(promised));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, code: 'input.invalid', message: fields.due_date, fields: { dueOn: fields.due_date } });
});

it('reports a wrong lapse of repetition as ours', async () => {
  const fields = { time_lapse: 'Selecciona el lapso de repetición: week, month o year.' };
  const { client } = talking({ success: false, error: fields.time_lapse, code: 'input.invalid', fields }, 400);
  expect(await failure(client.assignActivity(promised))).toMatchObject({ fields: { repeats: fields.time_lapse } });
});

it('refuses what no server would take, in the same words, without asking', async () => {
  const { client, requests } = talking({ success: true, id: 1 });
  const error = await failure(client.commentActivity({ activityId: 7, body: '   ' }));
  expect(error).toMatchObject({ status: 400, code: 'input.invalid', fields: { body: 'El comentario no puede estar vacío.' } });
  expect(requests).toEqual([]);
});

it('says nothing of its own where the answer was no JSON of ours', async () => {
  const { client } = talking(undefined, 502);
  expect(await failure(client.listMyPending())).toMatchObject({ status: 502, message: '', code: null, fields: {} });
});

it('sends a workbook as the form’s file, with what is asked of it', async () => {
  const { client, requests } = talking({ success: true, count: 1, dry_run: true, rows: [], privileged: [], privileged_total: 0 });
  expect(await client.importUsers({ file: new File(['PK'], 'personas.xlsx'), isDryRun: true })).toMatchObject({ count: 1 });
  const form = requests[0]?.body as FormData;
  expect([...form.keys()].sort()).toEqual(['dry_run', 'file']);
  expect([form.get('dry_run'), (form.get('file') as File).name]).toEqual(['true', 'personas.xlsx']);
});

it('answers the bytes where a workbook was the answer', async () => {
  const file = new Blob(['PK']);
  const client = createClient(async () => ({ status: 200, body: undefined, file }));
  expect(await client.exportReport({ isAssigned: true })).toBe(file);
  expect(await client.importUsers({ isAnnotated: true, file })).toBe(file);
});

it('says what is wrong in a workbook cell by cell', async () => {
  const rows = [{ row: 3, column: 'Puesto', value: '', error: 'Este campo es obligatorio.' }];
  const sentence = 'No se registró a nadie: 1 fila tiene errores.';
  const { client } = talking({ success: false, error: sentence, code: 'import.wrongRows', rows, total: 1 }, 400);
  expect(await failure(client.importUsers({ file: new Blob(['PK']) }))).toMatchObject({
    code: 'import.wrongRows',
    message: sentence,
    rows,
  });
});

it('does not take an answer that is not what the contract promises', async () => {
  const { client } = talking([{ id: 'uno' }]);
  await expect(client.listMyPending()).rejects.toThrow();
});

it('the parts of schemas that we read are those of Zod 4.6.7', () => {
  expect(readVersion('zod', 'core')).toBe('4.6.7');
  const text = z.string();
  expect(readDefinition(z.nullable(text))).toMatchObject({ type: 'nullable', innerType: text });
  expect(readDefinition(z.optional(text))).toMatchObject({ type: 'optional', innerType: text });
  expect(readDefinition(z.array(text))).toMatchObject({ type: 'array', element: text });
  expect(readDefinition(z.union([text]))).toMatchObject({ type: 'union', options: [text] });
  expect(readDefinition(z.enum(['a', 'b']))).toMatchObject({ type: 'enum', entries: { a: 'a', b: 'b' } });
  const short = z.any().check(atMost(1, { error: 'long' }) as never);
  expect([short.safeParse({ length: { toString: 'x' } }).success, short.safeParse('ab').success]).toEqual([true, false]);
});
