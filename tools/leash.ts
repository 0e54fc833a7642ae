/** Ends this process when the launcher that started it dies. */
export function endWithLauncher(): void {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
