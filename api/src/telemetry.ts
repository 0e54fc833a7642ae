/**
 * `node --import ./api/src/telemetry.ts api/src/main.ts` sends traces where OTEL_EXPORTER_OTLP_ENDPOINT says (docs/operations.md).
 * OpenTelemetry is not among the dependencies: whoever wants it installs it beside them.
 */
import { register } from 'node:module';

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  try {
    register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
    const instrumentations: string = '@opentelemetry/auto-instrumentations-node/register';
    await import(instrumentations);
  } catch (error) {
    console.error(`Sin trazas: falta instalar OpenTelemetry (${(error as Error).message}).`);
  }
}
