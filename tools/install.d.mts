export const PNPM: string;
export function install(root: string): boolean;
