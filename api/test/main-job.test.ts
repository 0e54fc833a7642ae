import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { day, given, PASSWORD } from '../../core/test/factories.ts';
import { aJpeg, aPng } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

it('the main job: assigned with two images, started, commented, proven, completed, rejected, completed again and verified', async () => {
  const make = given(app.db);
  const boss = await make.manager({ firstName: 'Gloria', lastName: 'Gerente', email: 'gerente@demo.mx' });
  const worker = await make.person({ firstName: 'Emilio', lastName: 'Empleado', email: 'empleado@demo.mx' });
  const topic = await make.topic({ name: 'Redes', department: 'SISTEMAS' });
  const [manager, employee] = [app.visitor(), app.visitor()];
  await manager.client.logIn({ email: 'Gerente@DEMO.mx', password: PASSWORD });
  await employee.client.logIn({ email: 'empleado@demo.mx', password: PASSWORD });

  const [candidate] = (await manager.client.listEligibleAssignees({ topicId: topic.id })).filter(({ id }) => id === worker.id);
  expect(candidate).toMatchObject({ firstName: 'Emilio', department: 'SISTEMAS' });
  const { id: activityId } = await manager.client.assignActivity({
    topicId: topic.id,
    assigneeId: worker.id,
    description: 'Cambiar el switch del piso 3',
    priority: 'critical',
    dueOn: day('2026-11-27'),
    repeats: null,
    images: [new File([await aPng()], 'plano.png'), new File([await aJpeg()], 'falla.jpg')],
  });

  expect(await employee.client.listMyPending()).toMatchObject([
    { id: activityId, status: 'not_started', topic: 'Redes', daysLeft: 7, ownerFirstName: 'Gloria', priority: 'critical' },
  ]);
  expect(await manager.client.listMyPending()).toEqual([]);
  const assigned = () => manager.client.listAssignedByMe({ from: day('2026-11-01'), to: day('2026-11-30') });
  expect(await assigned()).toMatchObject([{ id: activityId, status: 'not_started', assigneeFirstName: 'Emilio' }]);
  expect(await employee.client.listEvidence({ activityId })).toMatchObject([
    { name: 'plano.png', uploadedBy: 'Gloria Gerente' },
    { name: 'falla.jpg' },
  ]);

  await employee.client.startActivity({ activityId });
  await employee.client.commentActivity({ activityId, body: 'Ya está el equipo en sitio' });
  await employee.client.addEvidence({ activityId, images: [new File([await aJpeg()], 'instalado.jpg')] });
  await employee.client.completeActivity({ activityId, resolution: 'Instalado y probado' });
  expect(await assigned()).toMatchObject([{ status: 'completed', resolution: 'Instalado y probado' }]);

  await manager.client.validateActivity({ activityId, comment: 'Falta etiquetar', verdict: 'Rejected' });
  expect(await employee.client.listMyPending()).toMatchObject([{ status: 'in_progress', closedAt: null }]);
  expect(await employee.client.listComments({ activityId })).toMatchObject([
    { body: 'Ya está el equipo en sitio', authorName: 'Emilio Empleado' },
    { body: 'Falta etiquetar', authorName: 'Gloria Gerente' },
  ]);

  await employee.client.completeActivity({ activityId, resolution: 'Etiquetado' });
  await manager.client.validateActivity({ activityId, comment: null, verdict: 'Verified' });

  expect(await employee.client.listMyPending()).toEqual([]);
  expect(await employee.client.listMyHistory()).toMatchObject([{ id: activityId, status: 'verified', resolution: 'Etiquetado' }]);
  expect(await assigned()).toMatchObject([{ id: activityId, status: 'verified' }]);

  const history = await manager.client.listHistory({ activityId });
  expect(history.map(({ act, actorName, from, to, note }) => [act, actorName, from, to, note])).toEqual([
    ['register', 'Gloria Gerente', null, 'not_started', null],
    ['start', 'Emilio Empleado', 'not_started', 'in_progress', null],
    ['comment', 'Emilio Empleado', 'in_progress', 'in_progress', null],
    ['addEvidence', 'Emilio Empleado', 'in_progress', 'in_progress', '1 imagen'],
    ['complete', 'Emilio Empleado', 'in_progress', 'completed', 'Instalado y probado'],
    ['reject', 'Gloria Gerente', 'completed', 'in_progress', 'Falta etiquetar'],
    ['complete', 'Emilio Empleado', 'in_progress', 'completed', 'Etiquetado'],
    ['approve', 'Gloria Gerente', 'completed', 'verified', null],
  ]);
  expect(await employee.client.listHistory({ activityId })).toEqual(history);

  expect(await app.db('activities').first()).toMatchObject({ id: activityId, ownerId: boss.id, assigneeId: worker.id, status: 'verified' });
  expect(await app.db('outbox').orderBy('id').select('kind', 'recipientId')).toEqual([
    { kind: 'assigned', recipientId: worker.id },
    { kind: 'commented', recipientId: boss.id },
    { kind: 'verificationRequested', recipientId: boss.id },
    { kind: 'rejected', recipientId: worker.id },
    { kind: 'verificationRequested', recipientId: boss.id },
    { kind: 'verified', recipientId: worker.id },
  ]);
  const imageIds = await app.db('images').pluck('id');
  expect(await app.stored()).toEqual(imageIds.flatMap((id: string) => [id, `${id}.thumbnail`]).sort());
  expect(await app.scratched()).toEqual([]);
});
