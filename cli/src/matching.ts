import { normalise } from '@bitacora/core/domain/text';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { terminalCommands } from './messages/commands.ts';

/** Whether any of these texts has all of that: case and accents do not matter. */
export const mentions = (texts: readonly (string | null)[], sought: string): boolean => {
  const words = normalise(sought);
  return texts.some((text) => text !== null && normalise(text).includes(words));
};

interface MatchKeys<One> {
  id(one: One): number;
  /** Other names of it, each its own. */
  names(one: One): readonly string[];
  label(one: One): string;
}

/** The one that is meant by an id or by one of its names; refuses none and several. */
export function findOne<One>(all: readonly One[], typed: string, { id, names, label }: MatchKeys<One>): One {
  const words = normalise(typed);
  const byName = all.filter((one) => names(one).some((name) => normalise(name) === words));
  const found = byName.length > 0 ? byName : all.filter((one) => String(id(one)) === typed.trim());
  if (found.length === 1) return found[0] as One;
  const { nobody, several } = terminalCommands.matching;
  throw new Stopped(exits.usage, found.length === 0 ? nobody(typed) : several(typed), found.slice(0, 10).map(label).join('\n') || null);
}
