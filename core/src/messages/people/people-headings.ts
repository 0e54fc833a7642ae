import type { SheetColumn } from '../../domain/people/user-import.ts';
import headings from './people-headings.json' with { type: 'json' };

/* The headings of lists of people: of payroll and HR products (NOI, CONTPAQi, Workday, Google, Microsoft 365, BambooHR) and of offices. Blanks,
 * signs, 'de' and what stands in parentheses do not count; 'trabajador', 'nómina', 'Employee' and their kind are 'empleado', 'Núm.' is 'número'. */

/** Further headings of a column, besides the words of the forms and the names of the wire. */
export const alsoCalled: Readonly<Record<SheetColumn, readonly string[]>> = headings.alsoCalled;

/** Headings that count where no surer one stands, in this order. */
export const orElseCalled: Partial<typeof alsoCalled> = headings.orElseCalled;

/** How a status says that somebody does not work there any more. */
export const goneWords: readonly string[] = headings.gone;
