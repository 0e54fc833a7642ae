import * as z from 'zod/mini';
import { ask, type Endpoint, get, post, registered, remove } from '../endpoint.ts';
import { searchWords } from '../reports/report-shapes.ts';
import { day, id, maybe } from '../wire.ts';
import { renamed, renamedRange } from '../wire-names.ts';

export const absence = renamed({
  id: ['id', z.int()],
  userId: ['id_user', z.int()],
  name: ['user', z.string()],
  substituteId: ['id_substitute', z.int()],
  substituteName: ['substitute', z.string()],
  fromOn: ['from', day],
  toOn: ['to', day],
});
export type AbsenceView = z.output<typeof absence>;

/** Carries names and positions alone, because everybody may ask. */
const possibleSubstitute = renamed({ id: ['id', z.int()], name: ['user', z.string()], position: ['position', z.string()] });
export type PossibleSubstitute = z.output<typeof possibleSubstitute>;

/**
 * Tells who is away and who acts in their place (docs/product.md, 5). A token may not name a substitute, because that gives rights. These
 * calls are no part of what every page of the web loads.
 */
export const absenceEndpoints = {
  listAbsences: get(
    '/api/get_absences',
    'person',
    'Mis ausencias y las de quienes suplo, o las de todos para quien administra; también las terminadas hace menos de 30 días',
    { reply: z.array(absence) },
  ),
  listSubstitutes: ask(
    '/api/get_possible_substitutes',
    'person',
    'Quién puede suplirme, o suplir a id_user si administro: personas activas por palabras de su nombre, 20 como máximo; con menos de tres letras, a quien no administra solo las de su departamento',
    { body: renamed({ userId: ['id_user', maybe(id)], text: ['search', searchWords] }), reply: z.array(possibleSubstitute) },
  ),
  addAbsence: post('/api/save_absence', 'person', 'Registra una ausencia mía, o de id_user si administro, y quién suple mientras tanto', {
    credential: 'session',
    recentLogin: 'sometimes',
    body: renamedRange({
      userId: ['id_user', maybe(id)],
      substituteId: ['id_substitute', id],
      fromOn: ['from', day],
      toOn: ['to', day],
    }),
    reply: registered,
  }),
  cancelAbsence: remove('/api/delete_absence/:id', 'person', 'Cancela una ausencia, o la termina antes', {
    credential: 'session',
    recentLogin: 'sometimes',
    params: renamed({ absenceId: ['id', id] }),
  }),
} as const satisfies Record<string, Endpoint>;
