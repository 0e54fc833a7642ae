/**
 * `node --import ./api/src/telemetry.ts api/src/main.ts` sends traces where OTEL_EXPORTER_OTLP_ENDPOINT says (docs/operations.md).
 * OpenTelemetry is not a dependency; install it beside them to use this.
 */
import { register } from 'node:module';

const SCOPE = '@opentelemetry';

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  try {
    register(`${SCOPE}/instrumentation/hook.mjs`, import.meta.url);
    await import(`${SCOPE}/auto-instrumentations-node/register`);
  } catch (error) {
    console.error(`Sin trazas: falta instalar OpenTelemetry (${(error as Error).message}).`);
  }
}
