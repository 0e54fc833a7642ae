import { isTicked } from '../../domain/activities/activity.ts';
import type { Actor } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Context, UseCase } from '../use-case.ts';
import { historyEntry, lockAuthorized } from './apply-act.ts';

interface Ticks {
  activityId: number;
  /** Places in the list, counted from 1. */
  items: readonly number[];
}

async function changeTicks(act: 'tick' | 'untick', context: Context<Ticks, Actor>): Promise<void> {
  const { repos, actor, now, input } = context;
  const activity = await lockAuthorized(act, context, input.activityId);
  const list = activity.checklist ?? [];
  if (input.items.some((place) => place > list.length)) throw invalid('items', 'itemUnknown');

  const changed = list
    .map(({ text, tickedAt }, index) => ({ place: index + 1, text, tickedAt }))
    .filter((item) => input.items.includes(item.place) && isTicked(item) !== (act === 'tick'))
    .map(({ place, text }) => ({ place, text }));
  if (changed.length === 0) return;
  const tick = act === 'tick' ? { tickedById: actor.id, tickedAt: now.toISOString() } : { tickedById: null, tickedAt: null };
  const places = new Set(changed.map(({ place }) => place));
  const checklist = list.map((item, index) => (places.has(index + 1) ? { ...item, ...tick } : item));
  const { id, status } = activity;
  await repos.activities.tick(
    { id, checklist },
    historyEntry(act, context, { on: activity, from: status, to: status, facts: { items: changed } }),
  );
}

/** Ticks items of the checklist for the responsible. An item that is ticked already stays as it is and leaves no history. */
export const tickItems: UseCase<Ticks, void> = (context) => changeTicks('tick', context);

/** Removes ticks; an item without one stays as it is and leaves no history. */
export const untickItems: UseCase<Ticks, void> = (context) => changeTicks('untick', context);
