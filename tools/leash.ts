import type { ChildProcess } from 'node:child_process';

/** Ends this process when the launcher that started it dies. */
export function endWithLauncher(): void {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}

/** Asks a process to end, and waits until it has. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}
