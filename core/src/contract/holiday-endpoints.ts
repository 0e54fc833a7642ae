import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { done } from './replies.ts';
import { day, requiredName } from './wire.ts';
import { renamed } from './wire-names.ts';

const NAME_MAX = 100;

export const holiday = renamed({ day: ['day', day], name: ['name', z.string()] });

/** The days on which nobody is reminded of anything (docs/product.md, 7). */
export const holidayEndpoints = {
  listHolidays: {
    method: 'GET',
    path: '/api/get_holidays',
    who: 'person',
    effect: 'reads',
    summary: 'Los días inhábiles, por fecha',
    reply: z.array(holiday),
  },
  saveHoliday: {
    method: 'POST',
    path: '/api/save_holiday',
    who: 'manageUsers',
    effect: 'writes',
    summary: 'Agrega un día inhábil, o le cambia el nombre',
    body: renamed({ day: ['day', day], name: ['name', requiredName(NAME_MAX)] }),
    reply: done,
  },
  removeHoliday: {
    method: 'DELETE',
    path: '/api/delete_holiday/:day',
    who: 'manageUsers',
    effect: 'writes',
    summary: 'Quita un día inhábil',
    params: renamed({ day: ['day', day] }),
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
