/** How every command ends; scripts rely on it (docs/backup.md). */
export const exits = { done: 0, refused: 1, usage: 2 } as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** A command that cannot go on: what is said on standard error, and what to do next. */
export class Stopped extends Error {
  readonly exit: Exit;
  readonly hint: string | null;
  constructor(exit: Exit, message: string, hint: string | null = null) {
    super(message);
    this.name = 'Stopped';
    this.exit = exit;
    this.hint = hint;
  }
}
