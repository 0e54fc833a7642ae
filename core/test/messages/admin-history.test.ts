import { expect, it } from 'vitest';
import { writtenChanges } from '../../src/messages/admin/admin-history.ts';

it('writes each fact once: with an arrow where it changed, without one where it stayed or there is no other side', () => {
  const [before, after] = [{ email: 'ana@demo.mx' }, { email: 'ana@demo.mx', pendingEmail: 'ana@nueva.mx' }];
  expect(writtenChanges({ before, after })).toEqual(['Correo: ana@demo.mx', 'Correo por confirmar: nada → ana@nueva.mx']);
  expect(writtenChanges({ before: after, after: before })[1]).toBe('Correo por confirmar: ana@nueva.mx → nada');
  expect(writtenChanges({ before: null, after: { ...before, alias: null, devices: [] } })).toEqual(['Correo: ana@demo.mx']);
  expect(writtenChanges({ before, after: null })).toEqual(['Correo: ana@demo.mx']);
  expect(writtenChanges({ before: null, after: null })).toEqual([]);
});

it('writes statuses, priorities and repetitions in the words of the screens', () => {
  const after = { reportStatuses: ['not_started', 'completed'], priority: 'critical', repeats: 'month' };
  expect(writtenChanges({ before: null, after })).toEqual([
    'Estados del reporte: No iniciado, Por verificar',
    'Prioridad: Critica',
    'Repetición: Mensual',
  ]);
  expect(writtenChanges({ before: null, after: { search: 'high', description: 'month' } })).toEqual([
    'Búsqueda: high',
    'Descripción: month',
  ]);
});

it('calls the activities that a deactivation passed on by their own name, not by that of the notification', () => {
  expect(writtenChanges({ act: 'person.deactivate', before: null, after: { reassigned: 4 } })).toEqual(['Actividades reasignadas: 4']);
  expect(writtenChanges({ act: 'person.changePreferences', before: null, after: { reassigned: 'correo' } })).toEqual([
    'Dan a otra persona una actividad mía: correo',
  ]);
});

it('writes days as every other page does, and leaves texts that only look like one', () => {
  expect(writtenChanges({ before: { from: '2026-11-28' }, after: { from: '2026-12-02', text: '2026-13-40' } })).toEqual([
    'Desde: 28 nov 2026 → 02 dic 2026',
    'Búsqueda: nada → 2026-13-40',
  ]);
});
