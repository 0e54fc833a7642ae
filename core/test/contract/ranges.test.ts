import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { fieldErrors, findSpec } from '../../src/contract/wire-names.ts';

const takes = (schema: z.ZodMiniType, text: string) => z.safeDecode(schema, text as never).success;
/** The wire names of the days that a call takes. */
function dayFields(body: z.ZodMiniType): string[] {
  const fields = Object.values(findSpec(body) ?? {});
  return fields.filter(([, schema]) => takes(schema, '2026-11-20') && !takes(schema, 'el 20')).map(([wireName]) => wireName);
}

const ranged = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([call, { body }]) => {
  const [from, to] = body ? dayFields(body) : [];
  return body && from && to ? [[call, { body, from, to }] as const] : [];
});

it.each(ranged)('%s takes a range, and refuses one that ends before it begins by the name of its end', (_, { body, from, to }) => {
  const rest = { id_substitute: 7 };
  const days = (first: string, last: string) => ({ ...rest, [from]: first, [to]: last }) as never;
  expect(z.safeDecode(body, days('2026-11-20', '2026-11-20')).success).toBe(true);
  const { error } = z.safeDecode(body, days('2026-11-21', '2026-11-20'));
  expect(error && fieldErrors(error)).toEqual({ [to]: 'La fecha de fin no puede ser anterior a la de inicio.' });
});

it('knows every call with two days', () => expect(ranged.map(([call]) => call)).toHaveLength(12));
