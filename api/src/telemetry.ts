/**
 * `node --import ./api/src/telemetry.ts api/src/main.ts` sends traces where OTEL_EXPORTER_OTLP_ENDPOINT says (docs/operations.md).
 * OpenTelemetry is not among the dependencies: whoever wants it installs it beside them.
 */
import { register } from 'node:module';

const PACKAGES = ['@opentelemetry/instrumentation/hook.mjs', '@opentelemetry/auto-instrumentations-node/register'] as const;

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  try {
    const [hook, instrumentations] = PACKAGES;
    register(hook, import.meta.url);
    await import(instrumentations);
  } catch (error) {
    console.error(`Sin trazas: instala @opentelemetry/api y @opentelemetry/auto-instrumentations-node (${(error as Error).message}).`);
  }
}
