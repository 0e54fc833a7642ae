import * as z from 'zod/mini';
import { status } from './activity.ts';
import type { Endpoint } from './endpoint.ts';
import { day, id, orOther } from './wire.ts';
import { renamed } from './wire-names.ts';

/** `occurrence` is its place in the series, counted from 0; lapses that passed unused are skipped. */
const occurrence = renamed({
  id: ['id', z.int()],
  occurrence: ['occurrence', z.int()],
  dueOn: ['due_date', day],
  status: ['status_project', orOther(status)],
  ownerId: ['id_user_owner', z.int()],
  assigneeId: ['id_user_assigned', z.int()],
});

/** The activities a repeatable one came from and led to (docs/product.md, 3). */
export const seriesEndpoints = {
  readSeries: {
    method: 'GET',
    path: '/api/get_activity_series/:id',
    who: 'person',
    effect: 'reads',
    summary: 'Las repeticiones de una actividad que puedo ver, 60 a lo más, y la fecha de la siguiente mientras siga abierta',
    params: renamed({ activityId: ['id', id] }),
    reply: renamed({
      success: ['success', z.literal(true)],
      occurrences: ['occurrences', z.array(occurrence)],
      nextOn: ['next_due_date', z.nullable(day)],
    }),
  },
} as const satisfies Record<string, Endpoint>;
