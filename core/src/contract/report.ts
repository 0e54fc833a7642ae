import * as z from 'zod/mini';
import type { CalendarDate } from '../domain/calendar.ts';
import { renamed } from './renamed.ts';
import { day } from './wire.ts';

/** Absent, null and empty are null: the default range applies (specification, section 9). */
const optionalDay = z.codec(z.optional(z.nullable(z.union([z.literal(''), day]))), z.nullable(z.custom<CalendarDate>()), {
  decode: (given) => (given ? given : null),
  encode: (given) => given,
});

/** Both ends included, in the business calendar. */
export const dateRange = renamed({ from: ['start_date', optionalDay], to: ['end_date', optionalDay] });
