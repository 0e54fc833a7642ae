import type { Command } from '../command.ts';
import { whoAmI } from './who-am-i.ts';

/** Every command, in the order help shows them. */
export const commands: readonly Command[] = [whoAmI];
