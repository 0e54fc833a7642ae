import { ownNamesOf } from '@bitacora/core/contract/wire-names';
import * as z from 'zod/mini';
import type { Field } from '../card.ts';

type Demand = Pick<Field, 'isRequired' | 'maxLength'>;
type Shape = { minLength?: number; maxLength?: number; anyOf?: Shape[] };

/** What the contract demands of each text of a call, read from its schema by our names, so that no form forgets it. */
export function demandsOf(body: z.ZodMiniType | undefined): Record<string, Demand> {
  if (!body) return {};
  const { properties = {}, required = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>;
    required?: string[];
  };
  const ours = ownNamesOf(body);
  return Object.fromEntries(
    Object.entries(properties).map(([wire, shape]) => {
      const texts = [shape, ...(shape.anyOf ?? [])];
      const maxLength = texts.find((text) => text.maxLength !== undefined)?.maxLength;
      const isRequired = required.includes(wire) && texts.some(({ minLength = 0 }) => minLength > 0);
      return [ours[wire] ?? wire, { isRequired, ...(maxLength === undefined ? {} : { maxLength }) }];
    }),
  );
}
