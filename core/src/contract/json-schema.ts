import * as z from 'zod/mini';
import { schemaFacts, schemaNames } from './schema-facts.ts';

export type JsonSchema = Record<string, unknown>;

/** A codec by its wire side, as JSON Schema 2020-12; what the contract names stands in `$defs`. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const registry = z.registry<JsonSchema>();
  for (const [id, schema] of Object.entries(schemaNames)) registry.add(schema, { id });
  for (const [schema, facts] of schemaFacts) registry.add(schema, facts);
  return z.toJSONSchema(schema, {
    io: 'input',
    metadata: registry,
    // The document shows only the named type; other accepted forms (digits for a number, null for nothing) stay undocumented.
    override: ({ jsonSchema }) => {
      if (jsonSchema.type) delete jsonSchema.anyOf;
    },
  }) as JsonSchema;
}
