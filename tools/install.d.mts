export const PNPM: string;
export function install(root: string): boolean;
export function isReleased(root: string): boolean;
