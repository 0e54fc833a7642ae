import type * as z from 'zod/mini';
import { validation } from '../messages/validation.ts';

/** Spanish sentences by field from what a schema found wrong, the first one of each; '' is the input as a whole. */
export function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message, code } of error.issues) {
    const field = path.map(String).join('.');
    fields[field] ??= code === 'custom' || message !== 'Invalid input' ? message : validation.unknown;
  }
  return fields;
}
