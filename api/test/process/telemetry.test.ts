import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from './product.ts';

const started = (env: Record<string, string>) =>
  spawnSync(process.execPath, ['--import', './api/src/telemetry.ts', '-e', 'console.log("started")'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });

it('traces are nobody’s business until an endpoint is named; without the packages the product starts all the same, and says so', () => {
  expect(started({})).toMatchObject({ status: 0, stdout: 'started\n', stderr: '' });
  const result = started({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' });
  expect(result).toMatchObject({ status: 0, stdout: 'started\n' });
  expect(result.stderr).toMatch(/^Sin trazas: falta instalar OpenTelemetry/);
});
