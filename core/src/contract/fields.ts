import type * as z from 'zod/mini';
import { invalidInput, validation } from '../messages/validation.ts';
import type { Problem } from './problems.ts';

/** Spanish sentences by field from what a schema found wrong, the first one of each; '' is the input as a whole. */
export function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message, code } of error.issues) {
    const field = path.map(String).join('.');
    fields[field] ??= code === 'custom' || message !== 'Invalid input' ? message : validation.unknown;
  }
  return fields;
}

/**
 * What the wire carries of it, for clients that refuse without asking the server, because a browser then loads no other refusal's sentence.
 */
export function invalidProblem(error: z.core.$ZodError): Problem {
  const fields = fieldsOf(error);
  return { success: false, error: invalidInput(fields), code: 'input.invalid', fields };
}
