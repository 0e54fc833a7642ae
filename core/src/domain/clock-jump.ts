/** A clock that is corrected moves by less; a wrong one, or a machine that was resumed, by more. */
const JUMP_MS = 3_600_000;

export const isClockJump = (differenceMs: number): boolean => Math.abs(differenceMs) > JUMP_MS;
