import type { Holiday } from '../domain/holidays.ts';
import { writtenWeekday } from './dates.ts';

/** 'El viernes 25 de diciembre es inhábil: Navidad.' */
export const holidayNotice = ({ day, name }: Holiday): string => `El ${writtenWeekday(day)} es inhábil: ${name}.`;
