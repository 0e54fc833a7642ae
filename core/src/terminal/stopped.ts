/** How every command of `bitacora` and of `npm run admin` ends; scripts rely on it (docs/terminal.md, docs/backup.md). */
export const exits = { done: 0, refused: 1, usage: 2, unreachable: 3, notLoggedIn: 4, interrupted: 130 } as const;
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
