import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Database } from '@bitacora/core/server';
import { root } from '../../product.ts';

export interface Deliverer {
  child: ChildProcess;
  /** Once it is connected; then it waits for `go`. */
  ready: Promise<void>;
  go(): void;
  /** How many letters it took; null where it was killed. */
  deliveredCount: Promise<number | null>;
}

export function startDeliverer(env: Record<string, string>, program = 'deliverer.ts'): Deliverer {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program)], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  let resolveReady = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  child.stdout.on('data', (text) => {
    output += text;
    if (output.includes('ready\n')) resolveReady();
  });
  child.stdin.on('error', () => {});
  const deliveredCount = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code === 0 ? Number(output.split('\n')[1]) : null)),
  );
  return { child, ready, go: () => child.stdin.write('go\n'), deliveredCount };
}

/** People, and for each of them so many reminders that are due. */
export async function reminders(db: Database, { people, each, now }: { people: number; each: number; now: Date }): Promise<void> {
  await db.raw('delete from outbox; delete from users');
  await db.raw(
    `insert into users (employee_number, first_name, last_name, email, level, department, position, created_at)
     select n, 'Ana', 'Ruiz', n || '@empresa.mx', '1', 'Ventas', 'Vendedora', ? from generate_series(1, ?) n`,
    [now, people],
  );
  await db.raw(
    `insert into outbox (key, kind, recipient_id, created_at, next_try_at, expires_at)
     select 'overdue:' || n || ':' || id, 'overdue', id, :now, :now, :now::timestamptz + interval '7 days'
     from users cross join generate_series(1, :each) n`,
    { now, each },
  );
}
